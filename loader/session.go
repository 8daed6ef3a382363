package loader

import (
	"context"
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
	s.facts = nil
	stretch := bounds(s.index)
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
			first.fold(session)
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

// bounds returns the first and last entry of each session of an index.
func bounds(x *journal.Index) map[string][2]int {
	all := map[string][2]int{}
	for i := range x.Len() {
		key := x.At(i).Session
		b, ok := all[key]
		if !ok {
			b[0] = i
		}
		b[1] = i
		all[key] = b
	}
	return all
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

// contains reports whether the sorted list all holds everything that part does.
func contains(all, part []uint64) bool {
	i := 0
	for _, id := range part {
		for i < len(all) && all[i] < id {
			i++
		}
		if i == len(all) || all[i] != id {
			return false
		}
	}
	return true
}

// eventIDs returns the ids of the session's events in short, sorted.
func (s *Session) eventIDs(ctx context.Context) []uint64 {
	if s.ids != nil {
		return s.ids
	}
	x := s.Source.index
	ids := make([]uint64, 0, x.Len())
	_ = s.Source.records().Each(ctx, x, func(r journal.Record) bool {
		return r.Kind == journal.Event && r.Session == s.key
	}, func(_ journal.Record, id []byte) {
		ids = append(ids, short(id))
	})
	slices.Sort(ids)
	s.ids = ids
	return ids
}

// short makes 64 bits of an id's text.
func short(id []byte) uint64 {
	u, err := event.ParseUUID(string(id))
	if err != nil {
		return 0
	}
	var v uint64
	for i, b := range u {
		v = v<<8 | uint64(b)
		if i == 7 {
			v *= 0x9E3779B97F4A7C15
		}
	}
	return v
}

// fold takes in another copy of the session: it is listed, and the commands and
// fences that it has beyond this one are evidence too.
func (s *Session) fold(copy *Session) {
	s.AlsoIn = append(s.AlsoIn, copy.Source)
	if s.Title == "" || copy.Source.store != nil {
		had := s.Title
		if copy.catalog(); copy.Title != "" {
			s.Title, s.Status = copy.Title, copy.Status
		} else {
			s.Title = had
		}
	}
	have := map[event.UUID]bool{}
	fences := false
	for _, f := range s.facts {
		have[f.command] = have[f.command] || f.kind == factCompact || f.kind == factInterrupt
		fences = fences || f.typ == typeFence
	}
	behind := event.UUID{} // the event that the copy has last
	added := false
	for _, f := range copy.facts {
		extra := f.typ == typeFence && !fences || (f.kind == factCompact || f.kind == factInterrupt) && !have[f.command]
		if !extra {
			if !f.event.IsZero() {
				behind = f.event
			}
			continue
		}
		s.insert(f, behind)
		added = true
	}
	if added {
		title := s.Title
		s.assemble()
		if title != "" {
			s.Title = title
		}
	}
}

// insert puts a fact of a copy behind the event that it follows there, and behind
// other facts of that copy already put there.
func (s *Session) insert(f fact, behind event.UUID) {
	at := 0
	for i, have := range s.facts {
		if have.event == behind && !behind.IsZero() {
			at = i + 1
			break
		}
	}
	for at < len(s.facts) && s.facts[at].source == f.source && s.facts[at].event.IsZero() {
		at++
	}
	s.facts = slices.Insert(s.facts, at, f)
}

// typeFence is the type of a fence's fact.
const typeFence = "fence"

// Events calls visit for every event and command of the session in order. An
// error says that the record cannot be decoded; then e is nil. Commands are left
// out. It reads the journal anew and ends with the context's error.
func (s *Session) Events(ctx context.Context, visit func(r journal.Record, e event.Event, err error)) error {
	return s.Source.records().EachBody(ctx, s.Source.index, func(r journal.Record) bool {
		return r.Kind == journal.Other || r.Kind == journal.Event && r.Session == s.key && event.New(event.Type(r.Type)) != nil
	}, func(r journal.Record, body []byte, err error) {
		if err != nil || r.Kind == journal.Other {
			visit(r, nil, err)
			return
		}
		e, err := event.Unmarshal(body)
		visit(r, e, err)
	})
}
