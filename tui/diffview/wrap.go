package diffview

import (
	"compactlens/core/diff"
	"compactlens/core/source"
)

// Wrap cuts pieces into rows of at most w cells, behind a blank or a tag where there is
// one in the second half of the row; into one row alone where only the first is wanted.
func Wrap(d source.Display, pieces []diff.Piece, w int, first bool) [][]diff.Piece {
	type cell struct {
		source.Cell
		changed bool
	}
	d.Flat = true
	var cells []cell
	for _, p := range pieces {
		for _, c := range d.Cells(nil, []byte(p.Text), 0, 0) {
			cells = append(cells, cell{c, p.Changed})
		}
	}
	var rows [][]diff.Piece
	flush := func(from, to int) {
		var row []diff.Piece
		for _, c := range cells[from:to] {
			if k := len(row) - 1; k >= 0 && row[k].Changed == c.changed {
				row[k].Text += c.Text
				continue
			}
			row = append(row, diff.Piece{Text: c.Text, Changed: c.changed})
		}
		rows = append(rows, row)
	}
	start, used, good, goodUsed := 0, 0, 0, 0
	for i := 0; i < len(cells); i++ {
		c := cells[i]
		if used+c.Width > w && i > start {
			end := i
			if good > start && goodUsed > w/2 {
				end = good
			}
			flush(start, end)
			if first {
				return rows
			}
			start, used, good = end, 0, end
			i = end - 1
			continue
		}
		used += c.Width
		if c.Text == " " || c.Text == ">" {
			good, goodUsed = i+1, used
		}
	}
	flush(start, len(cells))
	return rows
}
