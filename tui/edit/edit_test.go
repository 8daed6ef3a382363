package edit

import (
	"bytes"
	"math/rand"
	"slices"
	"testing"

	"compactlens/core/source"
)

// replay makes a change in a plain text.
func replay(text []byte, c Change, now []byte) []byte {
	return slices.Concat(text[:c.Span.Start], now[c.Span.Start:c.Span.Start+c.Size], text[c.Span.End:])
}

func TestGroups(t *testing.T) {
	at := func(from, to int) source.Span { return source.Span{Start: from, End: to} }
	for _, c := range []struct {
		name string
		do   func(b *Buffer)
		want []string // after each undo
	}{
		{"typing together", func(b *Buffer) {
			b.Replace(at(0, 0), []byte("x"), Typing)
			b.Replace(at(1, 1), []byte("y"), Typing)
		}, []string{"abc"}},
		{"typing elsewhere", func(b *Buffer) {
			b.Replace(at(0, 0), []byte("x"), Typing)
			b.Replace(at(0, 0), []byte("y"), Typing)
		}, []string{"xabc", "abc"}},
		{"a moved cursor parts", func(b *Buffer) {
			b.Replace(at(0, 0), []byte("x"), Typing)
			b.Break()
			b.Replace(at(1, 1), []byte("y"), Typing)
		}, []string{"xabc", "abc"}},
		{"a new line parts", func(b *Buffer) {
			b.Replace(at(0, 0), []byte("\n"), Typing)
			b.Replace(at(1, 1), []byte("y"), Typing)
		}, []string{"\nabc", "abc"}},
		{"backspaces together", func(b *Buffer) {
			b.Replace(at(2, 3), nil, Before)
			b.Replace(at(1, 2), nil, Before)
		}, []string{"abc"}},
		{"deletes together", func(b *Buffer) {
			b.Replace(at(0, 1), nil, Behind)
			b.Replace(at(0, 1), nil, Behind)
		}, []string{"abc"}},
		{"kinds apart", func(b *Buffer) {
			b.Replace(at(3, 3), []byte("d"), Typing)
			b.Replace(at(3, 4), nil, Before)
		}, []string{"abcd", "abc"}},
		{"others apart", func(b *Buffer) {
			b.Replace(at(0, 0), []byte("x"), Other)
			b.Replace(at(1, 1), []byte("y"), Other)
		}, []string{"xabc", "abc"}},
		{"nothing is no change", func(b *Buffer) { b.Replace(at(0, 1), []byte("a"), Other) }, nil},
	} {
		b := New([]byte("abc"))
		c.do(b)
		done := string(b.Text().Bytes())
		for i, want := range c.want {
			if len(b.Undo()) == 0 || string(b.Text().Bytes()) != want {
				t.Errorf("%s: after undo %d: %q, want %q", c.name, i+1, b.Text().Bytes(), want)
			}
		}
		if b.Undo() != nil || b.Changed() {
			t.Errorf("%s: there is more to undo", c.name)
		}
		for range c.want {
			b.Redo()
		}
		if string(b.Text().Bytes()) != done || b.Redo() != nil {
			t.Errorf("%s: made again: %q, want %q", c.name, b.Text().Bytes(), done)
		}
	}
}

// Random changes are those of a plain text; what they say of themselves is true; the
// bytes given out before stay; and undoing all gives the bytes of the start.
func TestRandomEdits(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		start := make([]byte, r.Intn(40))
		r.Read(start)
		b, plain := New(bytes.Clone(start)), bytes.Clone(start)
		var before [][2][]byte
		for range 60 {
			was := b.Text().Bytes()
			before = append(before, [2][]byte{was, bytes.Clone(was)})
			var changes []Change
			switch r.Intn(6) {
			case 0:
				changes = b.Undo()
			case 1:
				changes = b.Redo()
			case 2:
				b.Break()
				continue
			default:
				s := source.Span{Start: r.Intn(len(was) + 1)}
				s.End = s.Start + r.Intn(len(was)-s.Start+1)
				put := make([]byte, r.Intn(5))
				r.Read(put)
				c := b.Replace(s, put, Kind(r.Intn(4)))
				plain = slices.Concat(was[:s.Start], put, was[s.End:])
				if !bytes.Equal(replay(was, c, b.Text().Bytes()), plain) && !bytes.Equal(was, plain) {
					t.Fatalf("%v is not what became of %q: %q", c, was, plain)
				}
			}
			if len(changes) > 0 {
				plain = replay(was, Merge(changes), b.Text().Bytes())
			}
			if !bytes.Equal(b.Text().Bytes(), plain) {
				t.Fatalf("%q, want %q", b.Text().Bytes(), plain)
			}
		}
		for b.Undo() != nil {
		}
		if !bytes.Equal(b.Text().Bytes(), start) || b.Changed() {
			t.Fatalf("all undone: %q, want %q", b.Text().Bytes(), start)
		}
		for _, x := range before {
			if !bytes.Equal(x[0], x[1]) {
				t.Fatal("bytes that were given out changed")
			}
		}
	}
}

func TestSaved(t *testing.T) {
	b := New([]byte("a"))
	b.Replace(source.At(1), []byte("b"), Typing)
	b.Saved(b.Text())
	if !b.Changed() || b.Unsaved() {
		t.Error("saved, and not taken for it")
	}
	b.Undo()
	if b.Changed() || !b.Unsaved() {
		t.Error("undone, and not taken for it")
	}
}
