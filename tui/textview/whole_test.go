package textview

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"compactlens/core/source"
	"compactlens/tui/canvas"
)

// unrolled draws all of a text in pieces of h rows.
func unrolled(t *testing.T, x *Whole, w, h int) string {
	t.Helper()
	var out []string
	var c canvas.Canvas
	for range 100_000 {
		c.Reset(w, h)
		n := x.Next(c.Area())
		out = append(out, strings.Split(c.Plain(), "\n")[:n]...)
		if n == 0 {
			return strings.Join(out, "\n")
		}
	}
	t.Fatal("it does not end")
	return ""
}

// All of a text is what a window that is high enough shows, in pieces of any height.
func TestWhole(t *testing.T) {
	for name, s := range map[string]string{
		"notes": "<a>one «&&» two</a>\n\t日本 «<b>»\n" + strings.Repeat("words ", 60) + "\nend", "empty": "", "a line": "x", "line feeds": "\n\n",
		"a very long line": strings.Repeat("0123456789", 4000),
	} {
		b, notes := marked(s, "first", "second")
		for _, w := range []int{1, 20, 60} {
			v := view(b, notes, w, 3000)
			v.layout.bar = -1
			want := strings.TrimRight(draw(v), "\n")
			v.SetSize(w, 4)
			v.End()
			for _, h := range []int{1, 7, 3000} {
				if got := strings.TrimRight(unrolled(t, v.Whole(w), w, h), "\n"); got != want && len(want) < 3000*w {
					t.Errorf("%s at %d, %d at a time:\n%s\nwant\n%s", name, w, h, got, want)
				}
			}
		}
	}
	if n := (&View{}).Whole(10).Next(canvas.Area{}); n != 0 {
		t.Errorf("%d rows of nothing", n)
	}
}

func TestWrite(t *testing.T) {
	long := strings.Repeat("日本", segmentSize)
	for in, want := range map[string]string{
		"": "\n", "a\n": "a\n", "a\tb\r\nc": "a\tb\nc\n", "\x1b[2J\x00\xff\u202e": "␛[2J␀⟨FF⟩⟨U+202E⟩\n", "\n\nx": "\n\nx\n", long: long + "\n",
	} {
		var out bytes.Buffer
		if err := Write(&out, source.NewText([]byte(in)), source.Display{}); err != nil || out.String() != want {
			t.Errorf("%.40q: %.40q, %v", in, out.String(), err)
		}
	}
	if err := Write(broken{}, source.NewText([]byte("x")), source.Display{}); err == nil {
		t.Error("what cannot be written is not said")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken") }
