// Package report writes verdicts for people and for programs: a compiler-like
// text and the JSON interface that others build on. It is pure: it writes to the
// io.Writer it is given. Untrusted text in the text form goes through the display
// boundary of core/source; the JSON form escapes it.
package report

import (
	"fmt"
	"slices"

	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/lifecycle"
	"compactlens/core/source"
)

// Attempt is one compaction attempt as reports tell of it. Empty strings are
// parts that are not known.
type Attempt struct {
	Source  string // path of the file the answer, or else the attempt, was found in
	Journal string // path of the journal that tells of the attempt, where it is not Source
	Name    string // how a person would call it, e.g. "attempt 3 of 21"
	Session string // UUID
	Loop    string // UUID
	ID      string // attempt UUID
	Trigger string // manual or automatic

	Terminal     string // committed, rejected or none, as the journal recorded it
	RejectReason string // the contract's name in snake case
	RejectCode   int    // its number, 0 if there is none
	Refused      string // the reason it was refused for although its answer was not; empty if there is none
	BySizes      string // without an answer and a recorded reason, the one that the sizes in hand come to
	NoCall       bool   // it ended before a model was called: there is no answer anywhere
	Cause        string // id of the cause the number hides
	CauseText    string // the same in one sentence

	Excess *ledger.Excess   // by how much it was too large; nil where it was not refused for that
	Sizes  *lifecycle.Sizes // the arithmetic of a rejection about size; nil where it is not known

	Diagnoses []Diagnosis // the primary finding's first
	Fixes     map[int]Fix // by index of the finding in Verdict

	Ledger      *ledger.Answer      // what the answer's tokens were spent on; nil where nobody counted
	Replacement *ledger.Replacement // the request after the replacement; nil where nobody asked

	Match   string   // how the answer was matched to the attempt, in one sentence
	Notes   []string // further sentences for people
	File    *source.Text
	Verdict *inspect.Verdict
}

// Diagnosis is a named cause of what was found.
type Diagnosis struct {
	ID      string
	Title   string
	Text    string // one sentence: what happened
	Next    string // one sentence: what to do
	Certain bool
}

// Fix is what can be done about a finding.
type Fix struct {
	Risk   string // safe, changes_meaning or refused
	Title  string
	Reason string // why it is refused, or what meaning it changes
	Edits  []Edit
}

// Edit puts Text in place of the bytes [Start, End) of the file.
type Edit struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// Problem is something that could not be read.
type Problem struct {
	Source  string
	Place   string // "line 3", "byte 4096", empty for the whole source
	Message string
	Fatal   bool // nothing of the source could be used

	Kind     string // the stable name of its kind
	Severity string // note: nothing is lost, such as a file that was passed over; damage: a part could not be used; fatal
}

// lost reports whether a part of the source, or all of it, could not be used that was
// to be used.
func (p Problem) lost() bool { return p.Severity != "note" }

// Damaged reports whether something of what was opened could not be used.
func (r Report) Damaged() bool { return slices.ContainsFunc(r.Problems, Problem.lost) }

// Report is one run over some sources.
type Report struct {
	Attempts []Attempt
	Problems []Problem
}

// Failures returns r without the attempts whose answer was accepted and that were
// not refused afterwards.
func (r Report) Failures() Report {
	out := Report{Problems: r.Problems}
	for _, a := range r.Attempts {
		if a.Verdict.Decision != inspect.Accepted || a.Refused != "" {
			out.Attempts = append(out.Attempts, a)
		}
	}
	return out
}

// Totals counts the verdicts on the answers of a report. Attempts without an answer are counted
// as undetermined.
type Totals struct {
	Accepted     int            `json:"accepted"`
	Rejected     int            `json:"rejected"`
	Undetermined int            `json:"undetermined"`
	Refused      int            `json:"refused_afterwards,omitempty"` // of the accepted
	NoCall       int            `json:"no_model_call,omitempty"`      // of the undetermined: ended before a model was called
	ByReason     map[string]int `json:"by_reason"`
}

// String returns the counts in one line.
func (t Totals) String() string {
	accepted := fmt.Sprintf("%d accepted", t.Accepted)
	if t.Refused > 0 {
		accepted += fmt.Sprintf(" (%d of them refused afterwards)", t.Refused)
	}
	undetermined := fmt.Sprintf("%d undetermined", t.Undetermined)
	if t.NoCall > 0 {
		undetermined += fmt.Sprintf(" (%d of them ended before a model was called)", t.NoCall)
	}
	return fmt.Sprintf("%s, %d rejected, %s", accepted, t.Rejected, undetermined)
}

// Totals returns the counts of r.
func (r Report) Totals() Totals {
	t := Totals{ByReason: map[string]int{}}
	for _, a := range r.Attempts {
		switch a.Verdict.Decision {
		case inspect.Accepted:
			t.Accepted++
			if a.Refused != "" {
				t.Refused++
			}
		case inspect.Rejected:
			t.Rejected++
			t.ByReason[string(a.Verdict.Reason)]++
		default:
			t.Undetermined++
			if a.NoCall {
				t.NoCall++
			}
		}
	}
	return t
}
