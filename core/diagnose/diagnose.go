// Package diagnose says why a compaction went wrong, not only where: it gives
// findings a named cause, and it gives advice on what the contract accepts.
//
// The causes stand in one table. A cause is recognised from the findings of a
// verdict and what else is known of the attempt; two faults of one origin share a
// cause although the runtime names them differently. Nothing here changes a
// decision. The package is pure.
package diagnose

import (
	"cmp"
	"slices"

	"compactlens/core/inspect"
)

// Confidence says how well a diagnosis is founded. The zero value is Possible.
type Confidence uint8

const (
	Possible Confidence = iota // fits what is known; something else fits too
	Likely                     // the usual cause of what is seen
	Certain                    // what is known leaves no other
)

// String returns the confidence as a word.
func (c Confidence) String() string { return [...]string{"possible", "likely", "certain"}[c] }

// Diagnosis is one named cause met in one attempt.
type Diagnosis struct {
	ID         string // of the Cause; stable
	Title      string
	Text       string // one sentence: what happened
	Next       string // one sentence: what to do about it
	Findings   []int  // indices in Verdict.Findings that it explains, ascending; none for a cause outside the answer
	Confidence Confidence
	Evidence   []string // what it was recognised by, in sentences fit to be shown
}

// Context is what may be known beside an answer. Every part is optional.
type Context struct {
	Others        []Other               // what other attempts asked for
	UserText      []byte                // a sample of what the transcript's user wrote
	ReplacedBytes inspect.Known[uint64] // bytes of text of the messages that the summary replaces
	Outcome       Outcome
}

// Other is another attempt and what a reply to it would echo.
type Other struct {
	Name     string // how a person would call it, e.g. "attempt 3 of 21"
	Identity inspect.Identity
}

// Explain names the causes of what v says of e, those of the primary finding
// first; where no check failed, what ended the attempt comes before advice. It sets Cause of every finding in v, advice included, so Advise comes
// before it.
func Explain(e inspect.Evidence, v *inspect.Verdict, ctx Context) []Diagnosis {
	outcome := ctx.Outcome.causes()
	if len(v.Findings) == 0 && len(outcome) == 0 {
		return nil
	}
	s := newScene(e, v, ctx)
	var all []Diagnosis
	add := func(h hit, finding int) {
		i := slices.IndexFunc(all, func(d Diagnosis) bool { return d.ID == h.id })
		if i < 0 {
			c := causeByID(h.id)
			all = append(all, Diagnosis{ID: c.ID, Title: c.Title, Text: c.What, Next: cmp.Or(h.next, ctx.Outcome.smaller(h.id), c.Next), Confidence: h.sure})
			i = len(all) - 1
		}
		d := &all[i]
		d.Confidence = max(d.Confidence, h.sure)
		if finding >= 0 {
			d.Findings = append(d.Findings, finding)
		}
		for _, sentence := range h.why {
			if len(d.Evidence) < maxEvidence && !slices.Contains(d.Evidence, sentence) {
				d.Evidence = append(d.Evidence, sentence)
			}
		}
	}
	ended := func() {
		for _, h := range outcome {
			add(h, -1)
		}
	}
	passed := v.Decision != inspect.Rejected
	if passed {
		ended()
	}
	for i := range v.Findings {
		h := s.cause(&v.Findings[i])
		v.Findings[i].Cause = h.id
		add(h, i)
	}
	if !passed {
		ended()
	}
	return all
}

// maxEvidence bounds the sentences of one diagnosis: a thousand bare ampersands
// are one cause and need no thousand proofs.
const maxEvidence = 6

// hit is a cause as it was recognised.
type hit struct {
	id   string
	sure Confidence
	why  []string
	next string // what to do about it, where that is not what the cause's row says
}

// is makes a hit.
func is(id string, sure Confidence, why ...string) hit { return hit{id: id, sure: sure, why: why} }
