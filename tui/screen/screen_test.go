package screen

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"
)

// memory is a terminal that understands what a Screen writes.
type memory struct {
	mu     sync.Mutex
	rows   []string
	writes int
	frames chan struct{} // one for each frame
	modes  []string
}

func newMemory(h int) *memory {
	return &memory{rows: make([]string, h), frames: make(chan struct{}, 1000)}
}

func (m *memory) Read([]byte) (int, error) { return 0, io.EOF }
func (m *memory) Close() error             { return nil }
func (m *memory) Fd() uintptr              { return ^uintptr(0) }

func (m *memory) Write(b []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.writes++
	s := string(b)
	if isMode(b) {
		m.modes = append(m.modes, s)
		return len(b), nil
	}
	s = strings.TrimSuffix(strings.TrimPrefix(s, hold), release)
	if rest, ok := strings.CutPrefix(s, clear); ok {
		m.rows, s = make([]string, len(m.rows)), rest
	}
	for s != "" {
		place, rest, _ := strings.Cut(strings.TrimPrefix(s, "\x1b["), ";1H")
		y, err := strconv.Atoi(place)
		if err != nil {
			return 0, fmt.Errorf("what is %q", s)
		}
		next := len(rest)
		if after := strings.Index(rest[len(wipe):], "\x1b["); after >= 0 {
			next = len(wipe) + after
		}
		switch text := rest[:next]; {
		case strings.HasPrefix(text, below):
			clearRows(m.rows[y-1:])
			next = len(below)
		default:
			m.rows[y-1] = strings.TrimPrefix(text, wipe)
		}
		s = rest[next:]
	}
	m.frames <- struct{}{}
	return len(b), nil
}

func clearRows(rows []string) {
	for i := range rows {
		rows[i] = ""
	}
}

func (m *memory) text() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.TrimRight(strings.Join(m.rows, "\n"), "\n")
}

func mode(t *testing.T, s *Screen, seq string) {
	t.Helper()
	if _, err := s.Write([]byte(seq)); err != nil {
		t.Fatal(err)
	}
}

// Whatever comes in between, the last frame stands on screen in the end.
func TestLastFrameStands(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	m := newMemory(9)
	s := New(m)
	mode(t, s, enter)
	frame := ""
	for range 300 {
		rows := make([]string, 1+r.IntN(8))
		for i := range rows {
			rows[i] = strings.Repeat("ab", r.IntN(3)) + strconv.Itoa(r.IntN(3))
		}
		frame = strings.Join(rows, "\n")
		s.Show(frame)
		if r.IntN(20) == 0 {
			s.Repaint()
		}
		if r.IntN(3) > 0 {
			continue
		}
		for m.text() != frame {
			<-m.frames
		}
	}
	s.Show(frame + "\nlast")
	for m.text() != frame+"\nlast" {
		<-m.frames
	}
	s.Stop()
}

func TestOnlyWhatChangesIsWritten(t *testing.T) {
	m := newMemory(3)
	var log bytes.Buffer
	s := New(logged{m, &log})
	mode(t, s, enter)
	s.Show("one\ntwo\nthree")
	for m.text() != "one\ntwo\nthree" {
		<-m.frames
	}
	s.Stop()
	log.Reset()
	s.Show("one\n2\nthree")
	if !s.draw() || log.String() != hold+"\x1b[2;1H"+wipe+"2"+release {
		t.Errorf("wrote %q", log.String())
	}
	log.Reset()
	s.Show("one\n2\nthree")
	if s.draw() || log.Len() > 0 {
		t.Errorf("wrote %q for the same frame", log.String())
	}
}

// logged keeps what is written to a memory.
type logged struct {
	*memory
	log *bytes.Buffer
}

func (l logged) Write(b []byte) (int, error) {
	l.log.Write(b)
	return l.memory.Write(b)
}

func TestNothingIsDrawnOffTheAlternateScreen(t *testing.T) {
	m := newMemory(2)
	s := New(m)
	s.Stop()
	s.Show("early")
	if s.draw() {
		t.Error("before it is entered")
	}
	mode(t, s, enter)
	if !s.draw() || m.text() != "early" {
		t.Errorf("entered: %q", m.text())
	}
	mode(t, s, leave)
	s.Show("late")
	if s.draw() {
		t.Error("after it is left")
	}
	mode(t, s, enter)
	if !s.draw() || m.text() != "late" {
		t.Errorf("entered again: %q", m.text())
	}
}

func TestOnlyModesPass(t *testing.T) {
	m := newMemory(1)
	s := New(m)
	s.Stop()
	for _, b := range []string{" \x1b[K\r", "\x1b[2K", "\r", "\x1b[H", "\x1b[2J", "text", "\x1b[?", "\x1b[?h", "\x1b[?1x0h", "\x1b[?25hx"} {
		if n, err := s.Write([]byte(b)); n != len(b) || err != nil || m.writes > 0 {
			t.Errorf("%q: %d, %v, %d writes", b, n, err, m.writes)
		}
	}
	all := []string{enter, "\x1b[?25l", "\x1b[?2004h", "\x1b[?1002h", "\x1b[?1002;1006l", leave}
	for _, b := range all {
		mode(t, s, b)
	}
	if strings.Join(m.modes, "") != strings.Join(all, "") {
		t.Errorf("passed %q", m.modes)
	}
}

// A sequence for the clipboard comes whole, between frames.
func TestClipboardPassesBetweenFrames(t *testing.T) {
	m := &pieces{memory: newMemory(3)}
	s := New(m)
	mode(t, s, enter)
	q := osc52.New("text\x1b[2J")
	var wait sync.WaitGroup
	wait.Go(func() {
		for i := range 50 {
			s.Show(strconv.Itoa(i))
		}
	})
	wait.Go(func() {
		for range 50 {
			if err := s.Clipboard(q); err != nil {
				t.Error(err)
			}
		}
	})
	wait.Wait()
	s.Stop()
	found := 0
	for _, w := range m.all {
		if w == q.String() {
			found++
		} else if strings.Contains(w, "52;") {
			t.Errorf("within another write: %q", w)
		}
	}
	if found != 50 {
		t.Errorf("%d of 50 sequences", found)
	}
}

// pieces keeps every write by itself; of frames it understands nothing.
type pieces struct {
	*memory
	all []string
}

func (p *pieces) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, string(b))
	return len(b), nil
}

// deaf is a terminal that takes nothing until it is opened.
type deaf struct {
	*memory
	open chan struct{}
}

func (d deaf) Write(b []byte) (int, error) {
	<-d.open
	return d.memory.Write(b)
}

// A terminal that stops reading holds up neither what is shown nor the end, and when
// it reads again, everything that was set is there and the last frame stands.
func TestTerminalThatStopsReading(t *testing.T) {
	for _, late := range []bool{false, true} {
		d := deaf{newMemory(3), make(chan struct{})}
		s := New(d)
		s.patience = time.Millisecond
		for _, m := range []string{enter, "\x1b[?25l", "\x1b[?2004h", "\x1b[?1002h"} {
			mode(t, s, m)
		}
		for i := range 1000 {
			s.Show("frame " + strconv.Itoa(i))
		}
		if late {
			mode(t, s, leave)
			s.Stop()
		}
		close(d.open)
		if !late {
			for d.text() != "frame 999" {
				<-d.frames
			}
			s.Stop()
		}
		<-s.stopped
		want := enter + "\x1b[?25l\x1b[?2004h\x1b[?1002h"
		if late {
			want += leave
		}
		if got := strings.Join(d.modes, ""); got != want {
			t.Errorf("late is %v: passed %q", late, got)
		}
		if late && d.text() != "" {
			t.Errorf("drawn behind the end: %q", d.text())
		}
	}
}

// broken is a terminal that panics at a frame.
type broken struct{ *memory }

func (b broken) Write(p []byte) (int, error) {
	if !isMode(p) {
		panic("frame")
	}
	return b.memory.Write(p)
}

// A panic while a frame is written is told, and modes still pass.
func TestPanicWhileWriting(t *testing.T) {
	m := newMemory(3)
	s := New(broken{m})
	told := make(chan any, 1)
	s.Failed = func(v any) { told <- v }
	mode(t, s, enter)
	s.Show("frame")
	if v := <-told; v != "frame" {
		t.Errorf("told %v", v)
	}
	s.Show("another")
	mode(t, s, leave)
	s.Stop()
	if got := strings.Join(m.modes, ""); got != enter+leave {
		t.Errorf("passed %q", got)
	}
}
