package tui

import (
	"fmt"
	"math"

	tea "github.com/charmbracelet/bubbletea"
)

// Sizes are the shares of the window that somebody gave to panes. A share of 0
// leaves it to the layout; others lie from 0.2 to 0.8.
type Sizes struct {
	List  float64 // of the width, for the panes on the left
	Below float64 // of the rows, for the panes below
}

// The bounds of a share, and how far a key moves a divider.
const (
	minShare, maxShare = 0.20, 0.80
	shareStep          = 0.05
)

// bounded returns s with its shares within their bounds; what is no share is left to
// the layout.
func (s Sizes) bounded() Sizes {
	bound := func(x float64) float64 {
		if !(x > 0) {
			return 0
		}
		return math.Round(min(max(x, minShare), maxShare)*1000) / 1000
	}
	return Sizes{bound(s.List), bound(s.Below)}
}

// left returns how wide the left panes are, of w cells.
func (s Sizes) left(w, standard int) int { return shareOf(s.List, w, standard) }

// below returns how high the lower panes are, of so many rows.
func (s Sizes) below(rows, standard int) int { return shareOf(s.Below, rows, standard) }

// shareOf returns the cells of a share of all; without a share, the standard ones.
func shareOf(share float64, all, standard int) int {
	if share == 0 {
		return standard
	}
	return max(int(math.Round(share*float64(all))), 1)
}

// divider is a rule between panes that can be moved.
type divider uint8

const (
	noDivider divider = iota
	upright           // between the panes on the left and on the right
	level             // above the lower panes
)

// grip is what the mouse has hold of. The zero value is nothing.
type grip struct {
	of     divider
	before Sizes // when it took hold
}

// dividerAt returns the divider at x, y.
func (l *layout) dividerAt(x, y int) divider {
	switch {
	case l.divider >= 0 && x == l.divider && l.body.contains(x, y):
		return upright
	case l.hasLevel() && y == l.detail.y-1 && (x >= l.detail.x || l.checks.y == l.detail.y):
		return level
	}
	return noDivider
}

// hasLevel reports whether the detail pane stands below the text.
func (l *layout) hasLevel() bool { return !l.detail.empty() && !l.text.empty() }

// movable returns the divider that keys move: that of the focused pane.
func (a *App) movable() divider {
	l := &a.layout
	switch {
	case l.divider >= 0 && a.focus != paneDetail:
		return upright
	case l.hasLevel():
		return level
	}
	return noDivider
}

func canMoveDivider(a *App) bool { return a.movable() != noDivider }

// share returns what share of the window the panes beside d have.
func (l *layout) share(d divider) float64 {
	if d == upright {
		return float64(l.divider) / float64(max(l.body.w, 1))
	}
	return float64(l.detail.h) / float64(max(l.levelRows(), 1))
}

// levelRows returns how many rows text and detail share with the rule between them.
func (l *layout) levelRows() int { return l.head.h + l.text.h + l.detail.h + 1 }

// setShare gives the panes beside d a share of the window, within its bounds.
func (a *App) setShare(d divider, share float64) {
	share = max(share, minShare)
	if d == upright {
		a.sizes.List = share
	} else {
		a.sizes.Below = share
	}
	a.sizes = a.sizes.bounded()
	a.arrange()
	a.fresh = false
}

// moveDivider gives the focused pane's side n steps more.
func (a *App) moveDivider(n int) tea.Cmd {
	d := a.movable()
	share := a.sizes.List
	if d == level {
		share = a.sizes.Below
	}
	if share == 0 {
		share = a.layout.share(d)
	}
	steps := max(min(n, 1000), -1000)
	a.setShare(d, share+float64(steps)*shareStep)
	a.notify(a.shareWords(d))
	return a.keepShares()
}

// shareWords says what share the panes beside d have.
func (a *App) shareWords(d divider) string {
	what, share := "the panes on the left have %d %% of the width", a.sizes.List
	if d == level {
		what, share = "the panes below have %d %% of the height", a.sizes.Below
	}
	edge := ""
	if share == minShare || share == maxShare {
		edge = ", the bound"
	}
	return fmt.Sprintf(what, int(math.Round(share*100))) + edge
}

// resetSizes leaves the sizes of the panes to the layout again.
func (a *App) resetSizes() tea.Cmd {
	a.sizes = Sizes{}
	a.arrange()
	a.notify("the panes are as large as the window suggests")
	return a.keepShares()
}

// keepShares keeps the sizes for the next time, unless a script chose them.
func (a *App) keepShares() tea.Cmd {
	if a.keepSizes == nil || a.player.on {
		return nil
	}
	keep, sizes := a.keepSizes, a.sizes
	return a.keeper.ask("size of the panes", func() error { return keep(sizes) })
}

// dragged moves the divider that the mouse has hold of, until its button is let go.
func (a *App) dragged(m tea.MouseMsg) tea.Cmd {
	d, l := a.grip.of, &a.layout
	switch {
	case m.Action == tea.MouseActionRelease || len(a.layers) > 0:
		moved := a.sizes != a.grip.before
		a.grip = grip{}
		if moved {
			return a.keepShares()
		}
		return nil
	case m.Action != tea.MouseActionMotion || d == upright && l.divider < 0 || d == level && !l.hasLevel():
		return nil
	}
	share := float64(m.X) / float64(max(l.body.w, 1))
	if d == level {
		rows := l.levelRows()
		share = float64(l.textTop()+rows-1-m.Y) / float64(max(rows, 1))
	}
	a.setShare(d, share)
	return nil
}

// toggleMouse takes the mouse, or leaves it to the terminal.
func (a *App) toggleMouse() tea.Cmd {
	a.mouseOn, a.grip = !a.mouseOn, grip{}
	if a.mouseOn {
		a.notify("the mouse scrolls and selects here; " + a.keyOf("mouse") + " leaves it to the terminal")
		return tea.EnableMouseCellMotion
	}
	a.notify("the mouse is the terminal's: it selects text there; " + a.keyOf("mouse") + " takes it back")
	return tea.DisableMouse
}

// sizeActions are the actions on the sizes of panes, and on the mouse.
func sizeActions() []action {
	return []action{
		{id: "grow-pane", group: "Layout", key: bind("the list wider; with the detail pane in focus, that higher", ">", ">"), when: canMoveDivider, why: because("there is no pane beside it"), run: func(a *App) tea.Cmd { return a.moveDivider(a.times()) }},
		{id: "shrink-pane", group: "Layout", key: bind("the list narrower; with the detail pane in focus, that lower", "<", "<"), when: canMoveDivider, why: because("there is no pane beside it"), run: func(a *App) tea.Cmd { return a.moveDivider(-a.times()) }},
		{id: "reset-panes", group: "Layout", key: bind("panes as large as the window suggests", "=", "="), when: func(a *App) bool { return a.sizes != Sizes{} }, why: because("they are so already"), run: (*App).resetSizes},
		{id: "mouse", group: "Layout", early: true, key: bind("leave the mouse to the terminal, to select text, and back", "M", "M"), run: (*App).toggleMouse},
	}
}
