package logbook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"compactlens/core/hostile"
)

func TestBook(t *testing.T) {
	var out bytes.Buffer
	b := New(&out)
	b.Say("start", "version", "devel\x1b[2J")
	b.Message("tea.KeyMsg 1 characters", 1500*time.Microsecond, 4096)
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 {
		t.Fatalf("%q", lines)
	}
	for i, want := range []string{`msg=start version=devel␛[2J`, `msg=message kind="tea.KeyMsg 1 characters" ms=1.5 frame_bytes=4096`, `msg=end lines_left_out=0`} {
		if !strings.Contains(lines[i], want) || strings.Contains(lines[i], "\x1b") {
			t.Errorf("%q, want %q", lines[i], want)
		}
	}
}

// Whatever is said: a line of text that can be shown.
func TestNothingHostileIsLogged(t *testing.T) {
	for _, x := range hostile.Texts() {
		var out bytes.Buffer
		b := New(&out)
		b.Say(x.Text, x.Text, x.Text, "theme", x.Text)
		b.Message(x.Text, 0, 0)
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if err := hostile.Check(out.Bytes(), hostile.Lines); err != nil {
			t.Errorf("%s: %v", x.Name, err)
		}
		if n := strings.Count(out.String(), "\n"); n != 3 {
			t.Errorf("%s: %d lines", x.Name, n)
		}
	}
}

// full is a writer that takes nothing after the first line.
type full struct{ lines int }

func (f *full) Write(b []byte) (int, error) {
	if f.lines++; f.lines > 1 {
		return 0, fmt.Errorf("line %d: %w", f.lines, io.ErrShortWrite)
	}
	return len(b), nil
}

// A log that is not whole is told at its end, with the first error.
func TestLogThatIsNotWhole(t *testing.T) {
	b := New(&full{})
	for range 5 {
		b.Message("kind", 0, 0)
	}
	if err := b.Close(); !errors.Is(err, io.ErrShortWrite) || err.Error() != "line 2: short write" {
		t.Errorf("%v", err)
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
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if lost := int(b.lost.Load()); w.lines+lost != said+1 || lost < room {
		t.Errorf("%d lines written, %d left out", w.lines, lost)
	}
	var none *Book
	none.Message("kind", 0, 0)
	if err := none.Close(); err != nil {
		t.Error(err)
	}
}
