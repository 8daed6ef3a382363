package tui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/themes"
	"compactlens/tui/canvas"
)

// choice is something the palette offers.
type choice struct {
	title string
	alias string // another name that it is found by; empty for none
	note  string // its keys, or what it is
	valid bool   // it does something now
	named bool   // only its whole name finds it
	why   string // what is said where it is chosen and not valid; empty for a usual word
	run   func(*App) tea.Cmd
}

// exactName is the score of who is called by the whole name.
const exactName = 1 << 20

// match reports whether words are a name of c, or near to one, and how near.
func (c *choice) match(words string) (score int, ok bool) {
	words = strings.ReplaceAll(strings.TrimSpace(words), "-", " ")
	for _, name := range []string{c.title, c.alias} {
		if name == "" {
			continue
		}
		if strings.EqualFold(words, strings.ReplaceAll(name, "-", " ")) {
			return exactName, true
		}
		if s, is := fuzzy(words, name); is && !c.named {
			score, ok = max(score, s), true
		}
	}
	return score, ok
}

// compare orders what was found: who is called so, then what does something now, then
// who is nearer.
func (c *choice) compare(score int, other *choice, otherScore int) int {
	switch exact, otherExact := score == exactName, otherScore == exactName; {
	case exact != otherExact && exact, exact == otherExact && c.valid && !other.valid:
		return -1
	case exact != otherExact, c.valid != other.valid:
		return 1
	}
	return otherScore - score
}

// palette is the prompt that goes to a place or does what the table of actions
// has, whichever is typed.
type palette struct {
	prompt
	all      []choice // sections first, then the actions that do something now
	shown    []choice
	selected int
	top      int   // first of shown on screen
	place    place // what was typed, where it is a place
	bad      error // why it is none
	refused  bool  // enter was pressed and nothing could be done
	keys     paletteKeys
}

type paletteKeys struct{ accept, close, next, previous key.Binding }

// paletteRows and paletteWidth bound the box of choices.
const (
	paletteRows  = 10
	paletteWidth = 76
)

func newPalette(a *App) *palette {
	p := &palette{prompt: newPrompt(":", ""), all: a.sectionPlaces()}
	p.keys = paletteKeys{
		accept: bind("do it", "enter", "enter"), close: bind("close", "esc", "esc"),
		next: bind("next", "↓", "down", "ctrl+n", "tab"), previous: bind("previous", "↑", "up", "ctrl+p", "shift+tab"),
	}
	for _, valid := range []bool{true, false} {
		for i := range a.actions {
			if c := &a.actions[i]; c.valid(a) == valid && c.id != "palette" {
				p.all = append(p.all, choice{title: c.key.Help().Desc, alias: strings.ReplaceAll(c.id, "-", " "), note: c.key.Help().Key, valid: valid, why: a.whyNot(c), run: c.run})
			}
		}
	}
	p.change(a)
	return p
}

func (p *palette) setSize(int, int) {}

// change finds out what was typed.
func (p *palette) change(a *App) {
	p.selected, p.top, p.refused = 0, 0, false
	p.shown = nil
	p.place, p.bad = parsePlace(p.text())
	if p.place.kind != placeNone {
		if p.bad == nil {
			_, p.bad = a.goTo(p.place, true)
		}
		return
	}
	type scored struct {
		choice
		score int
	}
	var found []scored
	for _, c := range p.all {
		if score, ok := c.match(p.text()); ok {
			found = append(found, scored{c, score})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return a.compare(a.score, &b.choice, b.score) })
	for _, f := range found {
		p.shown = append(p.shown, f.choice)
	}
	if len(p.shown) == 0 {
		p.bad = &PlaceError{Reason: "no place, section or action is called so"}
	}
}

func (p *palette) press(a *App, k tea.KeyMsg) (bool, tea.Cmd) {
	switch {
	case key.Matches(k, p.keys.close):
		return false, nil
	case key.Matches(k, p.keys.next):
		p.selected = min(p.selected+1, max(len(p.shown)-1, 0))
	case key.Matches(k, p.keys.previous):
		p.selected = max(p.selected-1, 0)
	case key.Matches(k, p.keys.accept):
		return p.accept(a)
	case p.edit(k):
		p.change(a)
	}
	return true, nil
}

// accept goes to the place or does the selected action. What cannot be done keeps
// the prompt open and says why.
func (p *palette) accept(a *App) (stay bool, cmd tea.Cmd) {
	if p.place.kind != placeNone && p.bad == nil {
		cmd, p.bad = a.goTo(p.place, false)
	}
	if p.bad != nil {
		p.refused = true
		return true, nil
	}
	if p.place.kind != placeNone {
		return false, cmd
	}
	c := p.shown[p.selected]
	if !c.valid {
		p.refused = true
		return true, nil
	}
	return false, c.run(a)
}

// note says what enter will do, or why it does nothing.
func (p *palette) note() (string, themes.Style) {
	style := themes.Dim
	if p.refused {
		style = themes.Error
	}
	switch {
	case p.bad != nil:
		return p.bad.Error(), style
	case p.place.kind != placeNone:
		return "to " + p.place.String(), style
	case p.refused && p.selected < len(p.shown) && p.shown[p.selected].why != "":
		return p.shown[p.selected].why, style
	case p.refused:
		return "that does nothing here", style
	case p.text() == "":
		return "12  12:14  @4096  50%  goal  msg 17  attempt 3", style
	}
	return "", style
}

func (p *palette) draw(c canvas.Area) {
	note, style := p.note()
	p.prompt.draw(lastRow(c), note, style)
	rows := min(len(p.shown), paletteRows, c.H-4)
	if rows < 1 || c.W < 8 {
		return
	}
	box := c.Sub(0, c.H-1-rows-2, min(paletteWidth, c.W), rows+2)
	inside := drawBox(box, "Go to, or do")
	p.top = max(min(p.top, p.selected, len(p.shown)-rows), p.selected-rows+1)
	for y := range rows {
		i := p.top + y
		row := inside.Sub(0, y, inside.W, 1)
		title, keys := themes.Text, themes.Accent
		if !p.shown[i].valid {
			title, keys = themes.Faint, themes.Faint
		}
		if i == p.selected {
			row.Text(0, 0, "▸", themes.Accent)
			title |= themes.Bold
		}
		end := row.W
		if w := row.Width(p.shown[i].note); w < row.W/2 {
			end = row.Right(row.W, 0, p.shown[i].note, keys) - 1
		}
		row.Fit(2, 0, end-2, p.shown[i].title, title)
		if i == p.selected {
			row.Shade(themes.Selection)
		}
	}
	if len(p.shown) > p.top+rows && box.W > 16 {
		box.Right(box.W-2, box.H-1, " more below ", themes.Accent)
	}
}
