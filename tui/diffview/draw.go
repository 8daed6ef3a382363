package diffview

import (
	"strings"

	"strconv"

	"compactlens/core/diff"
	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// row draws one row of an entry on an area one row high.
type row func(a canvas.Area)

// The columns of a side, in cells: a mark, the number of the line, the sign, the text.
const (
	markWidth   = 2
	numberWidth = 4
	signWidth   = 2
)

// maxRows is how many rows a line may take before it is cut to what differs.
const maxRows = 40

// wrap makes the rows of an entry.
func (v *View) wrap(e *entry) []row {
	switch e.kind {
	case entryHeading, entryWords:
		return v.words(e)
	case entryGap:
		return []row{func(a canvas.Area) { a.Fit(markWidth+numberWidth, 0, a.W, "… "+e.text, e.style) }}
	case entryLines:
		if v.split {
			return v.pair(e)
		}
		return v.single(e)
	}
	return []row{func(canvas.Area) {}}
}

// words makes the rows of a heading or a sentence, with its sign before it.
func (v *View) words(e *entry) []row {
	style := e.style
	if e.kind == entryHeading {
		style |= themes.Bold
	}
	var rows []row
	for i, part := range canvas.Wrap(v.display, e.text, max(v.w-1-markWidth-signWidth, 1)) {
		rows = append(rows, func(a canvas.Area) {
			if i == 0 {
				a.Text(markWidth, 0, e.sign, style)
			}
			a.Text(markWidth+signWidth, 0, part, style)
		})
	}
	return rows
}

// half is a line as one side shows it.
type half struct {
	number int // of the summary's line, 1-based; 0 for none
	sign   string
	style  themes.Style
	loud   bool // the line stands against another: what differs is underlined, the rest is quiet
	rows   [][]diff.Piece
	end    bool // the last row says that no line break follows
}

// half wraps a line to w cells of text.
func (v *View) half(e *entry, l *diff.Line, number, w int) half {
	h := half{number: number, sign: " ", style: themes.Dim, loud: len(l.Changed) > 0}
	switch l.Op {
	case diff.Removed:
		h.sign, h.style = "-", themes.Error
	case diff.Added:
		h.sign, h.style = "+", themes.Passed
	}
	limit := maxRows * w
	if l.Op == diff.Same && !v.all {
		limit = w // what stays is there to find one's way
	}
	h.rows = Wrap(v.display, e.diff.Pieces(*l, diff.TextOptions{ASCII: v.display.ASCII, Width: limit}), w, l.Op == diff.Same && !v.all)
	if h.end = e.diff.Unended(*l); h.end {
		h.rows = append(h.rows, []diff.Piece{{Text: diff.NoBreak}})
	}
	return h
}

// draw draws row i of h, from column x of a on.
func (h *half) draw(a canvas.Area, i, digits int) {
	if i >= len(h.rows) {
		return
	}
	if i == 0 {
		if digits > 0 && h.number > 0 {
			a.Right(digits, 0, strconv.Itoa(h.number), themes.Faint)
		}
		a.Text(digits+1, 0, h.sign, h.style|themes.Bold)
	}
	x := digits + 1 + signWidth
	if h.end && i == len(h.rows)-1 {
		a.Text(digits+1, 0, "\\", h.style|themes.Bold)
		a.Text(x, 0, h.rows[i][0].Text, themes.Dim)
		return
	}
	for _, p := range h.rows[i] {
		style := h.style
		switch {
		case p.Changed:
			style |= themes.Bold | themes.Underline
		case h.loud:
			style = themes.Text
		}
		x = a.Text(x, 0, p.Text, style)
	}
}

// numbers returns the numbers of the lines of e, 0 where there is none: the parts know
// which line of the summary they begin in.
func (e *entry) numbers() (old, new int) {
	if e.base == [2]int{} {
		return 0, 0
	}
	if e.old != nil && e.old.Old >= 0 {
		old = e.base[0] + e.old.Old
	}
	if e.new != nil && e.new.New >= 0 {
		new = e.base[1] + e.new.New
	}
	return old, new
}

// single makes the rows of a line of one side.
func (v *View) single(e *entry) []row {
	old, new := e.numbers()
	l, number := e.old, old
	if l == nil {
		l, number = e.new, new
	} else if e.new != nil {
		number = new // what stays is counted as it is now
	}
	w := max(v.w-1-markWidth-numberWidth-1-signWidth, 1)
	h := v.half(e, l, number, w)
	rows := make([]row, max(len(h.rows), 1))
	for i := range rows {
		rows[i] = func(a canvas.Area) { h.draw(a.Sub(markWidth, 0, a.W-markWidth, 1), i, numberWidth) }
	}
	return rows
}

// sideWidth returns how wide each of two sides is; a rule stands between them.
func (v *View) sideWidth() int { return max((v.w-1-markWidth-3)/2, 1) }

// pair makes the rows of two lines that stand side by side.
func (v *View) pair(e *entry) []row {
	old, new := e.numbers()
	side := v.sideWidth()
	w := max(side-numberWidth-1-signWidth, 1)
	var left, right half
	if e.old != nil {
		left = v.half(e, e.old, old, w)
	}
	if e.new != nil {
		right = v.half(e, e.new, new, w)
	}
	rows := make([]row, max(len(left.rows), len(right.rows), 1))
	for i := range rows {
		rows[i] = func(a canvas.Area) {
			left.draw(a.Sub(markWidth, 0, side, 1), i, numberWidth)
			a.Text(markWidth+side+1, 0, "│", themes.Border)
			right.draw(a.Sub(markWidth+side+3, 0, side, 1), i, numberWidth)
		}
	}
	return rows
}

// Apart returns two names without the crumbs they begin with alike, so that what differs
// is seen where there is little room.
func Apart(old, new string) (string, string) {
	const between = " › "
	at := 0
	for {
		n := strings.Index(old[at:], between)
		if n < 0 || !strings.HasPrefix(new, old[:at+n+len(between)]) {
			break
		}
		at += n + len(between)
	}
	if at == 0 {
		return old, new
	}
	return "…" + old[at:], "…" + new[at:]
}

// Legend draws what the two sides are on a, one row.
func (v *View) Legend(a canvas.Area) {
	if v.doc == nil {
		return
	}
	left, right := v.doc.Old.Name, v.doc.New.Name
	room := func(wide int, s Side) int { // for a name
		words, _ := decided(s.Verdict)
		return max(wide-2-source.Width(words)-2, wide/3)
	}
	side := v.sideWidth()
	wide := (a.W-markWidth)/2 - 1
	if v.split {
		wide = side - numberWidth - 1
	}
	if a.Width(left) > room(wide, v.doc.Old) || a.Width(right) > room(wide, v.doc.New) {
		left, right = Apart(left, right)
	}
	write := func(a canvas.Area, sign, name string, s Side, style themes.Style) {
		x := a.Text(0, 0, sign, style|themes.Bold)
		words, state := decided(s.Verdict)
		x = a.Fit(x+1, 0, room(a.W, s), name, themes.Text|themes.Bold)
		a.Fit(x+2, 0, a.W-x-2, words, state)
	}
	if v.split {
		write(a.Sub(markWidth+numberWidth+1, 0, side-numberWidth-1, 1), "-", left, v.doc.Old, themes.Error)
		a.Text(markWidth+side+1, 0, "│", themes.Border)
		write(a.Sub(markWidth+side+3+numberWidth+1, 0, side-numberWidth-1, 1), "+", right, v.doc.New, themes.Passed)
		return
	}
	half := (a.W - markWidth) / 2
	write(a.Sub(markWidth, 0, half-1, 1), "-", left, v.doc.Old, themes.Error)
	write(a.Sub(markWidth+half, 0, half, 1), "+", right, v.doc.New, themes.Passed)
}
