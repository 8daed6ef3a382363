package lifecycle

import (
	"errors"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/history"
	"compactlens/core/loop"
)

// Explain says what ended the attempt, from the journal alone and what s adds.
// Where it has to recompute a request, the time is linear in the transcript.
func (a *Attempt) Explain(s Settings) Cause {
	if !a.terminal() {
		return a.explainNone()
	}
	if a.Outcome == OutcomeCommitted {
		return Cause{ID: CauseCommitted, Evidence: a.evidence()}
	}
	c := Cause{Evidence: a.evidence()}
	switch a.RejectReason {
	case event.CompactRejectControlLaneFull:
		c.ID = CauseLaneFull
	case event.CompactRejectShuttingDown:
		c.ID = a.byCall(CauseShutdownBeforeCall, CauseShutdownDuringCall, CauseShutdownAfterCall)
	case event.CompactRejectInterrupted:
		c.ID = a.byCall(CauseInterruptBeforeCall, CauseInterruptDuringCall, CauseInterruptAfterCall)
	case event.CompactRejectCanceled:
		c.ID = a.canceledCause()
	case event.CompactRejectStaleBasis:
		c.ID = CauseBasisMovedUnseen
		if len(a.moved) > 0 {
			c.ID = CauseBasisMoved
			c.Evidence = append(c.Evidence, a.moved...)
		}
	case event.CompactRejectProgressPublication:
		c.ID = CauseNoticeUnpublished
	case event.CompactRejectUnavailable:
		a.explainUnavailable(&c, s)
	case event.CompactRejectExecutionFailed:
		a.explainFailed(&c, s)
	case event.CompactRejectInvalidSummary:
		a.explainInvalid(&c, s)
	case event.CompactRejectContextCountFailed:
		c.ID = CauseTailUncounted
		if a.Call != nil {
			c.ID = CauseResultUncounted
		}
	case event.CompactRejectSummaryTooLarge:
		c.ID, c.Needs = CauseSummaryTooLarge, needsFor(s)
		c.Sizes, c.Err = a.sizes(s)
		if s.SummaryBytes == 0 {
			c.Needs = append(c.Needs, NeedAnswer)
		}
	case event.CompactRejectRetainedTailTooLarge:
		c.ID, c.Needs = CauseTailTooLarge, needsFor(s)
		c.Sizes, c.Err = a.sizes(s)
	case event.CompactRejectInternal:
		c.ID = CauseInternalBeforeCall
		if a.Call != nil {
			c.ID = CauseInternalAfterCall
		}
	case event.CompactRejectContextLimitUnknown:
		c.ID = CauseLimitUnknown
	default:
		c.ID = CauseUnknownReason
	}
	return c
}

// needsFor lists the policy where it is unknown.
func needsFor(s Settings) []Need {
	if s.Policy == nil {
		return []Need{NeedPolicy}
	}
	return nil
}

// evidence lists the records that every explanation rests on, in order.
func (a *Attempt) evidence() []Evidence {
	var all []Evidence
	if a.Call != nil {
		all = append(all, a.Call.Started)
	}
	if len(a.stopped) > 0 {
		all = append(all, a.stopped...)
	}
	if a.Call != nil && a.Call.Ended != (Evidence{}) {
		all = append(all, a.Call.Ended)
	}
	if a.terminal() {
		all = append(all, a.Terminal)
	}
	return all
}

// byCall chooses by whether the call was made and whether it ended well.
func (a *Attempt) byCall(before, during, after CauseID) CauseID {
	switch {
	case a.Call == nil:
		return before
	case a.Call.Completed:
		return after
	}
	return during
}

func (a *Attempt) canceledCause() CauseID {
	switch {
	case a.Call == nil || a.Call.Completed || a.Call.Stage != event.HustleStageInference:
		return CauseCanceled
	case a.Call.ReasonCode == event.HustleTimeout:
		return CauseCallTimeout
	case a.Call.ReasonCode == event.HustleCanceled:
		return CauseCallCanceled
	}
	return CauseCanceled
}

// explainUnavailable recomputes the tail: what it cannot explain a guard has done.
func (a *Attempt) explainUnavailable(c *Cause, s Settings) {
	c.ID = CauseUnavailable
	if a.contextErr != nil {
		c.Err = a.contextErr
		return
	}
	if err := event.ValidatePairing(a.context.Messages); err != nil && len(a.context.Messages) > 0 {
		c.ID, c.Err = CauseBrokenPairing, err
		return
	}
	if s.Policy == nil {
		c.Needs = []Need{NeedPolicy}
		return
	}
	head, _, err := a.context.Cut(a.policyOf(s))
	var (
		nothing *history.NothingToCompactError
		broken  *content.MessageError
	)
	switch {
	case errors.As(err, &nothing):
		c.ID, c.Err = CauseNothingToCompact, err
		return
	case errors.As(err, &broken):
		c.ID, c.Err = CauseBrokenPairing, err
		return
	case err != nil:
		c.Err = err
		return
	}
	if _, err := history.Project(head); err != nil {
		c.ID, c.Err = CauseUnprojectable, err
		return
	}
	c.ID, c.Likely = CauseDenied, true
}

// policyOf returns the policy with the generation the call's revision hints at.
func (a *Attempt) policyOf(s Settings) history.Policy {
	p := *s.Policy
	if g, ok := a.Generation(); ok {
		p.Generation = g
	}
	return p
}

func (a *Attempt) explainFailed(c *Cause, s Settings) {
	if a.Call != nil {
		switch {
		case a.Call.Stage == event.HustleStageInference && a.Call.ReasonCode == event.HustleInferenceFailed:
			c.ID = CauseProviderError
		case a.Call.Stage == event.HustleStageModelResolution:
			c.ID = CauseModelUnresolved
		case a.Call.Stage == event.HustleStageQueue:
			c.ID = CauseQueueRefused
		default:
			c.ID = CauseCallFailed
		}
		return
	}
	c.ID, c.Likely = CauseBeforeCall, true
	if a.contextErr != nil {
		c.Err = a.contextErr
		return
	}
	limit, known := a.InputBytes()
	if s.InputBytes > 0 {
		limit, known = s.InputBytes, true
	}
	if c.Needs = needsFor(s); !known {
		c.Needs = append(c.Needs, NeedInputBytes)
	}
	if len(c.Needs) > 0 {
		return
	}
	_, err := a.context.Request(a.policyOf(s), limit)
	var large *loop.CompactionInputTooLargeError
	if errors.As(err, &large) {
		c.ID, c.Likely = CauseRequestTooLarge, false
	}
	c.Err = err
}

func (a *Attempt) explainInvalid(c *Cause, s Settings) {
	c.Needs = []Need{NeedAnswer}
	switch {
	case a.Call == nil || a.Call.Ended == (Evidence{}) || a.Call.Completed:
		c.ID = CauseInvalidNoFault
	case a.Call.Usage == nil:
		c.ID = CauseUsageMissing
	case a.Call.Usage.OutputTokens == 0:
		c.ID = CauseUsageZero
	case s.Policy == nil:
		c.ID, c.Needs = CauseAnswerRefused, []Need{NeedAnswer, NeedPolicy}
	case a.Call.Usage.OutputTokens > s.Policy.MaxSummaryTokens:
		c.ID = CauseOverBudget
	default:
		c.ID = CauseAnswerRefused
	}
}

// explainNone explains an attempt without a terminal. All of it is likely at most,
// except that replies without a terminal are what a boundary wait leaves.
func (a *Attempt) explainNone() Cause {
	c := Cause{Evidence: a.evidence(), Likely: true}
	if len(a.Waiters) > 0 && a.Call == nil {
		for _, w := range a.Waiters {
			if w.Command != (Evidence{}) && w.Reply == (Evidence{}) {
				c.Evidence = append(c.Evidence, w.Command)
			}
		}
	}
	if a.endedAtBoundary() {
		c.ID, c.Likely = CauseEndedWaiting, false
		for _, w := range a.Waiters {
			if w.Reply != (Evidence{}) {
				c.Evidence = append(c.Evidence, w.Reply)
			}
		}
		return c
	}
	for _, end := range []*Evidence{a.ended, a.overdue} {
		if end != nil {
			c.Evidence = append(c.Evidence, *end)
		}
	}
	if len(a.lost) > 0 {
		c.ID = CauseUnreadable
		c.Evidence = append(c.Evidence, a.lost...)
		return c
	}
	c.ID = a.noneCause()
	return c
}

func (a *Attempt) noneCause() CauseID {
	running := a.ended == nil && a.overdue == nil
	switch {
	case a.Call == nil && running:
		return CauseJournalEndsBefore
	case a.Call == nil:
		return CauseDiedBeforeCall
	case running:
		return CauseJournalEndsInCall
	case a.Call.Ended == (Evidence{}):
		return CauseDiedInCall
	case a.Call.Stage == event.HustleStageInference && a.Call.ReasonCode == event.HustleCanceled:
		return CauseStoppedInCall
	}
	return CauseDiedAfterCall
}
