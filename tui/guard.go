package tui

import (
	"reflect"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/loader/crash"
	"compactlens/tui/logbook"
	"compactlens/tui/screen"
)

// PanicError reports a defect of the program: a panic while it ran. The terminal
// was restored.
type PanicError struct {
	*crash.Panic
	Width, Height int      // of the window, in cells
	Messages      []string // the kinds of the last messages, the newest last, without what they hold
}

// guard runs a model so that a panic in it, in a command of it, or while a frame is
// written ends the program in order: Bubble Tea itself leaves the alternate screen too
// late after a panic in a command, and prints into it.
type guard struct {
	model  tea.Model
	failed *PanicError
	frame  string         // the last whole one; empty before the window's size is known
	screen *screen.Screen // shows the frames; nil leaves that to Bubble Tea
	w, h   int
	past   past
	log    *logbook.Book // nil keeps none
}

// panicMsg brings a panic from elsewhere to Update.
type panicMsg struct{ panic *crash.Panic }

func (g *guard) Init() (cmd tea.Cmd) {
	defer g.catch(&cmd)
	return guarded(g.model.Init())
}

// Update draws the frame, too, because a panic while drawing can end the program
// only from here.
func (g *guard) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	m = g
	switch msg := msg.(type) {
	case panicMsg:
		g.fail(msg.panic)
	case tea.WindowSizeMsg:
		g.w, g.h = msg.Width, msg.Height
	}
	g.past.add(msg)
	if g.failed != nil {
		return m, tea.Quit
	}
	defer g.catch(&cmd)
	begin := time.Now()
	_, cmd = g.model.Update(msg)
	g.frame = g.model.View()
	g.log.Message(kindOf(msg), time.Since(begin), len(g.frame))
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

// fail keeps the first panic.
func (g *guard) fail(p *crash.Panic) {
	if g.failed == nil {
		g.failed = &PanicError{Panic: p, Width: g.w, Height: g.h, Messages: g.past.kinds()}
	}
}

// catch turns a panic into the end of the program.
func (g *guard) catch(cmd *tea.Cmd) {
	if v := recover(); v != nil {
		g.fail(crash.New(v))
		*cmd = tea.Quit
	}
}

// guarded returns cmd with its panics, and those of the commands it batches or puts
// in a row, brought to Update.
func guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = panicMsg{crash.New(v)}
			}
		}()
		return guardedAll(cmd())
	}
}

// guardedAll returns a message of several commands with each of them guarded, and any
// other as it is. The message of tea.Sequence has a type of its own that is not
// exported; what it is made of is seen all the same.
func guardedAll(msg tea.Msg) tea.Msg {
	all := reflect.ValueOf(msg)
	if msg == nil || all.Kind() != reflect.Slice || all.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return msg
	}
	wrapped := reflect.MakeSlice(all.Type(), all.Len(), all.Len())
	for i := range all.Len() {
		if cmd, is := all.Index(i).Interface().(tea.Cmd); is && cmd != nil {
			wrapped.Index(i).Set(reflect.ValueOf(guarded(cmd)))
		}
	}
	return wrapped.Interface()
}
