package whatif

import (
	"fmt"

	"compactlens/core/event"
	"compactlens/core/inspect"
)

// record is what the recorded end of an attempt adds to its figures.
type record struct {
	stands event.CompactRejectReason // holds whatever the limits are: no figure that is known shows why it was; 0 for none
	open   bool                      // of a size that stands: it was not known; where one that is tried is, it decides
	fixed  bool                      // the figures say otherwise than the record, so that nothing follows from them
	end    Result                    // of fixed

	least inspect.Known[uint64] // tokens of the summary, at the least: it did not fit
}

// remember holds the recorded end against the figures under the attempt's own limits.
func (m *Model) remember() {
	a := &m.attempt
	f := m.figure(a.Limits)
	if a.Refused == event.CompactRejectSummaryTooLarge && !f.total.Set && f.kept.Set && f.limit.Set {
		m.record.least = inspect.Know(f.limit.Value-min(f.limit.Value, f.kept.Value), "the least that was too large")
		f = m.figure(a.Limits)
	}
	own := m.byFigures(a.Limits, f)
	refused := own.Decision == inspect.Rejected && own.Reason == "" // not by the answer in hand
	switch {
	case a.Committed && refused:
		m.record.fixed, m.record.end = true, Result{Decision: inspect.Accepted}
	case a.Refused == 0 || own.Reject == a.Refused:
	case refused:
		m.record.fixed, m.record.end = true, Result{Decision: inspect.Rejected, Reject: a.Refused}
	default:
		m.record.stands, m.record.open = a.Refused, !sized(a.Refused, a.Limits, f)
	}
}

// sized reports whether the figures are known that decide a rejection for a size.
func sized(r event.CompactRejectReason, l Limits, f figures) bool {
	switch r {
	case event.CompactRejectSummaryTooLarge:
		return f.total.Set && f.limit.Set
	case event.CompactRejectRetainedTailTooLarge:
		return f.kept.Set && f.limit.Set && l[MaxSummaryTokens].Set
	}
	return false
}

// standing returns the recorded reason that holds under some limits; 0 for none.
func (m *Model) standing(l Limits, f figures) event.CompactRejectReason {
	if m.record.open && sized(m.record.stands, l, f) {
		return 0
	}
	return m.record.stands
}

// counted reports whether a reason is decided from figures.
func counted(r event.CompactRejectReason) bool {
	for id := StepLimit; id < StepEnd; id++ {
		if id.Reject() == r {
			return true
		}
	}
	return false
}

// recorded ends the steps as it was recorded, where the figures do not.
func (m *Model) recorded(all []Step, l Limits, f figures) []Step {
	r := m.standing(l, f)
	if m.record.fixed {
		r = m.record.end.Reject
		for i := range all {
			if all[i].Status == inspect.Failed {
				all[i].Status, all[i].Detail = inspect.Unknown, "was passed, though the figures say otherwise: "+all[i].Detail
			}
		}
	}
	if m.attempt.NoCall {
		for _, id := range []StepID{StepAnswer, StepReplacement} {
			all[id].Detail = "no model was called, so that there is no answer"
			if r != 0 {
				all[id].Status = inspect.NotReached
			}
		}
	}
	why := fmt.Sprintf("%s (%d)", r, uint8(r))
	switch {
	case r == 0:
		return all
	case r == event.CompactRejectInvalidSummary:
		all[StepAnswer].Status, all[StepAnswer].Detail = inspect.Failed, why+" was recorded; only the answer shows which check"
		return all
	case r == event.CompactRejectSummaryTooLarge && m.record.open, r == event.CompactRejectRetainedTailTooLarge && m.record.open:
		why += " was recorded; the sizes are not known"
	case counted(r):
		why += " was recorded; no figure that is known shows why"
	default:
		why += ": no limit bears on it"
	}
	return append(all, Step{ID: StepEnd, Status: inspect.Failed, Detail: why})
}
