package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"compactlens/core/event"
	"compactlens/loader"
	"compactlens/themes"
)

// recordedOf returns how an attempt ended by its journal.
func recordedOf(a *loader.Attempt) []line {
	say := func(text string, style themes.Style) []line {
		return []line{{text: text, style: style | themes.Bold}}
	}
	switch {
	case a.Terminal == loader.Committed:
		return say("Committed: the summary replaced the transcript.", themes.Passed)
	case a.Terminal == loader.Rejected:
		return say("Rejected: "+rejectWords(a.RejectReason), themes.Error)
	case a.Session != nil:
		return say("No terminal: the journal does not say how this attempt ended.", themes.Warning)
	}
	return nil
}

// meaningOf says what can be told of the end without following the journal.
func meaningOf(a *loader.Attempt) []line {
	var f facts
	switch a.Terminal {
	case loader.Rejected:
		f.add("means", a.RejectReason.Meaning())
	case loader.NoTerminal:
		f.add("because", endingWords(a.Ending))
	}
	return f.lines
}

// missingOf says how to give the answer of an attempt that had one, where it is not
// in hand.
func missingOf(a *loader.Attempt) []line {
	answered := a.Terminal == loader.NoTerminal && a.Call != nil || a.RejectReason == event.CompactRejectInvalidSummary
	if a.Reply != nil || !answered {
		return nil
	}
	f := facts{lines: []line{{label: "reply", style: themes.Warning, text: "none in hand"}}}
	f.add("give it", "paste it here, open it beside the journal, or name it: --reply FILE --attempt "+shortKey(a.Key()))
	return f.lines
}

// factsOf returns what else is known of an attempt apart from its answer: what it
// was about, the model call, who waited, which files belong to it.
func factsOf(a *loader.Attempt) []line {
	var f facts
	if a.Session != nil || a.Bundle != nil {
		f.add("trigger", triggerWords(a))
		if a.Basis.Set {
			f.add("basis", fmt.Sprintf("revision %d through event %s (%s)", a.Basis.Value.Revision, a.Basis.Value.ThroughEventID, a.Basis.From))
		}
		f.add("started", stamp(a.Started))
		if a.Duration > 0 {
			f.add("took", a.Duration.Round(time.Millisecond).String())
		}
	}
	f.call(a.Call)
	f.measurement("measured", a.Measured)
	f.measurement("afterwards", a.Post)
	f.waiters(a.Waiters)
	f.files(a)
	f.events(a.Events)
	return f.lines
}

// facts is a list of paragraphs in the making.
type facts struct{ lines []line }

func (f *facts) add(label, text string) {
	if text != "" {
		f.lines = append(f.lines, line{label: label, text: text})
	}
}

// endingWords says what is known of the end of an attempt without terminal.
func endingWords(e loader.Ending) string {
	switch e {
	case loader.EndingOpen:
		return "The journal ends while it runs; the session may be alive."
	case loader.EndingDied:
		return "The session was opened anew afterwards: the process had died."
	case loader.EndingStopped:
		return "The session was stopped."
	case loader.EndingWaiters:
		return "Those who waited were answered before it started."
	case loader.EndingReplaced:
		return "The loop began another attempt."
	}
	return ""
}

func triggerWords(a *loader.Attempt) string {
	switch a.Trigger {
	case event.CompactionManual:
		return "manual, by a Compact command"
	case event.CompactionAutomatic:
		return "automatic, by the size of the context"
	}
	return ""
}

func (f *facts) call(c *loader.Call) {
	if c == nil {
		return
	}
	switch {
	case c.Completed:
		f.add("model call", "completed after "+c.Duration.Round(time.Millisecond).String())
	case c.Ended.IsZero():
		f.add("model call", "started "+stamp(c.Started)+"; it has no end in the journal")
	default:
		f.add("model call", fmt.Sprintf("failed in %s: %s, after %v", inWords(c.Stage.String()), inWords(c.Code.String()), c.Duration.Round(time.Millisecond)))
	}
	if c.Model != (event.ModelKey{}) {
		f.add("model", c.Model.Provider+" / "+c.Model.Model)
	}
	if u := c.Usage; u != nil {
		f.add("usage", fmt.Sprintf("%s tokens in, %s out, %s of them reasoning", grouped(int(u.InputTokens)), grouped(int(u.OutputTokens)), grouped(int(u.ReasoningTokens))))
	} else if !c.Ended.IsZero() {
		f.add("usage", "none reported")
	}
	l := c.Definition.Limits
	f.add("limits", fmt.Sprintf("request %s bytes, answer %s bytes", grouped(int(l.InputBytes)), grouped(int(l.OutputBytes))))
}

func (f *facts) measurement(label string, m *event.ContextMeasurement) {
	if m == nil {
		return
	}
	f.add(label, fmt.Sprintf("%s of %s tokens (%s)", grouped(int(m.InputTokens)), grouped(int(m.InputLimit)), inWords(m.Quality.String())))
}

func (f *facts) waiters(all []loader.Waiter) {
	const shown = 8
	for i, w := range all {
		if i == shown {
			f.add("waiter", fmt.Sprintf("and %d more", len(all)-shown))
			return
		}
		answer := "got no reply"
		switch {
		case w.Resolved:
			answer = "was told of the commit"
		case w.Replied != nil:
			answer = "was told " + rejectWords(w.Reason)
		}
		f.add("waiter", w.CommandID.String()[:8]+" "+answer)
	}
}

// files says where the answer and the request come from, and how they were found.
func (f *facts) files(a *loader.Attempt) {
	if len(f.lines) > 0 && (a.Reply != nil || a.Request != nil) {
		f.lines = append(f.lines, line{})
	}
	if a.Reply != nil {
		if a.Session != nil {
			f.add("reply", pathName(a.Reply.Source.Path))
		}
		f.add("matched", matchWords(a.ReplyMatch))
		f.add("instead", a.Reply.Error)
		f.add("note", a.Reply.Note)
		for _, t := range a.Reply.Twins {
			same := "the same answer again"
			if t.Differs {
				same = "the same answer, but its text differs"
			}
			f.add("also in", pathName(t.Source.Path)+": "+same)
		}
	}
	if a.Request != nil {
		f.add("request", pathName(a.Request.Source.Path))
		f.add("matched", matchWords(a.RequestMatch))
	}
}

// shortKey shortens an attempt's id to what is enough to name it.
func shortKey(key string) string {
	if len(key) > 8 && strings.Count(key, "-") == 4 {
		return key[:8]
	}
	return key
}

// matchWords says how something came to its attempt; a doubtful match says so.
func matchWords(m loader.Match) string {
	if m.By == loader.ByNothing || m.By == loader.ByItself {
		return ""
	}
	s := "by " + m.By.String() + ", " + m.Confidence.String()
	if len(m.Reasons) > 0 {
		s += ": " + strings.Join(m.Reasons, "; ")
	}
	return s
}

// events lists the attempt's records.
func (f *facts) events(all []loader.Event) {
	const shown = 40
	if len(all) > 0 {
		f.lines = append(f.lines, line{})
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b loader.Event) int {
		if a.Source == b.Source {
			return a.Record - b.Record
		}
		return a.At.Compare(b.At)
	})
	for i, e := range all {
		if i == shown {
			f.add("", fmt.Sprintf("and %d records more", len(all)-shown))
			return
		}
		at := e.At.UTC().Format("15:04:05.000")
		if e.At.IsZero() {
			at = "unknown"
		}
		f.add(at, e.Type+"  "+placeWords(e.Place))
	}
}

// stamp writes a time in UTC, nothing for the zero time.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05.000 UTC")
}
