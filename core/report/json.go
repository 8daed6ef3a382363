package report

import (
	"io"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/summary"
)

// Schema names the JSON interface. Fields may be added to it; none changes its
// meaning while the name stays.
const Schema = "compactlens/check/v1"

type jsonReport struct {
	Schema   string        `json:"schema"`
	Attempts []jsonAttempt `json:"attempts"`
	Problems []jsonProblem `json:"problems,omitempty"`
	Totals   Totals        `json:"totals"`
}

type jsonAttempt struct {
	Source       string        `json:"source"`
	Journal      string        `json:"journal,omitempty"`
	Name         string        `json:"name,omitempty"`
	Session      string        `json:"session,omitempty"`
	Loop         string        `json:"loop,omitempty"`
	Attempt      string        `json:"attempt,omitempty"`
	Trigger      string        `json:"trigger,omitempty"`
	Terminal     string        `json:"terminal,omitempty"`
	RejectReason string        `json:"reject_reason,omitempty"`
	RejectCode   int           `json:"reject_code,omitempty"`
	Refused      string        `json:"refused_afterwards,omitempty"`
	BySizes      string        `json:"refused_by_sizes,omitempty"`
	NoCall       bool          `json:"no_model_call,omitempty"`
	Excess       *jsonExcess   `json:"over_limit,omitempty"`
	Sizes        *jsonSizes    `json:"sizes,omitempty"`
	Cause        string        `json:"cause,omitempty"`
	CauseText    string        `json:"cause_text,omitempty"`
	Match        string        `json:"match,omitempty"`
	Notes        []string      `json:"notes,omitempty"`
	Diagnoses    []jsonCause   `json:"diagnoses,omitempty"`
	Verdict      string        `json:"verdict"`
	XMLAlone     bool          `json:"xml_alone,omitempty"`
	Reason       string        `json:"reason,omitempty"`
	Missing      []string      `json:"missing,omitempty"`
	Stages       []jsonStage   `json:"stages"`
	Findings     []jsonFinding `json:"findings"`
	More         bool          `json:"more_findings,omitempty"`
	MoreWhy      string        `json:"more_findings_why,omitempty"`
	Sections     []jsonSection `json:"sections"`
	Tokens       *jsonTokens   `json:"tokens,omitempty"`

	Replacement *jsonReplacement `json:"replacement,omitempty"`
}

type jsonProblem struct {
	Source  string `json:"source"`
	Place   string `json:"place,omitempty"`
	Message string `json:"message"`
	Fatal   bool   `json:"fatal,omitempty"`

	Kind     string `json:"kind,omitempty"`
	Severity string `json:"severity,omitempty"`
}

type jsonStage struct {
	Name   string `json:"name"`
	Status string `json:"status"`
	Detail string `json:"detail,omitempty"`
	From   string `json:"from,omitempty"`
}

type jsonSpan struct {
	Start  int `json:"start"`
	End    int `json:"end"`
	Line   int `json:"line"`
	Column int `json:"column"`
}

type jsonRelated struct {
	Label       string    `json:"label"`
	Span        *jsonSpan `json:"span,omitempty"`
	SummarySpan *jsonSpan `json:"summary_span,omitempty"`
}

type jsonFinding struct {
	Rule        string        `json:"rule"`
	Reason      string        `json:"reason,omitempty"`
	Primary     bool          `json:"primary"`
	Severity    string        `json:"severity"`
	Section     string        `json:"section,omitempty"`
	Message     string        `json:"message"`
	Expected    string        `json:"expected,omitempty"`
	Got         string        `json:"got,omitempty"`
	Cause       string        `json:"cause,omitempty"`
	HiddenBy    string        `json:"hidden_by,omitempty"`
	Span        *jsonSpan     `json:"span,omitempty"`
	SummarySpan *jsonSpan     `json:"summary_span,omitempty"`
	Related     []jsonRelated `json:"related,omitempty"`
	Fix         *jsonFix      `json:"fix,omitempty"`
}

type jsonFix struct {
	Risk   string `json:"risk"`
	Title  string `json:"title,omitempty"`
	Reason string `json:"reason,omitempty"`
	Edits  []Edit `json:"edits,omitempty"`
}

type jsonCause struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Text    string `json:"text"`
	Next    string `json:"next,omitempty"`
	Certain bool   `json:"certain"`
}

type jsonSection struct {
	Name        string    `json:"name"`
	Span        *jsonSpan `json:"span,omitempty"`
	SummarySpan *jsonSpan `json:"summary_span,omitempty"`
	Bytes       int       `json:"bytes"`

	Tokens *jsonCount `json:"tokens,omitempty"`
}

// JSON writes r as one document of the interface named by Schema. Invalid UTF-8
// in what it quotes becomes U+FFFD.
func JSON(w io.Writer, r Report) error {
	out := jsonReport{Schema: Schema, Attempts: []jsonAttempt{}, Totals: r.Totals()}
	for _, a := range r.Attempts {
		out.Attempts = append(out.Attempts, attemptJSON(a))
	}
	for _, p := range r.Problems {
		out.Problems = append(out.Problems, jsonProblem(p))
	}
	e := newEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(out)
}

func attemptJSON(a Attempt) jsonAttempt {
	v := a.Verdict
	j := jsonAttempt{
		Source: a.Source, Journal: a.Journal, Name: a.Name, Session: a.Session, Loop: a.Loop, Attempt: a.ID, Trigger: a.Trigger,
		Terminal: a.Terminal, RejectReason: a.RejectReason, RejectCode: a.RejectCode, Refused: a.Refused, BySizes: a.BySizes, NoCall: a.NoCall, Excess: excessJSON(a), Sizes: sizesJSON(a), Cause: a.Cause, CauseText: a.CauseText,
		Match: a.Match, Notes: a.Notes, Verdict: v.Decision.String(), XMLAlone: a.xmlAlone(), Reason: string(v.Reason), Missing: v.Missing, More: v.More, MoreWhy: v.MoreWhy,
		Stages: []jsonStage{}, Findings: []jsonFinding{}, Sections: []jsonSection{}, Replacement: replacementJSON(a.Replacement),
	}
	for _, d := range a.Diagnoses {
		j.Diagnoses = append(j.Diagnoses, jsonCause(d))
	}
	for _, s := range v.Stages {
		j.Stages = append(j.Stages, jsonStage{Name: s.ID.String(), Status: s.Status.String(), Detail: s.Detail, From: s.Gauge.From})
	}
	p := placer{file: a.File, summary: source.NewText(v.Summary.Bytes)}
	for i := range v.Findings {
		j.Findings = append(j.Findings, findingJSON(a, i, p))
	}
	for _, s := range v.Sections {
		js := jsonSection{Name: sectionName(s.ID), Bytes: s.Place.Summary.Len()}
		js.Span, js.SummarySpan = p.spans(s.Place)
		js.Tokens = countJSON(a.Ledger, s)
		j.Sections = append(j.Sections, js)
	}
	j.Tokens = tokensJSON(v.Tokens, a.Ledger, p)
	return j
}

// FindingJSON writes the finding with this index as JSON has it among the findings of
// its attempt.
func FindingJSON(w io.Writer, a Attempt, i int) error {
	e := newEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(findingJSON(a, i, placer{file: a.File, summary: source.NewText(a.Verdict.Summary.Bytes)}))
}

func findingJSON(a Attempt, i int, p placer) jsonFinding {
	v := a.Verdict
	f := &v.Findings[i]
	out := jsonFinding{
		Rule: f.Rule.ID, Reason: string(f.Reason), Primary: f.Primary, Severity: f.Severity.String(), Section: sectionName(f.Section),
		Message: f.Message, Expected: f.Expected, Got: f.Got, Cause: f.Cause,
	}
	if f.HiddenBy >= 0 {
		out.HiddenBy = v.Findings[f.HiddenBy].Rule.ID
	}
	out.Span, out.SummarySpan = p.spans(f.Place)
	for _, r := range f.Related {
		jr := jsonRelated{Label: r.Label}
		jr.Span, jr.SummarySpan = p.spans(r.Place)
		out.Related = append(out.Related, jr)
	}
	if fix, ok := a.Fixes[i]; ok {
		out.Fix = &jsonFix{Risk: fix.Risk, Title: fix.Title, Reason: fix.Reason, Edits: fix.Edits}
	}
	return out
}

func sectionName(id summary.SectionID) string { return id.String() }

// placer gives places their lines and columns.
type placer struct {
	file, summary *source.Text
}

func (p placer) spans(at inspect.Place) (file, sum *jsonSpan) {
	if at.InFile && p.file != nil {
		file = spanJSON(p.file, at.File)
	}
	if at.InSummary {
		sum = spanJSON(p.summary, at.Summary)
	}
	return file, sum
}

func spanJSON(t *source.Text, s source.Span) *jsonSpan {
	pos := t.Position(s.Start)
	return &jsonSpan{Start: s.Start, End: s.End, Line: pos.Line, Column: pos.Column}
}
