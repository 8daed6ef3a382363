package tui

import tea "github.com/charmbracelet/bubbletea"

// wheelRows is how far one notch of the wheel scrolls.
const wheelRows = 3

// mouse scrolls the pane under the pointer without taking the focus, and selects
// what is clicked.
func (a *App) mouse(m tea.MouseMsg) tea.Cmd {
	if a.grip.of != noDivider {
		return a.dragged(m)
	}
	if n := len(a.layers); n > 0 {
		if e, is := a.layers[n-1].(*editing); is {
			a.fresh = false
			e.mouse(m)
			return nil
		}
		if l, is := a.layers[n-1].(wheeled); is && m.Action == tea.MouseActionPress {
			a.fresh = false
			l.wheel(notches(m) * wheelRows)
		}
		return nil
	}
	if m.Action != tea.MouseActionPress {
		return nil
	}
	a.fresh = false
	l := &a.layout
	rows := notches(m) * wheelRows
	switch m.Button {
	case tea.MouseButtonWheelUp, tea.MouseButtonWheelDown:
	case tea.MouseButtonLeft:
		if d := a.layout.dividerAt(m.X, m.Y); d != noDivider {
			a.grip = grip{d, a.sizes}
			return nil
		}
		a.crossing.forget()
		return a.click(m.X, m.Y)
	default:
		return nil
	}
	switch {
	case l.list.contains(m.X, m.Y):
		a.list.scroll(rows)
	case l.detail.contains(m.X, m.Y):
		a.detail.move(rows)
	case l.text.contains(m.X, m.Y):
		a.reader.scroll(rows)
	}
	return nil
}

// wheeled is a layer that the wheel scrolls.
type wheeled interface{ wheel(rows int) }

// notches returns how far the wheel was turned, down or up.
func notches(m tea.MouseMsg) int {
	switch m.Button {
	case tea.MouseButtonWheelUp:
		return -1
	case tea.MouseButtonWheelDown:
		return 1
	}
	return 0
}

// click focuses the pane at x, y and selects the row of the list there.
func (a *App) click(x, y int) tea.Cmd {
	l := &a.layout
	switch {
	case l.list.contains(x, y):
		a.setFocus(paneList)
		if i, ok := a.list.at(y - l.list.y); ok {
			return a.selectItem(i)
		}
	case l.detail.contains(x, y):
		a.setFocus(paneDetail)
	case l.text.contains(x, y):
		top := l.text.y
		a.setFocus(paneText)
		a.reader.clickText(x-l.text.x, y-top)
		if a.reader.pointAt(y - top) {
			a.describe()
		}
	}
	return nil
}
