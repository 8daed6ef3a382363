package tui

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/themes"
	"compactlens/tui/canvas"
)

// question is a layer that asks for one line. It stays open with what is wrong until
// the line is accepted or it is left.
type question struct {
	prompt
	title   string
	help    string
	problem string // why the line was not accepted; empty for none
	hint    string // in the place of help; empty for none
	w, h    int    // of the window
	waiting bool   // for what comes of the line; enter does nothing meanwhile

	// waits has it stay open when the line was taken, until settle is told what came of it.
	waits bool

	// accept takes the line; it returns what is wrong with it, or a command.
	accept func(a *App, text string) (problem string, cmd tea.Cmd)

	// complete returns what the line goes on with, and words about it. It runs in a
	// command; nil for a line that is not completed.
	complete func(typed string) (text, note string)
}

func newQuestion(title, text, help string) *question {
	return &question{prompt: newPrompt("", text), title: title, help: help}
}

func (q *question) setSize(w, h int) { q.w, q.h = w, h }

func (q *question) press(a *App, k tea.KeyMsg) (stay bool, cmd tea.Cmd) {
	switch k.String() {
	case "esc":
		return false, nil
	case "enter":
		if q.waiting {
			return true, nil
		}
		q.problem, cmd = q.accept(a, q.text())
		q.waiting = q.waits && q.problem == ""
		return q.waits || q.problem != "", cmd
	}
	q.problem, q.hint = "", ""
	if k.String() == "tab" && q.complete != nil {
		typed, complete := q.text(), q.complete
		return true, func() tea.Msg {
			text, note := complete(typed)
			return completionMsg{q, typed, text, note}
		}
	}
	q.edit(k)
	return true, nil
}

// settle says what came of the line: it closes, or says what is wrong and leaves the line
// to be mended. It reports false where somebody closed it meanwhile.
func (q *question) settle(a *App, problem string) bool {
	if !slices.Contains(a.layers, layer(q)) {
		return false
	}
	a.fresh, q.waiting = false, false
	if q.problem = problem; problem == "" {
		a.dropLayer(q)
	}
	return true
}

// questionWidth is how wide the box is where there is room.
const questionWidth = 100

// draw draws the box at the bottom, over the hints, which mean nothing while it is
// open, and over all of its rows.
func (q *question) draw(c canvas.Area) {
	w := min(max(q.w-4, 0), questionWidth)
	said, style := []string{cmp.Or(q.hint, q.help)}, themes.Dim
	if q.problem != "" { // all of it, with what to do about it
		said, style = canvas.Wrap(c.Display(), q.problem, w-5), themes.Error
	}
	rows := min(3+len(said), q.h)
	c.Sub(0, c.H-rows, c.W, rows).Fill(themes.Text) // what stands beside the box would be torn
	inside := drawBox(c.Sub((q.w-w)/2, q.h-rows, w, rows), q.title)
	q.prompt.draw(inside.Sub(0, 0, inside.W, 1), "", themes.Dim)
	for i, row := range said {
		inside.Fit(1, 1+i, inside.W-1, row, style)
	}
}
