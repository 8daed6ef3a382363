package lifecycle

import (
	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/history"
	"compactlens/core/ledger"
)

// Sizes is the arithmetic of the two rejections about size, in tokens. The runtime
// does not record the count it rejected by. The measurement before the attempt is
// exact; what is derived from message bytes is an estimate, as the request's own
// encoding is not in the journal.
type Sizes struct {
	InputLimit uint64 // reserve and margin are already taken off
	Measured   uint64 // the whole request before the attempt
	Transcript uint64 // estimate: all messages
	Fixed      uint64 // estimate: system prompt, tools and the rest that no compaction removes
	Tail       uint64 // estimate: the messages kept word for word
	TailKnown  bool   // the policy that cuts the tail is known

	Summary      uint64 // what the runtime adds for the summary, see SummaryKnown
	SummaryKnown bool   // Summary is the room reserved or the size of the summary in hand; else the least it must have had to be too large
	Total        uint64 // Fixed + Tail + Summary, which must stay below InputLimit
	Over         uint64 // by how much Total must shrink to stay below; 1 where only the least is known, 0 where the estimate fits

	LastSegment uint64 // estimate: the last segment, which every policy keeps
	Smallest    uint64 // Fixed + LastSegment + the least a summary needs: no policy gets below
}

// Fits reports whether the smallest reachable size is below the limit, so that
// another policy or a shorter summary could help at all.
func (s Sizes) Fits() bool { return s.Smallest < s.InputLimit }

// sizes computes the arithmetic of a size rejection. For a tail that is too large
// the runtime counts MaxSummaryTokens for the summary, for a summary that is too
// large the summary itself.
func (a *Attempt) sizes(s Settings) (*Sizes, error) {
	if a.contextErr != nil {
		return nil, a.contextErr
	}
	if a.context.Measurement == nil {
		return nil, &history.NoMeasurementError{Basis: a.Basis}
	}
	m := a.context.Measurement
	z := &Sizes{InputLimit: m.InputLimit, Measured: m.InputTokens}
	weights := make([]uint64, len(a.context.Messages))
	for i, message := range a.context.Messages {
		size, err := history.RequestBytes(message)
		if err != nil {
			return nil, &content.MessageError{Index: i, Err: err}
		}
		weights[i] = size
	}
	z.Transcript = ledger.Estimate(sum(weights))
	z.Fixed = z.Measured - min(z.Transcript, z.Measured)
	last := len(weights)
	for i := len(weights) - 1; i >= a.context.Derived; i-- {
		if a.context.Messages[i].Role() == content.RoleUser {
			last = i
			break
		}
	}
	z.LastSegment = ledger.Estimate(sum(weights[last:]))

	least := ledger.Estimate(uint64(len(ledger.SmallestSummary)))
	if s.Policy != nil {
		_, tail, err := a.context.Cut(a.policyOf(s))
		if err != nil {
			return z, err
		}
		z.Tail, z.TailKnown = ledger.Estimate(sum(weights[len(weights)-len(tail):])), true
		if a.RejectReason == event.CompactRejectRetainedTailTooLarge {
			least = s.Policy.MaxSummaryTokens
			z.Summary, z.SummaryKnown = least, true
		}
	}
	if a.RejectReason == event.CompactRejectSummaryTooLarge {
		z.Summary = z.InputLimit - min(z.InputLimit, z.Fixed+z.Tail)
		if s.SummaryBytes > 0 {
			z.Summary, z.SummaryKnown = ledger.Estimate(uint64(s.SummaryBytes)), true
		}
	}
	z.Smallest = z.Fixed + z.LastSegment + least
	z.Total = z.Fixed + z.Tail + z.Summary
	if z.Total >= z.InputLimit {
		z.Over = z.Total - z.InputLimit + 1
	}
	return z, nil
}

func sum(sizes []uint64) (total uint64) {
	for _, n := range sizes {
		total += n
	}
	return total
}
