package loader

import (
	"path/filepath"
	"slices"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/loader/capture"
)

// familyKey is what the files of one capture have in common.
type familyKey struct{ dir, stem string }

func keyOf(s *Source) familyKey { return familyKey{filepath.Dir(s.Path), s.name.Stem} }

// family is the captures whose names begin alike, and the journal they belong to.
// Their numbers count either the model calls of the journal or its attempts.
type family struct {
	sessions []*Session
	replies  []*Reply
	requests []*Request
	numbers  []*Attempt // what the numbers count, from 1; nil without a journal
	others   []*Attempt // what they would count otherwise
	sure     bool       // the files show which it is
	adopted  bool       // no journal of the name is there: identities led to it
}

func (m *matcher) family(k familyKey) *family {
	f := m.families[k]
	if f == nil {
		f = &family{}
		m.families[k] = f
	}
	return f
}

// adopt finds the session of a family without a journal of its name: the one that
// its files' identities lead to, where that is one.
func (m *matcher) adopt(f *family) {
	if len(f.sessions) > 0 || len(f.replies)+len(f.requests) == 0 {
		return
	}
	votes := map[*Session]int{}
	vote := func(id inspect.Identity) {
		seen := map[*Session]bool{}
		for _, a := range m.candidates(id, nil) {
			if !seen[a.Session] {
				seen[a.Session] = true
				votes[a.Session]++
			}
		}
	}
	for _, r := range f.replies {
		vote(r.Echo)
	}
	for _, q := range f.requests {
		vote(q.Identity)
	}
	most := 0
	for s, n := range votes {
		switch {
		case n > most:
			most, f.sessions = n, []*Session{s}
		case n == most:
			f.sessions = append(f.sessions, s)
		}
	}
	f.adopted = true
	if len(f.sessions) > 1 {
		f.sessions = nil
	}
}

// number decides what the family's numbers count: that which contradicts its
// files less.
func (f *family) number() {
	var attempts, calls []*Attempt
	for _, s := range f.sessions {
		attempts = append(attempts, s.Attempts...)
		calls = append(calls, s.byCall()...)
	}
	byAttempt, byCall := f.score(attempts), f.score(calls)
	f.numbers, f.others, f.sure = calls, attempts, byCall != byAttempt
	if byAttempt > byCall {
		f.numbers, f.others = attempts, calls
	}
}

// score says how well the files fit if their numbers count list.
func (f *family) score(list []*Attempt) (score int) {
	for _, r := range f.replies {
		if r.number == 0 {
			continue
		}
		if r.number > len(list) {
			score -= 3
			continue
		}
		a := list[r.number-1]
		if a.Call == nil {
			score -= 3
		}
		score += fits(r.Echo, a)
		switch usage(r, a) {
		case agrees:
			score++
		case differs:
			score--
		}
	}
	for _, q := range f.requests {
		switch n := q.Source.name.Number; {
		case n > len(list):
			score -= 3
		case n > 0:
			score += fits(q.Identity, list[n-1])
		}
	}
	return score
}

// fits compares an echoed identity with an attempt's for scoring.
func fits(id inspect.Identity, a *Attempt) int {
	same, conflicts := compare(id, a.Identity())
	switch {
	case conflicts > 0:
		return -2
	case same >= 2:
		return 1
	}
	return 0
}

// attempt returns the attempt that a file's number means. sure is false where it
// cannot be told whether calls or attempts are counted and that makes a difference.
// A family with one attempt needs no number.
func (f *family) attempt(number int, name capture.Name) (a *Attempt, sure bool) {
	if f == nil || name.Role == capture.RoleNone || len(f.sessions) == 0 {
		return nil, false
	}
	if number == 0 {
		if len(f.numbers) == 1 && !f.adopted {
			return f.numbers[0], true
		}
		return nil, false
	}
	if number > len(f.numbers) {
		return nil, false
	}
	a = f.numbers[number-1]
	return a, f.sure || number <= len(f.others) && f.others[number-1] == a
}

// identityParts is the number of parts of an identity.
const identityParts = 5

// compare counts the parts that two identities share and those in which they
// differ. Unknown parts are neither.
func compare(a, b inspect.Identity) (same, conflicts int) {
	tell := func(set, equal bool) {
		switch {
		case set && equal:
			same++
		case set:
			conflicts++
		}
	}
	tell(a.Revision.Set && b.Revision.Set, a.Revision.Value == b.Revision.Value)
	for _, p := range [...][2]inspect.Known[string]{
		{a.ThroughEventID, b.ThroughEventID}, {a.Provider, b.Provider}, {a.Model, b.Model}, {a.Fingerprint, b.Fingerprint},
	} {
		tell(p[0].Set && p[1].Set, p[0].Value == p[1].Value)
	}
	return same, conflicts
}

// Identity returns what a reply to the attempt must echo, as far as its journal or
// bundle says.
func (a *Attempt) Identity() inspect.Identity {
	if a.Bundle != nil {
		return a.Bundle.Identity
	}
	var id inspect.Identity
	if a.Basis.Set {
		id.Revision = inspect.Know(a.Basis.Value.Revision, a.Basis.From)
		id.ThroughEventID = inspect.Know(a.Basis.Value.ThroughEventID.String(), a.Basis.From)
	}
	if m := a.Measured; m != nil && (!a.Basis.Set || a.Basis.Value == m.Basis) {
		const from = "journal, the last measurement"
		id.Provider = inspect.Know(m.Model.Provider, from)
		id.Model = inspect.Know(m.Model.Model, from)
		id.Fingerprint = inspect.Know(m.RequestFingerprint.String(), from)
	}
	return id
}

// candidates returns the attempts that an echoed identity can mean: its basis is
// theirs and nothing else differs. An attempt that several sources have is given
// once, as the family has it.
func (m *matcher) candidates(id inspect.Identity, f *family) []*Attempt {
	through, err := event.ParseUUID(id.ThroughEventID.Value)
	if !id.ThroughEventID.Set || err != nil {
		return nil
	}
	var out []*Attempt
	for _, a := range m.through[through] {
		if _, conflicts := compare(id, a.Identity()); conflicts > 0 {
			continue
		}
		i := slices.IndexFunc(out, a.same)
		switch {
		case i < 0:
			out = append(out, a)
		case f != nil && slices.Contains(f.sessions, a.Session) && !slices.Contains(f.sessions, out[i].Session):
			out[i] = a
		}
	}
	return out
}

// called returns the attempts that called a model, or all where none did: a
// journal may lack its calls.
func called(all []*Attempt) []*Attempt {
	with := slices.DeleteFunc(slices.Clone(all), func(a *Attempt) bool { return a.Call == nil })
	if len(with) == 0 {
		return all
	}
	return with
}

// same reports whether two attempts are one, read from two sources.
func (a *Attempt) same(b *Attempt) bool {
	if a == nil || b == nil || a == b {
		return a == b
	}
	if a.Session == nil || b.Session == nil || a.Session == b.Session || a.Session.ID != b.Session.ID {
		return false
	}
	if a.Call != nil && b.Call != nil {
		return a.Call.RunID == b.Call.RunID
	}
	return a.ID != (event.UUID{}) && a.ID == b.ID
}
