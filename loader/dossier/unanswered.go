package dossier

import (
	"errors"
	"fmt"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/lifecycle"
	"compactlens/core/loop"
	"compactlens/core/report"
)

// Excess returns by how much the attempt was too large where it was refused for that, or
// why it is not known. ok is false where it was not.
func (d *Dossier) Excess() (e ledger.Excess, ok bool) {
	if d.Attempt == nil || d.Verdict.Decision == inspect.Rejected {
		return e, false
	}
	if e, ok = d.Attempt.Excess(); ok {
		return e, true
	}
	r := d.Attempt.Refused()
	if r != event.CompactRejectSummaryTooLarge && r != event.CompactRejectRetainedTailTooLarge {
		return e, false
	}
	if z := d.Cause.Sizes; z != nil {
		return z.Excess(), true
	}
	return ledger.Excess{Reason: r, Unknown: "the sizes are not in hand"}, true
}

// NoCall reports whether the attempt ended before a model was called, so that there is no
// answer anywhere.
func (d *Dossier) NoCall() bool { return d.noCall }

// endedEarly finds out whether a model was called at all. Where none was, nothing of the
// answer is unknown. unsent is what making a bundle's request met.
func (d *Dossier) endedEarly(unsent error) {
	if d.Attempt == nil || d.Verdict.Form != inspect.FormNone || d.Attempt.Call != nil {
		return
	}
	if r := d.Attempt.RejectReason; r == 0 || r == event.CompactRejectExecutionFailed {
		errors.As(unsent, &d.unsent)
	}
	d.noCall = d.unsent != nil || lifecycle.BeforeCall(d.Attempt.Refused()) || d.Life != nil && d.Life.NoCall()
	if d.noCall {
		d.Verdict.Missing = nil
	}
}

// unanswered says how an attempt ended that ended before a model was called, and by how
// much one was too large.
func (d *Dossier) unanswered(out *report.Attempt) {
	out.NoCall = d.noCall
	if d.unsent != nil {
		out.Notes = append(out.Notes, requestTooLarge(d.unsent))
		if d.Attempt.RejectReason == 0 {
			out.BySizes = event.CompactRejectExecutionFailed.String()
		}
	}
	if e, ok := d.Excess(); ok {
		out.Excess = &e
	}
}

// requestTooLarge says by how many bytes a request was too large to be sent.
func requestTooLarge(e *loop.CompactionInputTooLargeError) string {
	n := func(x int64) string { return inspect.Thousands(uint64(max(x, 0))) }
	return fmt.Sprintf("the request has %s bytes at its smallest, %s more than its limit of %s", n(e.Size), n(e.Size-e.Limit), n(e.Limit))
}
