package tui

import (
	"fmt"
	"strings"

	"compactlens/core/event"
	"compactlens/core/lifecycle"
	"compactlens/loader"
	"compactlens/themes"
)

// moment says what a record tells of the attempt.
func (b *biography) moment(e loader.Event) moment {
	m := moment{name: e.Type, state: state{signNotReached, "", themes.Dim}}
	passed, failed := state{signPassed, "", themes.Passed}, state{signError, "", themes.Error}
	switch t := event.Type(e.Type); t {
	case event.TypeHustleStarted:
		m.state, m.text = passed, b.callWords()
	case event.TypeHustleCompleted:
		m.state, m.text = passed, b.endWords("the answer could be read")
	case event.TypeHustleFailed:
		m.state, m.text = failed, b.endWords("failed")
		if c := b.a.Call; c != nil && c.Stage != 0 {
			m.text = b.endWords(fmt.Sprintf("in %s: %s", inWords(c.Stage.String()), inWords(c.Code.String())))
		}
	case event.TypeCompactionCommitted:
		m.state, m.text = passed, "the summary replaced the transcript"
		if p := b.a.Post; p != nil {
			m.text += fmt.Sprintf(": %s tokens are left", grouped(int(p.InputTokens)))
		}
	case event.TypeCompactionRejected:
		m.state = failed
		m.text = rejectWords(b.a.RejectReason)
	case event.TypeCompactWaiterResolved, event.TypeCompactWaiterRejected:
		m.state, m.text = b.replyWords(e)
	case event.TypeContextMeasured:
		m.text = b.measuredWords(e)
	default:
		m.text = aroundWords[e.Type]
		if e.Type == string(event.CommandCompact) {
			m.state, m.text = passed, b.commandWords(e)
		}
	}
	m.place = placeWords(e.Place)
	return m
}

// aroundWords says what records around an attempt's own have to do with it.
var aroundWords = map[string]string{
	"fence":                                      "a process took the session over",
	string(event.TypeSessionActive):              "the session is at work",
	string(event.TypeSessionIdle):                "the session rests",
	string(event.TypeSessionStopped):             "the session was shut down",
	string(event.TypeRestoreStarted):             "the session is opened anew",
	string(event.TypeRestoreDone):                "the session was opened anew",
	string(event.TypeTurnFailed):                 "a turn failed",
	string(event.TypeTurnInterrupted):            "a turn was interrupted",
	string(event.CommandInterrupt):               "somebody interrupted",
	string(event.CommandShutdown):                "somebody shut the session down",
	string(event.TypeTurnStarted):                "it moved the basis",
	string(event.TypeStepDone):                   "it moved the basis",
	string(event.TypeTurnFoldedInto):             "it moved the basis",
	string(event.TypeLoopModeChanged):            "the mode changed: it moved the basis",
	string(event.TypeLoopInferenceChanged):       "the model changed: it moved the basis",
	string(event.TypeLoopExternalToolsetChanged): "the tools changed: it moved the basis",
	string(event.TypeCompactionStarted):          "announced to who listens",
}

// callWords says what the model call was allowed.
func (b *biography) callWords() string {
	c := b.a.Call
	if c == nil {
		return ""
	}
	parts := []string{c.Definition.Name}
	if c.Model.Model != "" {
		parts = append(parts, c.Model.Model)
	}
	if t := c.Definition.TimeoutNanos; t > 0 {
		parts = append(parts, "within "+strings.TrimPrefix(elapsed(t), "+"))
	}
	return strings.Join(parts, " · ")
}

// endWords says how the model call ended and what it cost.
func (b *biography) endWords(how string) string {
	c := b.a.Call
	if c == nil {
		return how
	}
	if c.Duration > 0 {
		how += ", after " + strings.TrimPrefix(elapsed(c.Duration), "+")
	}
	if u := c.Usage; u != nil {
		how += fmt.Sprintf(" · %s output tokens", grouped(int(u.OutputTokens)))
		if u.ReasoningTokens > 0 {
			how += fmt.Sprintf(", %s of them reasoning", grouped(int(u.ReasoningTokens)))
		}
	} else {
		how += " · no usage reported"
	}
	return how
}

// waiterOf returns the waiter that a record is about, nil where none is known.
func (b *biography) waiterOf(e loader.Event) *loader.Waiter {
	for i := range b.a.Waiters {
		w := &b.a.Waiters[i]
		for _, own := range []*loader.Event{w.Asked, w.Replied} {
			if own != nil && own.Source == e.Source && own.Record == e.Record {
				return w
			}
		}
	}
	return nil
}

// refused reports whether a reply turned a command away because too many waited.
func (b *biography) refused(e loader.Event) bool {
	w := b.waiterOf(e)
	return w != nil && !w.Resolved && w.Reason == event.CompactRejectControlLaneFull
}

func (b *biography) commandWords(e loader.Event) string {
	if w := b.waiterOf(e); w != nil {
		return w.CommandID.String()[:8] + " asks for it"
	}
	return ""
}

// replyWords says what a waiter was told, and whether the reply is the one that can
// be computed.
func (b *biography) replyWords(e loader.Event) (state, string) {
	w := b.waiterOf(e)
	if w == nil {
		return state{signProblem, "", themes.Warning}, "told again, or to one who did not wait"
	}
	told := "was told of the commit"
	if !w.Resolved {
		told = "was told " + rejectWords(w.Reason)
	}
	sign, id := state{signPassed, "", themes.Dim}, "id right"
	if b.refused(e) {
		sign.sign = signError
		told = "was turned away: " + rejectWords(w.Reason)
	}
	for _, f := range b.life.Findings {
		if f.ID == lifecycle.FindingReplyForged && f.Command == w.CommandID {
			sign, id = state{signProblem, "", themes.Warning}, "its id is not the computed one"
		}
	}
	return sign, w.CommandID.String()[:8] + " " + told + ", " + id
}

// measuredWords reads a measurement.
func (b *biography) measuredWords(e loader.Event) string {
	body, err := e.Source.Read(e.Source.Index().At(e.Record))
	if err != nil {
		return ""
	}
	decoded, err := event.Unmarshal(body.JSON)
	if m, ok := decoded.(*event.ContextMeasured); ok && err == nil {
		about := ""
		if m.Measurement.Quality == event.CountHeuristic {
			about = "≈ "
		}
		return fmt.Sprintf("%s%s of %s tokens", about, grouped(int(m.Measurement.InputTokens)), grouped(int(m.Measurement.InputLimit)))
	}
	return ""
}

// rejectWords writes a reject reason with its number.
func rejectWords(r event.CompactRejectReason) string {
	if !r.Valid() {
		return r.String() // the number is in its name
	}
	return fmt.Sprintf("%s (%d)", r, uint8(r))
}
