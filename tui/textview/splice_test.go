package textview

import (
	"bytes"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"compactlens/core/source"
	"compactlens/tui/canvas"
)

// A text that was spliced has the rows of one that was always so, the cursor stands
// behind what was put in and is on screen, and notes are still about their bytes.
func TestSplice(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	parts := []string{"a", "日", "word ", "\n", "\r\n", "\t", "\x1b", "\xff", "e\u0301", strings.Repeat("long ", 40)}
	random := func(n int) []byte {
		var b []byte
		for range n {
			b = append(b, parts[r.Intn(len(parts))]...)
		}
		return b
	}
	for range 60 {
		b := random(200)
		at := len(b) / 2
		v := view(b, []Note{{Span: source.Span{Start: at, End: at + 1}, Message: "here"}}, 20+r.Intn(60), 3+r.Intn(12))
		v.SetInsert(true)
		marked := b[at]
		for range 20 {
			var s source.Span
			s.Start = r.Intn(len(b) + 1)
			s.End = min(s.Start+r.Intn(30), len(b))
			note := v.notes[0].Span
			put := random(r.Intn(3))
			next := slices.Concat(b[:s.Start], put, b[s.End:])
			v.Splice(source.NewText(next), s, len(put))
			if !note.Overlaps(s) && note.Start < s.Start || note.Start >= s.End {
				if now := v.notes[0].Span; now.Len() == 1 && note.Len() == 1 && next[now.Start] != marked {
					t.Fatalf("the note moved from %v to %v with %v", note, now, s)
				}
			}
			b = next
			if c := v.Cursor(); c > s.Start+len(put) {
				t.Fatalf("the cursor is at %d, behind %d", c, s.Start+len(put))
			}
			if !v.Shows(v.Cursor()) {
				t.Fatal("the cursor is not on screen")
			}
			fresh := view(b, slices.Clone(v.notes), v.w, v.h)
			fresh.SetInsert(true)
			fresh.SetCursor(v.Cursor())
			fresh.top = v.top
			if got, want := draw(v), draw(fresh); got != want {
				t.Fatalf("after a splice at %v:\n%s\nwant\n%s", s, got, want)
			}
		}
	}
}

// Typed in, the cursor can stand behind the last character of a line.
func TestInsert(t *testing.T) {
	v := view([]byte("long line\nab\n\nlast"), nil, 40, 10)
	v.SetInsert(true)
	v.LineEnd()
	if v.Cursor() != 9 {
		t.Errorf("at the line's end: %d", v.Cursor())
	}
	for _, want := range []int{12, 13, 18} {
		if v.MoveBy(1); v.Cursor() != want {
			t.Errorf("below: %d, want %d", v.Cursor(), want)
		}
	}
	v.StepCharacter(1)
	if v.Cursor() != 18 {
		t.Errorf("behind the end: %d", v.Cursor())
	}
}

func BenchmarkSplice(b *testing.B) {
	for name, text := range map[string][]byte{
		"oneLine":   bytes.Repeat([]byte("0123456789 <b> & "), 1<<20/17),
		"manyLines": bytes.Repeat([]byte("  <state>some text, and some more of it here</state>\n"), 1<<20/53),
	} {
		for place, at := range map[string]int{"early": 30 << 10, "middle": 512 << 10} {
			b.Run(name+"/"+place, func(b *testing.B) {
				v := view(text, nil, 120, 60)
				v.SetInsert(true)
				v.SetCursor(at)
				now := text
				var c canvas.Canvas
				for b.Loop() {
					now = slices.Concat(now[:at], []byte("x"), now[at:])
					v.Splice(source.NewText(now), source.At(at), 1)
					c.Reset(120, 60)
					v.Draw(c.Area(), true)
				}
			})
		}
	}
}
