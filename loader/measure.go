package loader

import (
	"encoding/json"
	"slices"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/loader/journal"
)

// movers are the events that move a loop's basis.
var movers = map[string]bool{
	string(event.TypeTurnStarted): true, string(event.TypeStepDone): true, string(event.TypeTurnFoldedInto): true,
	string(event.TypeLoopInferenceChanged): true, string(event.TypeLoopModeChanged): true,
	string(event.TypeLoopExternalToolsetChanged): true, string(event.TypeCompactionCommitted): true,
}

// maxLookBack bounds the measurements of other loops that are passed over while
// looking for one's own.
const maxLookBack = 256

// measure finds each attempt's last measurement before it: one written for itself
// or that of the commit before. It is read back from the attempt, so that no
// measurement is decoded that no attempt needs.
func (s *Session) measure() {
	type found struct {
		record int
		m      *event.ContextMeasurement
	}
	last := map[event.UUID]found{}
	for _, at := range s.Attempts {
		from := at.firstRecord()
		if from < 0 {
			continue
		}
		known, after := last[at.Loop.ID], 0
		if known.m != nil {
			after = known.record + 1
		}
		if record, m := s.measuredBefore(at.Loop.ID, from, after); m != nil {
			known = found{record, m}
		}
		at.Measured = known.m
		if known.m != nil && !at.Basis.Set && !s.moved(at.Loop.ID, known.record, from) {
			at.Basis = inspect.Know(known.m.Basis, "journal, the last measurement")
		}
		if at.Post != nil {
			known = found{at.terminalRecord(), at.Post}
		}
		last[at.Loop.ID] = known
	}
}

// terminalRecord returns the record of a commit.
func (a *Attempt) terminalRecord() int {
	for _, e := range a.Events {
		if e.Type == string(event.TypeCompactionCommitted) {
			return e.stand
		}
	}
	return 0
}

// firstRecord returns the record of the session's source at which the attempt
// begins, -1 where it has no records. Commands count only where there is nothing
// else: they may wait long.
func (a *Attempt) firstRecord() int {
	first := -1
	for _, e := range a.Events {
		if e.Type != string(event.CommandCompact) && (first < 0 || e.stand < first) {
			first = e.stand
		}
	}
	if first < 0 && len(a.Events) > 0 {
		first = a.Events[0].stand
	}
	return first
}

// measuredBefore returns the last measurement of a loop between two records.
func (s *Session) measuredBefore(loop event.UUID, before, after int) (int, *event.ContextMeasurement) {
	x := s.Source.index
	others := 0
	for i := before - 1; i >= after && others < maxLookBack; i-- {
		r := x.At(i)
		if r.Type != string(event.TypeContextMeasured) || r.Session != s.key {
			continue
		}
		body, err := s.Source.Read(r)
		if err != nil {
			continue
		}
		e, err := event.Decode(body.JSON)
		if m, ok := e.(*event.ContextMeasured); ok && err == nil && m.LoopID == loop {
			return i, &m.Measurement
		}
		others++
	}
	return 0, nil
}

// moved reports whether the loop's basis moved between two records.
func (s *Session) moved(loop event.UUID, after, before int) bool {
	for i := after + 1; i < before; i++ {
		r := s.Source.index.At(i)
		if !movers[r.Type] || r.Session != s.key {
			continue
		}
		if h, ok := s.Source.head(r); !ok || h.LoopID == loop {
			return true
		}
	}
	return false
}

// head reads what an event or command has in common with all others.
func (s *Source) head(r journal.Record) (h event.Header, ok bool) {
	body, err := s.Read(r)
	if err != nil {
		return h, false
	}
	return h, json.Unmarshal(body.JSON, &h) == nil
}

// Lifecycle returns the records of the attempt's life in order: its own, and what
// stands between and right around them that bears on it — measurements, what moved
// the basis, the session's coming and going, interrupts and restores.
func (a *Attempt) Lifecycle() []Event {
	own := slices.Clone(a.Events)
	if a.Session == nil {
		return own
	}
	x := a.Session.Source.index
	first, last, have := x.Len(), -1, map[int]bool{}
	for _, e := range own {
		first, last = min(first, e.stand), max(last, e.stand)
		have[e.Record] = have[e.Record] || e.Source == a.Session.Source
	}
	for i := max(first-around, 0); i < min(last+around+1, x.Len()); i++ {
		r := x.At(i)
		inside := i > first && i < last
		if have[i] || !bears(r, inside) || r.Session != a.Session.key && r.Session != "" {
			continue
		}
		h, ok := a.Session.Source.head(r)
		if !ok || !h.LoopID.IsZero() && h.LoopID != a.Loop.ID {
			continue
		}
		own = append(own, Event{Source: a.Session.Source, Place: a.Session.Source.place(i), Record: i, Type: typeName(r), At: h.CreatedAt, stand: i})
		if len(own) >= len(a.Events)+maxAround {
			break
		}
	}
	slices.SortStableFunc(own, func(x, y Event) int {
		if x.stand == y.stand && x.Source != y.Source {
			return x.At.Compare(y.At)
		}
		return x.stand - y.stand
	})
	return own
}

// EventAt returns a record of the source's index with its place and, where it can
// be read, its time. It reads from the file.
func (s *Source) EventAt(record int) Event {
	r := s.index.At(record)
	e := Event{Source: s, Place: s.place(record), Record: record, Type: typeName(r), stand: record}
	if h, ok := s.head(r); ok {
		e.At = h.CreatedAt
	}
	return e
}

// around is how many records before and behind an attempt's own are looked at;
// maxAround how many are added at most.
const (
	around    = 4
	maxAround = 256
)

// bears reports whether a record bears on an attempt: inside says that it stands
// between the attempt's own.
func bears(r journal.Record, inside bool) bool {
	switch r.Type {
	case string(event.TypeSessionActive), string(event.TypeSessionIdle), string(event.TypeSessionStopped),
		string(event.TypeContextMeasured), string(event.TypeRestoreStarted), string(event.TypeRestoreDone),
		string(event.CommandInterrupt), string(event.CommandShutdown), string(event.TypeTurnFailed), string(event.TypeTurnInterrupted):
		return true
	}
	return r.Kind == journal.Fence || inside && movers[r.Type]
}

func typeName(r journal.Record) string {
	if r.Kind == journal.Fence {
		return typeFence
	}
	return r.Type
}
