package ledger

import (
	"fmt"

	"compactlens/core/event"
	"compactlens/core/inspect"
)

// Excess is by how much a request is too large, in tokens: it must stay below its
// limit, and equal is too large.
type Excess struct {
	Reason   event.CompactRejectReason // summary or retained tail too large
	Total    uint64
	Limit    uint64
	Estimate bool   // Total is an estimate
	Unknown  string // why Total is not known; empty where it is
}

// Over returns how many tokens must go for Total to be below Limit; 0 where it is, or
// is not known.
func (e Excess) Over() uint64 {
	if e.Unknown != "" {
		return 0
	}
	return over(inspect.Know(e.Total, ""), e.Limit)
}

// String says it in one sentence without its full stop.
func (e Excess) String() string {
	about, in, tokens := "", "the summary", "tokens"
	if e.Reason == event.CompactRejectRetainedTailTooLarge {
		in = "the summary budget"
	}
	if e.Estimate {
		about = "≈ "
	}
	n := e.Over()
	switch {
	case e.Unknown != "":
		return "by how many tokens is not known: " + e.Unknown
	case n == 0:
		return fmt.Sprintf("by the estimate it fits with %s%s of %s; the runtime counted more than the estimate", about, inspect.Thousands(e.Total), inspect.Thousands(e.Limit))
	case n == 1:
		tokens = "token"
	}
	return fmt.Sprintf("%s%s %s too many: %s%s with %s in it, and it must stay below %s",
		about, inspect.Thousands(n), tokens, about, inspect.Thousands(e.Total), in, inspect.Thousands(e.Limit))
}

// NoRoom returns by how much the kept messages with the fixed part around them and the
// whole summary budget are too large, as the runtime counts before it calls a model. An
// unknown budget counts nothing. ok is false where they fit, or are not known.
func NoRoom(kept, budget, limit inspect.Known[uint64]) (e Excess, ok bool) {
	e = Excess{Reason: event.CompactRejectRetainedTailTooLarge, Total: Sum(kept.Value, budget.Value), Limit: limit.Value}
	return e, kept.Set && limit.Set && e.Over() > 0
}

// TooLarge returns by how much a request with the summary in it is too large. ok is false
// where it fits, or is not known.
func TooLarge(total, limit inspect.Known[uint64]) (e Excess, ok bool) {
	e = Excess{Reason: event.CompactRejectSummaryTooLarge, Total: total.Value, Limit: limit.Value}
	return e, total.Set && limit.Set && e.Over() > 0
}

// Sum adds figures from files, which may be anything; what is beyond the range of a
// uint64 is the largest one.
func Sum(all ...uint64) (n uint64) {
	for _, x := range all {
		n = plus(n, x)
	}
	return n
}
