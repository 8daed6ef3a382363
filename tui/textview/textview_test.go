package textview

import (
	"bytes"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/themes/highlight"
	"compactlens/tui/canvas"
)

// marked reads a text in which «…» encloses the span of each note, with messages
// given in order.
func marked(s string, messages ...string) ([]byte, []Note) {
	var notes []Note
	var out []byte
	open := []int{}
	for len(s) > 0 {
		switch {
		case strings.HasPrefix(s, "«"):
			notes = append(notes, Note{Span: source.At(len(out)), Level: Hidden})
			open = append(open, len(notes)-1)
			s = s[len("«"):]
		case strings.HasPrefix(s, "»"):
			notes[open[len(open)-1]].Span.End = len(out)
			open = open[:len(open)-1]
			s = s[len("»"):]
		default:
			out = append(out, s[0])
			s = s[1:]
		}
	}
	for i := range notes {
		if i < len(messages) {
			notes[i].Message = messages[i]
		}
	}
	if len(notes) > 0 {
		notes[0].Level = Primary
	}
	return out, notes
}

func view(b []byte, notes []Note, w, h int) *View {
	v := &View{}
	v.SetText(source.NewText(b), highlight.XML, source.Display{})
	v.SetNotes(notes, min(0, len(notes)-1))
	v.SetSize(w, h)
	return v
}

func draw(v *View) string {
	var c canvas.Canvas
	c.Reset(v.w, v.h)
	v.Draw(c.Area(), false)
	return c.Plain()
}

func TestNotesStandUnderTheirBytes(t *testing.T) {
	for _, c := range []struct {
		name     string
		in       string
		messages []string
		w, h     int
		want     string
	}{
		{"beside", "<state>a «&» b</state>\n<x>", []string{"write &amp;"}, 44, 4, `
 1  │ <state>a & b</state>
    ┊          ^ write &amp;
 2  │ <x>
`},
		{"below", "<state>a b c d e f g h «&&» i j k l</state>", []string{"the ampersand must be written &amp; in a section"}, 44, 5, `
 1  │ <state>a b c d e f g h && i j k
    ┊                        ^^
    ┊ the ampersand must be written &amp;
    ┊ in a section
    │ l</state>
`},
		{"two on a row", "«a» b «c»", []string{"first", "second"}, 44, 4, `
 1  │ a b c
    ┊ ^ first
    ┊     ~ second
`},
		{"a crowd", "«a» «b» «c» «d»", []string{"first", "second", "third", "fourth"}, 44, 4, `
 1  │ a b c d
    ┊ ^ first
    ┊   ~ ~ ~
    ┊   ╰ 3 more here; the first: second
`},
		{"nothing there", "<goal>«»</goal>", []string{"missing"}, 44, 3, `
 1  │ <goal></goal>
    ┊       ^ missing
`},
		{"at the end of the text", "ab«»", []string{"missing"}, 44, 3, `
 1  │ ab
    ┊   ^ missing
`},
		{"an empty text", "«»", []string{"nothing"}, 44, 3, `
 1  │
    ┊ ^ nothing
`},
		{"a line feed", "</a>«\r\n»", []string{"a line end"}, 44, 3, `
 1  │ </a>␍␊
    ┊     ^^ a line end
 2  │
`},
		{"wide and control characters", "日本\x1b[«\u202e»x", []string{"a mark"}, 44, 3, `
 1  │ 日本␛[⟨U+202E⟩x
    ┊       ^^^^^^^^ a mark
`},
		{"a tab", "a\t«b»\tc", []string{"b"}, 44, 3, `
 1  │ a   b   c
    ┊     ^ b
`},
		{"over lines", "a «b\nc» d", []string{"both"}, 44, 4, `
 1  │ a b␊
    ┊   ^^ both
 2  │ c d
`},
		{"narrow", "abcdefgh«ij»", []string{"no gutter here"}, 9, 6, `
abcdefgh
ij
^^
no gutter
here
`},
	} {
		b, notes := marked(c.in, c.messages...)
		got := strings.TrimRight(draw(view(b, notes, c.w, c.h)), "\n")
		if want := strings.Trim(c.want, "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// The notes under a row stand in the order of their columns, whichever of them is
// selected or comes first, and those that stand together where the first of them does.
func TestNotesStandInOrder(t *testing.T) {
	for _, c := range []struct {
		in       string
		selected int
		want     []string
	}{
		{"«a» «b» «c»", 2, []string{"note 0", "note 1", "note 2"}},
		{"«a» «b» «c»", 1, []string{"note 0", "note 1", "note 2"}},
		{"«a» «b» «c» «d» «e»", 4, []string{"note 0", "3 more here; the first: note 1", "note 4"}},
		{"«a» «b» «c» «d» «e»", 2, []string{"note 0", "3 more here; the first: note 1", "note 2"}},
	} {
		messages := []string{"note 0", "note 1", "note 2", "note 3", "note 4"}
		b, notes := marked(c.in, messages...)
		v := view(b, notes, 80, 12)
		v.SetNotes(notes, c.selected)
		var got []string
		for _, l := range strings.Split(draw(v), "\n") {
			if _, message, is := strings.Cut(l, "note "); is {
				lead := ""
				if strings.Contains(l, "more here") {
					lead = "3 more here; the first: "
				}
				got = append(got, lead+"note "+strings.TrimSpace(message))
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s, %d selected: %q", c.in, c.selected, got)
		}
	}
}

func TestRelatedNotesShowWithTheirOwner(t *testing.T) {
	b, notes := marked("«a» «b» c", "first", "opened here")
	notes[1].Level, notes[1].Owner = Related, 0
	v := view(b, notes, 44, 3)
	if got := draw(v); !strings.Contains(got, "- opened here") {
		t.Errorf("selected owner:\n%s", got)
	}
	v.SetNotes(notes, -1)
	if got := draw(v); strings.Contains(got, "opened") {
		t.Errorf("no owner selected:\n%s", got)
	}
}

// all returns the rows from the first to the last, by scrolling one at a time.
func all(v *View) []anchor {
	rows := []anchor{{}}
	for {
		next, ok := v.next(rows[len(rows)-1])
		if !ok {
			return rows
		}
		rows = append(rows, next)
	}
}

func TestScrolling(t *testing.T) {
	var b []byte
	for i := range 200 {
		b = fmt.Appendf(b, "%d %s\n", i, strings.Repeat("word ", i%40))
	}
	v := view(b, nil, 60, 10)
	rows := all(v)
	if v.last() != rows[len(rows)-1] {
		t.Errorf("last row is %v, want %v", v.last(), rows[len(rows)-1])
	}
	for i := len(rows) - 1; i > 0; i-- {
		if got, ok := v.previous(rows[i]); !ok || got != rows[i-1] {
			t.Fatalf("above %v is %v, want %v", rows[i], got, rows[i-1])
		}
	}
	v.End()
	if v.top != rows[len(rows)-10] {
		t.Errorf("the end begins at %v, want %v", v.top, rows[len(rows)-10])
	}
	end := v.top
	v.ScrollBy(5)
	if v.top != end {
		t.Errorf("scrolled past the end to %v", v.top)
	}
	v.ScrollBy(-1 << 20)
	if v.top != rows[0] {
		t.Errorf("the start is %v", v.top)
	}
	v.ScrollBy(100)
	if v.top != rows[100] {
		t.Errorf("100 rows down is %v, want %v", v.top, rows[100])
	}
	v.Home()
	if v.top != rows[0] {
		t.Errorf("home is %v", v.top)
	}
}

func TestRevealPutsTheRowAtAThird(t *testing.T) {
	b := bytes.Repeat([]byte("line of text\n"), 500)
	v := view(b, nil, 60, 30)
	offset := 300 * len("line of text\n")
	v.Reveal(offset)
	if v.top.line != 290 || !v.Shows(offset) {
		t.Errorf("begins at line %d", v.top.line)
	}
	v.SetSize(60, 9)
	if v.top.line != 297 {
		t.Errorf("after a resize it begins at line %d", v.top.line)
	}
	v.ScrollBy(1)
	v.SetSize(60, 30)
	if v.top.line != 298 {
		t.Errorf("after scrolling and a resize it begins at line %d", v.top.line)
	}
	v.Reveal(len(b))
	if !v.Shows(len(b)) || v.Shows(0) {
		t.Error("the end is not on screen")
	}
}

// Every byte is in exactly one row of text, whatever the width, and find finds it.
func TestRowsCoverTheText(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	pieces := []string{"word ", "日本語", "\t", "\x1b", "\xff", "👩‍👩‍👧", "e\u0301", "\n", "\r\n", "<goal>", "  ", "\u202e"}
	for round := range 60 {
		var b []byte
		for range r.Intn(400) {
			b = append(b, pieces[r.Intn(len(pieces))]...)
		}
		if round%10 == 0 {
			b = append(b, bytes.Repeat([]byte("ä日x"), segmentSize/3)...) // several segments
		}
		v := view(b, nil, 1+r.Intn(90), 5)
		at := 0
		for _, a := range all(v) {
			span := v.rowAt(a).span
			for at < span.Start {
				if b[at] != '\n' && b[at] != '\r' {
					t.Fatalf("byte %d is in no row", at)
				}
				at++
			}
			if at != span.Start {
				t.Fatalf("row %v begins at %d, want %d", a, span.Start, at)
			}
			if !span.Empty() {
				for _, offset := range []int{span.Start, span.End - 1} {
					if got := v.find(offset); got != a {
						t.Fatalf("byte %d is found at %v, want %v", offset, got, a)
					}
				}
			}
			at = span.End
		}
	}
}

// Cells that are drawn again give the widths that the row was broken with.
func TestRowsFit(t *testing.T) {
	b := []byte(strings.Repeat("a\tb 日本\t\tc \x1b[0m word\xff ", 50))
	for w := 1; w < 100; w++ {
		v := view(b, nil, w, 5)
		for _, a := range all(v) {
			r := v.rowAt(a)
			width := r.indent
			cells := v.display.Cells(nil, r.span.Of(b), r.span.Start, r.column)
			for _, c := range cells {
				width += c.Width
			}
			if width > v.layout.width+1 && len(cells) > 1 {
				t.Fatalf("width %d: row %v is %d wide, the text has %d", w, a, width, v.layout.width)
			}
		}
	}
}

func TestColours(t *testing.T) {
	b, notes := marked("<goal>«&»</goal>", "m")
	v := view(b, notes, 44, 2)
	v.SetCursor(len(b)) // it would cut a tag in two
	var c canvas.Canvas
	c.Reset(44, 2)
	v.Draw(c.Area(), false)
	theme := themes.New(themes.ForBackground(true), themes.Options{Profile: themes.TrueColor})
	got := c.Render(theme)
	for _, part := range []struct {
		style themes.Style
		text  string
	}{
		{themes.Tag, "<goal>"},
		{(themes.Error | themes.Underline).On(themes.Fault), "&"},
		{themes.Error | themes.Bold, "^"},
	} {
		if want := string(theme.Append(nil, part.style)) + part.text; !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

func TestHugeTexts(t *testing.T) {
	oneLine := bytes.Repeat([]byte("0123456789 <b> & "), 8<<20/17)
	manyLines := bytes.Repeat([]byte("  <state>some text</state>\n"), 20_000)
	for _, b := range [][]byte{oneLine, manyLines} {
		v := view(b, []Note{{Span: source.Span{Start: len(b) / 2, End: len(b)/2 + 1}, Message: "here"}}, 100, 40)
		v.Reveal(len(b) / 2)
		if got := draw(v); !strings.Contains(got, "^ here") {
			t.Errorf("the middle is not on screen:\n%s", got)
		}
		v.End()
		draw(v)
		if len(v.blocks) > 200 {
			t.Errorf("%d blocks were wrapped for two screens", len(v.blocks))
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	for name, text := range map[string][]byte{
		"oneLine":   bytes.Repeat([]byte("0123456789 <b> & "), 100<<20/17),
		"manyLines": bytes.Repeat([]byte("  <state>some text, and some more of it here</state>\n"), 200_000),
	} {
		v := view(text, nil, 120, 60)
		var c canvas.Canvas
		b.Run(name, func(b *testing.B) {
			v.Reveal(len(text) / 2)
			for b.Loop() {
				v.ScrollBy(1)
				c.Reset(120, 60)
				v.Draw(c.Area(), false)
			}
		})
		b.Run(name+"/jump", func(b *testing.B) {
			at := 0
			for b.Loop() {
				at = (at + 7919*1000) % len(text)
				v.Reveal(at)
				c.Reset(120, 60)
				v.Draw(c.Area(), false)
			}
		})
	}
}
