//go:build crashtest

package tui

import (
	"bytes"
	"context"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/loader/work"
	"compactlens/tui/screen"
)

// With the tag crashtest, digits provoke panics, so that a test can see how the program
// ends after one, wherever it is.

// secret stands for text of a file that a panic may be called with.
const secret = "SECRET of a transcript"

// provoked returns m with a panic behind every digit.
func provoked(m tea.Model) tea.Model { return &provoker{Model: m} }

type provoker struct {
	tea.Model
	next string
}

func boom() tea.Msg { panic(secret) }

func nothing() tea.Msg { return nil }

func (p *provoker) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	k, is := msg.(tea.KeyMsg)
	if !is {
		_, cmd := p.Model.Update(msg)
		return p, cmd
	}
	switch p.next = k.String(); p.next {
	case "1":
		panic(secret)
	case "3":
		return p, boom
	case "4":
		return p, tea.Batch(nothing, boom, nothing)
	case "5":
		return p, tea.Sequence(nothing, boom)
	case "6":
		return p, tea.Sequence(nothing, tea.Batch(nothing, tea.Sequence(nothing, boom)))
	case "7":
		return p, func() tea.Msg {
			_ = work.Each(context.Background(), 100, func(i int) { _ = []byte(secret)[i] })
			return nil
		}
	case "8":
		broken.Store(true)
	}
	_, cmd := p.Model.Update(msg)
	return p, cmd
}

func (p *provoker) View() string {
	if p.next == "2" {
		panic(secret)
	}
	return p.Model.View()
}

// broken says that a panic is due where frames are written.
var broken atomic.Bool

func provokedTerminal(t screen.Terminal) screen.Terminal { return provokedOutput{t} }

type provokedOutput struct{ screen.Terminal }

func (o provokedOutput) Write(b []byte) (int, error) {
	if broken.Load() && bytes.HasPrefix(b, []byte("\x1b[?2026h")) {
		panic(secret)
	}
	return o.Terminal.Write(b)
}
