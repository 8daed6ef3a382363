package tui

import (
	"fmt"
	"slices"
	"strings"

	"compactlens/core/event"
	"compactlens/core/lifecycle"
	"compactlens/loader"
	"compactlens/loader/dossier"
	"compactlens/themes"
)

// biography tells the life of one attempt. It is used in a command, because it
// reads records again.
type biography struct {
	d      *dossier.Dossier
	a      *loader.Attempt
	life   *lifecycle.Attempt
	events []loader.Event // of the life, in order
	clock  clock
	lines  []line
}

// newBiography returns the biography of d, whose Life is known.
func newBiography(d *dossier.Dossier) *biography {
	b := &biography{d: d, a: d.Attempt, life: d.Life}
	own := map[int]bool{}
	for _, e := range d.Attempt.Events {
		if e.Source == d.Attempt.Session.Source {
			own[e.Record] = true
		}
	}
	all := d.Attempt.Lifecycle()
	isOwn := func(e loader.Event) bool { return e.Source != d.Attempt.Session.Source || own[e.Record] }
	first, last := slices.IndexFunc(all, isOwn), len(all)
	for last > 0 && !isOwn(all[last-1]) {
		last--
	}
	cutOff := b.life.Outcome == lifecycle.OutcomeNone && d.Cause.ID != lifecycle.CauseEndedWaiting
	for i, e := range all {
		switch {
		case i < first && e.Type == string(event.TypeContextMeasured):
			b.events = []loader.Event{e} // the last one counts
		case i >= first && i < last, i >= last && bears(e, cutOff):
			b.events = append(b.events, e)
		}
		if isOwn(e) && b.clock.first.IsZero() {
			b.clock.first = e.At
		}
	}
	return b
}

// bears reports whether a record behind an attempt's own is worth telling: a turn
// that failed of it, and what cut the attempt off.
func bears(e loader.Event, cutOff bool) bool {
	switch e.Type {
	case string(event.CommandInterrupt), string(event.CommandShutdown), string(event.TypeSessionStopped), string(event.TypeRestoreStarted), "fence":
		return cutOff
	}
	return e.Type == string(event.TypeTurnFailed)
}

func (b *biography) add(lines ...line) { b.lines = append(b.lines, lines...) }

// heading begins a part of the page.
func (b *biography) heading(text string) {
	if len(b.lines) > 0 {
		b.add(line{})
	}
	b.add(line{text: text, style: themes.Text | themes.Bold})
}

// page returns the life as a page: its states and records, what the journal has
// against it, its sizes and the rest. How it ended and why stands below, in the
// detail pane.
func (b *biography) page() []line {
	b.add(line{text: b.introduction(), style: themes.Dim}, line{})
	b.states()
	b.contradictions()
	b.likelyFailures()
	b.sizes()
	b.heading("Details")
	f := facts{}
	f.add("attempt", b.a.Key())
	f.add("trigger", triggerWords(b.a))
	if b.a.Basis.Set {
		f.add("basis", fmt.Sprintf("revision %d through event %s", b.a.Basis.Value.Revision, b.a.Basis.Value.ThroughEventID))
	}
	f.call(b.a.Call)
	f.files(b.a)
	b.add(f.lines...)
	return b.lines
}

// introduction says in one sentence what is told of.
func (b *biography) introduction() string {
	var parts []string
	say := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if b.a.Trigger != 0 {
		say("%s", b.a.Trigger)
	}
	if b.a.Loop != nil && len(b.a.Session.Loops) > 1 {
		say("%s", loopName(b.a.Loop))
	}
	if !b.a.Started.IsZero() {
		say("%s", b.a.Started.UTC().Format("2 January 2006"))
	}
	if b.a.Duration > 0 {
		say("took %s", strings.TrimPrefix(elapsed(b.a.Duration), "+"))
	}
	if b.life.Basis.Revision > 0 {
		say("revision %d", b.life.Basis.Revision)
	}
	if len(parts) == 0 {
		return "nothing more is known of it"
	}
	return strings.Join(parts, " · ")
}

// stateOf returns the state that a record of an attempt belongs to; ok is false for
// the records around it.
func stateOf(e loader.Event, refused bool) (s lifecycle.State, ok bool) {
	switch event.Type(e.Type) {
	case event.TypeCompactionStarted:
		return lifecycle.StateStarted, true
	case event.TypeHustleStarted, event.TypeHustleCompleted, event.TypeHustleFailed:
		return lifecycle.StateExecuting, true
	case event.TypeCompactionCommitted, event.TypeCompactionRejected:
		return lifecycle.StateTerminal, true
	case event.TypeCompactWaiterResolved, event.TypeCompactWaiterRejected:
		if refused {
			return lifecycle.StateAdmission, true
		}
		return lifecycle.StateReplied, true
	}
	return lifecycle.StateAdmission, e.Type == string(event.CommandCompact)
}

// maxAlike is how many records in a row that tell the same are shown.
const maxAlike = 4

// states tells every record in order, and where a state left none, what is known of
// it.
func (b *biography) states() {
	steps := b.life.Steps()
	next, last := lifecycle.StateAdmission, lifecycle.State(len(steps))
	silent := func(until lifecycle.State) {
		for ; next < until; next++ {
			b.silent(steps[next])
		}
	}
	alike, before := 0, ""
	for i, e := range b.events {
		m := b.moment(e)
		key := e.Type + m.state.sign + sameWords(m.text)
		if key != before {
			alike, before = 0, key
		}
		if alike++; alike > maxAlike {
			if i+1 == len(b.events) || b.keyOf(b.events[i+1]) != key {
				b.add(line{block: moment{name: fmt.Sprintf("and %s more like it", grouped(alike-maxAlike)), state: state{"…", "", themes.Dim}}})
			}
			continue
		}
		if s, own := stateOf(e, b.refused(e)); own {
			if s >= next {
				silent(s)
				next = s + 1
				m.stage = s.String()
			}
		}
		m.when = b.clock.write(e.At)
		b.add(line{block: m})
	}
	silent(last)
}

func (b *biography) keyOf(e loader.Event) string {
	m := b.moment(e)
	return e.Type + m.state.sign + sameWords(m.text)
}

// sameWords returns a text without its first word, the id that it is about.
func sameWords(text string) string {
	_, rest, _ := strings.Cut(text, " ")
	if before, _, ok := strings.Cut(rest, " · "); ok {
		return before
	}
	return rest
}

// silent tells of a state that left no record.
func (b *biography) silent(s lifecycle.Step) {
	words := ""
	sign := state{signNotReached, "", themes.Dim}
	switch s.Status {
	case lifecycle.StatusInferred:
		sign = state{signPassed, "", themes.Dim}
		words = b.inferred(s.State)
	case lifecycle.StatusEnded:
		sign = state{signError, "", themes.Error}
		words = "it ended here"
	case lifecycle.StatusNotReached:
		words = "not reached"
		switch s.State {
		case lifecycle.StateTerminal:
			sign, words = state{signUnknown, "", themes.Warning}, "no terminal event"
		case lifecycle.StateReplied:
			words = "no reply"
		}
	case lifecycle.StatusUnknown:
		sign, words = state{signUnknown, "", themes.Warning}, "the journal cannot tell"
	default:
		return // its records tell
	}
	b.add(line{block: moment{stage: s.State.String(), state: sign, text: words}})
}

// inferred says why a state that was passed left no record.
func (b *biography) inferred(s lifecycle.State) string {
	switch s {
	case lifecycle.StateAdmission:
		if b.a.Trigger == event.CompactionAutomatic {
			return "due by the size of the context; no command is written"
		}
		return "no command is in this journal"
	case lifecycle.StateBoundary:
		return "passed, as what follows shows"
	case lifecycle.StateStarted, lifecycle.StateDecided:
		return "no record, by design"
	case lifecycle.StateExecuting:
		return "no model was called"
	}
	return "passed"
}

// contradictions tells where the journal contradicts itself.
func (b *biography) contradictions() {
	if len(b.life.Findings) == 0 {
		return
	}
	b.heading("The journal contradicts itself")
	for _, f := range b.life.Findings {
		text := f.ID.Text()
		if f.Command != (event.UUID{}) {
			text += " It is about command " + f.Command.String()[:8] + "."
		}
		if f.ID.StopsRestore() {
			text += " The runtime refuses to restore the session with it."
		}
		b.add(line{label: "! " + inWords(string(f.ID)), text: text + " " + b.records(f.Evidence), style: themes.Warning})
	}
}

// likelyFailures tells what can have kept the terminal event, or replies, from being
// written: nothing is ever called a rejection that the journal does not call one.
func (b *biography) likelyFailures() {
	coordination, finalization := b.life.PossibleErrors()
	if len(coordination)+len(finalization) == 0 {
		return
	}
	if b.life.Outcome == lifecycle.OutcomeNone {
		b.heading("No terminal: the likely failures are")
		b.add(line{label: "likely", text: strings.TrimPrefix(b.d.Cause.Text(), "No terminal: likely "), style: themes.Warning})
	} else {
		b.heading("Replies are missing: the likely failures are")
	}
	if len(coordination) > 0 {
		b.add(line{text: "or a CompactionCoordinationError: it came to no decision", style: themes.Dim})
	}
	for _, k := range coordination {
		b.add(line{label: string(k), text: k.Text(), style: themes.Dim})
	}
	b.add(line{text: "or a CompactionFinalizationError: the decision was not written down to the end", style: themes.Dim})
	for _, k := range finalization {
		b.add(line{label: string(k), text: k.Text(), style: themes.Dim})
	}
	b.add(line{text: "No record is written of these errors; the process log of that time has them.", style: themes.Dim})
}

// maxRecords bounds the records that are named as evidence.
const maxRecords = 6

// records names records and where they lie.
func (b *biography) records(all []lifecycle.Evidence) string {
	var parts []string
	for i, e := range all {
		if i == maxRecords {
			parts = append(parts, fmt.Sprintf("%d more", len(all)-i))
			break
		}
		name := e.Type
		if at := placeWords(b.eventAt(e).Place); at != "" {
			name += " " + at
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, " · ")
}

// eventAt returns the record that an evidence names.
func (b *biography) eventAt(e lifecycle.Evidence) loader.Event {
	for _, own := range b.events {
		if own.Type == e.Type && (own.Source != b.a.Session.Source || own.Record == e.Record) {
			return own
		}
	}
	return b.a.Session.Source.EventAt(e.Record)
}
