package tui

import (
	"strings"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// textRows wraps a text, which may be untrusted, into rows.
func textRows(d source.Display, w int, text string, style themes.Style) []sheetRow {
	var rows []sheetRow
	for _, part := range canvas.Wrap(d, text, w) {
		rows = append(rows, func(a canvas.Area) { a.Text(0, 0, part, style) })
	}
	return rows
}

func blankRow(canvas.Area) {}

// drawBar draws a bar of part over whole in w cells from x on. What is not nothing
// is seen.
func drawBar(a canvas.Area, x, w int, part, whole uint64, style themes.Style) {
	if part == 0 || whole == 0 || w <= 0 {
		return
	}
	halves := int(float64(part)/float64(whole)*float64(2*w) + 0.5)
	halves = min(halves, 2*w)
	x = a.Text(x, 0, strings.Repeat("█", halves/2), style)
	switch {
	case halves == 0:
		a.Text(x, 0, "▏", style)
	case halves%2 == 1:
		a.Text(x, 0, "▌", style)
	}
}

// meterRows draws how much of a limit is used: the part over it in another glyph
// and colour, with the limit named below it.
func meterRows(w int, value, limit uint64, name string) []sheetRow {
	whole := max(value, limit, 1)
	cells := func(n uint64) int { return int(float64(n) / float64(whole) * float64(w)) }
	used, at := max(cells(min(value, limit)), min(int(min(value, 1)), w)), cells(limit)
	bar := func(a canvas.Area) {
		x := a.Text(0, 0, strings.Repeat("█", used), themes.Accent)
		if value > limit {
			a.Text(x, 0, strings.Repeat("▒", max(w-x, 1)), themes.Error)
			return
		}
		a.Text(x, 0, strings.Repeat("─", max(w-x, 0)), themes.Border)
	}
	if value <= limit {
		return []sheetRow{bar}
	}
	return []sheetRow{bar, func(a canvas.Area) {
		label := name + " " + grouped(int(limit)) + " ▲"
		if x := at - a.Width(label) + 1; x >= 0 {
			a.Text(x, 0, label, themes.Dim)
			return
		}
		a.Text(at, 0, "▲ "+name+" "+grouped(int(limit)), themes.Dim)
	}}
}

// entry is a row of a ledger.
type entry struct {
	name   string
	about  bool // the figure is an estimate
	tokens uint64
	note   string
	style  themes.Style // of the note
	bar    themes.Style // of the bar; 0 for none
}

// The columns of a ledger, in cells.
const (
	figureWidth     = 10
	leastLedgerBar  = 8
	mostBar         = 40
	ledgerNameWidth = 14
)

// ledgerRows lays out a ledger: name, figure, bar, and what there is to say. Where
// there is no room beside the bar that stands below.
func ledgerRows(d source.Display, w int, all []entry) []sheetRow {
	names, notes, largest := ledgerNameWidth, 0, uint64(0)
	for _, e := range all {
		names = max(names, source.Width(e.name))
		notes = max(notes, source.Width(d.String(e.note)))
		if e.bar != 0 {
			largest = max(largest, e.tokens)
		}
	}
	names = min(names, max(w-figureWidth-3, 1))
	at := names + 2 + figureWidth + 2
	bar := min(w-at, mostBar)
	beside := w-at-notes-2 >= leastLedgerBar || largest == 0 && w-at >= min(notes, 2*leastLedgerBar)
	if beside {
		bar = min(w-at-notes-2, mostBar)
	}
	var rows []sheetRow
	for _, e := range all {
		rows = append(rows, func(a canvas.Area) {
			a.Fit(0, 0, names, e.name, themes.Text)
			if e.about {
				a.Text(names+1, 0, "≈", themes.Dim)
			}
			a.Right(names+2+figureWidth, 0, grouped(int(e.tokens)), themes.Text)
			x := at
			if largest > 0 {
				drawBar(a, at, bar, e.tokens, largest, e.bar)
				x += bar + 2
			}
			if beside {
				a.Fit(x, 0, a.W-x, e.note, e.style)
			}
		})
		if !beside && e.note != "" {
			for _, r := range textRows(d, w-2, e.note, e.style) {
				rows = append(rows, func(a canvas.Area) { r(a.Sub(2, 0, a.W-2, 1)) })
			}
		}
	}
	return rows
}
