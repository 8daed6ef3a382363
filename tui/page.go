package tui

import (
	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// line is a paragraph of a page: a label in the left column and a text that wraps
// beside it. Without a label the text takes the whole width.
type line struct {
	label string
	text  string // may be untrusted
	style themes.Style
	max   int   // rows the text may take, 0 for any number
	key   bool  // the label is a key to press
	block block // what makes rows of its own instead; nil for a paragraph
}

// block is a part of a page that is no paragraph.
type block interface {
	// rows returns its rows at a width of w cells.
	rows(d source.Display, w int) []pageRow
}

// page shows paragraphs and scrolls. The zero value is empty.
type page struct {
	display source.Display
	lines   []line
	labels  int // width of the column of labels
	rows    []pageRow
	w, h    int
	top     int
}

// pageRow is one row of a page.
type pageRow struct {
	label string
	text  string
	style themes.Style
	key   bool
	x     int // column of text

	pieces []piece // of a block's row, instead of label and text
}

// piece is a part of a row in its own style.
type piece struct {
	x     int
	text  string // may be untrusted
	style themes.Style
}

// set shows other paragraphs from their start.
func (p *page) set(lines []line) {
	p.top = 0
	p.refresh(lines)
}

// refresh shows other paragraphs in the place of those before.
func (p *page) refresh(lines []line) {
	p.lines = lines
	p.labels = 0
	for _, l := range lines {
		p.labels = max(p.labels, len(l.label))
	}
	p.wrap()
}

func (p *page) setSize(w, h int) {
	if w == p.w && h == p.h {
		return
	}
	p.w, p.h = max(w, 0), max(h, 0)
	p.wrap()
}

func (p *page) wrap() {
	p.rows = p.rows[:0]
	for _, l := range p.lines {
		if l.block != nil {
			p.rows = append(p.rows, l.block.rows(p.display, p.w)...)
			continue
		}
		x := 0
		if l.label != "" {
			x = min(p.labels+2, max(p.w/3, 1))
		}
		parts := canvas.Wrap(p.display, l.text, p.w-x)
		if l.max > 0 && len(parts) > l.max {
			parts = parts[:l.max]
			parts[l.max-1] += "…"
		}
		for i, part := range parts {
			r := pageRow{text: part, style: l.style, key: l.key, x: x}
			if i == 0 {
				r.label = l.label
			}
			p.rows = append(p.rows, r)
		}
	}
	p.clamp()
}

func (p *page) clamp() { p.top = max(min(p.top, len(p.rows)-p.h), 0) }

func (p *page) move(n int) { p.top += n; p.clamp() }
func (p *page) home()      { p.top = 0 }
func (p *page) end()       { p.top = len(p.rows); p.clamp() }

// more reports whether there are rows above and below those on screen.
func (p *page) more() (above, below bool) { return p.top > 0, p.top+p.h < len(p.rows) }

func (p *page) draw(a canvas.Area) {
	for y := range min(a.H, len(p.rows)-p.top) {
		r := p.rows[p.top+y]
		for _, piece := range r.pieces {
			a.Fit(piece.x, y, a.W-piece.x, piece.text, piece.style)
		}
		style := themes.Dim
		if r.key {
			style = themes.Accent
		}
		a.Fit(0, y, max(r.x-1, 0), r.label, style)
		a.Text(r.x, y, r.text, r.style)
	}
}
