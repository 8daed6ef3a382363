package lifecycle

import "compactlens/core/event"

// BeforeCall reports whether the runtime rejects for a reason only before it calls a
// model, so that there is no answer anywhere.
func BeforeCall(r event.CompactRejectReason) bool {
	switch r {
	case event.CompactRejectControlLaneFull, event.CompactRejectProgressPublication, event.CompactRejectUnavailable,
		event.CompactRejectContextLimitUnknown, event.CompactRejectRetainedTailTooLarge:
		return true
	}
	return false
}

// NoCall reports whether the attempt ended before a model was called. A call is written
// down before it is made, so the records show it unless one of that time is unreadable.
func (a *Attempt) NoCall() bool {
	switch {
	case a.Call != nil || len(a.lost) > 0 || a.Outcome == OutcomeCommitted:
		return false
	case !a.terminal():
		return a.endedAtBoundary() || a.noneCause() == CauseDiedBeforeCall
	}
	switch a.RejectReason {
	case event.CompactRejectShuttingDown, event.CompactRejectInterrupted, event.CompactRejectCanceled, event.CompactRejectExecutionFailed,
		event.CompactRejectContextCountFailed, event.CompactRejectInternal:
		return true // those have it before and behind the call
	}
	return BeforeCall(a.RejectReason)
}
