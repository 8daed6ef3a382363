package textview

import (
	"strconv"
	"strings"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/themes/highlight"
	"compactlens/tui/canvas"
)

// Draw draws the window on a, which has the size the view was given. Without the
// focus the cursor is faint.
func (v *View) Draw(a canvas.Area, focused bool) {
	if v.text == nil || a.Empty() || v.w == 0 {
		return
	}
	at, end := v.top, v.Offset()
	var runs []highlight.Run
	for y := range a.H {
		r := v.rowAt(at)
		end = r.span.End
		if r.note != nil {
			v.drawNote(a, y, r)
		} else {
			runs = v.colours.Runs(runs[:0], v.written(r.span))
			v.drawText(a, y, at, r, runs, focused)
		}
		v.drawBand(a, y, r)
		next, ok := v.next(at)
		if !ok {
			break
		}
		at = next
	}
	v.drawBar(a, end)
}

// drawText draws one row of text with its line number.
func (v *View) drawText(a canvas.Area, y int, at anchor, r row, runs []highlight.Run, focused bool) {
	if v.layout.digits > 0 && r.first {
		a.Right(v.layout.digits, y, strconv.Itoa(at.line+1), themes.Faint)
	}
	marked, hits := v.over(r, at), v.hitsIn(r.span)
	v.cells = v.display.Cells(v.cells[:0], v.text.Slice(r.span), r.span.Start, r.column)
	x, run := v.layout.text+r.indent, 0
	written := v.written(r.span)
	shift, derived := written.Start-r.span.Start, written.Len() != r.span.Len()
	for _, c := range v.cells {
		in := c.Source.Shift(shift)
		if derived {
			in = v.written(c.Source)
		}
		for run+1 < len(runs) && runs[run].End <= in.Start {
			run++
		}
		style := themes.Text
		if run < len(runs) {
			style = runs[run].Style
		}
		if !v.beyond.Empty() && v.beyond.Contains(c.Source.Start) {
			style = themes.Faint
		}
		if c.Mark && strings.TrimSpace(c.Text) != "" {
			style = style.As(themes.Mark)
		}
		if in.Len() != c.Source.Len() {
			style = style.As(themes.Entity) | themes.Bold
		}
		style = v.found(v.emphasis(style, c.Source, marked), c.Source, hits)
		if c.Source.Contains(v.cursor) {
			style = underCursor(style, focused)
		}
		a.Put(x, y, c, style)
		x += c.Width
	}
	if !v.drawLineEnd(a, x, y, r, at, marked, focused) {
		v.drawCursorAtEnd(a, x, y, r, at, focused)
	}
}

// written returns the bytes that s is written with in what the text was derived from.
func (v *View) written(s source.Span) source.Span {
	if v.derived == nil {
		return s
	}
	return v.derived.Span(s)
}

// over returns the notes that reach into r, or stand on its line's end.
func (v *View) over(r row, at anchor) []int {
	var out []int
	end := v.lineEnd(r, at)
	for i, n := range v.notes {
		if n.Span.Start >= end.End {
			break
		}
		if n.Span.End > r.span.Start && v.shown(i) {
			out = append(out, i)
		}
	}
	return out
}

// lineEnd returns the bytes that end the line of r, where r is its last row, and
// the empty span at its end otherwise.
func (v *View) lineEnd(r row, at anchor) source.Span {
	line := v.text.Line(at.line)
	if r.span.End != line.End || at.line+1 >= v.text.LineCount() {
		return source.At(r.span.End)
	}
	return source.Span{Start: line.End, End: v.text.Line(at.line + 1).Start}
}

// emphasis returns the style of a cell that shows s, under the notes marked.
func (v *View) emphasis(style themes.Style, s source.Span, marked []int) themes.Style {
	best := -1
	for _, i := range marked {
		if n := v.notes[i]; !n.Span.Empty() && n.Span.Overlaps(s) && (best < 0 || i == v.selected || best != v.selected && n.Level < v.notes[best].Level) {
			best = i
		}
	}
	if best < 0 || v.long(best) {
		return style
	}
	style = style.As(v.look(best).mark.Foreground()) | themes.Underline
	if best == v.selected {
		style = style.On(themes.Fault)
	}
	return style
}

// long reports whether note i is about so many bytes that the gutter marks them
// rather than underline and background, which would make them hard to read.
func (v *View) long(i int) bool { return v.notes[i].Span.Len() > v.layout.width }

// drawLineEnd shows the line end itself where a note is about it. It reports whether
// that is so.
func (v *View) drawLineEnd(a canvas.Area, x, y int, r row, at anchor, marked []int, focused bool) bool {
	end := v.lineEnd(r, at)
	if end.Empty() {
		return false
	}
	for _, i := range marked {
		if n := v.notes[i].Span; !n.Empty() && n.Start >= r.span.Start && n.Overlaps(end) {
			for _, c := range v.display.Cells(nil, v.text.Slice(end), end.Start, 0) {
				style := v.emphasis(themes.Mark, c.Source, marked)
				if end.Start == v.cursor {
					style = underCursor(style, focused)
				}
				a.Put(x, y, c, style)
				x += c.Width
			}
			return true
		}
	}
	return false
}

// drawNote draws a row of marks or of a message.
func (v *View) drawNote(a canvas.Area, y int, r row) {
	for _, m := range r.note.marks {
		a.Text(v.layout.text+m.from, y, strings.Repeat(m.glyph, m.to-m.from), m.style)
	}
	a.Text(v.layout.text+r.note.at, y, r.note.text, r.note.style)
}

// drawBand draws the gutter between the line number and the text: a rule, heavier
// along a section.
func (v *View) drawBand(a canvas.Area, y int, r row) {
	if v.layout.band < 0 {
		return
	}
	glyph, style := "│", themes.Border
	if r.note != nil {
		glyph = "┊"
	}
	for i, b := range v.bands {
		if !b.Span.Overlaps(r.span) {
			continue
		}
		if style = b.Style; r.note == nil {
			glyph = "┃"
		}
		if i != v.band {
			continue
		}
		if style == themes.Faint {
			style = themes.Accent
		}
		if r.note == nil {
			glyph = "▍"
			break // a row can hold the end of one section and the start of the next
		}
	}
	for i, n := range v.notes {
		if v.long(i) && v.shown(i) && r.note == nil && n.Span.Overlaps(r.span) {
			glyph, style = "┃", v.look(i).mark
			break
		}
	}
	if r.note == nil && !r.span.Empty() && !v.beyond.Empty() && v.beyond.Overlaps(r.span) {
		glyph = "┆"
		if role := style.Foreground(); role != themes.Error && role != themes.Hidden {
			style = themes.Warning
		}
	}
	a.Text(v.layout.band, y, glyph, style)
}

// drawBar draws the scroll bar where not everything is on screen. Its place comes
// from offsets, so that nothing needs to be counted.
func (v *View) drawBar(a canvas.Area, end int) {
	size := v.text.Len()
	_, more := v.next(v.bottom())
	if v.layout.bar < 0 || size == 0 || v.top == (anchor{}) && !more {
		return
	}
	start := v.Offset()
	length := min(max((end-start)*v.h/size, 1), v.h)
	from := min(start*v.h/size, v.h-length)
	if !more {
		from = v.h - length
	}
	for y := range length {
		a.Text(v.layout.bar, from+y, "▐", themes.Border)
	}
}

// bottom returns the last row on screen.
func (v *View) bottom() anchor { return v.steps().Bottom(v.top, v.h) }
