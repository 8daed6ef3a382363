package loader

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/loader/capture"
)

// By is what a match of a reply or request with an attempt rests on.
type By uint8

// The ways.
const (
	ByNothing  By = iota // there is no match
	ByOption             // a person said so
	ByItself             // the file is the attempt
	ByBundle             // both stand in one bundle
	ByIdentity           // what the reply echoes
	ByName               // the file's name and number
	ByOrder              // nothing but the order
)

var byNames = [...]string{"nothing", "option", "itself", "bundle", "identity", "name", "order"}

// String returns the way's stable name.
func (b By) String() string { return byNames[min(int(b), len(byNames)-1)] }

// Confidence says how far a match can be trusted.
type Confidence uint8

// The grades.
const (
	Doubtful Confidence = iota // something speaks against it, or little for it
	Likely
	Certain
)

var confidenceNames = [...]string{"doubtful", "likely", "certain"}

// String returns the grade's stable name.
func (c Confidence) String() string { return confidenceNames[min(int(c), len(confidenceNames)-1)] }

// Match says how a reply or request came to its attempt. The zero value is none.
type Match struct {
	By         By
	Confidence Confidence
	Reasons    []string // what speaks for and against it, for people
}

// choice is a reply's way to an attempt, before it is known who else wants it.
type choice struct {
	reply   *Reply
	attempt *Attempt
	match   Match
	rank    int // of several replies the highest gets the attempt
}

// matcher brings replies, requests and hooks to attempts.
type matcher struct {
	w        *Workspace
	attempts []*Attempt                // of journals
	through  map[event.UUID][]*Attempt // by the basis' event
	families map[familyKey]*family
	replies  []*Reply
	asked    *asked // made on demand
}

func newMatcher(w *Workspace) *matcher {
	m := &matcher{w: w, families: map[familyKey]*family{}, through: map[event.UUID][]*Attempt{}}
	for _, s := range w.Sources {
		for _, session := range s.sessions {
			m.attempts = append(m.attempts, session.Attempts...)
			for _, a := range session.Attempts {
				if id := a.Basis.Value.ThroughEventID; a.Basis.Set {
					m.through[id] = append(m.through[id], a)
				}
			}
			for _, in := range append([]*Source{s}, session.AlsoIn...) {
				f := m.family(keyOf(in))
				f.sessions = append(f.sessions, session)
			}
		}
	}
	return m
}

// match does all of it.
func (m *matcher) match() {
	m.twins()
	for _, q := range m.w.Requests {
		if f := m.family(keyOf(q.Source)); q.Source.name.Role == capture.RoleRequest {
			f.requests = append(f.requests, q)
		}
	}
	for _, r := range m.replies {
		if f := m.family(keyOf(r.Source)); r.Source.name.Role == capture.RoleReply {
			f.replies = append(f.replies, r)
		}
	}
	for _, f := range m.families {
		m.adopt(f)
		f.number()
	}
	m.settle(m.choices())
	for _, byNames := range []bool{true, false} {
		for _, q := range m.w.Requests {
			m.request(q, byNames)
		}
	}
	m.hooks()
	for _, s := range m.w.Sources {
		m.loose(s)
	}
}

// twins makes files of one answer one reply: the most complete stays, the others
// are listed with it. Files are of one answer if their names differ in the word
// alone.
func (m *matcher) twins() {
	type key struct {
		familyKey
		number int
	}
	groups := map[key][]*Reply{}
	var keys []key
	position := map[*Reply]int{}
	for i, s := range m.w.Sources {
		position[s.reply] = i
		if s.reply == nil {
			continue
		}
		if s.name.Role != capture.RoleReply {
			m.replies = append(m.replies, s.reply)
			continue
		}
		k := key{keyOf(s), s.name.Number}
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], s.reply)
	}
	for _, k := range keys {
		all := groups[k]
		best := slices.MaxFunc(all, func(a, b *Reply) int { return a.completeness() - b.completeness() })
		m.replies = append(m.replies, best)
		text, one := best.text()
		for _, r := range all {
			if r == best {
				continue
			}
			other, _ := r.text()
			r.Differs = one && !bytes.Equal(text, other)
			best.Twins = append(best.Twins, r)
			r.Source.reply = nil
		}
	}
	slices.SortStableFunc(m.replies, func(a, b *Reply) int { return position[a] - position[b] })
}

// completeness ranks the forms of an answer.
func (r *Reply) completeness() int {
	switch {
	case r.Reply.Form == inspect.FormResponse:
		return 3
	case r.Error != "":
		return 2
	case r.Reply.Form == inspect.FormText:
		return 1
	}
	return 0
}

// choices finds each reply's attempt.
func (m *matcher) choices() []choice {
	var out []choice
	var undecided []*Reply
	for _, r := range m.replies {
		c, ok := m.choose(r)
		switch {
		case ok:
			out = append(out, c)
		case len(m.candidates(r.Echo, nil)) > 0:
			undecided = append(undecided, r)
		}
	}
	return append(out, m.byOrder(undecided, out)...)
}

// choose finds a reply's attempt by what it echoes, then by its name.
func (m *matcher) choose(r *Reply) (choice, bool) {
	f := m.families[keyOf(r.Source)]
	named, sure := f.attempt(r.number, r.Source.name)
	found := called(m.candidates(r.Echo, f))
	switch {
	case len(found) == 1 && (named == nil || named.same(found[0])):
		return byIdentity(r, found[0], named != nil), true
	case len(found) == 1 && r.overrules(found[0], named):
		c := byIdentity(r, found[0], false)
		c.match.Confidence = Doubtful
		c.match.Reasons = append(c.match.Reasons, "its name says another attempt")
		return c, true
	case named != nil:
		c := byName(r, named, sure)
		if slices.ContainsFunc(found, named.same) {
			c.match.Reasons = append(c.match.Reasons, "it echoes the attempt's identity, which others share")
			c.rank += 2
		} else if len(found) > 0 {
			c.match.Confidence = Doubtful
			c.match.Reasons = append(c.match.Reasons, "it echoes the identity of another attempt")
		}
		return c, true
	case len(found) > 1:
		equal := slices.DeleteFunc(slices.Clone(found), func(a *Attempt) bool { return usage(r, a) != agrees })
		if len(equal) != 1 {
			return choice{}, false
		}
		c := byIdentity(r, equal[0], false)
		c.match.Confidence = Likely
		c.match.Reasons = append(c.match.Reasons, "other attempts have the same identity, and another usage")
		return c, true
	}
	return choice{}, false
}

// overrules reports whether the whole identity that a reply echoes, which is a's
// alone, counts for more than its name: not where the usage is that of the
// attempt the name says.
func (r *Reply) overrules(a, named *Attempt) bool {
	same, _ := compare(r.Echo, a.Identity())
	return same == identityParts && !(usage(r, named) == agrees && usage(r, a) == differs)
}

// byOrder gives replies that several attempts fit to those of them that no other
// reply has, in order.
func (m *matcher) byOrder(replies []*Reply, taken []choice) []choice {
	var out []choice
	has := map[*Attempt]bool{}
	for _, c := range taken {
		has[c.attempt] = true
	}
	for _, r := range replies {
		for _, a := range called(m.candidates(r.Echo, m.families[keyOf(r.Source)])) {
			if has[a] || usage(r, a) == differs {
				continue
			}
			has[a] = true
			reasons := []string{"it echoes an identity that several attempts share; this is the next of them without a reply"}
			out = append(out, choice{r, a, Match{ByOrder, Doubtful, reasons}, 0})
			break
		}
	}
	return out
}

// comparison is what two figures say of each other.
type comparison uint8

const (
	unknown comparison = iota
	agrees
	differs
)

// usage compares what a reply and the journal say a call cost.
func usage(r *Reply, a *Attempt) comparison {
	if a == nil || a.Call == nil || a.Call.Ended.IsZero() || !r.Usage.Set {
		return unknown
	}
	x, y := r.Usage.Value, a.Call.Usage
	if x == nil && y == nil || x != nil && y != nil && *x == *y {
		return agrees
	}
	return differs
}

// usageReason adds what usage says to a match.
func (c *choice) usageReason() {
	switch usage(c.reply, c.attempt) {
	case agrees:
		c.match.Reasons = append(c.match.Reasons, "the usage is the one the journal has")
		c.rank += 2
	case differs:
		c.match.Reasons = append(c.match.Reasons, "the usage is not the one the journal has")
		c.match.Confidence = min(c.match.Confidence, Likely)
		c.rank -= 2
	}
	c.timeReason()
}

// timeReason adds what the provider's time says to a match. Providers give whole
// seconds.
func (c *choice) timeReason() {
	call := c.attempt.Call
	if c.reply.Created.IsZero() || call == nil || call.Started.IsZero() || call.Ended.IsZero() {
		return
	}
	if c.reply.Created.Before(call.Started.Add(-2*slack)) || c.reply.Created.After(call.Ended.Add(2*slack)) {
		c.match.Reasons = append(c.match.Reasons, "the provider's time lies outside the call")
		c.rank--
		return
	}
	c.match.Reasons = append(c.match.Reasons, "the provider's time lies within the call")
	c.rank++
}

func byIdentity(r *Reply, a *Attempt, named bool) choice {
	c := choice{reply: r, attempt: a, match: Match{By: ByIdentity, Confidence: Certain}, rank: 4}
	same, _ := compare(r.Echo, a.Identity())
	if same == identityParts {
		c.match.Reasons = append(c.match.Reasons, "it echoes basis, model and fingerprint of this attempt alone")
	} else {
		c.match.Reasons = append(c.match.Reasons, "it echoes the basis of this attempt alone")
		c.match.Confidence = Likely
	}
	if named {
		c.match.Reasons = append(c.match.Reasons, "its name says the same")
		c.rank += 4
	}
	c.usageReason()
	return c
}

func byName(r *Reply, a *Attempt, sure bool) choice {
	c := choice{reply: r, attempt: a, match: Match{By: ByName, Confidence: Certain}, rank: 6}
	c.match.Reasons = append(c.match.Reasons, "its name says so")
	if !sure {
		c.match.Confidence = Doubtful
		c.match.Reasons = append(c.match.Reasons, "whether its number counts calls or attempts cannot be told")
	}
	if a.Call == nil {
		c.match.Confidence = Doubtful
		c.match.Reasons = append(c.match.Reasons, "the journal has no model call of this attempt")
	}
	c.usageReason()
	return c
}

// settle gives each attempt the best of the replies that chose it.
func (m *matcher) settle(choices []choice) {
	slices.SortStableFunc(choices, func(a, b choice) int { return b.rank - a.rank })
	for _, c := range choices {
		if c.attempt.Reply != nil {
			c.reply.Source.like = c.attempt
			continue
		}
		c.attempt.Reply, c.attempt.ReplyMatch = c.reply, c.match
		c.reply.Source.reply = nil
	}
}

// request brings a request to the attempt that its name says, or to those of its
// identity that have none yet: attempts on one basis ask the same.
func (m *matcher) request(q *Request, byNames bool) {
	f := m.families[keyOf(q.Source)]
	found := m.candidates(q.Identity, f)
	named, sure := f.attempt(q.Source.name.Number, q.Source.name)
	fits := slices.ContainsFunc(found, func(a *Attempt) bool { return a.same(named) })
	if byNames && named != nil && named.Request == nil && (fits || len(found) == 0) {
		match := Match{By: ByName, Confidence: Certain, Reasons: []string{"its name says so"}}
		switch {
		case fits:
			match.By, match.Reasons = ByIdentity, append(match.Reasons, "it has the attempt's identity")
		case !sure || named.Basis.Set && q.Identity.ThroughEventID.Set:
			match.Confidence = Doubtful
			match.Reasons = append(match.Reasons, "it has another identity")
		}
		named.Request, named.RequestMatch = q, match
		q.Source.attached = true
	}
	if byNames {
		return
	}
	for _, a := range found {
		if a.Request == nil && a.Call != nil {
			a.Request = q
			a.RequestMatch = Match{By: ByIdentity, Confidence: Certain, Reasons: []string{"it has the attempt's identity"}}
		}
		q.Source.attached = q.Source.attached || a.Request == q
	}
}

// hooks brings what hooks saw to the attempts they name.
func (m *matcher) hooks() {
	byID := map[event.UUID]*capture.Hook{}
	for _, s := range m.w.Sources {
		for i := range s.hooks {
			byID[s.hooks[i].AttemptID] = &s.hooks[i]
		}
	}
	for _, a := range m.attempts {
		if !a.ID.IsZero() {
			a.Hook = byID[a.ID]
		}
	}
}

// loose makes an attempt of a reply that no journal's attempt has, and of a
// request that a person named and no attempt has.
func (m *matcher) loose(s *Source) {
	itself := Match{By: ByItself, Confidence: Certain, Reasons: []string{"the file is the attempt"}}
	switch {
	case s.reply != nil:
		s.attempt = &Attempt{Source: s, Reply: s.reply, ReplyMatch: itself, Like: s.like}
		s.attempt.Request, s.attempt.RequestMatch = m.requestOf(s.reply)
	case s.request != nil && s.Asked && !s.attached:
		s.attempt = &Attempt{Source: s, Request: s.request, RequestMatch: itself}
	}
}

// asked finds requests for loose replies without looking at each.
type asked struct {
	byName     map[requestName]*Request // the first of each
	byIdentity map[inspect.Identity]*Request
}

type requestName struct {
	dir, stem string
	number    int
}

func newAsked(all []*Request) *asked {
	x := &asked{byName: map[requestName]*Request{}, byIdentity: map[inspect.Identity]*Request{}}
	for _, q := range all {
		if name := q.Source.name; name.Role == capture.RoleRequest {
			putFirst(x.byName, requestName{filepath.Dir(q.Source.Path), name.Stem, name.Number}, q)
		}
		if id, whole := plainIdentity(q.Identity); whole {
			putFirst(x.byIdentity, id, q)
		}
	}
	return x
}

func putFirst[K comparable](m map[K]*Request, k K, q *Request) {
	if m[k] == nil {
		m[k] = q
	}
}

// plainIdentity returns the values of id alone; whole says that all are known.
func plainIdentity(id inspect.Identity) (plain inspect.Identity, whole bool) {
	same, _ := compare(id, id)
	return learnedFrom(id, ""), same == identityParts
}

// requestOf finds the request that a loose reply answers: one of the identity that
// it echoes, else one whose name the reply's begins with, in the same folder.
func (m *matcher) requestOf(r *Reply) (*Request, Match) {
	if m.asked == nil {
		m.asked = newAsked(m.w.Requests)
	}
	near := m.asked.near(r.Source)
	if id, whole := plainIdentity(r.Echo); whole {
		match := Match{By: ByIdentity, Confidence: Certain, Reasons: []string{"the reply echoes its identity"}}
		if near != nil {
			if same, _ := compare(r.Echo, near.Identity); same == identityParts {
				return near, match
			}
		}
		if q := m.asked.byIdentity[id]; q != nil {
			return q, match
		}
	}
	if near == nil {
		return nil, Match{}
	}
	return near, Match{By: ByName, Confidence: Likely, Reasons: []string{"its name begins like the reply's"}}
}

// near returns the request of the same folder and number whose stem is the longest
// beginning of the source's, up to a point; nil where there is none.
func (x *asked) near(s *Source) *Request {
	k := requestName{filepath.Dir(s.Path), s.name.Stem, s.name.Number}
	for {
		if q := x.byName[k]; q != nil {
			return q
		}
		point := strings.LastIndexByte(k.stem, '.')
		if point < 0 {
			return nil
		}
		k.stem = k.stem[:point]
	}
}
