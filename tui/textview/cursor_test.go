package textview

import (
	"bytes"
	"math/rand"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/themes/highlight"
	"compactlens/tui/canvas"
)

// places reads a text in which ‹ stands before the character the cursor is on, and ›
// before the one it is to come to; both where there is only one of them.
func places(s string) (b []byte, from, to int) {
	from, to = -1, -1
	for len(s) > 0 {
		switch {
		case strings.HasPrefix(s, "‹"):
			from, s = len(b), s[len("‹"):]
		case strings.HasPrefix(s, "›"):
			to, s = len(b), s[len("›"):]
		default:
			b = append(b, s[0])
			s = s[1:]
		}
	}
	if to < 0 {
		to = from
	}
	return b, from, to
}

func TestCursorMoves(t *testing.T) {
	right, left := func(v *View) { v.StepCharacter(1) }, func(v *View) { v.StepCharacter(-1) }
	down, up := func(v *View) { v.MoveBy(1) }, func(v *View) { v.MoveBy(-1) }
	word, back := func(v *View) { v.StepWord(1) }, func(v *View) { v.StepWord(-1) }
	twice := func(f func(v *View)) func(v *View) { return func(v *View) { f(v); f(v) } }
	for _, c := range []struct {
		name string
		in   string
		move func(v *View)
	}{
		{"right", "‹a›b", right},
		{"right over a cluster", "‹e\u0301›x", right},
		{"right over an emoji", "‹👩‍👩‍👧›x", right},
		{"right over an invalid byte", "‹\xff›\xfe", right},
		{"right over half a character", "‹\xe6›\x97x", right},
		{"right over an escape character", "‹\x1b›[2J", right},
		{"right to the line's end", "‹a›\nb", right},
		{"right over the line's end", "a‹\n›b", right},
		{"right over CR LF", "a‹\r\n›b", right},
		{"right over a lone CR", "a‹\r›b", right},
		{"right to the end", "‹a›", right},
		{"right at the end", "a‹", right},
		{"left", "›a‹b", left},
		{"left over a cluster", "x›e\u0301‹", left},
		{"left over CR LF", "a›\r\n‹b", left},
		{"left from a line's end", "›a‹\nb", left},
		{"left at the start", "‹ab", left},
		{"down", "a‹b\nc›d", down},
		{"down to a shorter line", "ab‹c\n›d\nefg", down},
		{"the column is kept", "ab‹c\nd\nef›g", twice(down)},
		{"past an empty line", "ab‹c\n\nef›g", twice(down)},
		{"the column is in cells", "日‹本\nab›cd", down},
		{"onto a wide character", "a‹b\n›日本", down},
		{"a tab's column", "\t‹b\n0123›4", down},
		{"down at the end", "a\n‹b", down},
		{"down onto the last empty line", "‹a\n›", down},
		{"up", "a›b\nc‹d", up},
		{"up at the start", "a‹b\n", up},
		{"word", "‹one ›two", word},
		{"word to a sign", "‹one›, two", word},
		{"word from a sign", "<‹/›goal>", func(v *View) { v.StepWord(1) }},
		{"word over lines", "‹one\n\n  ›two", word},
		{"no more words", "‹one  ›", word},
		{"letters of all scripts", "‹日本語_1é ›x", word},
		{"back", "one ›two‹", back},
		{"back inside a word", "›o‹ne", back},
		{"back over lines", "›one\n  ‹two", back},
		{"back to the start", "›  ‹a", back},
		{"to the end of the line", "a‹bc›d\nef", (*View).LineEnd},
		{"of an empty line", "a\n‹\nb", (*View).LineEnd},
		{"of a line that ends in CR LF", "‹ab›c\r\n", (*View).LineEnd},
		{"and down along the ends", "a‹b\nabc›d\n", func(v *View) { v.LineEnd(); v.MoveBy(1) }},
		{"to the start of the line", "x\n›ab‹c", (*View).LineStart},
		{"from its end", "x\n›abc‹\n", (*View).LineStart},
		{"home", "›x\nab‹c", (*View).Home},
		{"end", "a‹bc\n›x", (*View).End},
		{"end behind a last line feed", "a‹bc\n›", (*View).End},
	} {
		for _, w := range []int{5, 9, 30, 60} {
			b, from, to := places(c.in)
			if w < 60 && strings.Contains(c.name, "down") {
				continue // rows are not lines there
			}
			v := view(b, nil, w, 8)
			if v.SetCursor(from); v.Cursor() != from {
				t.Fatalf("%s: the cursor is at %d and not at %d", c.name, v.Cursor(), from)
			}
			if c.move(v); v.Cursor() != to && w == 60 {
				t.Errorf("%s: from %d to %d, want %d", c.name, from, v.Cursor(), to)
			}
		}
	}
}

// Whatever offset is asked for, the cursor is on the character that holds it.
func TestCursorIsOnACharacter(t *testing.T) {
	b := []byte("e\u0301 日\r\n\x1b👩‍👩‍👧\xff\xe6\x97\n")
	v := view(b, nil, 60, 8)
	starts := map[int]bool{}
	for v.Home(); ; v.StepCharacter(1) {
		if starts[v.Cursor()] {
			break
		}
		starts[v.Cursor()] = true
	}
	for at := -3; at < len(b)+5; at++ {
		v.SetCursor(at)
		if s := v.Under(); !starts[v.Cursor()] || s.Start != v.Cursor() || at >= 0 && at < len(b) && !s.Contains(at) {
			t.Errorf("asked for %d: at %d, on %v", at, v.Cursor(), s)
		}
	}
}

var reverse = regexp.MustCompile(`\x1b\[0;(1;)?(4;)?7;`)

// reversed counts the stretches of reversed cells that are drawn.
func reversed(v *View) int {
	var c canvas.Canvas
	c.Reset(v.w, v.h)
	v.Draw(c.Area(), true)
	frame := c.Render(themes.New(themes.ForBackground(true), themes.Options{Profile: themes.TrueColor}))
	return len(reverse.FindAllString(frame, -1))
}

// However the cursor is moved, and the window scrolled and resized in between, it
// stays on a character of the text and, after a key, on the screen.
func TestCursorStaysVisible(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	pieces := []string{"word ", "日本語", "\t", "\x1b", "\xff", "👩‍👩‍👧", "e\u0301", "\n", "\n", "\r\n", "<goal>", "  ", "\u202e", "long-word-without-a-blank"}
	moves := []func(v *View, n int){
		(*View).MoveBy, (*View).MoveBy, (*View).StepCharacter, (*View).StepWord,
		func(v *View, n int) { v.MoveBy(n * v.h / 2) }, func(v *View, n int) { v.MoveBy(n * v.h) },
		func(v *View, _ int) { v.LineStart() }, func(v *View, _ int) { v.LineEnd() },
		func(v *View, _ int) { v.Home() }, func(v *View, _ int) { v.End() },
		func(v *View, _ int) { v.SetCursor(r.Intn(v.text.Len() + 2)) }, func(v *View, _ int) { v.Reveal(r.Intn(v.text.Len() + 2)) },
		func(v *View, n int) { v.ScrollBy(n * 3); v.MoveBy(n) }, func(v *View, n int) { v.ScrollBy(n * 20); v.StepCharacter(n) },
		func(v *View, _ int) { v.ScrollTo(r.Intn(v.text.Len() + 2)); v.LineEnd() },
	}
	for round := range 40 {
		var b []byte
		for range r.Intn(300) {
			b = append(b, pieces[r.Intn(len(pieces))]...)
		}
		if round%8 == 0 {
			b = append(b, bytes.Repeat([]byte("ä日x 👩‍👩‍👧"), segmentSize/3)...) // several segments
		}
		var notes []Note
		if len(b) > 0 && round%2 == 0 {
			at := r.Intn(len(b))
			notes = []Note{{Span: source.Span{Start: at, End: min(at+3, len(b))}, Message: "a message of some length that takes more than one row", Level: Hidden}}
		}
		v := &View{}
		v.SetText(source.NewText(b), highlight.Plain, source.Display{})
		v.SetSize(2+r.Intn(90), 1+r.Intn(30))
		v.SetNotes(notes, -1)
		for range 150 {
			k := r.Intn(len(moves))
			moves[k](v, r.Intn(9)-4)
			check := func(what string) {
				t.Helper()
				s := v.Under()
				if v.cursor < 0 || v.cursor > len(b) || s.Start != v.cursor || s.End > len(b) {
					t.Fatalf("round %d, %s %d: the cursor is at %d, on %v of %d bytes", round, what, k, v.cursor, s, len(b))
				}
				if v.cursor < len(b) && !utf8.RuneStart(b[v.cursor]) {
					if _, n := utf8.DecodeLastRune(b[:v.cursor+1]); n != 1 {
						t.Fatalf("round %d, %s %d: the cursor is inside a character", round, what, k)
					}
				}
				if !v.Shows(v.cursor) {
					t.Fatalf("round %d, %s %d, %dx%d: the cursor at %d is not on screen", round, what, k, v.w, v.h, v.cursor)
				}
			}
			check("move")
			if n := reversed(v); n != 1 && len(notes) == 0 {
				t.Fatalf("round %d, move %d: %d cursors are drawn at %d, in %d x %d:\n%s", round, k, n, v.cursor, v.w, v.h, draw(v))
			}
			switch r.Intn(12) {
			case 0:
				v.SetSize(2+r.Intn(90), 1+r.Intn(30))
				check("resize")
			case 1:
				v.SetNotes(notes, r.Intn(len(notes)+1)-1)
				check("selection")
			}
		}
	}
}

func TestScrollingLeavesTheCursor(t *testing.T) {
	v := view(bytes.Repeat([]byte("line of text\n"), 500), nil, 60, 10)
	v.SetCursor(3*13 + 5)
	v.ScrollBy(100)
	if v.Cursor() != 3*13+5 || v.Shows(v.Cursor()) {
		t.Fatalf("the cursor went along to %d", v.Cursor())
	}
	v.MoveBy(1)
	if line := v.text.LineOf(v.Cursor()); line != 101 || v.Cursor() != line*13+5 || v.top.line != 99 {
		t.Errorf("the next key brought it to line %d, byte %d, with line %d at the top", line, v.Cursor(), v.top.line)
	}
	v.ScrollBy(-50)
	v.StepCharacter(1)
	if line := v.text.LineOf(v.Cursor()); line > 60 || v.Cursor() != line*13+6 {
		t.Errorf("from below it came to line %d, byte %d", line, v.Cursor())
	}
}

// A row that is moved to is shown with the messages below it.
func TestMessagesBelowTheCursorAreShown(t *testing.T) {
	b, notes := marked(strings.Repeat("line\n", 30)+"a «word»\n"+strings.Repeat("line\n", 30), "a message that takes four rows where there is as little room as in this window that is narrow, and then some more words")
	v := &View{}
	v.SetText(source.NewText(b), highlight.Plain, source.Display{})
	v.SetSize(44, 16)
	v.SetNotes(notes, 0)
	v.SetCursor(0)
	for v.text.LineOf(v.Cursor()) < 30 {
		v.MoveBy(1)
	}
	if got := draw(v); !strings.Contains(got, "more words") {
		t.Errorf("the end of the message is not on screen:\n%s", got)
	}
}

func TestClick(t *testing.T) {
	b, notes := marked("<state>a «&» 日本</state>\n<x>", "write &amp;")
	v := view(b, notes, 44, 6)
	for _, c := range []struct {
		x, y, want int
		ok         bool
	}{
		{6, 0, 0, true}, {0, 0, 0, true}, {15, 0, 9, true}, {17, 0, 11, true}, {18, 0, 11, true}, {19, 0, 14, true},
		{43, 0, 24, true}, {8, 1, 24, false}, {7, 2, 27, true}, {7, 5, 27, false},
	} {
		if ok := v.Click(c.x, c.y); ok != c.ok || v.Cursor() != c.want {
			t.Errorf("click at %d, %d: %t, %d; want %t, %d", c.x, c.y, ok, v.Cursor(), c.ok, c.want)
		}
	}
}

// The cursor's row stays where it is while messages come and go above it.
func TestSelectionDoesNotMoveTheCursorsRow(t *testing.T) {
	b, notes := marked(strings.Repeat("line\n", 20)+"«a»\n"+strings.Repeat("line\n", 3)+"«b»\n"+strings.Repeat("line\n", 20), "owner", "explained here")
	notes[0].Level, notes[1].Level, notes[1].Owner = Hidden, Related, 0
	v := &View{}
	v.SetText(source.NewText(b), highlight.Plain, source.Display{})
	v.SetSize(60, 12)
	v.SetNotes(notes, -1)
	v.SetCursor(notes[1].Span.Start + 12)
	before := v.distance(v.top, v.find(v.cursor), v.h)
	v.SetNotes(notes, 0)
	if got := v.distance(v.top, v.find(v.cursor), v.h); got != before || before == 0 {
		t.Errorf("the cursor is on row %d of the window, was on %d", got, before)
	}
}

func TestUnderCursor(t *testing.T) {
	hit := themes.Accent | themes.Reverse
	if s := underCursor(hit, true); s&themes.Reverse != 0 || s&themes.Underline == 0 {
		t.Errorf("on a hit: %v", s)
	}
	if s := underCursor(themes.Error.On(themes.Fault), true); s&themes.Reverse == 0 || s.Backdrop() != themes.Text {
		t.Errorf("on a fault: %v", s)
	}
	if s := underCursor(themes.Text, false); s&themes.Reverse != 0 || s&themes.Underline == 0 {
		t.Errorf("without the focus: %v", s)
	}
}

// BenchmarkCursor moves the cursor in a line of 100 MB and draws the window.
func BenchmarkCursor(b *testing.B) {
	v := view(bytes.Repeat([]byte("0123456789 <b> & "), 100<<20/17), nil, 120, 60)
	var c canvas.Canvas
	for name, move := range map[string]func(){
		"character": func() { v.StepCharacter(1) }, "row": func() { v.MoveBy(1) }, "word": func() { v.StepWord(1) },
		"ends": func() { v.LineEnd(); v.LineStart() },
	} {
		b.Run(name, func(b *testing.B) {
			v.Reveal(50 << 20)
			for b.Loop() {
				move()
				c.Reset(120, 60)
				v.Draw(c.Area(), true)
			}
		})
	}
}

// A derived text has the colours of what it was derived from, and shows which of its
// characters are written otherwise there.
func TestDerivedText(t *testing.T) {
	of := source.NewText([]byte("<goal>a &lt;b> c</goal>"))
	var m source.MapBuilder
	m.Verbatim(0, 0)
	m.Escape(8, 8)
	m.Verbatim(9, 12)
	v := &View{}
	v.SetText(source.NewText([]byte("<goal>a <b> c</goal>")), highlight.Plain, source.Display{})
	v.SetDerived(of, highlight.XML, m.Done(20, 23))
	v.SetSize(60, 3)
	v.SetCursor(5)
	theme := themes.New(themes.ForBackground(true), themes.Options{Profile: themes.TrueColor})
	var c canvas.Canvas
	c.Reset(60, 3)
	v.Draw(c.Area(), true)
	window := c.Render(theme)
	c.Reset(60, 3)
	v.Whole(60).Next(c.Area())
	for name, got := range map[string]string{"window": window, "whole": c.Render(theme)} {
		for _, want := range []struct {
			style themes.Style
			text  string
		}{{themes.Entity | themes.Bold, "<"}, {themes.Text, "b> c"}, {themes.Tag, "</goal>"}} {
			if part := string(theme.Append(nil, want.style)) + want.text; !strings.Contains(got, part) {
				t.Errorf("%s: no %q in %q", name, part, got)
			}
		}
	}
}
