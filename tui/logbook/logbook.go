// Package logbook writes down what an interface was told, one line for each message,
// and how long it took to answer.
//
// What a message holds is not written: only its kind, so that a log can be given to
// somebody else. The lines are written by a goroutine of their own; what it cannot
// keep up with is left out, and counted. The package touches nothing but the writer
// it is given.
package logbook

import (
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"compactlens/core/source"
	"compactlens/loader/crash"
)

// room is how many lines wait to be written at most.
const room = 1024

// Book is a log that is being written. A nil Book writes nothing.
type Book struct {
	lines chan line
	done  chan struct{}
	lost  atomic.Int64
	out   noting
}

// noting is a writer that keeps its first error.
type noting struct {
	io.Writer
	err error
}

func (n *noting) Write(b []byte) (int, error) {
	k, err := n.Writer.Write(b)
	if n.err == nil {
		n.err = err
	}
	return k, err
}

type line struct {
	what string
	args []any
}

// shown makes what is said fit to be shown; quoting alone leaves what has no picture.
func (l line) shown() []any {
	args := make([]any, len(l.args))
	for i, a := range l.args {
		args[i] = a
		if s, is := a.(string); is {
			args[i] = shown(s)
		}
	}
	return args
}

func shown(s string) string { return source.Display{}.String(s) }

// New returns a log that is written to w, until Close.
func New(w io.Writer) *Book {
	b := &Book{lines: make(chan line, room), done: make(chan struct{}), out: noting{Writer: w}}
	log := slog.New(slog.NewTextHandler(&b.out, nil))
	go func() {
		defer crash.Guard(func(*crash.Panic) {}) // without a log the program still does its work
		defer close(b.done)
		for l := range b.lines {
			log.Info(shown(l.what), l.shown()...)
		}
	}()
	return b
}

// Say writes a line: what it is about, then names and values by turns, all of which
// may be untrusted.
func (b *Book) Say(what string, args ...any) {
	if b == nil {
		return
	}
	select {
	case b.lines <- line{what, args}:
	default:
		b.lost.Add(1)
	}
}

// Message writes that a message of a kind was answered: in how long, and with how
// many bytes of a frame.
func (b *Book) Message(kind string, took time.Duration, frame int) {
	if b != nil {
		b.Say("message", "kind", kind, "ms", float64(took.Microseconds())/1000, "frame_bytes", frame)
	}
}

// Close writes what is waiting and how much was left out. Nothing must be said
// afterwards. The error is the first that the writer had.
func (b *Book) Close() error {
	if b == nil {
		return nil
	}
	b.lines <- line{"end", []any{"lines_left_out", b.lost.Load()}}
	close(b.lines)
	<-b.done
	return b.out.err
}
