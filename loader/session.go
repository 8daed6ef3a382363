package loader

import (
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"slices"
	"time"

	"compactlens/core/event"
	"compactlens/loader/journal"
	"compactlens/loader/problem"
)

// sessions makes the sessions of a journal that was just indexed, or folds them
// into those of earlier sources.
func (o *opener) sessions(s *Source) error {
	keys := s.index.Sessions()
	if len(keys) == 0 && len(s.facts) > 0 {
		keys = []string{""}
	}
	byKey := map[string][]fact{}
	for _, f := range s.facts {
		if f.key == "" && len(keys) > 0 {
			f.key = keys[0] // a fence or command before the first event
		}
		byKey[f.key] = append(byKey[f.key], f)
	}
	s.read.facts, s.facts = s.facts, nil
	stretch := s.index.Bounds()
	for _, key := range keys {
		if err := o.ctx.Err(); err != nil {
			return err
		}
		id, _ := event.ParseUUID(key)
		session := &Session{ID: id, key: key, Source: s, facts: byKey[key]}
		if id.IsZero() && len(session.facts) == 0 {
			continue // a damaged id
		}
		session.dropRepeats()
		if first := o.known(session); first != nil {
			first.fold(o.ctx, session)
			continue
		}
		session.catalog()
		session.assemble()
		session.times(stretch[key])
		s.sessions = append(s.sessions, session)
	}
	return nil
}

// dropRepeats leaves out facts whose event was met before.
func (s *Session) dropRepeats() {
	seen := make(map[event.UUID]bool, len(s.facts))
	s.facts = slices.DeleteFunc(s.facts, func(f fact) bool {
		again := !f.event.IsZero() && seen[f.event]
		seen[f.event] = true
		return again
	})
}

// catalog takes the title from the store, where the session lies in one.
func (s *Session) catalog() {
	if s.Source.store == nil {
		return
	}
	c, err := s.Source.store.catalog(s.key)
	switch {
	case err == nil:
		s.Title, s.Status = c.Title, c.Status
	case !errors.Is(err, fs.ErrNotExist):
		s.Source.report(problem.BadCatalog, "", err)
	}
}

// times reads when the first and the last event of the session were written.
// bounds are the first and the last entry of the session in the index.
func (s *Session) times(bounds [2]int) {
	x := s.Source.index
	for i := bounds[0]; i <= bounds[1] && s.Started.IsZero(); i++ {
		s.Started = s.timeAt(x.At(i))
	}
	for i := bounds[1]; i >= bounds[0] && s.Ended.IsZero(); i-- {
		s.Ended = s.timeAt(x.At(i))
	}
}

func (s *Session) timeAt(r journal.Record) time.Time {
	if r.Kind != journal.Event || r.Session != s.key {
		return time.Time{}
	}
	h, _ := s.Source.head(r)
	return h.CreatedAt
}

// known returns the session that s is a copy of: one of an earlier source with
// the same id that has every event of s, which is undamaged. nil where there is
// none.
func (o *opener) known(s *Session) *Session {
	if s.ID.IsZero() || !s.Source.undamaged() {
		return nil
	}
	for _, earlier := range o.w.Sources {
		for _, first := range earlier.sessions {
			if first.ID == s.ID && contains(first.eventIDs(o.ctx), s.eventIDs(o.ctx)) {
				return first
			}
		}
	}
	return nil
}

// contains reports whether all holds every event that part does, in the same
// order.
func contains(all, part *eventList) bool {
	i := 0
	for _, id := range part.ids {
		for i < len(all.ids) && all.ids[i] != id {
			i++
		}
		if i == len(all.ids) {
			return false
		}
		i++
	}
	return true
}

// eventList is the ids of a session's events in short, in the order of the
// journal. It is made where a session is met a second time.
type eventList struct {
	ids     []uint64
	records []int32 // where each stands in the index
}

// eventIDs returns the ids of the session's events.
func (s *Session) eventIDs(ctx context.Context) *eventList {
	if s.events != nil {
		return s.events
	}
	n := s.Source.index.Len()
	s.events = &eventList{ids: make([]uint64, 0, n), records: make([]int32, 0, n)}
	_ = s.Source.records().Each(ctx, s.Source.index, func(r journal.Record) bool {
		return r.Kind == journal.Event && r.Session == s.key
	}, func(r journal.Record, id []byte) {
		s.events.ids = append(s.events.ids, short(id))
		s.events.records = append(s.events.records, int32(r.N))
	}) // the context's error is met again by the caller
	return s.events
}

// before returns the id of the last event before a record.
func (l *eventList) before(record int) (id uint64, ok bool) {
	i, _ := slices.BinarySearch(l.records, int32(record))
	if i == 0 {
		return 0, false
	}
	return l.ids[i-1], true
}

// record returns where the event with an id stands, -1 where it does not.
func (l *eventList) record(id uint64) int {
	if i := slices.Index(l.ids, id); i >= 0 {
		return int(l.records[i])
	}
	return -1
}

// short makes 64 bits of an id's text.
func short(id []byte) uint64 {
	u, err := event.ParseUUID(string(id))
	if err != nil {
		return 0
	}
	return binary.BigEndian.Uint64(u[:8])*0x9E3779B97F4A7C15 + binary.BigEndian.Uint64(u[8:])
}

// fold takes in another copy of the session: it is listed, and the commands and
// fences that it has beyond this one are evidence too.
func (s *Session) fold(ctx context.Context, copied *Session) {
	s.AlsoIn = append(s.AlsoIn, copied.Source)
	if copied.Source.store != nil {
		if copied.catalog(); copied.Title != "" {
			s.Title, s.Status = copied.Title, copied.Status
		}
	}
	have, fences := map[event.UUID]bool{}, false
	for _, f := range s.facts {
		have[f.command] = have[f.command] || f.isCommand()
		fences = fences || f.typ == typeFence
	}
	added := false
	for _, f := range copied.facts {
		if f.typ == typeFence && !fences || f.isCommand() && !have[f.command] {
			s.insert(f, s.placeOf(ctx, copied, f.record))
			added = true
		}
	}
	if added {
		s.assemble()
	}
}

func (f *fact) isCommand() bool { return f.kind == factCompact || f.kind == factInterrupt }

// placeOf returns the record of the session behind which a record of a copy
// belongs, -1 for the beginning.
func (s *Session) placeOf(ctx context.Context, copied *Session, record int) int {
	id, ok := copied.eventIDs(ctx).before(record)
	if !ok {
		return -1
	}
	return s.eventIDs(ctx).record(id)
}

// insert puts a fact of a copy behind a record, and behind other facts of copies
// that were put there.
func (s *Session) insert(f fact, behind int) {
	f.copied, f.behind = true, behind
	at := len(s.facts)
	for i, have := range s.facts {
		if !have.copied && have.record > behind || have.copied && have.behind > behind {
			at = i
			break
		}
	}
	s.facts = slices.Insert(s.facts, at, f)
}

// typeFence is the type of a fence's fact.
const typeFence = "fence"

// Walker follows a session's records; see core/lifecycle.
type Walker interface {
	Event(record int, e event.Event)
	Command(record int, c *event.Command)
	Fence(record int)
	Lose(record int, err error)
}

// Walk reads the session's journal anew and tells to of every record in order,
// decoded, with its number in the index of the session's source. Commands and
// fences that only a copy holds are told with the number of the record they stand
// behind. Events of types that take no part are left out. The error is the
// context's.
func (s *Session) Walk(ctx context.Context, to Walker) error {
	var extra []fact
	for _, f := range s.facts {
		if f.copied {
			extra = append(extra, f)
		}
	}
	tell := func(until int) {
		for len(extra) > 0 && extra[0].behind < until {
			extra[0].tell(to)
			extra = extra[1:]
		}
	}
	err := s.Source.records().EachBody(ctx, s.Source.index, func(r journal.Record) bool {
		if r.Kind == journal.Event {
			return r.Session == s.key && event.New(event.Type(r.Type)) != nil
		}
		return r.Session == s.key || r.Session == ""
	}, func(r journal.Record, body []byte, err error) {
		tell(r.N)
		walk(to, r, body, err)
	})
	tell(s.Source.index.Len())
	return err
}

// walk tells of one record.
func walk(to Walker, r journal.Record, body []byte, err error) {
	if err != nil {
		to.Lose(r.N, err)
		return
	}
	switch r.Kind {
	case journal.Other:
		if r.Size > 2 {
			to.Lose(r.N, nil) // not a blank line
		}
	case journal.Fence:
		to.Fence(r.N)
	case journal.Command:
		c, err := event.DecodeCommand(body)
		if err != nil {
			to.Lose(r.N, err)
			return
		}
		to.Command(r.N, c)
	case journal.Event:
		e, err := event.Unmarshal(body)
		if err != nil {
			to.Lose(r.N, err)
			return
		}
		to.Event(r.N, e)
	}
}

// tell tells of a fact that only a copy holds.
func (f *fact) tell(to Walker) {
	if f.typ == typeFence {
		to.Fence(f.behind)
		return
	}
	body, err := f.source.Read(f.source.index.At(f.record))
	if err != nil {
		return
	}
	if c, err := event.DecodeCommand(body.JSON); err == nil {
		to.Command(f.behind, c)
	}
}
