package textview

import (
	"fmt"
	"sort"
	"strings"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// noteRow is a row below a row of text: marks that stand under the bytes they are
// about, a piece of a message, or both. Columns count from the text's first.
type noteRow struct {
	marks []mark
	text  string // fit to be shown
	at    int    // column of text
	style themes.Style
}

// mark is a row of carets under some cells.
type mark struct {
	from, to int // columns, to exclusive
	glyph    string
	style    themes.Style
}

// looks says how a note is drawn.
type look struct {
	glyph   string
	mark    themes.Style
	message themes.Style
}

// look returns how note i is drawn: the selected one loud, hidden ones dimmer.
func (v *View) look(i int) look {
	n := v.notes[i]
	l := look{glyph: n.Level.Mark(), mark: themes.Hidden, message: themes.Dim}
	switch n.Level {
	case Primary:
		l.mark, l.message = themes.Error|themes.Bold, themes.Error
	case Advice:
		l.mark = themes.Note
	case Limit:
		l.mark, l.message = themes.Warning, themes.Warning
	case Related:
		l.mark, l.message = themes.Accent, themes.Accent
	}
	if i == v.selected {
		l.mark |= themes.Bold
		if n.Level != Primary {
			l.message = themes.Text
		}
	}
	return l
}

// shown reports whether note i is shown.
func (v *View) shown(i int) bool {
	return v.notes[i].Level != Related || v.notes[i].Owner == v.selected
}

// crowd is how many notes that are neither primary nor selected may stand under
// one row with a message each.
const crowd = 2

// annotate puts below each row of text, of one block, the rows of the notes that
// begin in it. reach is the offset behind the last byte that belongs to the block,
// its line end included.
func (v *View) annotate(rows []row, reach int) []row {
	first := sort.Search(len(v.notes), func(i int) bool { return v.notes[i].Span.Start >= rows[0].span.Start })
	if first == len(v.notes) || v.notes[first].Span.Start >= reach {
		return rows
	}
	var out []row
	for k, r := range rows {
		out = append(out, r)
		end := r.span.End
		if k+1 == len(rows) {
			end = reach
		}
		from := first
		for first < len(v.notes) && v.notes[first].Span.Start < end {
			first++
		}
		for _, n := range v.noteRows(r, end, from, first) {
			out = append(out, row{span: r.span, column: r.column, indent: r.indent, note: n})
		}
	}
	return out
}

// noteRows returns the rows of the notes from..to, which begin in the row r, in the order
// of their columns. end is the offset behind it, its line end included.
func (v *View) noteRows(r row, end, from, to int) []*noteRow {
	var out []*noteRow
	var others []int
	columns := v.columns(r, end)
	for i := from; i < to; i++ {
		if v.shown(i) && !v.alone(i) {
			others = append(others, i)
		}
	}
	for i := from; i < to; i++ {
		switch {
		case !v.shown(i):
		case v.alone(i) || len(others) <= crowd:
			out = append(out, v.noteRow(columns, i)...)
		case i == others[0]:
			out = append(out, v.together(columns, others)...)
		}
	}
	return out
}

// alone reports whether note i has a message of its own, however many stand beside it.
func (v *View) alone(i int) bool {
	n := v.notes[i].Level
	return i == v.selected || n == Primary || n == Related || n == Limit
}

// together returns the rows of notes that stand under one row with one message.
func (v *View) together(columns cellColumns, notes []int) []*noteRow {
	n := &noteRow{style: themes.Dim}
	for _, i := range notes {
		n.marks = append(n.marks, v.mark(columns, i))
	}
	return v.place(n, fmt.Sprintf("%d more here; the first: %s", len(notes), v.notes[notes[0]].Message))
}

// noteRow returns the rows of note i.
func (v *View) noteRow(columns cellColumns, i int) []*noteRow {
	n := &noteRow{marks: []mark{v.mark(columns, i)}, style: v.look(i).message}
	return v.place(n, v.notes[i].Message)
}

// mark returns the mark of note i under the cells of its row.
func (v *View) mark(columns cellColumns, i int) mark {
	l := v.look(i)
	from, to := columns.under(v.notes[i].Span)
	limit := v.layout.width + 1
	from = min(from, limit-1)
	return mark{from: from, to: min(max(to, from+1), limit), glyph: l.glyph, style: l.mark}
}

// place puts message beside the last mark of n where there is room, else below.
func (v *View) place(n *noteRow, message string) []*noteRow {
	if message == "" {
		return []*noteRow{n}
	}
	message = v.display.String(message)
	first, last := n.marks[0], n.marks[len(n.marks)-1]
	room := v.layout.width + 1
	if w := source.Width(message); last.to+1+w <= room {
		n.text, n.at = message, last.to+1
		return []*noteRow{n}
	}
	// Below, beginning under the mark; further left where that leaves too little.
	const hook, roomy = "╰ ", 36
	w, at, lead := source.Width(message), first.from, hook
	if room := room - at - source.Width(hook); w > room && room < roomy {
		at, lead = 0, ""
	}
	if lead == "" && w <= room {
		at = room - w
	}
	out := []*noteRow{n}
	for _, part := range canvas.Wrap(v.display, message, room-at-source.Width(lead)) {
		out = append(out, &noteRow{text: lead + part, at: at, style: n.style})
		lead = strings.Repeat(" ", source.Width(lead))
	}
	return out
}

// cellColumns says where the cells of a row of text stand.
type cellColumns struct {
	cells []source.Cell
	start int // column of the first cell
}

// columns returns where the cells of r stand, those of its line end included, up
// to the offset end. It uses the view's scratch cells.
func (v *View) columns(r row, end int) cellColumns {
	ending := source.Span{Start: r.span.End, End: max(end, r.span.End)}
	v.cells = v.display.Cells(v.cells[:0], v.text.Slice(r.span), r.span.Start, r.column)
	v.cells = v.display.Cells(v.cells, v.text.Slice(ending), ending.Start, 0)
	return cellColumns{cells: v.cells, start: r.indent}
}

// under returns the columns of the cells that show s, and the column of the place
// where s is empty.
func (c cellColumns) under(s source.Span) (from, to int) {
	x := c.start
	from, to = -1, -1
	for _, cell := range c.cells {
		if s.Empty() && cell.Source.Contains(s.Start) {
			return x, x + 1
		}
		if !s.Empty() && cell.Source.Overlaps(s) {
			if from < 0 {
				from = x
			}
			to = x + cell.Width
		}
		x += cell.Width
	}
	if from < 0 {
		return x, x + 1
	}
	return from, to
}
