package report

import (
	"io"
	"net/url"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/source"
)

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`

	Invocations []sarifInvocation `json:"invocations"`
}

// sarifInvocation says whether everything that was named could be read.
type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Descriptor sarifDescriptor `json:"descriptor"`
	Level      string          `json:"level"`
	Message    sarifText       `json:"message"`
	Locations  []sarifLocation `json:"locations"`
}

type sarifDescriptor struct {
	ID string `json:"id"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name  string      `json:"name"`
	Rules []sarifRule `json:"rules"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifRule struct {
	ID        string    `json:"id"`
	ShortText sarifText `json:"shortDescription"`
	FullText  sarifText `json:"fullDescription"`
	Help      sarifText `json:"help"`
}

type sarifResult struct {
	RuleID    string          `json:"ruleId"`
	RuleIndex int             `json:"ruleIndex"`
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations"`
	Related   []sarifLocation `json:"relatedLocations,omitempty"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
	ByteOffset  int `json:"byteOffset"`
	ByteLength  int `json:"byteLength"`
}

// noRule is the index of a result whose rule is not in the table.
const noRule = -1

// SARIF writes r as a SARIF 2.1.0 log with the whole rule table. Lines and columns
// are 1-based, columns count code points, and places are those in the file. An attempt
// that was refused although its answer was not, or before a model was called, is a note
// without a rule of the table: its id is the reason. What could not be read is a
// notification of the run.
func SARIF(w io.Writer, r Report) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver.Name = "compactlens"
	index := map[string]int{}
	for i, rule := range inspect.Rules() {
		index[rule.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			ID: rule.ID, ShortText: sarifText{rule.Title}, FullText: sarifText{"Expected: " + rule.What + ". " + rule.Why}, Help: sarifText{rule.Mend},
		})
	}
	for _, a := range r.Attempts {
		if reason, words, ok := a.endAndOver(); ok && reason != "" {
			run.Results = append(run.Results, sarifResult{
				RuleID: reason, RuleIndex: noRule, Level: "note", Message: sarifText{source.Printable(words)},
				Locations: []sarifLocation{{Physical: sarifPlace(a, inspect.Place{})}},
			})
		}
		for i := range a.Verdict.Findings {
			f := &a.Verdict.Findings[i]
			out := sarifResult{RuleID: f.Rule.ID, RuleIndex: index[f.Rule.ID], Level: "error", Message: sarifText{source.Printable(f.Message)}}
			if f.Severity == inspect.SeverityAdvice {
				out.Level = "note"
			} else if !f.Primary {
				out.Level = "warning"
			}
			out.Locations = []sarifLocation{{Physical: sarifPlace(a, f.Place)}}
			for _, rel := range f.Related {
				out.Related = append(out.Related, sarifLocation{Physical: sarifPlace(a, rel.Place), Message: &sarifText{rel.Label}})
			}
			run.Results = append(run.Results, out)
		}
	}
	run.Invocations = []sarifInvocation{invocation(r.Problems)}
	e := newEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

// invocation says what could not be read: each problem is a notification.
func invocation(all []Problem) sarifInvocation {
	levels := map[string]string{"note": "note", "damage": "warning"}
	out := sarifInvocation{Successful: true}
	for _, p := range all {
		level, ok := levels[p.Severity]
		if !ok {
			level, out.Successful = "error", false
		}
		text := p.Message
		if p.Place != "" {
			text = p.Place + ": " + text
		}
		out.Notifications = append(out.Notifications, sarifNotification{
			Descriptor: sarifDescriptor{p.Kind}, Level: level, Message: sarifText{source.Printable(text)},
			Locations: []sarifLocation{{Physical: sarifFile(p.Source)}},
		})
	}
	return out
}

func sarifFile(path string) sarifPhysical {
	uri := url.URL{Path: strings.ReplaceAll(path, "\\", "/")}
	return sarifPhysical{Artifact: sarifArtifact{URI: uri.String()}}
}

func sarifPlace(a Attempt, p inspect.Place) sarifPhysical {
	out := sarifFile(a.Source)
	if p.InFile && a.File != nil {
		start, end := a.File.Position(p.File.Start), a.File.Position(p.File.End)
		out.Region = &sarifRegion{
			StartLine: start.Line, StartColumn: start.Column, EndLine: end.Line, EndColumn: end.Column,
			ByteOffset: p.File.Start, ByteLength: p.File.Len(),
		}
	}
	return out
}
