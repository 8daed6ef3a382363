package tui

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/themes"
)

// merged is what came of bringing new contents together with those that are shown.
type merged struct {
	reloadedMsg
	changed []change
	added   []*item // attempts that were not there before
	gone    []*item // whose files cannot be read any more, and which stay
	lost    []*item // attempts that are no more in the file they were in
	back    []*item // as they were, whose files were gone meanwhile
}

// change is an item whose answer, or end, is another one than before.
type change struct{ old, new *item }

// keys returns what it can be known by when its files are read again, the surest
// first. An attempt gets more of them while it runs.
func (it *item) keys() []string {
	if it.known != nil {
		return it.known
	}
	a := it.attempt
	switch {
	case it.problem:
		k := "problem " + it.name
		for _, l := range it.facts {
			k += "\x00" + l.text
		}
		return []string{k}
	case a == nil:
		return []string{"item " + strings.Join(it.crumbs, "\x00") + "\x00" + it.name}
	case a.Session == nil:
		return []string{"file " + a.Source.Path}
	}
	within := a.Session.Source.Path + "\x00"
	var keys []string
	if !a.ID.IsZero() {
		keys = append(keys, "attempt "+within+a.ID.String())
	}
	if a.Call != nil {
		keys = append(keys, "call "+within+event.UUID(a.Call.RunID).String())
	}
	for _, w := range a.Waiters {
		keys = append(keys, "command "+within+w.CommandID.String())
	}
	if len(keys) == 0 {
		keys = append(keys, fmt.Sprintf("number %s%d", within, a.Number))
	}
	return keys
}

// know works out the keys of all items, and which of them has each: the first. It is
// done in the command that reads, for as many as there are.
func (c *contents) know() {
	c.byKey = map[string]*item{}
	for _, g := range c.groups {
		for _, it := range g.items {
			it.known = it.keys()
			for _, k := range it.known {
				if c.byKey[k] == nil {
					c.byKey[k] = it
				}
			}
		}
	}
}

// path returns the file that the answer of it comes from, else that of its attempt;
// empty for none.
func (it *item) path() string {
	switch a := it.attempt; {
	case a == nil:
		return ""
	case a.Reply != nil:
		return a.Reply.Source.Path
	default:
		return a.Source.Path
	}
}

// newestOf returns what is shown in the place of it now; of a former answer, in the
// place of the newest; nil of nil.
func (it *item) newestOf() *item {
	for it != nil {
		switch {
		case it.revision != nil:
			it = it.revision.of
		case it.heir != nil:
			it = it.heir
		default:
			return it
		}
	}
	return nil
}

// same reports whether nothing that is shown of the two differs.
func (it *item) same(x *item) bool {
	return it.sameAnswer(x) && it.outcome == x.outcome && reflect.DeepEqual(it.facts, x.facts) &&
		reflect.DeepEqual(it.meaning, x.meaning) && reflect.DeepEqual(it.missing, x.missing)
}

// sameAnswer reports whether the two are judged by the same evidence.
func (it *item) sameAnswer(x *item) bool {
	if it.evidence.Same(x.evidence) {
		return true
	}
	return sameEvidence(it.evidence, x.evidence)
}

// sameEvidence looks at all of two answers' evidence.
func sameEvidence(a, b inspect.Evidence) bool {
	if !sameText(a.Reply.File, b.Reply.File) {
		return false
	}
	if a.Reply.File != b.Reply.File {
		a.Reply.File, b.Reply.File = nil, nil
	} else if a.Reply.File != nil && a.Reply.Form == b.Reply.Form { // it was not even read again
		a.Reply, b.Reply = inspect.Reply{}, inspect.Reply{}
	}
	return reflect.DeepEqual(a, b)
}

func sameText(a, b *source.Text) bool {
	return a == b || a != nil && b != nil && bytes.Equal(a.Bytes(), b.Bytes())
}

// merge brings new contents together with those shown: what is known of items that
// did not change goes over to those in their place, and items whose files are gone
// stay where they stood.
func (a *App) merge(msg reloadedMsg) merged {
	m := merged{reloadedMsg: msg}
	if msg.contents.byKey == nil {
		msg.contents.know()
	}
	next, this := msg.contents.byKey, a.live.reloads+1
	var stay []*item
	for _, it := range a.list.all {
		if it.scratch != nil {
			continue // it is in no file
		}
		var heir *item
		for _, k := range it.keys() {
			if h := next[k]; h != nil && h.paired != this {
				heir = h
				break
			}
		}
		switch {
		case heir != nil && it.vanished(heir, msg.fate):
			heir.paired = this
			heir.heir = it // what was made of it is not shown
			stay = append(stay, it)
		case heir != nil:
			heir.paired = this
			if !it.gone.IsZero() && it.sameAnswer(heir) {
				m.back = append(m.back, heir)
			}
			m.inherit(it, heir, a.reader.item == it)
		case !it.problem && it.path() != "" && msg.fate(it.path()) != fateRead:
			stay = append(stay, it)
		case !it.problem:
			m.lost = append(m.lost, it)
		}
	}
	for _, it := range stay {
		if now := msg.fate(it.path()); it.gone.IsZero() || it.fate != now {
			it.gone, it.fate = msg.at, now
			m.gone = append(m.gone, it)
		}
	}
	m.keep(a.list.groups, stay)
	for _, it := range a.list.all {
		if it.scratch != nil {
			it.scratch.of = it.scratch.of.newestOf()
			msg.contents.insert(it)
		}
	}
	for _, g := range msg.contents.groups {
		for _, it := range g.items {
			if it.paired != this && !it.problem && it.heir == nil && it.gone.IsZero() && it.scratch == nil {
				m.added = append(m.added, it)
			}
		}
	}
	return m
}

// vanished reports whether the answer of it is gone with its file, and what is in its
// place has none.
func (it *item) vanished(heir *item, of func(string) fate) bool {
	return it.hasReply() && !heir.hasReply() && it.path() != "" && of(it.path()) != fateRead
}

// inherit makes heir what is shown in the place of it.
func (m *merged) inherit(it, heir *item, shown bool) {
	it.heir = heir
	heir.veil.on, heir.veil.seen, heir.veil.listed = it.veil.on && heir.hasReply(), it.veil.seen, it.veil.listed
	switch {
	case it.sameAnswer(heir):
		heir.judged = it.judged.over(shown, shown && it.same(heir))
		if it.outcome != heir.outcome {
			m.changed = append(m.changed, change{it, heir})
		}
	default:
		m.changed = append(m.changed, change{it, heir})
	}
}

// over returns what of a verdict goes over to the same answer, read again. That of the
// item shown stays as it is, to be worked out anew where the journal tells more of it
// than it did. Of others, what the journal and the other attempts told is left out
// until one looks at them, so that they hold on to nothing of the workspace before.
func (j *judged) over(shown, settled bool) *judged {
	switch {
	case j == nil || shown && settled || !shown && !j.whole:
		return j
	case !shown && (j.summary == nil && j.reply == nil || j.dossier.Recorded):
		return nil // there is no answer to speak of
	}
	own := *j
	own.whole = false
	if !shown {
		own.dossier = j.dossier.Alone()
		own.verdict = &own.dossier.Verdict
		own.life, own.cause = nil, nil
	}
	return &own
}

// keep puts items that stay into the new contents, behind those that they stood
// behind, in a group of their own where none of those is left.
func (m *merged) keep(old []group, stay []*item) {
	if len(stay) == 0 {
		return
	}
	c := m.contents
	there := map[*item]bool{}
	for g := range c.groups { // what stands in their place is not shown, nor that they are not there
		c.groups[g].items = slices.DeleteFunc(slices.Clone(c.groups[g].items), func(it *item) bool {
			return it.heir != nil || it.problem && slices.ContainsFunc(stay, func(s *item) bool { return it.about(s.path()) })
		})
		for _, it := range c.groups[g].items {
			there[it] = true
		}
	}
	c.groups = slices.DeleteFunc(c.groups, func(g group) bool { return len(g.items) == 0 && (g.title == notReadable || g.title == notJudged) })
	before, behind := map[*item][]*item{}, map[*item][]*item{}
	for _, g := range old {
		var last *item // of this group, in the new contents
		var first []*item
		for _, it := range g.items {
			switch now := it.newestOf(); {
			case there[now] && last == nil:
				before[now], last, first = first, now, nil
			case there[now]:
				last = now
			case it.gone.IsZero():
			case last == nil:
				first = append(first, it)
			default:
				behind[last] = append(behind[last], it)
			}
		}
		if len(first) > 0 {
			c.groups = append(c.groups, group{title: g.title, note: g.note, inner: g.inner, items: first})
		}
	}
	for g := range c.groups {
		var items []*item
		for _, it := range c.groups[g].items {
			items = append(append(append(items, before[it]...), it), behind[it]...)
		}
		c.groups[g].items = items
	}
}

// about reports whether a problem is that a file is not there.
func (it *item) about(path string) bool {
	return path != "" && it.name == baseName(path) && slices.ContainsFunc(it.facts, func(l line) bool { return l.label == "file" && l.text == path })
}

// words says what changed, that of the item shown first; empty for nothing that one
// would see.
func (m *merged) words(shown *item, d source.Display) string {
	var parts []string
	others := 0
	for _, c := range m.changed {
		switch {
		case c.new == shown:
			parts = slices.Insert(parts, 0, c.words(d))
		case len(m.changed) == 1:
			parts = append(parts, c.new.called()+": "+c.words(d))
		default:
			others++
		}
	}
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, one)
		case n > 1:
			parts = append(parts, grouped(n)+" "+many)
		}
	}
	more := ""
	if others < len(m.changed) {
		more = "more "
	}
	add(others, "1 "+more+"changed", more+"changed")
	if n := len(m.added); n > 0 {
		add(n, "new: "+m.added[0].crumb(), "new attempts")
	}
	if len(m.lost) > 0 {
		add(len(m.lost), m.lost[0].crumb()+" is no more in its file", "attempts are no more in their files")
	}
	if len(m.gone) > 0 {
		parts = append(parts, fateWords(m.gone))
	}
	if n, name := inFiles(m.back); n > 0 {
		add(n, name+" is back", "files are back")
	}
	return strings.Join(parts, " · ")
}

// inFiles returns how many files items are from, and what the first is called.
func inFiles(items []*item) (n int, name string) {
	paths := map[string]bool{}
	for i, it := range items {
		path := it.path()
		if path == "" {
			path = fmt.Sprint(i) // in none: by itself
		}
		paths[path] = true
	}
	switch {
	case len(items) == 1:
		name = items[0].crumb()
	case len(paths) == 1:
		name = items[0].fileName()
	}
	return len(paths), name
}

// crumb returns what the item is called where its group is not shown.
func (it *item) crumb() string {
	if trail := it.trail(); len(trail) > 0 {
		return trail[len(trail)-1]
	}
	return it.called()
}

// words says how the answer, or the end, differs from before.
func (c change) words(d source.Display) string {
	if c.new.veil.on {
		return "changed"
	}
	if !c.new.hasReply() || !c.old.hasReply() {
		if s := c.new.state().word; s != "" {
			return "now " + s
		}
		return "changed"
	}
	if c.old.judged == nil || c.new.judged == nil {
		return "changed"
	}
	was, is := c.old.judged.verdict, c.new.judged.verdict
	n, k := len(was.Findings), len(is.Findings)
	words := fmt.Sprintf("%d%s %s %s", n, more(was), d.Arrow(), found(is))
	if n == k {
		words = foundAgain(c.old.judged, c.new.judged)
	}
	if was.Decision != is.Decision {
		words += " · " + is.Decision.String()
	}
	return words
}

// found says how many findings a verdict has.
func found(v *inspect.Verdict) string {
	if v.More {
		return grouped(len(v.Findings)) + more(v) + " findings"
	}
	return count(len(v.Findings), "finding")
}

// goneLine says what became of the file of it.
func (it *item) goneLine() line {
	return line{label: it.fate.label(), text: it.fileName() + " " + it.fate.verb(false) + " since " + it.gone.Format("15:04") + "; showing what was read", style: themes.Warning | themes.Bold}
}

// fileName returns the name of its file, of a former answer that of the file it was in.
func (it *item) fileName() string {
	path := it.path()
	if it.revision != nil {
		path = it.revision.of.path()
	}
	if name := baseName(path); path != "" && name != "." {
		return name
	}
	return it.called()
}
