package tui

import (
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/themes"
)

// bars is a block of figures on one scale, with a limit that they are held against.
type bars struct {
	all   []bar
	limit uint64 // 0 for none
}

// bar is one figure. It is drawn from where the one before it ends, if it adds to
// that.
type bar struct {
	name     string
	value    uint64
	from     uint64 // where it begins on the scale
	style    themes.Style
	estimate bool // the figure is not exact
	least    bool // it is at least so much
	unknown  bool // there is none
}

// The columns of bars.
const (
	barNames   = 16
	barFigures = 13
	leastBar   = 12 // narrower bars are left out
)

func (b bars) rows(_ source.Display, w int) []pageRow {
	wide := w - barNames - barFigures - 1
	if wide < leastBar {
		wide = 0
	}
	scale := b.limit
	for _, bar := range b.all {
		scale = max(scale, add(bar.from, bar.value))
	}
	var rows []pageRow
	for _, bar := range b.all {
		rows = append(rows, b.row(bar, wide, scale))
	}
	if b.limit == 0 {
		return rows
	}
	r := pageRow{pieces: []piece{{0, "limit", themes.Dim}}}
	if wide > 0 {
		r.pieces = append(r.pieces, piece{barNames + min(scaled(b.limit, wide, scale), wide-1), "╵", themes.Warning})
	}
	return append(rows, figure(r, wide, inspect.Thousands(b.limit), themes.Text))
}

// row returns one row: name, bar and figure.
func (b bars) row(bar bar, wide int, scale uint64) pageRow {
	r := pageRow{pieces: []piece{{0, bar.name, themes.Dim}}}
	if bar.unknown {
		return figure(r, wide, "unknown", themes.Warning)
	}
	if wide > 0 {
		r.pieces = append(r.pieces, b.cells(bar, wide, scale)...)
	}
	words, style := inspect.Thousands(bar.value), themes.Text
	switch {
	case bar.least:
		words = "≥ " + words
	case bar.estimate:
		words = "≈ " + words
	}
	if b.limit > 0 && add(bar.from, bar.value) >= b.limit && bar.from == 0 {
		style = themes.Error
	}
	return figure(r, wide, words, style)
}

// cells returns the bar itself and the mark of the limit. What is at or beyond the
// limit is in the colour of a fault.
func (b bars) cells(bar bar, wide int, scale uint64) []piece {
	from, to := scaled(bar.from, wide, scale), scaled(add(bar.from, bar.value), wide, scale)
	if bar.value > 0 {
		from = min(from, wide-1)
		to = max(to, from+1)
	}
	mark := wide
	if b.limit > 0 {
		mark = min(scaled(b.limit, wide, scale), wide-1)
	}
	var pieces []piece
	if inside := min(to, mark); inside > from {
		pieces = append(pieces, piece{barNames + from, strings.Repeat("█", inside-from), bar.style})
	}
	if beyond := max(from, mark); to > beyond {
		pieces = append(pieces, piece{barNames + beyond, strings.Repeat("█", to-beyond), themes.Error})
	}
	if b.limit > 0 && (to <= mark || from > mark) {
		pieces = append(pieces, piece{barNames + mark, "│", themes.Warning})
	}
	return pieces
}

// figure puts words at the end of a row, right-aligned behind the bars.
func figure(r pageRow, wide int, words string, style themes.Style) pageRow {
	x := barNames
	if wide > 0 {
		x += wide + 1
	}
	x += max(barFigures-source.Width(words), 0)
	r.pieces = append(r.pieces, piece{x, words, style})
	return r
}

// scaled returns the column of n on a scale of so many cells.
func scaled(n uint64, wide int, scale uint64) int {
	if scale == 0 {
		return 0
	}
	return int(float64(n) / float64(scale) * float64(wide))
}

// add adds figures from files, which may be anything.
func add(a, b uint64) uint64 {
	if s := a + b; s >= a {
		return s
	}
	return ^uint64(0)
}
