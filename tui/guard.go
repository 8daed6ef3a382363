package tui

import (
	"fmt"
	"runtime/debug"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/tui/screen"
)

// PanicError reports a defect of the program: a panic while it ran. The terminal
// was restored.
type PanicError struct {
	Value any    // what panic was called with
	Stack []byte // where
}

func (e *PanicError) Error() string { return fmt.Sprintf("internal error: %v", e.Value) }

// guard runs a model so that a panic in it, or in a command of it, ends the
// program in order: Bubble Tea itself leaves the alternate screen too late after a
// panic in a command, and prints into it.
type guard struct {
	model  tea.Model
	failed *PanicError
	frame  string         // the last whole one; empty before the window's size is known
	screen *screen.Screen // shows the frames; nil leaves that to Bubble Tea
}

// panicMsg brings a panic of a command to Update.
type panicMsg struct{ err *PanicError }

func newPanic(value any) *PanicError { return &PanicError{Value: value, Stack: debug.Stack()} }

func (g *guard) Init() (cmd tea.Cmd) {
	defer g.catch(&cmd)
	return guarded(g.model.Init())
}

// Update draws the frame, too, because a panic while drawing can end the program
// only from here.
func (g *guard) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	m = g
	if p, is := msg.(panicMsg); is {
		g.failed = p.err
	}
	if g.failed != nil {
		return m, tea.Quit
	}
	defer g.catch(&cmd)
	_, cmd = g.model.Update(msg)
	g.frame = g.model.View()
	if g.screen != nil {
		if _, resized := msg.(tea.WindowSizeMsg); resized {
			g.screen.Repaint()
		}
		g.screen.Show(g.frame)
	}
	return m, guarded(cmd)
}

func (g *guard) View() string {
	if g.screen != nil {
		return ""
	}
	return g.frame
}

// catch turns a panic into the end of the program.
func (g *guard) catch(cmd *tea.Cmd) {
	if v := recover(); v != nil {
		g.failed = newPanic(v)
		*cmd = tea.Quit
	}
}

// guarded returns cmd with its panics, and those of the commands it batches,
// brought to Update.
func guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = panicMsg{newPanic(v)}
			}
		}()
		msg = cmd()
		if batch, is := msg.(tea.BatchMsg); is {
			wrapped := make(tea.BatchMsg, len(batch))
			for i, c := range batch {
				wrapped[i] = guarded(c)
			}
			return wrapped
		}
		return msg
	}
}
