// Package inspect runs the contract's checks on one compaction attempt, in the
// runtime's order, and says what was decided, where the fault is and what would
// mend it. It owns the rule table. It is pure.
package inspect

import (
	"compactlens/core/content"
	"compactlens/core/source"
)

// Known is a value and where it was learned, or, as the zero value, unknown.
type Known[T any] struct {
	Value T
	From  string // e.g. "journal", "preset carbon", "--output-bytes"; shown to people
	Set   bool
}

// Know returns a known value.
func Know[T any](value T, from string) Known[T] {
	return Known[T]{Value: value, From: from, Set: true}
}

// Or returns k where it is known, else other.
func (k Known[T]) Or(other Known[T]) Known[T] {
	if k.Set {
		return k
	}
	return other
}

// Form says how much of a model's answer is in hand.
type Form uint8

const (
	FormNone     Form = iota // no answer
	FormSummary              // the summary text alone; only the XML checks apply
	FormText                 // the answer's text, one JSON object if all is well
	FormOutput               // a text that was already taken out of its response: the checks behind extraction only
	FormResponse             // role and blocks, as a provider or a capture gives them
)

// Excerpt is decoded text and the way back to the file it was taken from.
type Excerpt struct {
	Bytes  []byte
	Map    source.Map // from offsets in Bytes to offsets in the file
	Layers int        // JSON strings around it in the file: 0 where it stands as it is, 2 for a summary in a provider body
}

// Block is one content block of a model's answer.
type Block struct {
	Type string      // text, thinking, refusal, tool_use, … as the neutral form names it
	Text Excerpt     // its text; of a tool_use nothing
	Span source.Span // the whole block in the file
}

// Reply is a model's answer as it lies in a file.
type Reply struct {
	Form         Form
	File         *source.Text // the file as it lies on disk; never nil where Form is not FormNone
	Text         Excerpt      // FormSummary, FormText and FormOutput
	Role         string       // FormResponse
	Blocks       []Block      // FormResponse
	FinishReason string       // as the provider spells it; empty if unknown
	Damage       Damage       // of what the file was kept in
}

// Damage is what is known to have happened to a file on its way here, which no model
// is to blame for. The checks judge the bytes there are.
type Damage uint8

// The damages.
const (
	Undamaged Damage = iota
	CutShort         // it ends early: how its text ends is not known
	Altered          // bytes of it are other than what was written, or may be
)

// String says what is known, in a sentence without a full stop; nothing of Undamaged.
func (d Damage) String() string {
	return [...]string{
		Undamaged: "", CutShort: "the compressed file is cut short: what follows is about the part before the damage, and the end of the text is not known",
		Altered: "the compressed file is damaged: bytes of the text may be other than what was written",
	}[d]
}

// Answer returns the one text of an answer, that of the first text block where
// there are several. ok is false where it has none.
func (r Reply) Answer() (text Excerpt, ok bool) {
	switch r.Form {
	case FormNone:
		return Excerpt{}, false
	case FormResponse:
		for _, b := range r.Blocks {
			if b.Type == "text" {
				return b.Text, true
			}
		}
		return Excerpt{}, false
	}
	return r.Text, true
}

// Identity is what a reply must echo. Each part may be unknown by itself.
type Identity struct {
	Revision       Known[uint64]
	ThroughEventID Known[string] // canonical UUID, lower case
	Provider       Known[string]
	Model          Known[string]
	Fingerprint    Known[string] // 64 lower-case hex digits
}

// Evidence is everything known of an attempt that the checks of its reply need.
// What is unknown makes a check unknown, never passed.
type Evidence struct {
	Reply            Reply
	Usage            Known[*content.Usage] // known and nil: the provider reported none
	OutputBytes      Known[int64]
	MaxSummaryTokens Known[uint64]
	Identity         Identity
}

// Same reports whether the checks say the same of both: it is one answer, read once,
// with the same figures beside it.
func (e Evidence) Same(other Evidence) bool {
	return e.Reply.File == other.Reply.File && e.Reply.Form == other.Reply.Form && e.Reply.Role == other.Reply.Role &&
		shares(e.Reply.Text.Bytes, other.Reply.Text.Bytes) && shares(e.Reply.Blocks, other.Reply.Blocks) &&
		e.Usage == other.Usage && e.OutputBytes == other.OutputBytes && e.MaxSummaryTokens == other.MaxSummaryTokens && e.Identity == other.Identity
}

// shares reports whether two slices are the same elements.
func shares[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
