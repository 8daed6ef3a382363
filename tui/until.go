package tui

import (
	"context"
	"errors"
	"os"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	xterm "github.com/charmbracelet/x/term"

	"compactlens/loader/crash"
)

// grace is how long the program has to end in order when its context ends. It does at
// once, unless the terminal takes nothing any more.
const grace = 5 * time.Second

// asked is how long the program has to end by itself when its context ends, before it is
// ended. Ended, it closes its input under the goroutine that reads it.
const asked = 250 * time.Millisecond

// runUntil runs the program until it ends; but not much longer than its context: where
// the terminal holds it up, at least the discipline of in, which may be nil, is restored.
func runUntil(ctx context.Context, p *tea.Program, g *guard, in *os.File) error {
	if g.screen != nil {
		g.screen.Failed = func(v any) { p.Send(panicMsg{crash.New(v)}) }
	}
	var was *xterm.State
	if in != nil {
		was, _ = xterm.GetState(in.Fd()) // of what is no terminal there is none
	}
	done := make(chan error, 1)
	go func() {
		defer crash.Guard(func(p *crash.Panic) { done <- &PanicError{Panic: p} })
		_, err := p.Run()
		done <- err
	}()
	select {
	case err := <-done:
		return inOrder(err)
	case <-ctx.Done():
	}
	go func() {
		defer crash.Guard(func(*crash.Panic) {}) // it is ended all the same
		p.Quit()
	}()
	limit, patience := time.NewTimer(grace), time.NewTimer(asked)
	defer limit.Stop()
	defer patience.Stop()
	ended := func(err error) error {
		if err = inOrder(err); err == nil {
			err = ctx.Err()
		}
		return err
	}
	select {
	case err := <-done:
		return ended(err)
	case <-patience.C:
		p.Kill()
	}
	select {
	case err := <-done:
		return ended(err)
	case <-limit.C:
		if was != nil {
			_ = xterm.Restore(in.Fd(), was)
		}
		return ctx.Err()
	}
}

// inOrder returns the error that the program ended with; for a panic in Bubble Tea
// itself, which it has printed, a *PanicError.
func inOrder(err error) error {
	if errors.Is(err, tea.ErrProgramPanic) {
		return &PanicError{Panic: &crash.Panic{What: "Bubble Tea panicked"}}
	}
	return err
}
