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

// provokedText stands for text of a file that a panic may be called with.
const provokedText = "SECRET of a transcript"

// provoked returns m with a panic behind every digit.
func provoked(m tea.Model) tea.Model { return &provoker{Model: m} }

type provoker struct {
	tea.Model
	next string
}

func provokePanic() tea.Msg { panic(provokedText) }

func provokeNothing() tea.Msg { return nil }

func (p *provoker) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	k, is := msg.(tea.KeyMsg)
	if !is {
		_, cmd := p.Model.Update(msg)
		return p, cmd
	}
	switch p.next = k.String(); p.next {
	case "1":
		panic(provokedText)
	case "3":
		return p, provokePanic
	case "4":
		return p, tea.Batch(provokeNothing, provokePanic, provokeNothing)
	case "5":
		return p, tea.Sequence(provokeNothing, provokePanic)
	case "6":
		return p, tea.Sequence(provokeNothing, tea.Batch(provokeNothing, tea.Sequence(provokeNothing, provokePanic)))
	case "7":
		return p, func() tea.Msg {
			_ = work.Each(context.Background(), 100, func(i int) { _ = []byte(provokedText)[i] })
			return nil
		}
	case "8":
		provokeOutput.Store(true)
	}
	_, cmd := p.Model.Update(msg)
	return p, cmd
}

func (p *provoker) View() string {
	if p.next == "2" {
		panic(provokedText)
	}
	return p.Model.View()
}

// provokeOutput says that a panic is due where frames are written.
var provokeOutput atomic.Bool

func provokedTerminal(t screen.Terminal) screen.Terminal { return provokedOutput{t} }

type provokedOutput struct{ screen.Terminal }

func (o provokedOutput) Write(b []byte) (int, error) {
	if provokeOutput.Load() && bytes.HasPrefix(b, []byte("\x1b[?2026h")) {
		panic(provokedText)
	}
	return o.Terminal.Write(b)
}
