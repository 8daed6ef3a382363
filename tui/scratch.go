package tui

import (
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/loader"
	"compactlens/loader/atomic"
	"compactlens/themes"
)

// scratch says of an item that its answer was given by hand: it is judged as the
// answer of another item's attempt, and stored nowhere.
type scratch struct {
	of  *item // whose attempt it answers; nil for none
	how string
	at  time.Time

	facts []line // where it comes from
}

// arrival is a message that knows what is to be done when it arrives.
type arrival interface{ arrive(a *App) tea.Cmd }

// handMsg brings an answer that somebody gave by hand.
type handMsg struct {
	opening int
	of      *item // nil for an answer of no attempt
	reply   *loader.Reply
	err     error
	how     string // "pasted", "edited", or a file's name; untrusted
	note    string // what is to be known of its bytes; may be empty
	doubt   string // the same in a few words, where it matters at once
	at      time.Time
	asked   *question // where the file's path was given; nil for nowhere
}

// arrive puts the answer into the list below its attempt's and shows it.
func (m handMsg) arrive(a *App) tea.Cmd {
	if m.asked != nil {
		problem := ""
		if m.err != nil {
			problem = reason(m.err)
		}
		if !m.asked.settle(a, problem) || m.err != nil {
			return nil
		}
	}
	switch {
	case m.opening != a.opened || a.contents == nil:
		return nil
	case m.err != nil:
		a.notify(m.how + ": " + reason(m.err))
		return nil
	}
	m.of = m.of.newestOf() // its files may have changed meanwhile
	it := newScratch(m.of, m.reply, m.how, m.at)
	it.scratch.facts = scratchFacts(m)
	it.facts = append(it.scratch.facts, it.facts...)
	it.veil.on = a.veils && (m.of == nil || m.of.veil.on)
	cmd := a.addItem(it)
	said := m.how
	if m.doubt != "" {
		said += " (" + m.doubt + ")"
	}
	switch {
	case m.reply.Wrapped != "":
		said += ", " + m.reply.Wrapped
	case m.of == nil:
		said += ": judged by itself; nothing is stored"
	default:
		said += ": judged as another answer of this attempt; nothing is stored"
	}
	a.notify(said)
	return cmd
}

// reason returns what an error says without the names of files, which stand before it.
func reason(err error) string {
	if hand, is := err.(*loader.HandError); is {
		if hand.Err != nil && !strings.HasSuffix(hand.Why, atomic.Says(hand.Err)) {
			return hand.Why + ": " + atomic.Says(hand.Err)
		}
		return hand.Why
	}
	return atomic.Says(err)
}

// scratchFacts says on the journal's page where the answer comes from.
func scratchFacts(m handMsg) []line {
	lines := []line{{label: "scratch", text: m.how + " at " + m.at.Format("15:04:05") + "; kept until the program ends, stored nowhere", style: themes.Note}}
	if m.reply.Wrapped != "" {
		lines = append(lines, line{label: "text", text: m.reply.Wrapped})
	}
	if m.note != "" {
		lines = append(lines, line{label: "note", text: m.note})
	}
	return append(lines, line{})
}

// newScratch returns the item of an answer given by hand to the attempt of another.
func newScratch(of *item, r *loader.Reply, how string, at time.Time) *item {
	if of != nil && of.scratch != nil {
		of = of.scratch.of
	}
	var attempt *loader.Attempt
	if of != nil {
		attempt = of.attempt
	}
	it := newItem(attempt.Answered(r))
	if of != nil && attempt == nil { // all that is known stands in the evidence
		it.evidence, it.beside, it.attempt = of.evidence, of.beside, nil
		it.evidence.Reply, it.evidence.Usage = r.Reply, r.Usage
	}
	it.scratch = &scratch{of: of, how: how, at: at}
	it.name = how + " " + at.Format("15:04")
	it.recorded, it.missing, it.outcome, it.at, it.trigger = nil, nil, outcome{}, time.Time{}, ""
	if of != nil {
		it.crumbs = slices.Clone(of.crumbs)
	}
	it.crumbs = append(it.crumbs, "scratch: "+it.name)
	return it
}

// addItem puts a scratch answer below its attempt and the others of it, else into a
// group of its own, and selects it.
func (a *App) addItem(it *item) tea.Cmd {
	a.jumped()
	a.list.add(a.contents, it)
	a.fresh = false
	return a.selectItem(a.list.index(it))
}

// scratchGroup is the heading of answers of no attempt.
const scratchGroup = "Given by hand"

// add puts it into c and lists c anew. A filter that would hide it ends.
func (l *list) add(c *contents, it *item) {
	c.insert(it)
	f := l.filter
	l.set(c)
	if l.index(it) < 0 && f.active() {
		l.filter = filter{}
		l.build()
	}
}

// insert puts a scratch item behind those of the same attempt.
func (c *contents) insert(it *item) {
	of := it.scratch.of
	for g := range c.groups {
		items := c.groups[g].items
		i := slices.Index(items, of)
		if of == nil || i < 0 {
			continue
		}
		for i++; i < len(items) && items[i].scratch != nil && items[i].scratch.of == of; {
			i++
		}
		c.groups[g].items = slices.Insert(slices.Clone(items), i, it)
		return
	}
	last := len(c.groups) - 1
	if last < 0 || c.groups[last].title != scratchGroup {
		c.groups = append(c.groups, group{title: scratchGroup})
		last++
	}
	c.groups[last].items = append(c.groups[last].items, it)
}

// attemptShown returns the item whose attempt an answer given by hand belongs to:
// the selected one, nil where that has none.
func (a *App) attemptShown() *item {
	it := a.list.current()
	if it == nil || it.problem {
		return nil
	}
	return it
}

// clock returns the time that scratch answers are named by.
func (a *App) clock() time.Time {
	if a.now == nil {
		return time.Now()
	}
	return a.now()
}
