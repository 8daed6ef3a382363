package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/themes"
	"compactlens/tui/canvas"
)

// comparable reports whether there is an answer, or a summary that a commit left, which
// can be compared, and nothing that is hidden would be told by that.
func (a *App) comparable(it *item) bool {
	return it != nil && !it.veil.on && (it.hasReply() || it.outcome.kind == outcomeCommitted && it.attempt != nil && a.contents != nil && a.contents.book != nil)
}

// canCompare reports whether what is selected can be compared with something else.
func canCompare(a *App) bool {
	it := a.list.current()
	return a.comparable(it) && (len(a.formerItems(it)) > 0 || slices.ContainsFunc(a.list.all, func(x *item) bool { return x != it && a.comparable(x) }))
}

// candidate is something to compare with.
type candidate struct {
	item  *item
	label string // what it is found by; untrusted
}

// diffPicker is the layer in which one chooses what to compare with.
type diffPicker struct {
	prompt
	item  *item // what is compared
	all   []candidate
	shown []candidate
	at    int // index into shown
	top   int
	over  *diffLayer // the comparison it was opened from; nil for none
}

// The picker's size, where there is room for it.
const (
	diffPickRows  = 12
	diffPickWidth = 90
)

// label returns how a person calls an item among others.
func (it *item) label() string {
	crumbs := it.trail()
	if len(crumbs) == 0 {
		crumbs = []string{it.called()}
	}
	return strings.Join(crumbs, " › ")
}

// pickOther opens the list of what the selected item can be compared with. It stands
// on what its file held before, where that changed, else on the item before it.
func (a *App) pickOther(it *item, over *diffLayer) {
	p := &diffPicker{prompt: newPrompt("compare with ", ""), item: it, over: over}
	former := a.formerItems(it)
	for _, x := range former {
		p.all = append(p.all, candidate{x, x.label()})
	}
	for _, x := range a.list.all {
		if x == it {
			if len(former) == 0 {
				p.at = max(len(p.all)-1, 0)
			}
			continue
		}
		if a.comparable(x) && !slices.Contains(former, x) {
			p.all = append(p.all, candidate{x, x.label()})
		}
	}
	p.shown = p.all
	a.push(p)
}

func (p *diffPicker) setSize(int, int) {}

func (p *diffPicker) press(a *App, k tea.KeyMsg) (stay bool, cmd tea.Cmd) {
	switch k.String() {
	case "esc":
		return false, nil
	case "enter":
		if len(p.shown) == 0 {
			return true, nil
		}
		return false, a.compareItems(p.over, p.item, p.shown[p.at].item)
	case "down", "ctrl+n", "tab":
		p.at = min(p.at+1, max(len(p.shown)-1, 0))
	case "up", "ctrl+p", "shift+tab":
		p.at = max(p.at-1, 0)
	case "pgdown":
		p.at = min(p.at+diffPickRows, max(len(p.shown)-1, 0))
	case "pgup":
		p.at = max(p.at-diffPickRows, 0)
	default:
		if p.edit(k) {
			p.filter()
		}
	}
	return true, nil
}

// filter shows what the words typed match, the best first.
func (p *diffPicker) filter() {
	p.at, p.top = 0, 0
	if strings.TrimSpace(p.text()) == "" {
		p.shown = p.all
		return
	}
	scores := map[*item]int{}
	p.shown = nil
	for _, c := range p.all {
		if score, ok := fuzzy(p.text(), c.label); ok {
			scores[c.item] = score
			p.shown = append(p.shown, c)
		}
	}
	slices.SortStableFunc(p.shown, func(x, y candidate) int { return scores[y.item] - scores[x.item] })
}

func (p *diffPicker) draw(c canvas.Area) {
	note := count(len(p.shown), "answer") + " · enter compares"
	if len(p.shown) == 0 {
		note = "nothing is called so"
	}
	p.prompt.draw(lastRow(c), note, themes.Dim)
	rows := min(len(p.shown), diffPickRows, c.H-4)
	if rows < 1 || c.W < 8 {
		return
	}
	inside := drawBox(c.Sub(0, c.H-1-rows-2, min(diffPickWidth, c.W), rows+2), "Compare "+p.item.label()+" with")
	p.top = max(min(p.top, p.at, len(p.shown)-rows), p.at-rows+1)
	for y := range rows {
		i := p.top + y
		row, x := inside.Sub(0, y, inside.W, 1), p.shown[i]
		s, style := x.item.state(), themes.Text
		if i == p.at {
			row.Text(0, 0, "▸", themes.Accent)
			style |= themes.Bold
		}
		end := row.W
		if w := row.Width(s.word); w < row.W/2 {
			end = row.Right(row.W, 0, s.word, s.style) - 1
		}
		row.Text(2, 0, s.sign, s.style)
		row.Fit(4, 0, end-4, x.label, style)
		if i == p.at {
			row.Shade(themes.Selection)
		}
	}
}
