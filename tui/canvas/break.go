package canvas

import "compactlens/core/source"

// Row is one row of a text that was broken to a width.
type Row struct {
	Span   source.Span // the bytes it shows
	Column int         // terminal column of its first cell in the line, which tab stops are counted from
	Indent int         // blank columns in front
}

// Break breaks the cells of one line, which show span, into rows of at most width
// cells: behind a blank or a tag where that leaves no more than half of a row
// empty. Rows behind the first are moved in as far as the line itself is, within
// reason. There is always at least one row.
func Break(cells []source.Cell, span source.Span, width int) []Row {
	rows := []Row{{Span: span}}
	hanging := hangingIndent(cells, width)
	// used is the width of the current row so far; column the terminal column of the
	// line. Behind a blank or a tag is a good place to break, remembered in good.
	used, column := 0, 0
	good, goodUsed, goodColumn := -1, 0, 0
	for i := 0; i < len(cells); i++ {
		c := &cells[i]
		blank := c.Text == " "
		if over := used + c.Width - width; over > 0 && !(blank && over == 1) && i > 0 && c.Source.Start > rows[len(rows)-1].Span.Start {
			current := &rows[len(rows)-1]
			at, atColumn := i, column
			if good > 0 && goodUsed > width/2 {
				at, atColumn = good, goodColumn
			}
			current.Span.End = cells[at].Source.Start
			rows = append(rows, Row{
				Span:   source.Span{Start: current.Span.End, End: span.End},
				Column: atColumn, Indent: hanging,
			})
			used, column, good = hanging, atColumn, -1
			i = at - 1
			continue
		}
		used += c.Width
		column += c.Width
		if blank || c.Text == ">" {
			good, goodUsed, goodColumn = i+1, used, column
			if good >= len(cells) {
				good = -1
			}
		}
	}
	return rows
}

// hangingIndent returns how far the rows after the first are moved in.
func hangingIndent(cells []source.Cell, width int) int {
	indent := 0
	for _, c := range cells {
		if c.Text == "" || c.Text[0] != ' ' {
			break
		}
		indent += c.Width
	}
	return min(indent, width/4)
}
