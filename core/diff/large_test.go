package diff

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"compactlens/core/pulse"
	"compactlens/core/pulse/pulsetest"
	"compactlens/core/source"
)

// Who reads only the first lines finds in them what others find, and their words are
// compared in no more lines than those and the ones they stand against.
func TestCompareForFewLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() []byte {
		var out strings.Builder
		for range r.IntN(30) {
			fmt.Fprintf(&out, "a %d b %d\n", r.IntN(4), r.IntN(3))
		}
		return []byte(out.String())
	}
	for range 500 {
		old, new, n := text(), text(), 1+r.IntN(12)
		want := Lines(old, new, 1)
		got, err := Compare(context.Background(), old, new, Options{Context: 1, Read: n})
		if err != nil || len(got.Hunks) != len(want.Hunks) {
			t.Fatal(err, len(got.Hunks), len(want.Hunks))
		}
		at, compared := 0, 0
		for i, h := range want.Hunks {
			for k, l := range h.Lines {
				g := got.Hunks[i].Lines[k]
				if g.Changed != nil {
					compared++
				}
				if at++; at > n && g.Changed == nil {
					l.Changed = nil
				}
				if !reflect.DeepEqual(g, l) {
					t.Fatalf("line %d of %d read is %+v, want %+v", at, n, g, l)
				}
			}
		}
		if compared > 2*n {
			t.Fatalf("words are compared in %d lines, of %d read", compared, n)
		}
	}
}

func TestFirst(t *testing.T) {
	for _, o := range []TextOptions{{}, {Part: true}} {
		d := Lines([]byte("a\nb\nc\nd\ne\nf\ng"), []byte("a\nB\nc\nd\ne\nf\nG"), 0)
		all := strings.SplitAfter(d.Text(o), "\n")
		all = all[:len(all)-1] // the last is empty
		for n := range len(all) + 2 {
			shown := min(n, len(all))
			if text, more := d.First(o, n); text != strings.Join(all[:shown], "") || more != len(all)-shown {
				t.Errorf("%d lines: %q and %d more", n, text, more)
			}
		}
	}
}

// The ends of a long stretch are those of all its cells.
func TestEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"a", "b", " ", "\u0600", "é", "日", "\x1b", "\xff", "\u202e", "👩‍🔧", "a\u0301", "\t"}
	quick := 0
	for i := range 4000 {
		var text strings.Builder
		limit, size, kinds := r.IntN(30), r.IntN(40), len(pieces)
		if i%2 > 0 { // so long that the middle needs no look, most without a tab
			limit, size, kinds = 2+r.IntN(3), r.IntN(2000), len(pieces)-i/2%2
		}
		for range size {
			text.WriteString(pieces[r.IntN(kinds)])
		}
		d := Diff{Old: []byte(text.String())}
		all := source.Display{}.Cells(nil, d.Old, 0, 0)
		head, tail := d.ends(Line{}, source.Span{End: len(d.Old)}, limit, TextOptions{})
		wantHead, wantTail := all, []source.Cell(nil)
		if limit > 0 && len(all) > limit {
			wantHead, wantTail = all[:limit/2], all[len(all)-limit/2:]
		}
		if _, _, ok := quickEnds(source.Display{}, d.Old, 0, max(limit, 1)); ok {
			quick++
		}
		same := func(a, b []source.Cell) bool { return len(a) == len(b) && (len(a) == 0 || reflect.DeepEqual(a, b)) }
		if !same(head, wantHead) || !same(tail, wantTail) || (tail != nil) != (wantTail != nil) {
			t.Fatalf("%q to %d cells: %v … %v", d.Old, limit, head, tail)
		}
	}
	if quick < 500 {
		t.Errorf("only %d were quick", quick)
	}
}

// Wherever its context ends, a comparison asks it a few times more and no others:
// all that takes long asks.
func TestCompareStops(t *testing.T) {
	const many = 4 * pulse.Every
	for name, texts := range map[string][2][]byte{
		"many lines":    {bytes.Repeat([]byte("a\n"), many), bytes.Repeat([]byte("b\n"), many)},
		"the same ones": {bytes.Repeat([]byte("a\n"), many), append(bytes.Repeat([]byte("a\n"), many), 'b')},
		"one long line": {bytes.Repeat([]byte("a "), many), bytes.Repeat([]byte("b "), many)},
	} {
		whole := pulsetest.UpTo(1 << 40)
		if _, err := Compare(whole, texts[0], texts[1], Options{}); err != nil {
			t.Fatal(err)
		}
		all := whole.Asked
		if all < 4*many/pulse.Every {
			t.Errorf("%s: the context is asked %d times only", name, all)
		}
		for _, n := range []int{0, all / 3, all - 1} {
			ctx := pulsetest.UpTo(n)
			d, err := Compare(ctx, texts[0], texts[1], Options{})
			if err != context.Canceled || ctx.Asked != n+1 || len(d.Hunks) > 0 {
				t.Errorf("%s: ended at the %d. of %d times: %v, asked %d times", name, n, all, err, ctx.Asked)
			}
		}
	}
}

// Beyond what is compared in full, lines of as many words are compared word by word: what
// differs is told, and nothing else.
func TestWordsInTheirPlaces(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{ // of one word and what follows it
		{"a same ", "b same ", "b"}, {"same a ", "same b ", "b"}, {"a & ", "b + ", "b +"}, {"é(ü ", "è(ö ", "è ö"},
	} {
		const many = maxEdits + 1
		old, new := strings.Repeat(c.old, many), strings.Repeat(c.new, many)
		d, err := Compare(t.Context(), []byte("first "+old+"\n"), []byte("first "+new+"\n"), Options{})
		if err != nil || !d.Coarse || len(d.Hunks) != 1 || len(d.Hunks[0].Lines) != 2 {
			t.Fatalf("%q: %v, coarse %v, %d hunks", c.old, err, d.Coarse, len(d.Hunks))
		}
		var got []string
		for i, s := range d.Hunks[0].Lines[1].Changed {
			text := string(s.Of([]byte("first " + new + "\n")))
			was := string(d.Hunks[0].Lines[0].Changed[i].Of([]byte("first " + old + "\n")))
			if text == was || strings.Contains(text, "same") {
				t.Fatalf("%q: %q is told to differ from %q", c.old, text, was)
			}
			got = append(got, strings.Fields(text)...)
		}
		if want := strings.Fields(strings.Repeat(c.want+" ", many)); !slices.Equal(got, want) {
			t.Errorf("%q: %d words differ, %.60q; want %d", c.old, len(got), got, len(want))
		}
	}
}
