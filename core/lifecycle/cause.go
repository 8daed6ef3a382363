package lifecycle

import (
	"compactlens/core/event"
	"compactlens/core/history"
)

// CauseID names a cause more exactly than a reject reason does.
type CauseID string

// The causes.
const (
	CauseCommitted CauseID = "committed"

	CauseLaneFull CauseID = "lane_full"

	CauseShutdownBeforeCall  CauseID = "shutdown_before_call"
	CauseShutdownDuringCall  CauseID = "shutdown_during_call"
	CauseShutdownAfterCall   CauseID = "shutdown_after_call"
	CauseInterruptBeforeCall CauseID = "interrupt_before_call"
	CauseInterruptDuringCall CauseID = "interrupt_during_call"
	CauseInterruptAfterCall  CauseID = "interrupt_after_call"

	CauseCallTimeout  CauseID = "call_timeout"
	CauseCallCanceled CauseID = "call_canceled"
	CauseCanceled     CauseID = "canceled"

	CauseBasisMoved       CauseID = "basis_moved"
	CauseBasisMovedUnseen CauseID = "basis_moved_unseen"

	CauseNoticeUnpublished CauseID = "notice_unpublished"

	CauseNothingToCompact CauseID = "nothing_to_compact"
	CauseBrokenPairing    CauseID = "broken_pairing"
	CauseUnprojectable    CauseID = "unprojectable_block"
	CauseDenied           CauseID = "denied"
	CauseUnavailable      CauseID = "unavailable_unexplained"

	CauseProviderError   CauseID = "provider_error"
	CauseModelUnresolved CauseID = "model_unresolved"
	CauseQueueRefused    CauseID = "queue_refused"
	CauseCallFailed      CauseID = "call_failed"
	CauseRequestTooLarge CauseID = "request_too_large"
	CauseBeforeCall      CauseID = "failed_before_call"

	CauseUsageMissing   CauseID = "usage_missing"
	CauseUsageZero      CauseID = "usage_zero"
	CauseOverBudget     CauseID = "over_budget"
	CauseAnswerRefused  CauseID = "answer_refused"
	CauseInvalidNoFault CauseID = "answer_refused_unrecorded"

	CauseTailUncounted   CauseID = "tail_uncounted"
	CauseResultUncounted CauseID = "result_uncounted"

	CauseSummaryTooLarge CauseID = "summary_too_large"
	CauseTailTooLarge    CauseID = "tail_too_large"

	CauseInternalBeforeCall CauseID = "internal_before_call"
	CauseInternalAfterCall  CauseID = "internal_after_call"

	CauseLimitUnknown CauseID = "limit_unknown"

	CauseUnknownReason CauseID = "unknown_reason"

	CauseEndedWaiting      CauseID = "ended_waiting"
	CauseStoppedInCall     CauseID = "stopped_in_call"
	CauseDiedInCall        CauseID = "died_in_call"
	CauseDiedAfterCall     CauseID = "died_after_call"
	CauseDiedBeforeCall    CauseID = "died_before_call"
	CauseUnreadable        CauseID = "unreadable_record"
	CauseJournalEndsBefore CauseID = "journal_ends_before_call"
	CauseJournalEndsInCall CauseID = "journal_ends_in_call"
)

// causes is the one table of the causes. The reason is the one an attempt with the
// cause is rejected with, 0 for those that are not rejected.
var causes = []struct {
	id     CauseID
	reason event.CompactRejectReason
	text   string
}{
	{CauseCommitted, 0, "The summary was accepted and took the place of the transcript."},

	{CauseLaneFull, 1, "64 commands waited already, so this one was refused at once; the attempt itself went on."},

	{CauseShutdownBeforeCall, 2, "The session was shut down before a model was called."},
	{CauseShutdownDuringCall, 2, "The session was shut down while the model was working; the call was canceled."},
	{CauseShutdownAfterCall, 2, "The session was shut down after the model had answered; the shutdown wins over the answer."},
	{CauseInterruptBeforeCall, 3, "Somebody interrupted before a model was called."},
	{CauseInterruptDuringCall, 3, "Somebody interrupted while the model was working; the call was canceled."},
	{CauseInterruptAfterCall, 3, "Somebody interrupted although the model had answered well; the interrupt wins over the answer."},

	{CauseCallTimeout, 4, "The model call ran into its time limit."},
	{CauseCallCanceled, 4, "The model call was canceled."},
	{CauseCanceled, 4, "The attempt was canceled before or after its model call."},

	{CauseBasisMoved, 5, "The transcript, mode, model or tools changed while the summary was being made."},
	{CauseBasisMovedUnseen, 5, "The basis was found to have moved, but no event of this journal shows what moved it."},

	{CauseNoticeUnpublished, 6, "The notice that the attempt had started could not be published, so it was given up."},

	{CauseNothingToCompact, 7, "Everything belongs to the retained tail or to an earlier summary, so nothing was left to summarise."},
	{CauseBrokenPairing, 7, "Tool calls and results in the transcript do not fit together, so it cannot be cut."},
	{CauseUnprojectable, 7, "The transcript holds a block that has no text form, so no request could be made of it."},
	{CauseDenied, 7, "The transcript could have been compacted, so a guard forbade it or the application has no policy."},
	{CauseUnavailable, 7, "There was nothing to compact, the transcript is broken, or a guard forbade it; the journal alone does not tell which."},

	{CauseProviderError, 8, "The provider answered with an error; refusing the prompt counts as one."},
	{CauseModelUnresolved, 8, "The model for the call could not be found."},
	{CauseQueueRefused, 8, "The queue of model calls refused this one."},
	{CauseCallFailed, 8, "The model call failed."},
	{CauseRequestTooLarge, 8, "The request stays over the byte limit even with the old tool results left out, so it was not sent."},
	{CauseBeforeCall, 8, "The attempt failed before its model call, most likely because the request was over the byte limit."},

	{CauseUsageMissing, 9, "The provider reported no usage, so the answer failed its token check or one that comes before."},
	{CauseUsageZero, 9, "The provider reported no output tokens, so the answer failed its token check or one that comes before."},
	{CauseOverBudget, 9, "The answer cost more output tokens than a summary may, and fell by that or by a check that comes before."},
	{CauseAnswerRefused, 9, "The answer broke the contract; only the answer itself shows where."},
	{CauseInvalidNoFault, 9, "The summary was refused although the journal shows no refused output of a call."},

	{CauseTailUncounted, 10, "The tokens of the retained tail could not be counted, so no model was called."},
	{CauseResultUncounted, 10, "The tokens of the result could not be counted after the model had answered well."},

	{CauseSummaryTooLarge, 11, "The summary is valid, but together with the retained tail it does not fit the input limit."},
	{CauseTailTooLarge, 14, "The retained tail leaves less room under the input limit than a summary may take."},

	{CauseInternalBeforeCall, 12, "The runtime's own machinery broke before the model call, most likely a guard that failed."},
	{CauseInternalAfterCall, 12, "The runtime's own machinery broke, or the result was inconsistent, after the model call."},

	{CauseLimitUnknown, 13, "Neither a context window nor an input limit is known for the model, so sizes cannot be judged."},

	{CauseUnknownReason, 0, "The journal gives a reject reason that is none of the fourteen."},

	{CauseEndedWaiting, 0, "It was interrupted or shut down while it waited for a boundary; by design there is no terminal event, only replies."},
	{CauseStoppedInCall, 0, "The session was stopped while the model was working on a manual attempt; by design nothing more is written."},
	{CauseDiedInCall, 0, "The process died while the model was working."},
	{CauseDiedAfterCall, 0, "The model's call had ended, but the process died or the terminal event could not be written."},
	{CauseDiedBeforeCall, 0, "The process died, or was stopped, before the model call."},
	{CauseUnreadable, 0, "A record of the attempt's time cannot be read; it may be the terminal event."},
	{CauseJournalEndsBefore, 0, "The journal ends before the model call: the process died, or is still working on it."},
	{CauseJournalEndsInCall, 0, "The journal ends during or right after the model call: the process died, or is still working on it."},
}

// CauseIDs returns all causes in the order of their table.
func CauseIDs() []CauseID {
	ids := make([]CauseID, len(causes))
	for i, row := range causes {
		ids[i] = row.id
	}
	return ids
}

// Text says in one sentence what the cause means; of an unknown one nothing.
func (id CauseID) Text() string {
	for _, row := range causes {
		if row.id == id {
			return row.text
		}
	}
	return ""
}

// Reason returns the reject reason that hides the cause; 0 where the attempt is not
// rejected.
func (id CauseID) Reason() event.CompactRejectReason {
	for _, row := range causes {
		if row.id == id {
			return row.reason
		}
	}
	return 0
}

// Need is something that is not in a journal and would tell more.
type Need string

// The needs.
const (
	NeedAnswer     Need = "answer"      // the model's answer, captured elsewhere
	NeedPolicy     Need = "policy"      // KeepRecentSegments, KeepRecentTokens, MaxSummaryTokens
	NeedInputBytes Need = "input_bytes" // the byte limit of a request
)

// Cause explains how an attempt ended.
type Cause struct {
	ID       CauseID
	Likely   bool       // concluded from what the journal lacks; else its records prove it
	Evidence []Evidence // the records that show it; empty where their absence does
	Needs    []Need     // what would tell more
	Sizes    *Sizes     // the arithmetic, of the causes about size
	Err      error      // what recomputing found: an error of core/history, core/event or core/loop; may be nil
}

// Text says in one sentence what happened. A cause that is only likely, of an
// attempt without a terminal, says so.
func (c Cause) Text() string {
	text := c.ID.Text()
	if c.Likely && c.ID.Reason() == 0 {
		return "No terminal: likely " + lowerFirst(text)
	}
	return text
}

func lowerFirst(s string) string {
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return s
	}
	return string(s[0]+'a'-'A') + s[1:]
}

// Settings are what Explain knows beside the journal. The zero value knows nothing.
type Settings struct {
	Policy       *history.Policy // of the application; nil where unknown
	InputBytes   int64           // byte limit of a request where the journal does not tell; 0 where unknown
	SummaryBytes int64           // of the refused summary's text, from a captured answer; 0 where unknown
}
