package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/source"
)

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitMessage `xml:"failure,omitempty"`
	Skipped *junitMessage `xml:"skipped,omitempty"`
	Error   *junitMessage `xml:"error,omitempty"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// JUnit writes r as JUnit XML: an attempt is a test case, a rejection a failure,
// an undetermined attempt skipped, what could not be read of a source an error. Like the
// exit code it goes by the answers: of an attempt that was refused afterwards, or
// before a model was called, the output of its case tells.
func JUnit(w io.Writer, r Report) error {
	suite := junitSuite{Name: "compactlens"}
	for _, a := range r.Attempts {
		c := junitCase{Class: source.Printable(a.Source), Name: source.Printable(attemptName(a))}
		switch a.Verdict.Decision {
		case inspect.Rejected:
			suite.Failures++
			c.Failure = &junitMessage{Message: "rejected " + string(a.Verdict.Reason), Type: string(a.Verdict.Reason), Text: findingLines(a)}
		case inspect.Undetermined:
			suite.Skipped++
			why := strings.Join(a.Verdict.Missing, "; ")
			if _, words, ok := a.end(); ok && a.NoCall {
				why = words
			}
			c.Skipped = &junitMessage{Message: source.Printable("undetermined: " + why)}
		}
		if _, words, ok := a.endAndOver(); ok {
			c.Output = source.Printable(words)
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, p := range r.Problems {
		if p.lost() {
			suite.Errors++
			name := strings.TrimSpace("read " + p.Place)
			suite.Cases = append(suite.Cases, junitCase{Class: source.Printable(p.Source), Name: source.Printable(name), Error: &junitMessage{Message: source.Printable(p.Message), Type: p.Kind}})
		}
	}
	suite.Tests = len(suite.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(junitSuites{Suites: []junitSuite{suite}}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// attemptName returns a name for an attempt that tells it from its neighbours.
func attemptName(a Attempt) string {
	switch {
	case a.Name != "":
		return a.Name
	case a.ID != "":
		return "attempt " + a.ID
	}
	return "summary"
}

// findingLines returns one line a finding: place, rule and message.
func findingLines(a Attempt) string {
	var out strings.Builder
	for i := range a.Verdict.Findings {
		f := &a.Verdict.Findings[i]
		fmt.Fprintf(&out, "%s %s: %s\n", placeOf(a, f), f.Rule.ID, source.Printable(f.Message))
	}
	return out.String()
}

// placeOf returns "line:column" in the file, or "-" where the finding has no place.
func placeOf(a Attempt, f *inspect.Finding) string {
	if !f.Place.InFile || a.File == nil {
		return "-"
	}
	p := a.File.Position(f.Place.File.Start)
	return fmt.Sprintf("%d:%d", p.Line, p.Column)
}
