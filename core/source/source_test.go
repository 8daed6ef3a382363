package source

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// marked returns s without its «» marks and the span between them.
func marked(t *testing.T, s string) (string, Span) {
	t.Helper()
	before, rest, ok := strings.Cut(s, "«")
	in, after, ok2 := strings.Cut(rest, "»")
	if !ok || !ok2 {
		t.Fatalf("no marks in %q", s)
	}
	return before + in + after, Span{len(before), len(before) + len(in)}
}

func TestPosition(t *testing.T) {
	for _, c := range []struct {
		in                      string
		line, column, utf16, by int
	}{
		{"«»", 1, 1, 1, 1},
		{"a\nb«c»", 2, 2, 2, 2},
		{"a\r\nb«c»", 2, 2, 2, 2},
		{"é«x»", 1, 2, 2, 3},
		{"𝄞«x»", 1, 2, 3, 5},
		{"\xff«x»", 1, 2, 2, 2},
		{"a\n«»", 2, 1, 1, 1},
	} {
		text, s := marked(t, c.in)
		tx := NewText([]byte(text))
		p := tx.Position(s.Start)
		if p.Line != c.line || p.Column != c.column || p.UTF16 != c.utf16 || p.Byte != c.by {
			t.Errorf("%q: got %+v", c.in, p)
		}
		if got := tx.Offset(p.Line, p.Column); got != s.Start {
			t.Errorf("%q: offset of %d:%d is %d, want %d", c.in, p.Line, p.Column, got, s.Start)
		}
	}
}

func TestLines(t *testing.T) {
	tx := NewText([]byte("a\r\nbc\n\nd"))
	var got []string
	for i := range tx.LineCount() {
		got = append(got, string(tx.Line(i).Of(tx.Bytes())))
	}
	if strings.Join(got, "|") != "a|bc||d" {
		t.Errorf("got %q", got)
	}
	if s := tx.Line(9); s != At(8) {
		t.Errorf("a line that is not there: %v", s)
	}
	var zero Text
	if zero.LineCount() != 1 || zero.Position(5).Line != 1 {
		t.Error("the zero text has no line")
	}
}

func TestMapThroughTwoEscapes(t *testing.T) {
	// decoded:  a & b          encoded: a \u0026 b      outer: "a \\u0026 b"
	var in MapBuilder
	in.Verbatim(0, 0)
	in.Escape(2, 2)
	in.Verbatim(3, 8)
	inner := in.Done(5, 10)
	var out MapBuilder
	out.Verbatim(0, 1)
	out.Escape(2, 3)
	out.Verbatim(3, 5)
	outer := out.Done(10, 12)

	m := inner.Then(outer)
	for _, c := range []struct{ in, want Span }{
		{Span{0, 1}, Span{1, 2}},
		{Span{2, 3}, Span{3, 10}},
		{Span{3, 5}, Span{10, 12}},
		{Span{0, 5}, Span{1, 12}},
		{At(2), At(3)},
		{At(5), At(12)},
	} {
		if got := m.Span(c.in); got != c.want {
			t.Errorf("%v: got %v, want %v", c.in, got, c.want)
		}
	}
	for _, c := range []struct{ in, want Span }{
		{Span{1, 2}, Span{0, 1}},
		{Span{3, 10}, Span{2, 3}},
		{Span{5, 6}, Span{2, 3}}, // an escape is taken whole
		{Span{2, 4}, Span{1, 3}},
		{Span{9, 11}, Span{2, 4}},
		{Span{0, 40}, Span{0, 5}},
		{Span{0, 1}, At(0)},
		{At(7), At(2)},
	} {
		if got := m.DecodedSpan(c.in); got != c.want {
			t.Errorf("encoded %v: got %v, want %v", c.in, got, c.want)
		}
	}
	for encoded, want := range map[int]int{0: 0, 1: 0, 2: 1, 3: 2, 7: 2, 9: 2, 10: 3, 11: 4, 40: 5} {
		if got := m.Decoded(encoded); got != want {
			t.Errorf("encoded %d: got %d, want %d", encoded, got, want)
		}
	}
}

func TestDisplayMarks(t *testing.T) {
	for _, c := range []struct{ in, want, ascii string }{
		{"plain", "plain", "plain"},
		{"a\x1b[31mb", "a␛[31mb", "a^[[31mb"},
		{"\x00\x7f", "␀␡", "^@^?"},
		{"\u009b1m", "⟨U+009B⟩1m", "<U+009B>1m"},
		{"\x9b", "⟨9B⟩", "<9B>"},
		{"a\u202Eb", "a⟨U+202E⟩b", "a<U+202E>b"},
		{"a\u200Bb", "a⟨U+200B⟩b", "a<U+200B>b"},
		{"\uFEFF", "⟨U+FEFF⟩", "<U+FEFF>"},
		{"a\u200Db", "a⟨U+200D⟩b", "a<U+200D>b"},
		{"👩\u200D💻", "👩\u200D💻", "👩\u200D💻"},
		{"\u0301x", "◌\u0301x", "<U+0301>x"},
		{"e\u0301", "e\u0301", "e\u0301"},
		{"\u1061\u1069", "\u1061\u1069", "\u1061<U+1069>"}, // a mark that stands beside its letter, and needs none
		{"a\u00A0b", "a␣b", "a<U+00A0>b"},
		{"a\tb\nc", "a␉b␊c", "a^Ib^Jc"},
		{"\u3164\uE000", "⟨U+3164⟩⟨U+E000⟩", "<U+3164><U+E000>"},
		{"日本", "日本", "日本"},
		{"\xed\xa0\x80", "⟨ED⟩⟨A0⟩⟨80⟩", "<ED><A0><80>"},
	} {
		if got := Printable(c.in); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
		if got := (Display{ASCII: true}).String(c.in); got != c.ascii {
			t.Errorf("%q in ASCII: got %q, want %q", c.in, got, c.ascii)
		}
	}
}

func TestDisplayTabStops(t *testing.T) {
	cells := Display{}.Cells(nil, []byte("a\tb\t"), 10, 0)
	if len(cells) != 4 || cells[1].Width != 3 || cells[3].Width != 3 || cells[2].Source != (Span{12, 13}) {
		t.Errorf("got %+v", cells)
	}
}

// checkCells states what every display must hold: the spans cover the input
// without a gap, nothing dangerous is left, and widths are what they say.
func checkCells(t *testing.T, in []byte) {
	t.Helper()
	for _, d := range []Display{{}, {ASCII: true}, {Flat: true}} {
		at := 0
		for _, c := range d.Cells(nil, in, 0, 0) {
			if c.Source.Start != at || c.Source.End <= at {
				t.Fatalf("%q: cell %+v does not follow offset %d", in, c, at)
			}
			at = c.Source.End
			if c.Width < 1 || c.Width != Width(c.Text) {
				t.Fatalf("%q: cell %+v has width %d", in, c, Width(c.Text))
			}
			if !utf8.ValidString(c.Text) {
				t.Fatalf("%q: cell %+v is not UTF-8", in, c)
			}
			for _, r := range c.Text {
				if r < 0x20 || r >= 0x7F && r < 0xA0 || r != zeroWidthJoiner && !visible(r) {
					t.Fatalf("%q: cell %+v lets %U through", in, c, r)
				}
			}
		}
		if at != len(in) {
			t.Fatalf("%q: cells end at %d", in, at)
		}
		if once := d.String(string(in)); d.String(once) != once {
			t.Fatalf("%q: shown as %q, and that as %q", in, once, d.String(once))
		}
	}
}

func TestDisplayHoldsEverywhere(t *testing.T) {
	var all bytes.Buffer
	for r := rune(0); r < 0x30000; r++ {
		all.Reset()
		all.WriteString("a")
		all.WriteRune(r)
		all.WriteRune(r)
		all.WriteString("👩")
		all.WriteRune(r)
		if unicode.Is(unicode.M, r) {
			all.WriteString(strings.Repeat(string(r), 2*maxCluster+1))
		}
		checkCells(t, all.Bytes())
	}
}

// JSON with what cannot be shown escaped is the same JSON.
func TestAppendJSON(t *testing.T) {
	for _, in := range []string{"", "plain é 日本", "\x7f\u0085\u202e\u200d\ufeff\U000e0041\U0010ffff", strings.Repeat("\u0301", 40), "\"\\\x00\n"} {
		b, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		out := AppendJSON(nil, b)
		var back string
		if err := json.Unmarshal(out, &back); err != nil || back != in {
			t.Errorf("%q becomes %s and comes back as %q, %v", in, out, back, err)
		}
		marks := 0
		for _, r := range string(out) {
			if marks++; !unicode.Is(unicode.M, r) {
				marks = 0
			}
			if !visible(r) || marks > maxCluster {
				t.Errorf("%q: %U is left", in, r)
			}
		}
	}
}

func FuzzDisplay(f *testing.F) {
	for _, s := range []string{"", "a\x1b]52;c;x\a", "\u202E\u2066", "👩\u200D💻\u0301\xff", strings.Repeat("\u0301", 30)} {
		f.Add([]byte(s))
	}
	f.Fuzz(checkCells)
}

// Places in long lines are those that are found by counting from their start.
func TestPositionInLongLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "é", "会", "👍", "\xff", "\x80\x80\x80\x80\x80", "\xe2\x82", "\xf0\x9f\x91", "\r\n", strings.Repeat("x", 3000), strings.Repeat("👍", 900)}
	for range 40 {
		var b []byte
		for len(b) < 5*block {
			b = append(b, pieces[r.IntN(len(pieces))]...)
		}
		long, short := NewText(b), NewText(b)
		for range 60 {
			offset := r.IntN(len(b) + 1)
			start := short.Line(short.LineOf(offset)).Start
			columns, units := short.count(start, offset)
			p := long.Position(offset)
			if p.Column != columns+1 || p.UTF16 != units+1 {
				t.Fatalf("offset %d of %q: %+v, want %d and %d", offset, b, p, columns+1, units+1)
			}
			at := long.Offset(p.Line, p.Column)
			if q := long.Position(at); q.Column != p.Column && at != long.Line(p.Line-1).End {
				t.Fatalf("column %d comes back at %d, column %d", p.Column, at, q.Column)
			}
		}
	}
}

func TestClusterWithoutEnd(t *testing.T) {
	cells := Display{}.Cells(nil, []byte("e"+strings.Repeat("\u0301", 1<<16)), 0, 0)
	for _, c := range cells {
		if n := utf8.RuneCountInString(c.Text); n > maxCluster+1 {
			t.Fatalf("a cell of %d code points", n)
		}
	}
}

// A cell that is cut because it has too many code points ends with no joiner.
func TestClusterCutAtAJoiner(t *testing.T) {
	for n := range 14 {
		for _, c := range (Display{}).Cells(nil, []byte(strings.Repeat("a", n%2)+"👩"+strings.Repeat("\u200D👩", n)), 0, 0) {
			if strings.HasSuffix(c.Text, "\u200D") || strings.HasPrefix(c.Text, "\u200D") {
				t.Errorf("%d joined: a cell holds %q", n, c.Text)
			}
		}
	}
}
