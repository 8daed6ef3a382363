package ledger

import (
	"math"

	"compactlens/core/event"
	"compactlens/core/inspect"
)

// SmallestSummary is the shortest summary that the contract accepts.
const SmallestSummary = "<conversation_summary><goal>x</goal><constraints/><decisions/><state>x</state><open_items/></conversation_summary>"

// Window is what an input limit is made of, in tokens. 0 of the model's own limits
// is unknown.
type Window struct {
	Model          event.ModelLimits
	ReservedOutput uint64
	SafetyMargin   uint64
}

// InputLimit returns how many tokens a request may have: the window without the
// output reserve, or the model's input limit where that is less, without the safety
// margin. The reserve is no more than the model can answer with. ok is false where
// neither window nor input limit is known, which the runtime refuses as
// event.CompactRejectContextLimitUnknown. A limit below zero is 0.
func (w Window) InputLimit() (limit uint64, ok bool) {
	m := w.Model
	if m.WindowTokens == 0 && m.MaxInputTokens == 0 {
		return 0, false
	}
	limit = m.MaxInputTokens
	if m.WindowTokens > 0 {
		limit = m.WindowTokens - min(w.Reserve(), m.WindowTokens)
		if m.MaxInputTokens > 0 {
			limit = min(limit, m.MaxInputTokens)
		}
	}
	return limit - min(w.SafetyMargin, limit), true
}

// Reserve returns what is really taken off the window for the answer.
func (w Window) Reserve() uint64 {
	if w.Model.MaxOutputTokens > 0 {
		return min(w.ReservedOutput, w.Model.MaxOutputTokens)
	}
	return w.ReservedOutput
}

// Sizes is what is known of the request after a replacement, in tokens. How each
// figure was come by stands in its From.
type Sizes struct {
	Limit      inspect.Known[uint64] // the input limit; reserve and margin are already taken off
	Fixed      inspect.Known[uint64] // system prompt, tools and the rest that no compaction removes
	Tail       inspect.Known[uint64] // the messages kept word for word
	Kept       inspect.Known[uint64] // fixed part and tail in one, where only that was counted
	Summary    inspect.Known[uint64] // the summary in hand
	Total      inspect.Known[uint64] // all of it, where it was counted
	AtLeast    inspect.Known[uint64] // the least that Total can be, where it is not known
	MaxSummary inspect.Known[uint64] // the summary budget
	LeastTail  inspect.Known[uint64] // the last segment, which every policy keeps

	Recorded event.CompactRejectReason // why the attempt was refused though the figures do not show it; 0 for not
}

// Item is one line of a replacement's ledger.
type Item struct {
	Name   string
	Tokens uint64
	From   string
}

// Replacement is the request after a replacement against the input limit. It
// fits while Total is below the limit; equal is too large.
type Replacement struct {
	Limit    inspect.Known[uint64]
	Items    []Item                // what is known of the parts
	Total    inspect.Known[uint64] // with the summary in hand
	Headroom uint64                // tokens that could still be added; 0 where it does not fit
	Over     uint64                // tokens that must go for it to fit

	AtLeast     inspect.Known[uint64]     // the least that Total can be, where it is not known
	OverAtLeast uint64                    // tokens of AtLeast that must go for it to fit
	Recorded    event.CompactRejectReason // why the attempt was refused though the figures do not show it; 0 for not

	BeforeCall inspect.Known[uint64] // fixed part, tail and the whole summary budget, as checked before the model is called
	BeforeOver uint64                // tokens that must go for that check

	Smallest  inspect.Known[uint64] // with the last segment alone and the shortest summary: no policy gets below
	CannotFit uint64                // by how much even that does not fit
}

// Replace does the arithmetic. What is not known makes what depends on it unknown.
func Replace(s Sizes) Replacement {
	r := Replacement{Limit: s.Limit, Recorded: s.Recorded}
	if !s.Kept.Set && s.Fixed.Set && s.Tail.Set {
		s.Kept = inspect.Know(plus(s.Fixed.Value, s.Tail.Value), s.Fixed.From)
	}
	if !s.Total.Set && s.Kept.Set && s.Summary.Set {
		s.Total = inspect.Know(plus(s.Kept.Value, s.Summary.Value), "estimate")
	}
	counted := s.Kept.Set
	if s.Total.Set && !s.Kept.Set && s.Summary.Set && s.Summary.Value <= s.Total.Value {
		s.Kept = inspect.Know(s.Total.Value-s.Summary.Value, "the rest of the total")
	}
	switch {
	case s.Fixed.Set && s.Tail.Set:
		r.add("fixed part", s.Fixed)
		r.add("kept messages", s.Tail)
	case s.Kept.Set:
		r.add("fixed part and kept messages", s.Kept)
	}
	if s.Summary.Set {
		r.add("summary", s.Summary)
	}
	if r.Total = s.Total; !r.Total.Set {
		r.AtLeast = s.AtLeast
	}
	if counted && s.MaxSummary.Set { // not what was derived with an estimate of the summary
		r.BeforeCall = inspect.Know(plus(s.Kept.Value, s.MaxSummary.Value), s.Kept.From)
	}
	least := Estimate(uint64(len(SmallestSummary)))
	if s.Fixed.Set && s.LeastTail.Set {
		r.Smallest = inspect.Know(plus(plus(s.Fixed.Value, s.LeastTail.Value), least), s.LeastTail.From)
	} else if s.Kept.Set {
		r.Smallest = inspect.Know(plus(s.Kept.Value, least), "with the tail as it is")
	}
	if !s.Limit.Set {
		return r
	}
	r.Over = over(r.Total, s.Limit.Value)
	r.OverAtLeast = over(r.AtLeast, s.Limit.Value)
	if r.Total.Set && r.Over == 0 {
		r.Headroom = s.Limit.Value - r.Total.Value - 1
	}
	r.BeforeOver = over(r.BeforeCall, s.Limit.Value)
	r.CannotFit = over(r.Smallest, s.Limit.Value)
	return r
}

func (r *Replacement) add(name string, k inspect.Known[uint64]) {
	r.Items = append(r.Items, Item{Name: name, Tokens: k.Value, From: k.From})
}

// plus adds figures from files, which may be anything.
func plus(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}

// over returns how much of n must go to be below limit.
func over(n inspect.Known[uint64], limit uint64) uint64 {
	if !n.Set || n.Value < limit {
		return 0
	}
	return plus(n.Value-limit, 1)
}

// Reject returns the reason for which the runtime refuses the sizes: the kept
// messages with the summary budget before the call, the whole with the summary
// after it. 0 where they fit or are not known.
func (r Replacement) Reject() event.CompactRejectReason {
	switch {
	case r.BeforeOver > 0:
		return event.CompactRejectRetainedTailTooLarge
	case r.Over > 0, r.OverAtLeast > 0:
		return event.CompactRejectSummaryTooLarge
	}
	return 0
}
