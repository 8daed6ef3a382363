package tui

import (
	"compactlens/core/diff"
	"compactlens/core/repair"
	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
	"compactlens/tui/diffview"
)

// diffRows shows the lines of x that differ, wrapped to w: what is gone and what is
// new, with the words in which two lines differ underlined. Of very many lines the
// first are shown.
func diffRows(d source.Display, x diff.Diff, w int) (rows []sheetRow) {
	left, more := repair.Reviewed, 0
	for _, h := range x.Hunks {
		shown := min(left, len(h.Lines))
		if shown > 0 {
			rows = append(rows, textRows(d, w, h.Header(), themes.Faint)...)
		}
		for _, l := range h.Lines[:shown] {
			rows = append(rows, lineRows(d, x, l, w)...)
		}
		left -= shown
		more += len(h.Lines) - shown
	}
	if more > 0 {
		rows = append(rows, textRows(d, w, count(more, "line")+" more of the difference are not shown.", themes.Dim)...)
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
	for i, row := range diffview.Wrap(d, pieces, room, l.Op == diff.Same) {
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
	if x.Unended(l) {
		rows = append(rows, func(a canvas.Area) {
			a.Text(0, 0, "\\", style)
			a.Fit(2, 0, room, diff.NoBreak, themes.Dim)
		})
	}
	return rows
}
