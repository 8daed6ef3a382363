// Package screen writes frames to a terminal as soon as they are drawn, only the rows
// that changed, and nothing while nothing changes: on the alternate screen, or below the
// prompt.
//
// Bubble Tea's own renderer looks for a new frame a fixed number of times a second,
// also when there is none, and may have stopped for good when it comes back from another
// program: what ends it before can still be on its way and then stops the ticks of its
// successor. A Screen takes its place as the program's output: the
// modes that Bubble Tea sets and resets pass through it, its frames do not. What sets
// the clipboard passes, too, between frames. The
// package touches nothing but the terminal it is given.
package screen

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"
)

// Terminal is what Bubble Tea wants of a terminal: an *os.File.
type Terminal interface {
	io.ReadWriteCloser
	Fd() uintptr
}

// pause is how long after a frame the next is written at the earliest. What is
// drawn in the meantime but the last frame is left out.
const pause = 4 * time.Millisecond

// patience is how long a terminal may take to take what is written to it, before
// nobody waits for it any more.
const patience = time.Second

// Screen is the output of a Bubble Tea program. Its methods may be called from several goroutines. One goroutine of its own writes,
// so that a terminal that has stopped reading holds up nobody else for longer than a
// moment.
type Screen struct {
	Terminal

	// Failed is called, from the goroutine that writes, with what a panic in it was
	// called with; nothing is drawn after that. It is to be set before anything is
	// shown; nil does nothing.
	Failed func(value any)

	wake     chan struct{} // something is to be written
	end      chan struct{} // closed by Stop
	stopped  chan struct{} // closed when the goroutine writes nothing any more
	patience time.Duration
	below    bool // it draws below the prompt, not on the alternate screen

	mu     sync.Mutex    // not held while something is written
	active bool          // the program has the terminal
	row    int           // below the prompt: the row of the frame that the cursor is in
	rows   int           // below the prompt: how many rows of a frame stand on the terminal
	frame  []string      // the rows to be shown; nil before there are any
	shown  []string      // the rows on screen; nil where that is not known
	queue  [][]byte      // to be written before the next frame, in this order
	queued int           // how much was ever put into the queue
	passed int           // how much of that was written
	taken  chan struct{} // closed when passed grows
	stuck  bool          // the terminal did not take what was written in time, and has not taken it yet
	over   bool          // the goroutine writes nothing any more
}

// New returns a screen that draws on the alternate screen of a terminal. Stop ends it.
func New(t Terminal) *Screen { return start(t, false) }

func start(t Terminal, below bool) *Screen {
	s := &Screen{
		Terminal: t, below: below, wake: make(chan struct{}, 1), end: make(chan struct{}), stopped: make(chan struct{}), taken: make(chan struct{}), patience: patience,
	}
	go s.run()
	return s
}

// Stop ends the writing of frames. The terminal stays open. Where it does not take
// what is being written, that is left to itself.
func (s *Screen) Stop() {
	close(s.end)
	limit := time.NewTimer(s.patience)
	defer limit.Stop()
	select {
	case <-s.stopped:
	case <-limit.C:
	}
}

// Show shows a frame: rows separated by line feeds, which fit the window. An empty
// one is none.
func (s *Screen) Show(frame string) {
	if frame == "" {
		return
	}
	s.mu.Lock()
	s.frame = strings.Split(frame, "\n")
	s.mu.Unlock()
	s.call()
}

// Repaint has all of the frame written again: after the window changed its size,
// what is on screen is not known.
func (s *Screen) Repaint() {
	s.mu.Lock()
	s.shown = nil
	s.mu.Unlock()
	s.call()
}

// call wakes the goroutine that writes.
func (s *Screen) call() {
	select {
	case s.wake <- struct{}{}:
	default: // it is awake
	}
}

// run writes until the screen is stopped.
func (s *Screen) run() {
	defer func() {
		v := recover()
		s.rest()
		close(s.stopped)
		if v != nil && s.Failed != nil {
			s.Failed(v)
		}
	}()
	var rest <-chan time.Time // ends when the next frame may be written; nil where it may
	for {
		select {
		case <-s.end:
			s.draw()
			return
		case <-s.wake:
			if rest != nil {
				s.drain()
				continue
			}
		case <-rest:
			rest = nil
		}
		if s.draw() {
			rest = time.After(pause)
		}
	}
}

// rest ends the queue: what is left in it is written, and what comes later is written
// by whom it comes from.
func (s *Screen) rest() {
	defer func() { _ = recover() }() // of a terminal that panicked before
	s.mu.Lock()
	s.over = true
	queue := s.queue
	s.queue = nil
	s.mu.Unlock()
	for _, b := range queue {
		_, _ = s.Terminal.Write(b)
	}
}

// The sequences that a frame is written with.
const (
	hold    = "\x1b[?2026h" // terminals that know it show what follows at once
	release = "\x1b[?2026l"
	clear   = "\x1b[m\x1b[2J"
	wipe    = "\x1b[m\x1b[K" // the rest of the row
	below   = "\x1b[m\x1b[J" // the rest of the screen
)

// drain writes what is queued.
func (s *Screen) drain() {
	s.mu.Lock()
	queue := s.queue
	s.queue = nil
	s.mu.Unlock()
	for _, b := range queue {
		_, _ = s.Terminal.Write(b) // an error shows again where keys are read
		s.took(1)
	}
}

// draw writes what is queued and what changed of the frame, and reports whether
// anything did.
func (s *Screen) draw() bool {
	s.drain()
	s.mu.Lock()
	var frame []byte
	if len(s.queue) == 0 { // else that comes first, and it has called already
		frame = s.changes()
	}
	s.mu.Unlock()
	if len(frame) == 0 {
		return false
	}
	_, _ = s.Terminal.Write(append(append([]byte(hold), frame...), release...))
	s.took(0)
	return true
}

// took notes that the terminal took n pieces of the queue, or a frame.
func (s *Screen) took(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.passed += n
	s.stuck = false
	close(s.taken)
	s.taken = make(chan struct{})
}

// changes returns what turns the rows on screen into the frame, and takes the frame
// for shown.
func (s *Screen) changes() (b []byte) {
	if !s.active || s.frame == nil {
		return nil
	}
	if s.below {
		return s.changesBelow()
	}
	if s.shown == nil {
		b = append(b, clear...)
	}
	for y, row := range s.frame {
		if y < len(s.shown) && s.shown[y] == row {
			continue
		}
		b = append(position(b, y), wipe...)
		b = append(b, row...)
	}
	if len(s.shown) > len(s.frame) {
		b = append(position(b, len(s.frame)), below...)
	}
	s.shown = s.frame
	return b
}

// position appends the sequence that goes to the start of a row, 0-based.
func position(b []byte, row int) []byte {
	b = strconv.AppendInt(append(b, "\x1b["...), int64(row)+1, 10)
	return append(b, ";1H"...)
}

// The modes that say whether the alternate screen is on.
const (
	enter = "\x1b[?1049h"
	leave = "\x1b[?1049l"
)

// Write takes what Bubble Tea writes. Modes pass; its frames, and what clears
// them, are dropped. It returns when a mode was written, or when the terminal has not
// taken it for a while.
func (s *Screen) Write(b []byte) (int, error) {
	if !isMode(b) {
		return len(b), nil
	}
	return len(b), s.pass(b)
}

// pass has b written behind what is being written, and before the next frame.
func (s *Screen) pass(b []byte) error {
	s.mu.Lock()
	b = s.turn(b)
	if s.over {
		s.mu.Unlock()
		_, err := s.Terminal.Write(b)
		return err
	}
	s.queue = append(s.queue, b)
	s.queued++
	number := s.queued
	s.mu.Unlock()
	s.call()
	s.await(number)
	return nil
}

// turn notes what a mode says of who has the terminal, and returns what is to be written
// for it.
func (s *Screen) turn(b []byte) []byte {
	switch mode := string(b); {
	case s.below && mode == show:
		b = append(s.away(nil), b...)
		s.active = false
	case s.below && mode == hide && !s.active, !s.below && mode == enter:
		s.active, s.shown, s.row, s.rows = true, nil, 0, 0
	case !s.below && mode == leave:
		s.active = false
	}
	return bytes.Clone(b)
}

// await waits until the terminal has taken the piece of the queue with this number,
// but no longer than it may take.
func (s *Screen) await(number int) {
	limit := time.NewTimer(s.patience)
	defer limit.Stop()
	for {
		s.mu.Lock()
		done, taken := s.passed >= number || s.stuck, s.taken
		s.mu.Unlock()
		if done {
			return
		}
		select {
		case <-taken:
		case <-s.stopped:
			return
		case <-limit.C:
			s.mu.Lock()
			s.stuck = s.passed < number
			s.mu.Unlock()
		}
	}
}

// Clipboard passes a sequence that sets the clipboard, between two frames. It is the
// one thing beside modes and frames that reaches the terminal, and its type says that
// it can be nothing else.
func (s *Screen) Clipboard(q osc52.Sequence) error { return s.pass([]byte(q.String())) }

// isMode reports whether b sets or resets a private mode and does nothing else.
func isMode(b []byte) bool {
	s, ok := strings.CutPrefix(string(b), "\x1b[?")
	if !ok || len(s) < 2 || s[len(s)-1] != 'h' && s[len(s)-1] != 'l' {
		return false
	}
	return strings.Trim(s[:len(s)-1], "0123456789;") == ""
}
