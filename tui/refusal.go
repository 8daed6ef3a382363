package tui

import (
	"fmt"

	"compactlens/core/event"
	"compactlens/themes"
)

// theRefusal is the index that stands for the refusal of an attempt whose answer had
// passed its checks: before the first finding, as it is what one came to see. What the
// findings say of such an answer is advice.
const theRefusal = -1

// leastFinding returns the least index that can be selected among the findings of it.
func (it *item) leastFinding() int {
	if it.refused() {
		return theRefusal
	}
	return 0
}

// onRefusal reports whether the refusal is what is selected.
func (r *reader) onRefusal() bool {
	return r.item != nil && !r.item.veil.on && r.finding < 0 && r.item.refused()
}

// refusalWords says that the attempt it was refused, why, and that this is no fault in an
// answer; empty of one that was not, or that has findings to say why.
func (it *item) refusalWords() string {
	var why, answer string
	switch {
	case it == nil || it.veil.on || it.findings() > 0:
		return ""
	case it.refused():
		why, answer = it.outcome.late, "there is no fault in its answer"
	case it.hasReply() || it.outcome.kind != outcomeRejected:
		return ""
	case it.judged != nil && it.judged.dossier.NoCall():
		why, answer = it.outcome.word, "no model was called"
	default:
		why, answer = it.outcome.word, "no answer is in hand"
	}
	return "the attempt was refused, " + why + "; " + answer
}

// refusalReason returns why it was refused although its answer was not; 0 where that is
// not so.
func (it *item) refusalReason() event.CompactRejectReason {
	if it.attempt == nil {
		return 0
	}
	return it.attempt.Refused()
}

// refusedUnanswered returns why an attempt without an answer was refused; 0 where that is
// not known.
func refusedUnanswered(it *item) event.CompactRejectReason {
	if it.attempt == nil || it.hasReply() {
		return 0
	}
	return it.attempt.Refused()
}

// refusalHead names the refusal of it.
func refusalHead(it *item) string { return "Refused by " + it.refusalReason().String() }

// refusalLines says that the attempt it was refused, by which reason, by how much, at
// which stage, and what to do about it. next is the key that goes on to the findings.
func refusalLines(it *item, j *judged, next string) (title string, lines []line) {
	reason := it.refusalReason()
	title = "Refused · " + reason.String()
	lines = append(lines, line{text: "Rejected: " + rejectWords(reason) + "; " + answerWords(j.verdict) + ".", style: themes.Error | themes.Bold})
	f := facts{lines: append(lines, refusalMeasure(it, j, reason)...)}
	f.add("stage", refusalStage(reason))
	f.lines = append(f.lines, refusalCause(j)...)
	for _, m := range j.verdict.Missing {
		f.add("unknown", m)
	}
	if n := len(j.verdict.Findings); n > 0 {
		f.lines = append(f.lines, line{label: next, text: count(n, "finding") + " about the answer itself", key: true})
	}
	return title, f.lines
}

// refusalCause returns what ended the attempt: of a journal what its records show, else
// what is known of the attempt beside its answer.
func refusalCause(j *judged) []line {
	if j.dossier.Life != nil {
		return j.cause
	}
	var f facts
	for _, d := range j.dossier.Diagnoses {
		if len(d.Findings) == 0 {
			f.add("cause", d.Title+": "+d.Text)
			f.add("next", d.Next)
		}
	}
	return f.lines
}

// refusalStage says where in an attempt's course a reason refuses one whose answer
// passed its checks; of the others nothing.
func refusalStage(r event.CompactRejectReason) string {
	switch r {
	case event.CompactRejectSummaryTooLarge, event.CompactRejectContextCountFailed:
		return "after the answer: counting the request with the summary in it"
	case event.CompactRejectStaleBasis:
		return "after the answer: comparing the basis with the one that was summarised"
	case event.CompactRejectInterrupted, event.CompactRejectShuttingDown:
		return "deciding the attempt, where this wins over any answer"
	case event.CompactRejectCanceled, event.CompactRejectExecutionFailed:
		return "the model call"
	case event.CompactRejectProgressPublication:
		return "the start of the attempt, before the model call"
	}
	return ""
}

// refusalMeasure says by how much what refused the attempt was missed, where that is a
// matter of figures.
func refusalMeasure(it *item, j *judged, reason event.CompactRejectReason) []line {
	var f facts
	b := it.attempt.Bundle
	switch reason {
	case event.CompactRejectSummaryTooLarge, event.CompactRejectRetainedTailTooLarge:
		return tooLargeBy(j)
	case event.CompactRejectStaleBasis:
		if b != nil && b.BasisNow != nil && it.attempt.Basis.Set {
			f.add("moved", basisMove(it.attempt.Basis.Value, *b.BasisNow))
		}
	}
	return f.lines
}

// basisMove says how one basis differs from another.
func basisMove(was, now event.ContextBasis) string {
	if was.Revision == now.Revision {
		return fmt.Sprintf("the same revision %d, but through another event", was.Revision)
	}
	return fmt.Sprintf("revision %d was summarised, and the loop was at %d", was.Revision, now.Revision)
}

// tooLargeBy says by how many tokens the attempt was too large, or why that is not known.
func tooLargeBy(j *judged) []line {
	e, ok := j.dossier.Excess()
	z := j.dossier.Cause.Sizes
	switch {
	case !ok || z == nil && e.Unknown != "" && !j.whole:
		return nil // the journal may tell
	case z != nil && e.Unknown != "":
		return sizeWords(z)[:1]
	case e.Over() == 0:
		return []line{{label: "over", text: e.String()}}
	}
	return []line{{label: "over", style: themes.Error, text: e.String()}}
}
