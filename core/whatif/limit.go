package whatif

import (
	"math"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
)

// parts returns what the input limit is made of.
func (l Limits) parts() ledger.Window {
	return ledger.Window{
		Model:          event.ModelLimits{WindowTokens: l[Window].Value, MaxInputTokens: l[MaxInputTokens].Value, MaxOutputTokens: l[MaxOutputTokens].Value},
		ReservedOutput: l[ReservedOutput].Value,
		SafetyMargin:   l[SafetyMargin].Value,
	}
}

// limitState is what is known of the input limit.
type limitState uint8

const (
	limitOpen    limitState = iota // not known here
	limitGiven                     // known
	limitUnknown                   // known to be unknown to the runtime
)

// inputLimit returns the input limit: as it is set, or computed.
func (l Limits) inputLimit() (inspect.Known[uint64], limitState) {
	if l[InputLimit].Set {
		return l[InputLimit], limitGiven
	}
	if !l[Window].Set && !l[MaxInputTokens].Set {
		return inspect.Known[uint64]{}, limitOpen
	}
	if l[Window].Value == 0 && l[MaxInputTokens].Value == 0 {
		return inspect.Known[uint64]{}, limitUnknown
	}
	if !l[SafetyMargin].Set || !l[ReservedOutput].Set && l[Window].Value > 0 {
		return inspect.Known[uint64]{}, limitOpen
	}
	limit, _ := l.parts().InputLimit()
	return inspect.Know(limit, "window, reserve and margin"), limitGiven
}

// plus adds figures from files, which may be anything.
func plus(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}
