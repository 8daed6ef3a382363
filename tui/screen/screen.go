// Package screen writes frames to a terminal's alternate screen as soon as they
// are drawn, only the rows that changed, and nothing while nothing changes.
//
// Bubble Tea's own renderer looks for a new frame a fixed number of times a second,
// also when there is none. A Screen takes its place as the program's output: the
// modes that Bubble Tea sets and resets pass through it, its frames do not. What sets
// the clipboard passes, too, between frames. The
// package touches nothing but the terminal it is given.
package screen

import (
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

// Screen is the output of a Bubble Tea program that draws on the alternate screen.
// Its methods may be called from several goroutines.
type Screen struct {
	Terminal

	wake    chan struct{} // a frame is to be written
	end     chan struct{} // closed by Stop
	stopped chan struct{} // closed when nothing is written any more

	mu     sync.Mutex
	active bool     // the alternate screen is on
	frame  []string // the rows to be shown; nil before there are any
	shown  []string // the rows on screen; nil where that is not known
}

// New returns the screen of a terminal. Stop ends it.
func New(t Terminal) *Screen {
	s := &Screen{Terminal: t, wake: make(chan struct{}, 1), end: make(chan struct{}), stopped: make(chan struct{})}
	go s.run()
	return s
}

// Stop ends the writing of frames. The terminal stays open.
func (s *Screen) Stop() {
	close(s.end)
	<-s.stopped
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

// run writes frames until the screen is stopped.
func (s *Screen) run() {
	defer close(s.stopped)
	for {
		select {
		case <-s.end:
			return
		case <-s.wake:
		}
		if !s.draw() {
			continue
		}
		select {
		case <-s.end:
			return
		case <-time.After(pause):
		}
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

// draw writes what changed, and reports whether anything did. An error shows again
// where keys are read.
func (s *Screen) draw() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.active || s.frame == nil {
		return false
	}
	var b []byte
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
	if len(b) == 0 {
		return false
	}
	_, _ = s.Terminal.Write(append(append([]byte(hold), b...), release...))
	return true
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
// them, are dropped.
func (s *Screen) Write(b []byte) (int, error) {
	if !isMode(b) {
		return len(b), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.Terminal.Write(b)
	switch string(b) {
	case enter:
		s.active, s.shown = true, nil
		s.call()
	case leave:
		s.active = false
	}
	return n, err
}

// Clipboard passes a sequence that sets the clipboard, between two frames. It is the
// one thing beside modes and frames that reaches the terminal, and its type says that
// it can be nothing else.
func (s *Screen) Clipboard(q osc52.Sequence) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := io.WriteString(s.Terminal, q.String())
	return err
}

// isMode reports whether b sets or resets a private mode and does nothing else.
func isMode(b []byte) bool {
	s, ok := strings.CutPrefix(string(b), "\x1b[?")
	if !ok || len(s) < 2 || s[len(s)-1] != 'h' && s[len(s)-1] != 'l' {
		return false
	}
	return strings.Trim(s[:len(s)-1], "0123456789;") == ""
}
