package tui

import (
	"slices"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
)

// keeper keeps what was chosen for the next time, one thing after the other, so that
// what was chosen last is kept last. The zero value keeps nothing.
type keeper struct {
	chores   []chore // of each subject the newest, the next one first
	last     int     // number of the newest chore
	underway bool    // a command that keeps something has not come back
	gate     gate
}

// gate lets one thing be kept at a time, and at the end nothing that is older than
// what was kept last. The zero value is open.
type gate struct {
	mu     sync.Mutex
	closed bool
}

// pass does keep, unless the gate is closed.
func (g *gate) pass(keep func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil
	}
	return keep()
}

// chore is something to be kept.
type chore struct {
	subject string // what it is, for a message
	number  int
	keep    func() error
}

// keptMsg says whether something could be kept for the next time.
type keptMsg struct {
	number int
	err    error
}

// ask has keep done in the background, in the place of what was to be kept of the
// same subject before. A nil keep keeps nothing.
func (k *keeper) ask(subject string, keep func() error) tea.Cmd {
	if keep == nil {
		return nil
	}
	k.last++
	c := chore{subject, k.last, keep}
	if i := slices.IndexFunc(k.chores, func(c chore) bool { return c.subject == subject }); i >= 0 {
		k.chores[i] = c
	} else {
		k.chores = append(k.chores, c)
	}
	return k.next()
}

// next returns the command that keeps the next thing.
func (k *keeper) next() tea.Cmd {
	if k.underway || len(k.chores) == 0 {
		return nil
	}
	k.underway = true
	c, g := k.chores[0], &k.gate
	return func() tea.Msg { return keptMsg{c.number, g.pass(c.keep)} }
}

// kept says so where something could not be kept, and goes on with the next.
func (a *App) kept(m keptMsg) tea.Cmd {
	k := &a.keeper
	k.underway = false
	if i := slices.IndexFunc(k.chores, func(c chore) bool { return c.number == m.number }); i >= 0 {
		if m.err != nil {
			a.notify("The " + k.chores[i].subject + " holds until you quit; it could not be kept: " + m.err.Error())
		}
		k.chores = slices.Delete(k.chores, i, i+1)
	}
	return k.next()
}

// finish keeps what was chosen just before the interface was left, after what is on
// its way. Nobody is there to hear of an error.
func (k *keeper) finish() {
	k.gate.mu.Lock()
	defer k.gate.mu.Unlock()
	for _, c := range k.chores {
		_ = c.keep()
	}
	k.gate.closed = true
}
