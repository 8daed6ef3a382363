package canvas

import (
	"strings"

	"compactlens/themes"
)

// Run is a piece of a row in one style: characters one cell wide each, or a single
// one that is wider.
type Run struct {
	X, W  int    // first cell, and how many
	Wide  bool   // it is a single character
	Text  string // fit to be shown
	Style themes.Style
}

// Runs returns row y in pieces. Blanks at its end are left out where nothing would be
// seen of them on an unpainted background.
func (c *Canvas) Runs(y int) []Run {
	row := c.cells[y*c.w : (y+1)*c.w]
	for len(row) > 0 && invisible(row[len(row)-1]) {
		row = row[:len(row)-1]
	}
	var runs []Run
	var text strings.Builder
	start := 0
	flush := func(end int, wide bool) {
		if text.Len() > 0 {
			runs = append(runs, Run{X: start, W: end - start, Wide: wide, Text: text.String(), Style: row[start].style})
			text.Reset()
		}
		start = end
	}
	for x := 0; x < len(row); {
		w := 1
		for x+w < len(row) && row[x+w].text == "" {
			w++
		}
		if w > 1 || row[x].style != row[start].style {
			flush(x, false)
		}
		text.WriteString(row[x].text)
		if x += w; w > 1 {
			flush(x, true)
		}
	}
	flush(len(row), false)
	return runs
}

// Size returns the size of c in cells.
func (c *Canvas) Size() (w, h int) { return c.w, c.h }

// Copy draws row from of c, as far as there is room, on row y of a.
func (a Area) Copy(y int, c *Canvas, from int) {
	if y < 0 || y >= a.H || from < 0 || from >= c.h {
		return
	}
	for _, r := range c.Runs(from) {
		if r.Wide {
			a.set(r.X, y, r.Text, r.W, r.Style)
			continue
		}
		x := r.X
		for _, cell := range c.cells[from*c.w+r.X : from*c.w+r.X+r.W] {
			a.set(x, y, cell.text, 1, r.Style)
			x++
		}
	}
}
