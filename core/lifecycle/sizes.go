package lifecycle

import (
	"fmt"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/history"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
)

// Sizes is the arithmetic of the two rejections about size, in tokens. The runtime
// does not record the count it rejected by. The measurement before the attempt is
// exact; what is derived from message bytes is an estimate, as the request's own
// encoding is not in the journal.
type Sizes struct {
	Reason     event.CompactRejectReason // which of the two rejections it is
	InputLimit uint64                    // reserve and margin are already taken off
	Measured   uint64                    // the whole request before the attempt
	Transcript uint64                    // estimate: all messages
	Fixed      uint64                    // estimate: system prompt, tools and the rest that no compaction removes
	Tail       uint64                    // estimate: the messages kept word for word
	TailKnown  bool                      // the policy that cuts the tail is known

	Summary      uint64 // what the runtime adds for the summary, see SummaryKnown
	SummaryKnown bool   // Summary is the room reserved or the size of the summary in hand; else the least it must have had to be too large, with a Tail that is not known in it
	Total        uint64 // Fixed + Tail + Summary, which must stay below InputLimit
	Over         uint64 // by how much Total must shrink to stay below; 1 where only the least is known, 0 where the estimate fits

	LastSegment uint64 // estimate: the last segment, which every policy keeps; 0 where the runtime keeps none
	Smallest    uint64 // Fixed + LastSegment + the least a summary needs: no policy gets below
}

// Fits reports whether the smallest reachable size is below the limit, so that
// another policy or a shorter summary could help at all.
func (s Sizes) Fits() bool { return s.Smallest < s.InputLimit }

// sizes computes the arithmetic of a size rejection. For a tail that is too large
// the runtime counts MaxSummaryTokens for the summary, for a summary that is too
// large the summary itself.
func (a *Attempt) sizes(s Settings) (z *Sizes, err error) {
	if a.contextErr != nil {
		return nil, a.contextErr
	}
	if a.context.Measurement == nil {
		return nil, &history.NoMeasurementError{Basis: a.Basis}
	}
	m := a.context.Measurement
	z = &Sizes{Reason: a.RejectReason, InputLimit: m.InputLimit, Measured: m.InputTokens}
	weights := make([]uint64, len(a.context.Messages))
	for i, message := range a.context.Messages {
		size, err := history.RequestBytes(message)
		if err != nil {
			return nil, &content.MessageError{Index: i, Err: err}
		}
		weights[i] = size
	}
	z.Transcript = ledger.Estimate(ledger.Sum(weights...))
	z.Fixed = z.Measured - min(z.Transcript, z.Measured)
	last := len(weights)
	if g, ok := a.Generation(); !ok || g != history.GenerationWhole {
		if last, err = a.context.LeastTail(); err != nil {
			return nil, err
		}
	}
	z.LastSegment = ledger.Estimate(ledger.Sum(weights[last:]...))

	least := ledger.Estimate(uint64(len(ledger.SmallestSummary)))
	if s.Policy != nil {
		var tail []content.Message
		if _, tail, err = a.context.Cut(a.policyOf(s)); err == nil {
			z.Tail, z.TailKnown = ledger.Estimate(ledger.Sum(weights[len(weights)-len(tail):]...)), true
		}
		if a.RejectReason == event.CompactRejectRetainedTailTooLarge {
			least = s.Policy.MaxSummaryTokens
			z.Summary, z.SummaryKnown = least, true
		}
	}
	if a.RejectReason == event.CompactRejectSummaryTooLarge {
		z.Summary = z.InputLimit - min(z.InputLimit, ledger.Sum(z.Fixed, z.Tail))
		if s.SummaryBytes > 0 {
			z.Summary, z.SummaryKnown = ledger.Estimate(uint64(s.SummaryBytes)), true
		}
	}
	z.Smallest = ledger.Sum(z.Fixed, z.LastSegment, least)
	z.Total = ledger.Sum(z.Fixed, z.Tail, z.Summary)
	z.Over = ledger.Excess{Total: z.Total, Limit: z.InputLimit}.Over()
	return z, err
}

// Fewer reports whether another policy could keep fewer messages. known is false where
// the policy is not known.
func (s Sizes) Fewer() (fewer, known bool) { return s.TailKnown && s.Tail > s.LastSegment, s.TailKnown }

// Excess returns by how much the sizes are too large, or why that is not known.
func (s Sizes) Excess() ledger.Excess {
	e := ledger.Excess{Reason: s.Reason, Total: s.Total, Limit: s.InputLimit, Estimate: true}
	switch {
	case !s.TailKnown:
		e.Unknown = "where the kept messages begin is not known without the policy that cuts them"
	case !s.SummaryKnown:
		e.Unknown = fmt.Sprintf("the answer is not in hand; its summary has at least ≈ %s tokens, or it would have fitted", inspect.Thousands(s.Summary))
	}
	return e
}

// String says the sizes in one sentence. What is only the least that a size can be is
// written with ≥, and why it is no more than that is said.
func (s Sizes) String() string {
	n := inspect.Thousands
	summary, own := "summary", "summary ≈ "+n(s.Summary)
	if s.Reason == event.CompactRejectRetainedTailTooLarge {
		summary, own = "summary budget", "summary budget "+n(s.Summary)
	}
	fixed, of := "tokens: fixed part ≈ "+n(s.Fixed), " of "+n(s.InputLimit)
	smallest := "; the smallest reachable is ≈ " + n(s.Smallest)
	switch {
	case !s.TailKnown && !s.SummaryKnown:
		rest := s.InputLimit - min(s.InputLimit, s.Fixed)
		return fixed + ", tail and " + summary + " ≥ " + n(rest) + ", together ≥ " + n(max(s.Fixed, s.InputLimit)) + of + smallest +
			"; the sum is the least that was too large, as the tail is not known without its policy"
	case !s.TailKnown:
		return fixed + ", " + own + ", together with the tail ≥ " + n(max(s.Total, s.InputLimit)) + of + smallest +
			"; the sum is the least that was too large, as the tail is not known without its policy"
	case !s.SummaryKnown:
		return fixed + ", tail ≈ " + n(s.Tail) + ", summary ≥ " + n(s.Summary) + ", together ≥ " + n(s.Total) + of + smallest +
			"; the summary is the least that was too large, as the answer is not in hand"
	}
	return fixed + ", tail ≈ " + n(s.Tail) + ", " + own + ", together ≈ " + n(s.Total) + of + smallest
}
