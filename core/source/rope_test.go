package source

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// same compares a spliced text with one made of its bytes, at some places.
func same(t *testing.T, r *rand.Rand, got *Text, b []byte) {
	t.Helper()
	want := NewText(b)
	if got.Len() != len(b) || got.LineCount() != want.LineCount() {
		t.Fatalf("%d bytes in %d lines, want %d in %d", got.Len(), got.LineCount(), len(b), want.LineCount())
	}
	if got.LineOf(len(b)) != want.LineOf(len(b)) || got.Line(-1) != want.Line(-1) || got.Line(want.LineCount()) != want.Line(want.LineCount()) {
		t.Fatal("the ends differ")
	}
	for range 40 {
		at := r.IntN(len(b) + 1)
		s := Span{at, at + r.IntN(min(len(b)-at, 3*chunkSize)+1)}
		n := r.IntN(want.LineCount())
		switch {
		case !bytes.Equal(got.Slice(s), s.Of(b)):
			t.Fatalf("the bytes of %v are others", s)
		case got.LineOf(at) != want.LineOf(at):
			t.Fatalf("offset %d in line %d, want %d", at, got.LineOf(at), want.LineOf(at))
		case got.Line(n) != want.Line(n):
			t.Fatalf("line %d is %v, want %v", n, got.Line(n), want.Line(n))
		case got.Position(at) != want.Position(at):
			t.Fatalf("offset %d is %+v, want %+v", at, got.Position(at), want.Position(at))
		}
	}
	if p := want.Position(r.IntN(len(b) + 1)); got.Offset(p.Line, p.Column) != want.Offset(p.Line, p.Column) {
		t.Fatalf("%+v is at %d", p, got.Offset(p.Line, p.Column))
	}
}

// A text that was spliced is the text of its bytes, in whatever way it is asked; what
// it was spliced from stays as it was.
func TestSplice(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	kinds := [][]string{
		{"a", "word ", "\n", "\r\n", "é", "日本", "𝄞", "\t"},
		{"a", "\x80", "\xe6", "\xe6\x97", "\xf0\x9d", "\xff", "\n", "日"},
		{"\x80"},
		{strings.Repeat("x", 1000)},
	}
	for round := range 24 {
		parts := kinds[round%len(kinds)]
		random := func(n int) []byte {
			var b []byte
			for range n {
				b = append(b, parts[r.IntN(len(parts))]...)
			}
			return b
		}
		b := random(r.IntN(60_000 / len(parts[0])))
		text := NewText(b)
		if round%2 > 0 {
			text = NewChunked(b)
			same(t, r, text, b)
		}
		type version struct {
			text *Text
			b    []byte
		}
		var all []version
		for range 30 {
			all = append(all, version{text, b})
			s := At(r.IntN(len(b) + 1))
			switch r.IntN(4) {
			case 0: // of the whole
				s.End = s.Start + r.IntN(len(b)-s.Start+1)
			case 1: // some bytes
				s.End = min(s.Start+r.IntN(5), len(b))
			}
			put := random(r.IntN(4))
			if r.IntN(5) == 0 {
				put = random(r.IntN(90_000 / len(parts[0])))
			}
			b = slices.Concat(b[:s.Start], put, b[s.End:])
			text = text.Splice(s, put)
			same(t, r, text, b)
			for i, c := range text.rope.chunks {
				if len(c.b) == 0 || len(c.b) > 2*chunkSize {
					t.Fatalf("a chunk of %d bytes", len(c.b))
				}
				if i > 0 && !border(text.rope.chunks[i-1].b, c.b) {
					t.Fatal("a chunk begins inside a character")
				}
			}
		}
		for _, v := range all {
			if !bytes.Equal(v.text.Bytes(), v.b) {
				t.Fatal("a text was changed")
			}
			if v.text.Equal(text) != bytes.Equal(v.b, b) {
				t.Fatal("texts are compared wrongly")
			}
		}
	}
}

// Deleting piece by piece leaves no more chunks than the text needs.
func TestSpliceKeepsChunksLarge(t *testing.T) {
	text := NewText(bytes.Repeat([]byte("some words\n"), 200_000))
	for text.Len() > 100_000 {
		text = text.Splice(Span{text.Len() / 3, text.Len()/3 + 7000}, nil)
		if n := len(text.rope.chunks); n > 8*(text.Len()/chunkSize+1) {
			t.Fatalf("%d chunks of %d bytes", n, text.Len())
		}
	}
	if text = text.Splice(Span{0, text.Len()}, nil); text.Len() != 0 || text.LineCount() != 1 || text.Line(0) != At(0) || text.LineOf(0) != 0 || text.Position(3).Column != 1 {
		t.Error("nothing is left, and it is not empty")
	}
	if text = text.Splice(At(0), []byte("a\nb")); string(text.Bytes()) != "a\nb" || text.LineCount() != 2 {
		t.Errorf("%q", text.Bytes())
	}
}

// What a change of a text makes anew does not grow with the text.
func TestSpliceShares(t *testing.T) {
	for _, size := range []int{1 << 10, 1 << 20, 23 << 20} {
		before := NewText(bytes.Repeat([]byte("some words\n"), size/11)).Splice(At(0), []byte("x"))
		after := before.Splice(At(size/2), []byte("y"))
		had := map[*chunk]bool{}
		for _, c := range before.rope.chunks {
			had[c] = true
		}
		made := 0
		for _, c := range after.rope.chunks {
			if !had[c] {
				made += len(c.b)
			}
		}
		if made > 3*chunkSize {
			t.Errorf("of %d bytes %d were made anew", size, made)
		}
	}
}
