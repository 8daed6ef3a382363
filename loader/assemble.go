package loader

import (
	"slices"
	"time"

	"compactlens/core/event"
	"compactlens/core/inspect"
)

// assembler puts the attempts of one session together from its facts. A call
// belongs to an attempt by its loop and the order alone.
type assembler struct {
	session  *Session
	loops    map[event.UUID]*loopState
	byID     map[event.UUID]*Attempt
	replied  map[event.UUID]bool // commands that got a reply or are in a terminal
	commands bool                // the journal holds commands
	position int                 // of the fact at hand
}

// loopState is what runs in a loop.
type loopState struct {
	loop    *Loop
	open    *Attempt // the attempt that runs now
	pending []Waiter // Compact commands that nothing answered yet
	first   int      // position of the first of them
}

// assemble makes the attempts of a session anew from its facts.
func (s *Session) assemble() {
	a := &assembler{session: s, loops: map[event.UUID]*loopState{}, byID: map[event.UUID]*Attempt{}, replied: map[event.UUID]bool{}}
	s.Loops, s.Attempts = nil, nil
	for _, f := range s.facts {
		a.commands = a.commands || f.kind == factCompact || f.kind == factInterrupt
	}
	for i := range s.facts {
		a.position = i
		a.take(&s.facts[i])
	}
	for _, l := range a.inOrder() {
		a.end(l, EndingOpen)
	}
	slices.SortStableFunc(s.Attempts, func(x, y *Attempt) int { return x.order - y.order })
	calls := 0
	for i, at := range s.Attempts {
		at.Number = i + 1
		at.Loop.Attempts = append(at.Loop.Attempts, at)
	}
	for _, at := range s.byCall() {
		calls++
		at.Call.Number = calls
	}
	s.measure()
}

// byCall returns the attempts that called a model, in the order of their calls.
func (s *Session) byCall() []*Attempt {
	var called []*Attempt
	for _, a := range s.Attempts {
		if a.Call != nil {
			called = append(called, a)
		}
	}
	slices.SortStableFunc(called, func(x, y *Attempt) int { return x.callOrder() - y.callOrder() })
	return called
}

// callOrder is the record of the call among the journal's.
func (a *Attempt) callOrder() int {
	for _, e := range a.Events {
		if e.Type == string(event.TypeHustleStarted) || e.Type == string(event.TypeHustleCompleted) || e.Type == string(event.TypeHustleFailed) {
			return e.stand
		}
	}
	return 0
}

// inOrder returns the loops in the order they were met.
func (a *assembler) inOrder() []*loopState {
	states := make([]*loopState, 0, len(a.session.Loops))
	for _, l := range a.session.Loops {
		states = append(states, a.loops[l.ID])
	}
	return states
}

// of returns the state of a loop.
func (a *assembler) of(id event.UUID) *loopState {
	l := a.loops[id]
	if l == nil {
		l = &loopState{loop: &Loop{ID: id}}
		a.loops[id] = l
		a.session.Loops = append(a.session.Loops, l.loop)
	}
	return l
}

// take takes one fact.
func (a *assembler) take(f *fact) {
	switch f.kind {
	case factLoop:
		l := a.of(f.loop)
		l.loop.Name, l.loop.Model = f.name, f.model
	case factTitle:
		if a.session.Title == "" {
			a.session.Title = f.name
		}
	case factCompact:
		l := a.of(f.loop)
		if len(l.pending) == 0 {
			l.first = a.position
		}
		e := f.asEvent()
		l.pending = append(l.pending, Waiter{CommandID: f.command, Asked: &e})
	case factCall:
		a.call(f)
	case factCallEnd:
		a.callEnd(f)
	case factTerminal:
		a.terminal(f)
	case factResolved, factRefused:
		a.reply(f)
	case factFence:
		for _, l := range a.inOrder() {
			a.end(l, EndingDied)
		}
	case factStopped:
		for _, l := range a.inOrder() {
			a.end(l, EndingStopped)
		}
	}
}

func (f *fact) asEvent() Event {
	e := Event{Source: f.source, Place: f.source.place(f.record), Record: f.record, Type: f.typ, At: f.at, stand: f.record}
	if f.copied {
		e.stand = f.behind + 1
	}
	return e
}

// begin makes a new attempt in a loop.
func (a *assembler) begin(l *loopState) *Attempt {
	at := &Attempt{Source: a.session.Source, Session: a.session, Loop: l.loop, order: a.position}
	a.session.Attempts = append(a.session.Attempts, at)
	return at
}

// record adds a fact to an attempt's own records.
func (at *Attempt) record(f *fact) {
	at.Events = append(at.Events, f.asEvent())
	if at.Started.IsZero() {
		at.Started = f.at
	}
	at.Ended = f.at
}

func (a *assembler) call(f *fact) {
	l := a.of(f.loop)
	if l.open == nil || l.open.Call != nil {
		a.end(l, EndingReplaced)
		l.open = a.begin(l)
	}
	l.open.Call = &Call{RunID: f.hustle.run, Definition: f.hustle.definition, Started: f.at}
	l.open.record(f)
}

func (a *assembler) callEnd(f *fact) {
	l := a.of(f.loop)
	if l.open == nil || l.open.Call == nil || l.open.Call.RunID != f.hustle.run {
		if l.open == nil || l.open.Call != nil {
			a.end(l, EndingReplaced)
			l.open = a.begin(l)
		}
		l.open.Call = &Call{RunID: f.hustle.run, Definition: f.hustle.definition}
	}
	c := l.open.Call
	c.Ended, c.Duration, c.Usage, c.Model = f.at, f.duration, f.hustle.usage, f.hustle.model
	c.Completed, c.Stage, c.Code = f.typ == string(event.TypeHustleCompleted), f.hustle.stage, f.hustle.code
	l.open.record(f)
}

func (a *assembler) terminal(f *fact) {
	l := a.of(f.loop)
	at := a.byID[f.attempt]
	if at == nil && l.open != nil && l.open.ID.IsZero() && l.open.mayEndWith(f) {
		at = l.open
	}
	if at == nil {
		a.end(l, EndingReplaced)
		at = a.begin(l)
	}
	if at == l.open {
		l.open = nil
	}
	if at.Terminal != NoTerminal {
		at.record(f) // a second terminal: the journal contradicts itself, the first counts
		return
	}
	a.byID[f.attempt] = at
	at.ID, at.Trigger, at.Duration, at.Post = f.attempt, f.reason, f.duration, f.post
	at.Basis = inspect.Know(f.basis, "journal")
	at.Terminal, at.RejectReason, at.Ending = Committed, f.reject, EndingUnknown
	if f.typ == string(event.TypeCompactionRejected) {
		at.Terminal = Rejected
	}
	at.record(f)
	if began := f.at.Add(-f.duration); f.duration > 0 && !f.at.IsZero() && began.Before(at.Started) {
		at.Started = began
	}
	for _, id := range f.waiters {
		a.waiter(l, at, id)
	}
}

// slack is how far clocks of one process may seem to disagree.
const slack = time.Second

// mayEndWith reports whether the terminal f can be that of the open attempt. An
// attempt's clock starts before its call, so one that lasted less long than its
// call was under way is another.
func (at *Attempt) mayEndWith(f *fact) bool {
	c := at.Call
	if c == nil || c.Started.IsZero() {
		return true
	}
	if f.duration == 0 {
		return !c.Ended.IsZero()
	}
	return !f.at.Add(-f.duration).After(c.Started.Add(slack))
}

// waiter returns the waiter of an attempt with the given command, added where the
// attempt does not have it yet.
func (a *assembler) waiter(l *loopState, at *Attempt, command event.UUID) *Waiter {
	a.replied[command] = true
	for i := range at.Waiters {
		if at.Waiters[i].CommandID == command {
			return &at.Waiters[i]
		}
	}
	w := Waiter{CommandID: command}
	for i, p := range l.pending {
		if p.CommandID == command {
			w = p
			at.Events = append(at.Events, *p.Asked)
			l.pending = slices.Delete(l.pending, i, i+1)
			break
		}
	}
	at.Waiters = append(at.Waiters, w)
	return &at.Waiters[len(at.Waiters)-1]
}

func (a *assembler) reply(f *fact) {
	l := a.of(f.loop)
	at := a.byID[f.attempt]
	if at == nil {
		full := f.kind == factRefused && f.reject == event.CompactRejectControlLaneFull
		if full && l.open != nil && l.open.ID.IsZero() {
			at = l.open // the lane is full while an attempt runs
		} else {
			at = a.begin(l)
			if full {
				a.end(l, EndingReplaced)
				l.open = at
			} else {
				at.Ending = EndingWaiters
			}
		}
		at.ID = f.attempt
		a.byID[f.attempt] = at
	}
	w := a.waiter(l, at, f.command)
	e := f.asEvent()
	w.Replied, w.Resolved, w.Reason = &e, f.kind == factResolved, f.reject
	at.record(f)
	if at.Ending == EndingWaiters && w.Asked != nil && at.Trigger == 0 {
		at.Trigger = event.CompactionManual
	}
}

// end closes what is open in a loop: the attempt that runs, or commands that led
// to none.
func (a *assembler) end(l *loopState, how Ending) {
	at := l.open
	if at == nil && len(l.pending) > 0 && how != EndingReplaced {
		at = a.begin(l)
		at.order = l.first
	}
	if at == nil {
		return
	}
	l.open = nil
	at.Ending = how
	if how == EndingReplaced {
		return // commands still pending wait for what comes
	}
	for len(l.pending) > 0 {
		asked := l.pending[0].Asked
		a.waiter(l, at, l.pending[0].CommandID)
		if at.Started.IsZero() {
			at.Started, at.Ended = asked.At, asked.At
		}
		at.Trigger = event.CompactionManual
	}
	if at.Trigger == 0 && a.commands {
		at.Trigger = event.CompactionAutomatic // a manual one has a command before it
	}
}
