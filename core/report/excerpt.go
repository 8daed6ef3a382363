package report

import (
	"strings"

	"compactlens/core/source"
)

// excerptWidth is the widest piece of a line that an excerpt shows, in cells.
const excerptWidth = 100

// excerpt is one line of a text with a span marked below it.
type excerpt struct {
	line   int       // 1-based
	text   string    // fit to be shown
	mark   string    // blanks and carets, standing under text
	parts  [3]string // text before the mark, under it, and behind it
	beyond int       // further lines the span reaches over
}

// cut returns the line that s begins in, cut to a window around s, with s marked.
func cut(t *source.Text, s source.Span, display source.Display) excerpt {
	n := t.LineOf(s.Start)
	line := t.Line(n)
	x := excerpt{line: n + 1, beyond: t.LineOf(max(s.End-1, s.Start)) - n}
	if s.Start > line.End { // on the line end itself
		line.End = min(s.Start, t.Len())
	}
	// Only what can be in the window is turned into cells, however long the line.
	from := max(line.Start, s.Start-4*excerptWidth)
	for from > line.Start && from < t.Len() && t.Bytes()[from]&0xC0 == 0x80 {
		from--
	}
	to := min(line.End, s.Start+4*excerptWidth)
	cells := display.Cells(make([]source.Cell, 0, to-from), t.Bytes()[from:to], from, 0)
	column, start := 0, 0
	for _, c := range cells {
		if c.Source.End <= s.Start {
			column += c.Width
		}
	}
	for i := 0; i < len(cells) && column > excerptWidth*2/3; i++ {
		column -= cells[i].Width
		start = i + 1
	}
	var text, mark strings.Builder
	var parts [3]strings.Builder
	part := 0
	more := "…"
	if display.ASCII {
		more = "..."
	}
	if start > 0 || from > line.Start {
		text.WriteString(more)
		parts[0].WriteString(more)
		mark.WriteString(strings.Repeat(" ", source.Width(more)))
	}
	width, marked := 0, false
	for i := start; i < len(cells); i++ {
		c := cells[i]
		if width+c.Width > excerptWidth {
			text.WriteString(more)
			parts[part].WriteString(more)
			break
		}
		width += c.Width
		text.WriteString(c.Text)
		sign := " "
		if !s.Empty() && c.Source.Overlaps(s) || s.Empty() && c.Source.Start == s.Start {
			sign, marked = "^", true
		}
		switch {
		case s.Empty() && sign == "^":
			part = 2 // an empty mark stands before the cell
		case sign == "^":
			part = 1
		case marked:
			part = 2
		}
		parts[part].WriteString(c.Text)
		if s.Empty() && marked && sign == "^" {
			mark.WriteString("^" + strings.Repeat(" ", c.Width-1))
			continue
		}
		mark.WriteString(strings.Repeat(sign, c.Width))
	}
	x.text, x.mark = text.String(), strings.TrimRight(mark.String(), " ")
	for i := range parts {
		x.parts[i] = parts[i].String()
	}
	if !marked {
		x.mark = mark.String() + "^"
	}
	return x
}
