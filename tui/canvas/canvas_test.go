package canvas

import (
	"strings"
	"testing"

	"compactlens/core/source"
	"compactlens/themes"
)

func mono() *themes.Theme { return themes.New(themes.ForBackground(true), themes.Options{}) }

func drawn(w, h int, draw func(Area)) string {
	var c Canvas
	c.Reset(w, h)
	draw(c.Area())
	return c.Plain()
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		name, want string
		draw       func(Area)
	}{
		{"plain", " ab", func(a Area) { a.Text(1, 0, "ab", 0) }},
		{"cut at the right", "abc", func(a Area) { a.Text(0, 0, "abcdef", 0) }},
		{"cut at the left", "cd", func(a Area) { a.Text(-2, 0, "abcd", 0) }},
		{"above and below", "", func(a Area) { a.Text(0, -1, "a", 0); a.Text(0, 1, "a", 0) }},
		{"wide", "日a", func(a Area) { a.Text(0, 0, "日a", 0) }},
		{"wide does not fit", "a", func(a Area) { a.Text(0, 0, "a", 0); a.Text(2, 0, "日", 0) }},
		{"wide covers the right half", " 日", func(a Area) { a.Text(0, 0, "日本", 0); a.Text(1, 0, "日", 0) }},
		{"narrow over the left half", "x", func(a Area) { a.Text(0, 0, "日", 0); a.Text(0, 0, "x", 0) }},
		{"narrow over the right half", " x", func(a Area) { a.Text(0, 0, "日", 0); a.Text(1, 0, "x", 0) }},
		{"control", "␛[m", func(a Area) { a.Text(0, 0, "\x1b[m", 0) }},
		{"mark is cut", "⟨FF", func(a Area) { a.Text(0, 0, "\xff", 0) }},
		{"fit", "ab…", func(a Area) { a.Fit(0, 0, 3, "abcd", 0) }},
		{"fits exactly", "abc", func(a Area) { a.Fit(0, 0, 3, "abc", 0) }},
		{"fit of a wide text", "日…", func(a Area) { a.Fit(0, 0, 3, "日本", 0) }},
		{"fit in one", "…", func(a Area) { a.Fit(0, 0, 1, "abc", 0) }},
		{"fit in none", "", func(a Area) { a.Fit(0, 0, 0, "abc", 0); a.Fit(5, 0, 3, "abc", 0) }},
		{"right", " ab", func(a Area) { a.Right(3, 0, "ab", 0) }},
		{"sub clips", " b", func(a Area) { a.Sub(1, 0, 1, 1).Text(-1, 0, "abc", 0) }},
		{"sub outside", "", func(a Area) { a.Sub(5, 5, 9, 9).Text(0, 0, "abc", 0) }},
		{"zero area", "", func(Area) { Area{}.Text(0, 0, "abc", 0) }},
	} {
		if got := drawn(3, 1, c.draw); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestReturnedColumns(t *testing.T) {
	var c Canvas
	c.Reset(4, 1)
	a := c.Area()
	for _, s := range []string{"abc", "日本語", "\x1b\xff", "a\tb", ""} {
		if got, want := a.Text(1, 0, s, 0), 1+a.Width(s); got != want {
			t.Errorf("%q ends at %d, want %d", s, got, want)
		}
		if got := a.Fit(1, 0, 9, s, 0); got > 4 {
			t.Errorf("%q fits up to %d", s, got)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"one two three", 7, "one two|three"},
		{"one  two", 8, "one  two"},
		{"abcdefgh", 3, "abc|def|gh"},
		{"ab cdefgh", 4, "ab|cdef|gh"},
		{"日本語 日本", 5, "日本|語|日本"},
		{"日本", 1, "日|本"},
		{"a\x1b[31m\nb", 4, "a␛[3|1m␊b"},
		{"word ", 4, "word"},
		{"word    x", 4, "word|x"},
		{"", 9, ""},
		{"abc", 0, "a|b|c"},
	} {
		if got := strings.Join(Wrap(source.Display{}, c.in, c.width), "|"); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

func TestRender(t *testing.T) {
	for _, c := range []struct {
		name, want string
		draw       func(Area)
	}{
		{"blank", "\n", func(Area) {}},
		{"styles end with the line", "\x1b[0;1ma\x1b[0mb\x1b[0m\n", func(a Area) { a.Text(0, 0, "a", themes.Bold); a.Text(1, 0, "b", 0) }},
		{"blanks take any colour", "\x1b[0ma b\x1b[0m\n", func(a Area) { a.Text(0, 0, "a", 0); a.Text(1, 0, " ", themes.Error); a.Text(2, 0, "b", 0) }},
		{"underlined blanks stay", "\x1b[0;4m  \x1b[0m\n", func(a Area) { a.Text(0, 0, "  ", themes.Underline) }},
		{"selected blanks stay", "\n\x1b[0;7m    \x1b[0m", func(a Area) { a.Sub(0, 1, 9, 1).Fill(themes.Text.On(themes.Selection)) }},
		{"shade keeps the text", "\x1b[0;1;7ma   \x1b[0m\n", func(a Area) { a.Text(0, 0, "a", themes.Bold); a.Sub(0, 0, 4, 1).Shade(themes.Selection) }},
	} {
		var canvas Canvas
		canvas.Reset(4, 2)
		c.draw(canvas.Area())
		if got := canvas.Render(mono()); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestPaintedBackgroundFillsTheLine(t *testing.T) {
	var c Canvas
	c.Reset(3, 1)
	got := c.Render(themes.New(themes.ForBackground(false), themes.Options{Profile: themes.TrueColor, Paint: true}))
	if !strings.Contains(got, "m   \x1b[0m") {
		t.Errorf("%q", got)
	}
}

func TestASCII(t *testing.T) {
	c := Canvas{ASCII: true}
	c.Reset(20, 1)
	x := c.Area().Text(0, 0, "── ✓ › … \x1b日", 0)
	if got, want := c.Plain(), "-- + > ~ ^[日"; got != want || x != 13 {
		t.Errorf("%q up to %d, want %q", got, x, want)
	}
	for glyph, s := range inASCII {
		if len(s) != 1 || source.Width(glyph) != 1 {
			t.Errorf("%q -> %q is not one cell for one cell", glyph, s)
		}
	}
}

// Whatever is drawn, in whatever order, every row is exactly as wide as the canvas.
func FuzzRowsKeepTheirWidth(f *testing.F) {
	f.Add("日本\x1b[2J\xff\u202e", 3, -1, "👩‍👩‍👧x", 1)
	f.Add("e\u0301\u0301", 0, 0, "\t|", 4)
	f.Fuzz(func(t *testing.T, s1 string, x1, x2 int, s2 string, x3 int) {
		const w = 7
		var c Canvas
		c.Reset(w, 1)
		a := c.Area()
		a.Text(x1%20, 0, s1, themes.Bold)
		a.Fit(x2%20, 0, 5, s2, 0)
		a.Sub(2, 0, 3, 1).Text(x3%20, 0, s1, 0)
		for y := range c.h {
			width := 0
			for x, cell := range c.cells[y*w : (y+1)*w] {
				if strings.ContainsFunc(cell.text, func(r rune) bool { return r < 0x20 || r >= 0x7F && r < 0xA0 }) {
					t.Fatalf("control character in %q", cell.text)
				}
				if cell.text != "" {
					if width != x {
						t.Fatalf("cell %d begins at %d", x, width)
					}
					width += source.Width(cell.text)
				}
			}
			if width != w {
				t.Fatalf("row is %d wide: %q", width, c.Plain())
			}
		}
	})
}

func BenchmarkRender(b *testing.B) {
	var c Canvas
	theme := themes.New(themes.ForBackground(true), themes.Options{Profile: themes.TrueColor})
	for b.Loop() {
		c.Reset(200, 60)
		a := c.Area()
		for y := range 60 {
			for x := 0; x < 200; x += 20 {
				a.Text(x, y, "<state>some text ok ", themes.Style(x/20))
			}
		}
		c.Render(theme)
	}
}
