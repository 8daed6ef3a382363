package screen

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// paper is a terminal of a few rows that keeps what scrolled off, and understands what a
// Screen below the prompt writes. It is written to by one goroutine at a time.
type paper struct {
	rows   []string
	height int
	at     int // the row the cursor is in
	x      int
}

func (p *paper) Read([]byte) (int, error) { return 0, io.EOF }
func (p *paper) Close() error             { return nil }
func (p *paper) Fd() uintptr              { return ^uintptr(0) }

func (p *paper) Write(b []byte) (int, error) {
	for s := string(b); s != ""; {
		switch {
		case s[0] == '\r':
			p.x, s = 0, s[1:]
		case s[0] == '\n':
			if p.at++; p.at == len(p.rows) {
				p.rows = append(p.rows, "")
			}
			s = s[1:]
		case s[0] != '\x1b':
			row := p.rows[p.at]
			row += strings.Repeat(" ", max(p.x-len(row), 0))
			p.rows[p.at] = row[:p.x] + s[:1] + row[min(p.x+1, len(row)):]
			p.x, s = p.x+1, s[1:]
		default:
			end := strings.IndexAny(s, "AhlmJK")
			if end < 0 {
				return 0, fmt.Errorf("what is %q", s)
			}
			if err := p.sequence(s[:end+1]); err != nil {
				return 0, err
			}
			s = s[end+1:]
		}
	}
	return len(b), nil
}

func (p *paper) sequence(s string) error {
	switch last := s[len(s)-1]; last {
	case 'A':
		n, err := strconv.Atoi(s[2 : len(s)-1])
		if p.at -= n; err != nil || p.at < len(p.rows)-p.height {
			return fmt.Errorf("%q goes above the window", s)
		}
	case 'K', 'J':
		p.rows[p.at] = p.rows[p.at][:min(p.x, len(p.rows[p.at]))]
		if last == 'J' {
			p.rows = p.rows[:p.at+1]
		}
	}
	return nil
}

// Below the prompt the frames stand behind what was there, the last one stays, and who
// has the terminal in between begins on a row of its own.
func TestBelowThePrompt(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	p := &paper{rows: []string{"before", ""}, height: 6, at: 1}
	s := NewBelow(p)
	s.Stop() // what follows is written where it is said
	want := []string{"before"}
	for turn := range 40 {
		s.Show("early " + strconv.Itoa(turn))
		if s.draw() {
			t.Fatal("a frame without the terminal")
		}
		mode(t, s, hide)
		var frame []string
		for range 10 {
			frame = make([]string, 1+r.IntN(6))
			for y := range frame {
				frame[y] = strings.Repeat("x", r.IntN(4)) + strconv.Itoa(r.IntN(3))
			}
			if r.IntN(4) == 0 {
				s.Repaint()
			}
			s.Show(strings.Join(frame, "\n"))
			s.draw()
			if got := strings.TrimRight(strings.Join(p.rows, "\n"), "\n"); got != strings.Join(append(want, frame...), "\n") {
				t.Fatalf("turn %d: %q behind %q is %q", turn, frame, want, got)
			}
		}
		if r.IntN(3) == 0 {
			s.Repaint() // and gone before it is drawn again
		}
		mode(t, s, show)
		if _, err := p.Write([]byte("other\r\n")); err != nil {
			t.Fatal(err)
		}
		want = append(append(want, frame...), "other")
		if got := strings.Join(p.rows, "\n"); got != strings.Join(append(want, ""), "\n") {
			t.Fatalf("turn %d left\n%s\nwant\n%s", turn, got, strings.Join(want, "\n"))
		}
	}
}

func TestOnlyWhatChangesIsWrittenBelowThePrompt(t *testing.T) {
	p := &paper{rows: []string{""}, height: 3}
	s := NewBelow(p)
	s.Stop()
	mode(t, s, hide)
	s.Show("one\ntwo\nthree")
	s.draw()
	s.Show("one\n2\nthree")
	s.mu.Lock()
	got := string(s.changes())
	s.mu.Unlock()
	if got != "\x1b[1A\r"+wipe+"2" {
		t.Errorf("wrote %q", got)
	}
	mode(t, s, "\x1b[?2004h")
	mode(t, s, hide) // again: nothing is lost by it
	if s.draw() {
		t.Error("the same frame was written again")
	}
}
