package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/themes"
	"compactlens/tui/canvas"
)

// copyMenu is the layer in which one chooses what to copy: every row shows what it
// would copy.
type copyMenu struct {
	all    []copyable
	offers []offer // of all; nil until they are made
	wanted int     // 1 + the row that was chosen before they were; 0 for none
	at     int     // row under the cursor
	top    int
	w, h   int // of the window
	cancel func()
}

// The menu's columns, in cells.
const (
	copyMenuWidth = 100
	copyNameWidth = 22
	copySizeWidth = 14
)

func (m *copyMenu) setSize(w, h int) { m.w, m.h = w, h }

func (m *copyMenu) press(a *App, k tea.KeyMsg) (stay bool, cmd tea.Cmd) {
	if k.Paste {
		return true, nil
	}
	switch s := k.String(); s {
	case "esc", "q", "y":
		m.cancel()
		return false, nil
	case "up", "shift+tab":
		m.at = max(m.at-1, 0)
	case "down", "tab":
		m.at = min(m.at+1, len(m.all)-1)
	case "home":
		m.at = 0
	case "end":
		m.at = len(m.all) - 1
	case "enter":
		return m.choose(a, m.at)
	default:
		for i := range m.all {
			if m.all[i].key == s {
				m.at = i
				return m.choose(a, i)
			}
		}
	}
	return true, nil
}

// choose copies row i, or waits with it until it is made. What cannot be copied keeps
// the menu open, in which it says why.
func (m *copyMenu) choose(a *App, i int) (stay bool, cmd tea.Cmd) {
	switch {
	case m.offers == nil:
		m.wanted = i + 1
		return true, nil
	case m.offers[i].err != nil:
		return true, nil
	}
	return false, a.copyOut(m.all[i].name, m.offers[i].text)
}

// take shows what was made, and copies what was chosen meanwhile.
func (m *copyMenu) take(a *App, offers []offer) tea.Cmd {
	m.offers = offers
	if m.wanted == 0 {
		return nil
	}
	stay, cmd := m.choose(a, m.wanted-1)
	if m.wanted = 0; !stay {
		a.dropLayer(m)
	}
	return cmd
}

// box returns where the menu is: in the middle, as high as it needs to be.
func (m *copyMenu) box() rect {
	w, h := min(copyMenuWidth, m.w), min(len(m.all)+3, m.h)
	return rect{(m.w - w) / 2, (m.h - h) / 2, w, h}
}

func (m *copyMenu) draw(c canvas.Area) {
	b := m.box()
	inside := drawBox(c.Sub(b.x, b.y, b.w, b.h), "Copy")
	rows := inside.H
	if rows > len(m.all) {
		rows = len(m.all)
		x := inside.Text(0, rows, "enter or the letter", themes.Accent)
		x = inside.Text(x+1, rows, "copies", themes.Dim)
		x = inside.Text(x+3, rows, "esc", themes.Accent)
		inside.Text(x+1, rows, "closes", themes.Dim)
	}
	m.top = max(min(m.top, m.at, len(m.all)-rows), m.at-rows+1, 0)
	for y := range min(rows, len(m.all)-m.top) {
		m.drawRow(inside.Sub(0, y, inside.W, 1), m.top+y)
	}
}

// drawRow draws one row: its key, what it is, how much of it, and how it begins.
func (m *copyMenu) drawRow(row canvas.Area, i int) {
	c, name, first := m.all[i], themes.Text, themes.Dim
	var size, text string
	switch {
	case m.offers == nil:
		text = "…"
	case m.offers[i].err != nil:
		name, text = themes.Faint, m.offers[i].err.Error()
		first = themes.Faint
	default:
		b := m.offers[i].text
		size, text = count(len(b), "byte"), strings.TrimLeft(string(b[:min(len(b), 4*copyMenuWidth)]), " \n")
		if len(b) == 0 {
			text = "(empty)"
		}
	}
	if i == m.at {
		name |= themes.Bold
		row.Text(0, 0, "▸", themes.Accent)
	}
	row.Text(2, 0, c.key, themes.Accent)
	x := max(row.Fit(4, 0, copyNameWidth, c.name, name), 4+copyNameWidth)
	if row.W >= x+copySizeWidth+20 {
		row.Right(x+copySizeWidth, 0, size, themes.Dim)
		x += copySizeWidth + 2
	}
	row.Fit(x, 0, row.W-x, text, first)
	if i == m.at {
		row.Shade(themes.Selection)
	}
}
