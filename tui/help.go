package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/themes"
	"compactlens/tui/canvas"
)

// help is the layer that shows all keys: first those that do something now.
type help struct {
	page  page
	title string
	w, h  int // of the window
}

func newHelp(a *App) *help {
	h := &help{page: page{display: a.canvas.Area().Display()}, title: "Keys"}
	if a.version != "" {
		h.title += " · " + product + " " + a.version
	}
	var lines, idle []line
	group := ""
	for i := range a.actions {
		c := &a.actions[i]
		l := line{label: c.key.Help().Key, text: c.key.Help().Desc, key: true}
		if !c.key.Enabled() {
			l.label = "no key"
		}
		if !c.valid(a) || !c.key.Enabled() {
			l.style, l.key = themes.Faint, false
			idle = append(idle, l)
			continue
		}
		if c.group != group {
			if group != "" {
				lines = append(lines, line{})
			}
			group = c.group
			lines = append(lines, line{text: group, style: themes.Text | themes.Bold})
		}
		lines = append(lines, l)
	}
	if len(idle) > 0 {
		lines = append(append(lines, line{}, line{text: "Not now", style: themes.Dim | themes.Bold}), idle...)
	}
	h.page.set(lines)
	return h
}

// helpWidth is how wide the box of keys is where there is room.
const helpWidth = 64

func (h *help) setSize(w, height int) {
	h.w, h.h = w, height
	h.page.setSize(min(helpWidth, w)-4, height-2)
}

// box returns where the help is: in the middle, as high as it needs to be.
func (h *help) box() rect {
	w := min(helpWidth, h.w)
	rows := min(len(h.page.rows)+2, h.h)
	return rect{(h.w - w) / 2, (h.h - rows) / 2, w, rows}
}

func (h *help) press(a *App, k tea.KeyMsg) (bool, tea.Cmd) {
	for i := range a.actions {
		c := &a.actions[i]
		if !key.Matches(k, c.key) {
			continue
		}
		switch c.id {
		case "help", "back", "quit":
			return false, nil
		case "down":
			h.page.move(1)
		case "up":
			h.page.move(-1)
		case "half-down":
			h.page.move(h.page.h / 2)
		case "half-up":
			h.page.move(-h.page.h / 2)
		case "page-down":
			h.page.move(h.page.h)
		case "page-up":
			h.page.move(-h.page.h)
		case "top":
			h.page.home()
		case "bottom":
			h.page.end()
		}
	}
	return true, nil
}

func (h *help) draw(c canvas.Area) {
	b := h.box()
	inside := drawBox(c.Sub(b.x, b.y, b.w, b.h), h.title)
	h.page.draw(inside)
	if _, below := h.page.more(); below && b.w > 16 {
		c.Right(b.x+b.w-2, b.y+b.h-1, " more below ", themes.Accent)
	}
}
