package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"compactlens/loader/crash"
	"compactlens/themes"
	"compactlens/tui"
)

// signalError is why the interactive mode ended: it has the terminal to put in
// order first. The other commands end by the signal itself.
type signalError struct{ signal syscall.Signal }

func (e *signalError) Error() string { return e.signal.String() }

// late is how long a signal may be on its way. The interface has the keyboard send it
// keys and no signals, so that nobody is kept waiting.
const late = time.Second

// untilSignal returns a context that ends with a signal that ends programs; its
// cause is a *signalError then. While away is on, another program holds the terminal,
// and what interrupts it from the keyboard is not for this one.
func untilSignal(parent context.Context) (ctx context.Context, away func(bool), stop func()) {
	var elsewhere atomic.Int32 // programs that hold the terminal, or did a moment ago
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	// What otherwise ends the program with the terminal as it is, when somebody sends it. A
	// fault of the program itself is a panic all the same.
	signal.Notify(signals, syscall.SIGABRT, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGSEGV)
	go func() {
		defer crash.Guard(func(p *crash.Panic) { cancel(p) })
		for {
			select {
			case s := <-signals:
				if elsewhere.Load() > 0 && (s == os.Interrupt || s == syscall.SIGQUIT) {
					continue
				}
				if number, ok := s.(syscall.Signal); ok {
					cancel(&signalError{number})
				}
			case <-ctx.Done():
			}
			return
		}
	}()
	away = func(on bool) {
		if on {
			elsewhere.Add(1)
			return
		}
		time.AfterFunc(late, func() { elsewhere.Add(-1) })
	}
	return ctx, away, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// interactiveError gives what ended the interactive mode its exit code.
func interactiveError(ctx context.Context, err error) error {
	var defect *tui.PanicError
	var theme *themes.UnknownThemeError
	var ended *signalError
	switch {
	case errors.As(err, &defect):
		return &exitError{exitInternal, err}
	case errors.As(context.Cause(ctx), &ended):
		return &exitError{code: 128 + int(ended.signal)}
	case errors.Is(err, syscall.EIO): // the terminal is gone; the signal that says so comes later
		return &exitError{code: 128 + int(syscall.SIGHUP)}
	case err == nil || errors.Is(err, context.Canceled):
		return nil
	case errors.As(err, &theme):
		return err
	}
	return &exitError{exitUsage, err}
}
