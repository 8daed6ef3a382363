package logbook

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestBook(t *testing.T) {
	var out bytes.Buffer
	b := New(&out)
	b.Say("start", "version", "devel\x1b[2J")
	b.Message("tea.KeyMsg 1 characters", 1500*time.Microsecond, 4096)
	b.Close()
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 {
		t.Fatalf("%q", lines)
	}
	for i, want := range []string{`msg=start version="devel\x1b[2J"`, `msg=message kind="tea.KeyMsg 1 characters" ms=1.5 frame_bytes=4096`, `msg=end lines_left_out=0`} {
		if !strings.Contains(lines[i], want) || strings.Contains(lines[i], "\x1b") {
			t.Errorf("%q, want %q", lines[i], want)
		}
	}
}

// stuck is a writer that never comes back until it is let go.
type stuck struct {
	let   chan struct{}
	lines int
}

func (s *stuck) Write(b []byte) (int, error) {
	<-s.let
	s.lines++
	return len(b), nil
}

func TestNobodyWaitsForALog(t *testing.T) {
	w := &stuck{let: make(chan struct{})}
	b := New(w)
	const said = 3 * room
	for range said {
		b.Message("kind", 0, 0)
	}
	close(w.let)
	b.Close()
	if lost := int(b.lost.Load()); w.lines+lost != said+1 || lost < room {
		t.Errorf("%d lines written, %d left out", w.lines, lost)
	}
	var none *Book
	none.Message("kind", 0, 0)
	none.Close()
}
