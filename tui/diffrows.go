package tui

import (
	"compactlens/core/diff"
	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// diffRows shows the lines of d that differ, wrapped to w: what is gone and what is
// new, with the words in which two lines differ underlined. whole says that it is a
// file's, whose line numbers mean something.
func diffRows(d source.Display, x diff.Diff, w int, whole bool) []sheetRow {
	var rows []sheetRow
	for i, h := range x.Hunks {
		switch {
		case whole:
			rows = append(rows, textRows(d, w, h.Header(), themes.Faint)...)
		case i > 0:
			rows = append(rows, blankRow)
		}
		for _, l := range h.Lines {
			rows = append(rows, lineRows(d, x, l, w)...)
		}
	}
	return rows
}

// maxDiffRows is how many rows a line may take before it is cut to what differs.
const maxDiffRows = 6

// lineRows shows one line of a diff.
func lineRows(d source.Display, x diff.Diff, l diff.Line, w int) []sheetRow {
	sign, style := " ", themes.Dim
	switch l.Op {
	case diff.Removed:
		sign, style = "-", themes.Error
	case diff.Added:
		sign, style = "+", themes.Passed
	}
	room := max(w-2, 1)
	limit := maxDiffRows * room
	if l.Op == diff.Same {
		limit = room // what stays is there to find one's way
	}
	pieces := x.Pieces(l, diff.TextOptions{ASCII: d.ASCII, Width: limit})
	var rows []sheetRow
	for i, row := range wrapPieces(d, pieces, room, l.Op == diff.Same) {
		rows = append(rows, func(a canvas.Area) {
			if i == 0 {
				a.Text(0, 0, sign, style)
			}
			at := 2
			for _, p := range row {
				s := style
				switch {
				case p.Changed:
					s |= themes.Bold | themes.Underline
				case len(l.Changed) > 0:
					s = themes.Text // of a line that stands against another, only what differs is loud
				}
				at = a.Text(at, 0, p.Text, s)
			}
		})
	}
	return rows
}

// wrapPieces cuts pieces into rows of at most w cells, behind a blank or a tag where
// there is one in the second half of the row; into one row alone where only the first
// is wanted.
func wrapPieces(d source.Display, pieces []diff.Piece, w int, first bool) [][]diff.Piece {
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
