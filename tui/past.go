package tui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
)

// remembered is how many messages a report on a crash tells of.
const remembered = 50

// past holds the kinds of the last messages, without what they hold: what somebody
// typed, found or opened is in none of them. The zero value has none.
type past struct {
	ring [remembered]string
	n    int // messages so far
}

func (p *past) add(msg tea.Msg) {
	p.ring[p.n%remembered] = kindOf(msg)
	p.n++
}

// kinds returns them, the newest last.
func (p *past) kinds() []string {
	var all []string
	for i := max(p.n-remembered, 0); i < p.n; i++ {
		all = append(all, p.ring[i%remembered])
	}
	return all
}

// kindOf names the kind of a message.
func kindOf(msg tea.Msg) string {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return fmt.Sprintf("%T %dx%d", msg, msg.Width, msg.Height)
	case tea.MouseMsg:
		return fmt.Sprintf("%T %s at %d,%d", msg, tea.MouseEvent(msg), msg.X, msg.Y)
	case tea.KeyMsg:
		switch {
		case msg.Paste:
			return fmt.Sprintf("%T pasted, %d characters", msg, len(msg.Runes))
		case len(msg.Runes) > 0:
			return fmt.Sprintf("%T %d characters", msg, len(msg.Runes))
		}
		return fmt.Sprintf("%T %s", msg, msg.Type)
	}
	return fmt.Sprintf("%T", msg)
}
