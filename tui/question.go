package tui

import (
	"cmp"

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
		q.problem, cmd = q.accept(a, q.text())
		return q.problem != "", cmd
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

// questionWidth is how wide the box is where there is room.
const questionWidth = 100

// draw draws the box at the bottom, over the hints, which mean nothing while it is
// open.
func (q *question) draw(c canvas.Area) {
	lastRow(c).Fill(themes.Text)
	rows, w := min(4, q.h), min(max(q.w-4, 0), questionWidth)
	inside := drawBox(c.Sub((q.w-w)/2, q.h-rows, w, rows), q.title)
	q.prompt.draw(inside.Sub(0, 0, inside.W, 1), "", themes.Dim)
	if q.problem != "" {
		inside.Fit(1, 1, inside.W-1, q.problem, themes.Error)
		return
	}
	inside.Fit(1, 1, inside.W-1, cmp.Or(q.hint, q.help), themes.Dim)
}
