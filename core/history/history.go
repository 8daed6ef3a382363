package history

import (
	"fmt"

	"compactlens/core/content"
	"compactlens/core/event"
)

// History is the fold of one session's events. The zero value is an empty one. Add
// events in the order of the journal. Values it returns stay valid and unchanged
// while events are added.
type History struct {
	loops map[event.UUID]*Loop
	order []*Loop
	lost  []Lost
}

// Lost is a record that could not be read.
type Lost struct {
	Record int   // its number in the journal, as the caller counts
	Err    error // why it could not be read
}

// Lose says that a record stood here which could not be read. Any loop may have
// lost an event with it; whether one did shows in the revisions that follow.
func (h *History) Lose(l Lost) {
	h.lost = append(h.lost, l)
	for _, loop := range h.order {
		loop.lost = append(loop.lost, l)
	}
}

// Add folds one event. Events that change no context are passed over. Events need
// not be valid; a commit without a summary counts as a lost record.
func (h *History) Add(e event.Event) {
	id := e.Head().LoopID
	if id.IsZero() {
		return
	}
	if h.loops == nil {
		h.loops = make(map[event.UUID]*Loop)
	}
	l := h.loops[id]
	if l == nil {
		l = &Loop{id: id, lost: append([]Lost(nil), h.lost...)}
		h.loops[id] = l
		h.order = append(h.order, l)
	}
	l.add(e)
}

// Loop returns a loop by its id, or nil.
func (h *History) Loop(id event.UUID) *Loop { return h.loops[id] }

// Loops returns the loops in the order in which they first appear.
func (h *History) Loops() []*Loop { return append([]*Loop(nil), h.order...) }

// Loop is the history of one loop.
type Loop struct {
	id      event.UUID
	runtime event.Runtime
	places  []place

	// The transcript so far. It is only ever appended to or replaced as a whole, so
	// that the places before keep their slices.
	messages []content.Message
	derived  int

	missing uint64 // context events known to be lost since the last commit
	lost    []Lost // unreadable records since then
}

// place is the state of a loop after an event that moved its basis.
type place struct {
	basis       event.ContextBasis
	messages    []content.Message
	derived     int
	missing     uint64
	lost        []Lost
	measurement *event.ContextMeasurement
}

// ID returns the loop's id.
func (l *Loop) ID() event.UUID { return l.id }

// Runtime returns the model the loop runs on now; zero where no event says.
func (l *Loop) Runtime() event.Runtime { return l.runtime }

// Basis returns where the loop's context stands now; zero before the first event
// that moves it.
func (l *Loop) Basis() event.ContextBasis {
	if len(l.places) == 0 {
		return event.ContextBasis{}
	}
	return l.places[len(l.places)-1].basis
}

func (l *Loop) add(e event.Event) {
	id := e.Head().EventID
	switch e := e.(type) {
	case *event.LoopStarted:
		l.runtime = e.Runtime
	case *event.TurnStarted:
		l.move(id, e.Message)
	case *event.TurnFoldedInto:
		l.move(id, e.Message)
	case *event.StepDone:
		l.move(id, e.Messages...)
	case *event.LoopInferenceChanged:
		l.runtime = e.Runtime
		l.move(id)
	case *event.LoopModeChanged:
		l.runtime = e.Runtime
		l.move(id)
	case *event.LoopExternalToolsetChanged:
		l.move(id)
	case *event.CompactionCommitted:
		l.commit(e)
	case *event.ContextMeasured:
		l.measure(e.Measurement)
	}
}

// move goes to the next revision and appends messages.
func (l *Loop) move(id event.UUID, messages ...content.Message) {
	l.messages = append(l.messages, messages...)
	l.reach(event.ContextBasis{Revision: l.Basis().Revision + 1, ThroughEventID: id})
}

func (l *Loop) reach(b event.ContextBasis) {
	n := len(l.messages)
	l.places = append(l.places, place{
		basis: b, messages: l.messages[:n:n], derived: l.derived, missing: l.missing, lost: l.lost[:len(l.lost):len(l.lost)],
	})
}

// commit replaces the transcript. Nothing of what was lost before matters any more,
// and the event's own basis says which revision this is.
func (l *Loop) commit(e *event.CompactionCommitted) {
	if e.SummaryText() == "" {
		l.missing++
		l.move(e.EventID)
		return
	}
	l.messages = append([]content.Message{e.Summary}, e.Retained...)
	l.derived, l.missing, l.lost = 1, 0, nil
	l.reach(event.ContextBasis{Revision: e.Basis.Revision + 1, ThroughEventID: e.EventID})
	post := e.PostContext
	if post.Basis == l.Basis() {
		l.places[len(l.places)-1].measurement = &post
	}
}

// measure attaches a measurement to its place. A revision ahead of the count shows
// how many events were lost on the way.
func (l *Loop) measure(m event.ContextMeasurement) {
	if at := l.find(m.Basis.ThroughEventID); at >= 0 {
		p := &l.places[at]
		if m.Basis.Revision > p.basis.Revision && at == len(l.places)-1 {
			l.missing += m.Basis.Revision - p.basis.Revision
			p.missing, p.basis.Revision = l.missing, m.Basis.Revision
		}
		if p.basis == m.Basis {
			p.measurement = &m
			if l.missing == 0 && at == len(l.places)-1 {
				l.lost = nil // the count is right, so none of them was this loop's
			}
		}
		return
	}
	now := l.Basis().Revision
	if m.Basis.Revision <= now {
		return
	}
	l.missing += m.Basis.Revision - now
	l.reach(m.Basis)
	l.places[len(l.places)-1].measurement = &m
}

// find returns the index of the place an event made, or -1. Nearly always it is
// one of the last.
func (l *Loop) find(id event.UUID) int {
	for i := len(l.places) - 1; i >= 0; i-- {
		if l.places[i].basis.ThroughEventID == id {
			return i
		}
	}
	return -1
}

// Context is what a loop's model would see at one basis.
type Context struct {
	Basis       event.ContextBasis
	Messages    []content.Message         // the transcript, oldest first; not to be changed
	Derived     int                       // how many messages at its start a model made: 1 after a commit, else 0
	Measurement *event.ContextMeasurement // at this basis; nil where the journal has none
}

// Now returns the context where the loop stands. The error is a *LostRecordsError
// also where records were lost since a measurement last confirmed the count: any of
// them may have moved the basis.
func (l *Loop) Now() (Context, error) {
	if len(l.lost) > 0 {
		return Context{}, &LostRecordsError{Basis: l.Basis(), Missing: l.missing, Records: l.lost}
	}
	return l.At(l.Basis())
}

// At returns the context at a basis, which may lie back in the history. The error
// is a *LostRecordsError where events before it are missing, or an
// *UnknownBasisError where the journal never was there.
func (l *Loop) At(b event.ContextBasis) (Context, error) {
	i := l.find(b.ThroughEventID)
	if i < 0 {
		if len(l.lost) > 0 || l.missing > 0 {
			return Context{}, &LostRecordsError{Basis: b, Records: l.lost}
		}
		return Context{}, &UnknownBasisError{Basis: b}
	}
	p := l.places[i]
	missing := p.missing
	if b.Revision > p.basis.Revision {
		missing += b.Revision - p.basis.Revision
	}
	if missing > 0 {
		return Context{}, &LostRecordsError{Basis: b, Missing: missing, Records: p.lost}
	}
	if b.Revision != p.basis.Revision {
		return Context{}, &UnknownBasisError{Basis: b, Revision: p.basis.Revision}
	}
	return Context{Basis: b, Messages: p.messages, Derived: p.derived, Measurement: p.measurement}, nil
}

// LostRecordsError reports that a context cannot be told because events that made
// it are missing from the journal.
type LostRecordsError struct {
	Basis   event.ContextBasis
	Missing uint64 // how many of the loop's events are missing; 0 where that cannot be told
	Records []Lost // the unreadable records among which they are; none where they are simply absent
}

func (e *LostRecordsError) Error() string {
	if len(e.Records) == 0 {
		return fmt.Sprintf("history: %d events before revision %d are missing", e.Missing, e.Basis.Revision)
	}
	return fmt.Sprintf("history: record %d, which revision %d needs, cannot be read", e.Records[0].Record, e.Basis.Revision)
}

// UnknownBasisError reports a basis that the loop's history does not lead to.
type UnknownBasisError struct {
	Basis    event.ContextBasis
	Revision uint64 // what the basis' event made, where the event is there; else 0
}

func (e *UnknownBasisError) Error() string {
	if e.Revision > 0 {
		return fmt.Sprintf("history: the event of revision %d made revision %d", e.Basis.Revision, e.Revision)
	}
	return fmt.Sprintf("history: no event made revision %d", e.Basis.Revision)
}
