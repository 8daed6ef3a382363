package highlight

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"compactlens/core/source"
)

// A text that was changed is coloured as one that was always so, wherever the change
// is and whatever was looked at before.
func TestSpliced(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	parts := []string{"<goal>", "</goal>", "words & more ", "<!-- ", " -->", "\n", "\"a\": ", "{", "x\\\"y", "日本 "}
	random := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(parts[r.Intn(len(parts))])
		}
		return b.String()
	}
	for _, language := range []Language{XML, JSON} {
		for range 6 {
			b := []byte(random(9_000))
			text := New(source.NewText(b), language)
			for range 15 {
				look := source.Span{Start: r.Intn(len(b))}
				look.End = min(look.Start+5000, len(b))
				got, want := text.Runs(nil, look), New(source.NewText(b), language).Runs(nil, look)
				if !slices.Equal(got, want) {
					t.Fatalf("bytes %v of %d: other colours", look, len(b))
				}
				at := r.Intn(len(b) + 1)
				if r.Intn(5) == 0 {
					at = len(b)
				}
				b = slices.Concat(b[:at], []byte(random(r.Intn(3))), b[min(at+r.Intn(20), len(b)):])
				text = text.Spliced(source.NewText(b), at)
			}
		}
	}
}

// A line end put in behind a piece moves the piece's end, as pieces end behind a line
// before all else. What lies between is coloured all the same.
func TestSplicedBehindAPiece(t *testing.T) {
	b := []byte(strings.Repeat("words of one long line ", 8_000))
	for at := 2 * inOrder; at < 2*inOrder+2*piece; at += 97 {
		text := New(source.NewText(b), XML)
		around := source.Span{Start: 2*inOrder - 2*piece, End: 2*inOrder + 4*piece}
		text.Runs(nil, around)
		now := slices.Concat(b[:at], []byte("\n"), b[at:])
		got, want := text.Spliced(source.NewText(now), at).Runs(nil, around), New(source.NewText(now), XML).Runs(nil, around)
		if !slices.Equal(got, want) {
			t.Fatalf("a line end at %d: other colours", at)
		}
	}
}
