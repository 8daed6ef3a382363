package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/themes"
	"compactlens/tui/canvas"
)

// picker is the layer in which a theme is chosen. Everything is shown in the one
// under the cursor at once; leaving it any other way than by enter brings the former
// one back.
type picker struct {
	looks   *looks
	choices []themed
	former  *themes.Theme
	at, top int
	w, h    int // of the window
}

func newPicker(a *App) *picker {
	p := &picker{looks: &a.looks, choices: a.looks.choices(), former: a.theme}
	for i, c := range p.choices {
		if c.name == a.looks.name {
			p.at = i
			return p
		}
	}
	for i, c := range p.choices {
		if c.name == a.theme.Palette().Name { // what a pair or auto stands for
			p.at = i
		}
	}
	return p
}

// The picker's size, where there is room for it.
const (
	pickerWidth = 60
	pickerFrame = 2 // rows of its border
	pickerLegs  = 3 // rows below the list: a blank, the samples and the keys
)

func (p *picker) setSize(w, h int) {
	p.w, p.h = w, h
	p.scroll()
}

// rows returns how many choices are on screen.
func (p *picker) rows() int { return p.box().h - pickerFrame - p.legs() }

// legs returns how many rows there are below the choices: those that are in the way
// of the list are left out.
func (p *picker) legs() int {
	if p.h < pickerFrame+pickerLegs+4 {
		return 0
	}
	return pickerLegs + min(len(p.looks.broken), 3)
}

// box returns where the picker is: in the lower right corner, where it leaves the
// most of what is being looked at.
func (p *picker) box() rect {
	w := min(pickerWidth, p.w)
	h := min(len(p.choices)+pickerFrame+p.legs(), p.h)
	x, y := p.w-w-2, p.h-h-1
	return rect{max(x, 0), max(y, 0), w, h}
}

// scroll brings the cursor into the window.
func (p *picker) scroll() {
	rows := max(p.rows(), 1)
	p.top = min(max(p.top, p.at-rows+1), p.at)
	p.top = max(min(p.top, len(p.choices)-rows), 0)
}

func (p *picker) press(a *App, k tea.KeyMsg) (bool, tea.Cmd) {
	if k.Paste {
		return true, nil
	}
	switch k.String() {
	case "enter":
		return false, p.take(a)
	case "esc":
		a.theme = p.former
		return false, nil
	}
	for i := range a.actions {
		if !key.Matches(k, a.actions[i].key) {
			continue
		}
		switch a.actions[i].id {
		case "back", "theme", "quit":
			a.theme = p.former
			return false, nil
		case "down":
			p.move(a, 1)
		case "up":
			p.move(a, -1)
		case "half-down", "page-down":
			p.move(a, max(p.rows()/2, 1))
		case "half-up", "page-up":
			p.move(a, -max(p.rows()/2, 1))
		case "top":
			p.move(a, -len(p.choices))
		case "bottom":
			p.move(a, len(p.choices))
		}
	}
	return true, nil
}

// move moves the cursor by n choices and shows everything in the theme it comes to.
func (p *picker) move(a *App, n int) {
	p.at = max(min(p.at+n, len(p.choices)-1), 0)
	p.scroll()
	if t, err := p.looks.theme(p.choices[p.at].name); err == nil {
		a.theme = t
	}
}

// take chooses what is under the cursor.
func (p *picker) take(a *App) tea.Cmd {
	p.move(a, 0)
	a.looks.name = p.choices[p.at].name
	return a.keepTheme()
}

// samples are pieces in the styles whose difference matters most.
var samples = [...]struct {
	text  string
	style themes.Style
}{
	{signPassed + " passed", themes.Passed}, {signError + " error", themes.Error | themes.Bold}, {signHidden + " hidden", themes.Hidden},
	{signUnknown + " unknown", themes.Warning}, {signAdvice + " advice", themes.Note}, {"<tag>", themes.Tag},
}

func (p *picker) draw(c canvas.Area) {
	b := p.box()
	inside := drawBox(c.Sub(b.x, b.y, b.w, b.h), "Theme")
	rows := p.rows()
	for y := range min(rows, len(p.choices)-p.top) {
		i := p.top + y
		row := inside.Sub(0, y, inside.W, 1)
		style := themes.Text
		if i == p.at {
			row.Text(0, 0, "▸", themes.Accent)
			style |= themes.Bold
		}
		x := max(row.Fit(2, 0, 20, p.choices[i].name, style)+1, 21)
		row.Fit(x, 0, row.W-x, p.choices[i].title, themes.Dim)
		if i == p.at {
			row.Shade(themes.Selection)
		}
	}
	if p.legs() == 0 {
		return
	}
	y := rows
	for i := range min(len(p.looks.broken), 3) {
		inside.Fit(0, y, inside.W, p.looks.broken[i], themes.Warning)
		y++
	}
	x := 0
	for _, s := range samples {
		if x = inside.Text(x, y+1, s.text, s.style) + 2; x >= inside.W {
			break
		}
	}
	x = inside.Text(0, y+2, "enter", themes.Accent)
	x = inside.Text(x+1, y+2, "keeps it", themes.Dim)
	x = inside.Text(x+3, y+2, "esc", themes.Accent)
	inside.Text(x+1, y+2, "as it was", themes.Dim)
}
