package tui

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"compactlens/core/character"
	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// The hex strip stands below a text: a rule that says what is under the cursor, and
// the bytes around it.

// The sizes of the strip, in rows of the pane with it.
const (
	stripHeight     = 6  // the least height of a pane that has one
	tallStripHeight = 14 // the least height of one that shows three rows of bytes
)

// stripRows returns how many rows of a pane h high the strip takes.
func (r *reader) stripRows(h int) int {
	switch {
	case !r.hex || h < stripHeight:
		return 0
	case h < tallStripHeight:
		return 2
	}
	return 4
}

// toggleHex shows the strip, or hides it.
func (a *App) toggleHex() {
	r := &a.reader
	r.hex = !r.hex
	if a.layout.text.h < stripHeight {
		a.notify("there is no room for the bytes here: z gives the pane the whole window")
	}
	r.setSize(r.w, r.h)
}

// drawHex draws the strip on a.
func (r *reader) drawHex(a canvas.Area, focused bool) {
	under, ok := r.underCursor()
	if !ok || a.H < 2 {
		return
	}
	glyph := strings.Repeat("─", a.W)
	a.Text(0, 0, glyph, themes.Border)
	most := 1
	if a.H > 2 {
		most = 2
	}
	lines := layWords(a, r.characterParts(under), most)
	for y, line := range lines {
		x := 1
		if y == 0 {
			x = a.Text(x, 0, " ", themes.Text)
		} else {
			x++ // below the words above
		}
		for i, p := range line {
			if i > 0 {
				x = a.Text(x, y, stripBetween, themes.Faint)
			}
			x = a.Fit(x, y, a.W-2-x, p.text, p.style)
		}
		if y == 0 {
			a.Fit(x, 0, a.W-1-x, " ", themes.Text)
		}
	}
	dump := newHexDump(a.W, r.trueText().Bytes(), under, a.H-len(lines))
	for y := range a.H - len(lines) {
		dump.draw(a.Sub(0, y+len(lines), a.W, 1), y, focused)
	}
}

// stripBetween stands between two things that are said of a character.
const (
	stripBetween = " · "
	stripGap     = 3 // its cells
)

// stripPart is something said of a character.
type stripPart struct {
	part
	short string // the same where there is little room; empty for text
	minor bool   // left out where there is too little
}

// layWords puts what is said of a character on rows, at most so many. Where they have no
// room for all, the names give way to the numbers, then what is minor is left out; what
// is longer still is cut when it is drawn.
func layWords(a canvas.Area, parts []stripPart, most int) [][]stripPart {
	room := a.W - 4 // a margin and a blank on both sides
	lay := func() (lines [][]stripPart) {
		x := 0
		for _, p := range parts {
			w := a.Width(p.text)
			if len(lines) > 0 && x+stripGap+w <= room {
				k := len(lines) - 1
				lines[k] = append(lines[k], p)
				x += len(" · ") - 1 + w
				continue
			}
			lines, x = append(lines, []stripPart{p}), w
		}
		return lines
	}
	lines := lay()
	if len(lines) > most {
		for i := range parts {
			parts[i].text = cmp.Or(parts[i].short, parts[i].text)
		}
		lines = lay()
	}
	if len(lines) > most {
		parts = slices.DeleteFunc(parts, func(p stripPart) bool { return p.minor })
		lines = lay()
	}
	if len(lines) > most { // all that is left on the last row, to be cut there
		for _, more := range lines[most:] {
			lines[most-1] = append(lines[most-1], more...)
		}
		lines = lines[:most]
	}
	return lines
}

// hexDump is the layout of rows of bytes.
type hexDump struct {
	b      []byte
	under  source.Span // what is marked
	first  int         // offset of the first byte of the first row
	width  int         // bytes in a row
	digits int         // of an offset
	ascii  bool        // there is room for the characters, too
}

// newHexDump lays so many rows of b out around under, in w cells.
func newHexDump(w int, b []byte, under source.Span, rows int) hexDump {
	d := hexDump{b: b, under: under, digits: max(len(strconv.FormatInt(int64(len(b)), 16)), 4)}
	for _, try := range []struct {
		width int
		ascii bool
	}{{16, true}, {8, true}, {8, false}, {4, false}} {
		d.width, d.ascii = try.width, try.ascii
		if d.cells() <= w {
			break
		}
	}
	d.first = max(under.Start/d.width-(rows-1)/2, 0) * d.width
	if n := under.Len(); rows == 1 && under.End > d.first+d.width && n <= d.width {
		d.first = under.Start // all of it
	}
	return d
}

// Columns of a row: its offset, the bytes with a gap in the middle, the characters.
func (d *hexDump) column(i int) int { return 1 + d.digits + 2 + 3*i + i/8 }
func (d *hexDump) characters() int  { return d.column(d.width-1) + len("FF") + 2 }

func (d *hexDump) cells() int {
	if d.ascii {
		return d.characters() + d.width + 1
	}
	return d.column(d.width-1) + len("FF") + 1
}

// draw draws row y on a.
func (d *hexDump) draw(a canvas.Area, y int, focused bool) {
	start := d.first + y*d.width
	if start > len(d.b) {
		return
	}
	a.Text(1, 0, fmt.Sprintf("%0*x", d.digits, start), themes.Faint)
	for i := range d.width {
		at := start + i
		if at >= len(d.b) {
			return
		}
		c := d.b[at]
		style, shown := themes.Text, "."
		if c >= 0x20 && c < 0x7F {
			shown = string(rune(c))
		} else {
			style = themes.Dim
		}
		if !d.under.Empty() && d.under.Contains(at) {
			style = (themes.Accent | themes.Reverse | themes.Bold)
			if !focused {
				style = themes.Accent | themes.Underline | themes.Bold
			}
			if i > 0 && at > d.under.Start { // one mark, not several
				a.Text(d.column(i)-1, 0, " ", style)
			}
		}
		a.Text(d.column(i), 0, fmt.Sprintf("%02x", c), style)
		if d.ascii {
			a.Text(d.characters()+i, 0, shown, style)
		}
	}
}

// longWritten bounds how much of what is written is told, in bytes.
const longWritten = 32

// characterParts says what the character is whose bytes in trueText are under: its
// code points with their names, how it is written, how wide it is.
func (r *reader) characterParts(under source.Span) []stripPart {
	if under.Empty() {
		return []stripPart{{part: part{"the end of the text", themes.Dim}}}
	}
	v := r.view()
	shown := v.Under().Of(v.Text().Bytes())
	names, style := characterNames(shown)
	parts := []stripPart{{part: part{names, style | themes.Bold}, short: codePoints(shown)}}
	say := func(format string, args ...any) {
		parts = append(parts, stripPart{part: part{fmt.Sprintf(format, args...), themes.Text}})
	}
	written := under.Of(r.trueText().Bytes())
	if !bytes.Equal(written, shown) {
		say("written %s", excerpt(written))
	}
	switch {
	case r.kind == viewReply:
		if how, what, ok := r.escapeAt(under.Start); ok {
			names, _ := characterNames(what)
			short := codePoints(what)
			if source.Printable(string(what)) == string(what) {
				names, short = string(what)+"  "+names, string(what)+"  "+short
			}
			say("%s stands for %s", excerpt(how), names)
			parts[len(parts)-1].short = fmt.Sprintf("%s stands for %s", excerpt(how), short)
		}
	case r.kind == viewSummary && r.judged != nil && r.judged.reply != nil:
		file := r.judged.verdict.Summary.Map.Span(under).Of(r.judged.reply.Bytes())
		if !bytes.Equal(file, written) {
			say("on disk %s", excerpt(file))
		}
	}
	switch cells := r.display.Cells(nil, shown, 0, 0); {
	case len(cells) == 1 && !cells[0].Mark:
		parts = append(parts, stripPart{part: part{count(cells[0].Width, "cell"), themes.Text}, minor: true})
	case !unicode.IsSpace(rune(shown[0])):
		parts = append(parts, stripPart{part: part{"no width, shown as a mark", themes.Dim}, short: "no width", minor: true})
	}
	return parts
}

// characterNames names the code points of b, which is not empty.
func characterNames(b []byte) (names string, style themes.Style) {
	var all []string
	style = themes.Text
	for len(b) > 0 {
		p := character.First(b)
		if p.Hidden {
			style = themes.Warning
		}
		all = append(all, p.String())
		b = b[len(p.Bytes):]
	}
	return strings.Join(all, " + "), style
}

// codePoints returns the numbers of what characterNames names.
func codePoints(b []byte) string {
	var all []string
	for len(b) > 0 {
		p := character.First(b)
		all = append(all, p.Number())
		b = b[len(p.Bytes):]
	}
	return strings.Join(all, " ")
}

// excerpt returns the beginning of b.
func excerpt(b []byte) string {
	if len(b) > longWritten {
		return string(b[:longWritten]) + "…"
	}
	return string(b)
}

// escapeAt returns the escape of JSON that the byte at offset of the reply is part of,
// and what it stands for: in the summary, through all the strings around it.
func (r *reader) escapeAt(offset int) (how, what []byte, ok bool) {
	file := r.textOf(viewReply).Bytes()
	if r.judged != nil && r.judged.verdict.HasSummary {
		e := &r.judged.verdict.Summary
		if all := e.Map.Span(source.Span{End: len(e.Bytes)}); !all.Empty() && all.Contains(offset) {
			how := e.Map.Span(e.Map.DecodedSpan(source.Span{Start: offset, End: offset + 1}))
			what := e.Map.DecodedSpan(how).Of(e.Bytes)
			return how.Of(file), what, len(what) > 0 && !bytes.Equal(how.Of(file), what)
		}
	}
	return jsonEscapeAt(file, offset)
}
