// Package canvas is the grid of cells that a frame is drawn on.
//
// Everything on the screen passes through it, which makes some things true by
// construction: a frame is exactly as large as its window, no pane writes outside
// its area, half of a wide character is never shown, and no text reaches the
// terminal but through core/source's Display. The package knows styles, not
// colours, and does no I/O.
package canvas

import (
	"unicode/utf8"

	"compactlens/core/source"
	"compactlens/themes"
)

// Canvas is a grid of cells. The zero value is an empty one; Reset gives it a size.
type Canvas struct {
	// ASCII draws rules, signs and marks with ASCII characters. Visible characters
	// of untrusted text stay what they are.
	ASCII bool

	w, h  int
	cells []cell
}

// cell is one place of the grid.
type cell struct {
	text  string // one grapheme cluster or blank, fit to be shown; empty where the cell left of it covers this one
	style themes.Style
}

// Reset makes c w cells wide and h high, all blank. Negative sizes are taken as 0.
func (c *Canvas) Reset(w, h int) {
	c.w, c.h = max(w, 0), max(h, 0)
	if n := c.w * c.h; cap(c.cells) < n {
		c.cells = make([]cell, n)
	} else {
		c.cells = c.cells[:n]
	}
	for i := range c.cells {
		c.cells[i] = cell{text: " "}
	}
}

// Area returns all of c.
func (c *Canvas) Area() Area { return Area{canvas: c, W: c.w, H: c.h} }

// Area is a rectangle of a canvas. Its coordinates begin at 0, 0 in its upper
// left corner; what is drawn outside is left out. The zero value has no cells.
type Area struct {
	canvas *Canvas
	x, y   int // upper left corner on the canvas
	W, H   int // size in cells
}

// Sub returns the part of a that begins at x, y and is w wide and h high, as far
// as it lies inside a.
func (a Area) Sub(x, y, w, h int) Area {
	left, top := min(max(x, 0), a.W), min(max(y, 0), a.H)
	right, bottom := min(max(x+w, left), a.W), min(max(y+h, top), a.H)
	return Area{canvas: a.canvas, x: a.x + left, y: a.y + top, W: right - left, H: bottom - top}
}

// Empty reports whether a has no cells.
func (a Area) Empty() bool { return a.W <= 0 || a.H <= 0 }

// Display returns how untrusted text is shown on a.
func (a Area) Display() source.Display {
	return source.Display{ASCII: a.canvas != nil && a.canvas.ASCII}
}

// Put draws one cell of displayed text, c, at x, y. Where it does not fit into a
// whole, blanks stand for it.
func (a Area) Put(x, y int, c source.Cell, style themes.Style) {
	if len(c.Text) > 1 && c.Width > 1 && (c.Mark || x < 0 || x+c.Width > a.W) {
		a.spread(x, y, c, style)
		return
	}
	a.set(x, y, c.Text, c.Width, style)
}

// spread draws c one character at a time: a mark may be cut, a wide character
// that does not fit becomes blanks.
func (a Area) spread(x, y int, c source.Cell, style themes.Style) {
	if !c.Mark {
		for i := range c.Width {
			a.set(x+i, y, " ", 1, style)
		}
		return
	}
	for at := 0; at < len(c.Text); {
		_, n := utf8.DecodeRuneInString(c.Text[at:])
		w := max(source.Width(c.Text[at:at+n]), 1)
		a.set(x, y, c.Text[at:at+n], w, style)
		at += n
		x += w
	}
}

// set writes a text that is w cells wide.
func (a Area) set(x, y int, text string, w int, style themes.Style) {
	if x < 0 || y < 0 || y >= a.H || x+w > a.W || w < 1 {
		return
	}
	row := a.canvas.cells[(a.y+y)*a.canvas.w : (a.y+y+1)*a.canvas.w]
	at := a.x + x
	release(row, at)
	if at+w < len(row) {
		release(row, at+w)
	}
	row[at] = cell{text, style}
	for i := 1; i < w; i++ {
		row[at+i] = cell{"", style}
	}
}

// release blanks the wide character that covers row[at] from the left, so that at
// can be written, or be a first cell.
func release(row []cell, at int) {
	if row[at].text != "" {
		return
	}
	end := at
	for end < len(row) && row[end].text == "" {
		row[end].text = " "
		end++
	}
	for i := at - 1; i >= 0; i-- {
		covered := row[i].text == ""
		row[i].text = " "
		if !covered {
			break
		}
	}
}

// Text draws s from x, y on and returns the x behind it, as if there were room
// without end. s may be untrusted: it is shown on one line, with marks.
func (a Area) Text(x, y int, s string, style themes.Style) int {
	if plain(s) {
		for i := range len(s) {
			a.set(x+i, y, s[i:i+1], 1, style)
		}
		return x + len(s)
	}
	d := a.Display()
	d.Flat = true
	for _, c := range d.Cells(nil, []byte(s), 0, 0) {
		a.glyph(x, y, c, style)
		x += c.Width
	}
	return x
}

// Fit draws s from x, y on in at most w cells, with an ellipsis where it is cut,
// and returns the x behind what was drawn.
func (a Area) Fit(x, y, w int, s string, style themes.Style) int {
	w = min(w, a.W-x)
	if w <= 0 {
		return x
	}
	if plain(s) && len(s) <= w {
		return a.Text(x, y, s, style)
	}
	d := a.Display()
	d.Flat = true
	cells := d.Cells(nil, []byte(s), 0, 0)
	total := 0
	for _, c := range cells {
		total += c.Width
	}
	part := a.Sub(x, y, w, 1)
	at := 0
	for _, c := range cells {
		if total > w && at+c.Width > w-1 {
			part.Text(at, 0, "…", style)
			return x + at + 1
		}
		part.glyph(at, 0, c, style)
		at += c.Width
	}
	return x + at
}

// Right draws s so that it ends before x and returns where it begins.
func (a Area) Right(x, y int, s string, style themes.Style) int {
	start := x - a.Width(s)
	a.Text(start, y, s, style)
	return start
}

// Width returns how many cells Text needs for s.
func (a Area) Width(s string) int {
	if plain(s) {
		return len(s)
	}
	d := a.Display()
	d.Flat = true
	w := 0
	for _, c := range d.Cells(nil, []byte(s), 0, 0) {
		w += c.Width
	}
	return w
}

// Fill gives all of a the style, blank.
func (a Area) Fill(style themes.Style) {
	for y := range a.H {
		for x := range a.W {
			a.set(x, y, " ", 1, style)
		}
	}
}

// Shade gives what stands in a another background and keeps it otherwise.
func (a Area) Shade(background themes.Style) {
	for y := range a.H {
		row := a.canvas.cells[(a.y+y)*a.canvas.w+a.x:]
		for x := range a.W {
			row[x].style = row[x].style.On(background)
		}
	}
}

// glyph draws a cell of the program's own text: in ASCII mode, as ASCII.
func (a Area) glyph(x, y int, c source.Cell, style themes.Style) {
	if a.canvas != nil && a.canvas.ASCII && !c.Mark {
		if s, ok := inASCII[c.Text]; ok {
			c.Text = s
		}
	}
	a.Put(x, y, c, style)
}

// plain reports whether s is printable ASCII.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7F {
			return false
		}
	}
	return true
}

// inASCII holds what the program draws with that is not ASCII, each with the ASCII
// character that stands for it, one cell for one cell.
var inASCII = map[string]string{
	"─": "-", "━": "=", "│": "|", "┃": "|", "┬": "+", "┴": "+", "├": "+", "┤": "+", "┼": "+",
	"╭": "+", "╮": "+", "╰": "`", "╯": "+", "┊": ":", "┆": "!", "▒": "+", "◂": "<", "▏": "|", "▎": "|", "▌": "|", "▍": "#", "▐": "#", "█": "#", "╷": "|", "╵": "|", "╶": "-",
	"✓": "+", "✗": "x", "·": "-", "▸": ">", "▾": "v", "›": ">", "…": "~", "•": "*", "↑": "^", "↓": "v", "←": "<", "→": ">", "▲": "|", "▼": "v", "≈": "~", "≥": ">", "≤": "<",
}
