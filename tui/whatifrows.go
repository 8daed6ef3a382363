package tui

import (
	"slices"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/whatif"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// The columns of the panel of limits, in cells.
const (
	knobWidth   = 20 // the longest name is keep_recent_segments
	valueWidth  = 15
	valueNarrow = 10 // of a narrow panel, where no value is wider
	flipsWide   = 30 // what must be left behind the values for them to be that wide
)

// flipsAt returns the column of what stands behind a value of so many cells.
func flipsAt(values int) int { return 1 + knobWidth + 1 + values + 3 }

// lay lays the panel out: each limit has a row, and more where what there is to say of it
// does not fit beside it.
func (v *whatIfView) lay(d source.Display, w int) []sheetRow {
	if v.now == nil {
		v.first = nil
		return textRows(d, w, "going through the attempt …", themes.Dim)
	}
	var rows []sheetRow
	values := v.valueCells(w)
	beside := flipsAt(values)
	below := beside
	said := make([][][]part, len(whatif.Knobs()))
	for i, k := range whatif.Knobs() {
		profile, can := v.now.profiles[k.Knob]
		said[i] = v.flipWords(profile, can, w-beside)
		for _, flip := range said[i] {
			below = max(min(below, w-cells(flip)), 1)
		}
	}
	v.first = v.first[:0]
	for i, k := range whatif.Knobs() {
		v.first = append(v.first, len(rows))
		for n, r := range placed(said[i], beside, below, w) {
			rows = append(rows, func(a canvas.Area) {
				if n == 0 {
					v.drawKnob(a, i, k, values)
				}
				x := r.x
				for _, p := range r.parts {
					x = a.Fit(x, 0, a.W-x, p.text, p.style)
				}
			})
		}
	}
	v.first = append(v.first, len(rows))
	return append(rows, blankRow)
}

// valueCells returns the width of the column of values in a panel of w cells.
func (v *whatIfView) valueCells(w int) int {
	if w-flipsAt(valueWidth) >= flipsWide {
		return valueWidth
	}
	n := valueNarrow
	for _, k := range whatif.Knobs() {
		words, _ := v.valueWords(k)
		n = max(n, min(source.Width(words), valueWidth))
	}
	return n
}

// knobAt returns the index of the knob that has the row; ok is false behind the last.
func (v *whatIfView) knobAt(row int) (i int, ok bool) {
	i, is := slices.BinarySearch(v.first, row)
	if !is {
		i--
	}
	return i, i >= 0 && i < len(v.first)-1
}

// revealSelected scrolls to all rows of the selected knob, and to its first if there are
// too many.
func (v *whatIfView) revealSelected() {
	if v.selected+1 < len(v.first) {
		v.reveal(v.first[v.selected+1] - 1)
		v.reveal(v.first[v.selected])
	}
}

// draw draws the panel; the selected limit stands out as the rows of the list do.
func (v *whatIfView) draw(a canvas.Area, focused bool) {
	v.sheet.draw(a, focused)
	if v.selected+1 >= len(v.first) {
		return
	}
	background := themes.Shade
	if focused {
		background = themes.Selection
	}
	for row := v.first[v.selected]; row < v.first[v.selected+1]; row++ {
		if y := row - v.top; y >= 0 && y < a.H {
			part := a.Sub(0, y, a.W, 1)
			if row == v.first[v.selected] {
				part.Text(0, 0, "▸", themes.Accent)
			}
			part.Shade(background)
		}
	}
}

// drawKnob draws the name of a limit, and its value between steppers.
func (v *whatIfView) drawKnob(a canvas.Area, i int, k whatif.Info, values int) {
	_, can := v.now.profiles[k.Knob]
	name := themes.Text
	if slices.ContainsFunc(v.settings, func(s whatif.Setting) bool { return s.Knob == k.Knob }) {
		name |= themes.Bold
	}
	if !can {
		name = themes.Dim
	}
	a.Fit(1, 0, knobWidth, k.Name, name)
	x := 1 + knobWidth + 1
	if i == v.selected {
		a.Text(x, 0, "◂", themes.Accent)
		a.Text(x+values+1, 0, "▸", themes.Accent)
	}
	words, figure := v.valueWords(k)
	a.Right(x+values, 0, words, figure)
}

// valueWords writes the value of a limit.
func (v *whatIfView) valueWords(k whatif.Info) (words string, style themes.Style) {
	_, can := v.now.profiles[k.Knob]
	switch value, computed := v.value(k.Knob); {
	case value.Set:
		words, style = inspect.Thousands(value.Value), themes.Text
		if computed {
			words = "≈ " + words
		}
	case can:
		return "unknown", themes.Warning
	default:
		return "unknown", themes.Faint
	}
	if slices.ContainsFunc(v.settings, func(s whatif.Setting) bool { return s.Knob == k.Knob }) {
		style = themes.Accent | themes.Bold
	}
	return words, style
}

// flipWords says at which values of a knob the attempt would end otherwise: the nearest on
// both sides. Where there are none it says so in as many words as fit into room cells.
func (v *whatIfView) flipWords(p whatif.Profile, can bool, room int) (all [][]part) {
	short := func(words ...string) [][]part {
		i := slices.IndexFunc(words, func(s string) bool { return source.Width(s) <= room })
		if i < 0 {
			i = len(words) - 1
		}
		return [][]part{{{words[i], themes.Faint}}}
	}
	if !can {
		return short("bears on nothing that is known", "bears on nothing known", "no bearing")
	}
	for _, f := range p.Flips() {
		s := resultState(f.Result)
		word := themes.Text
		if f.Result.Decision == inspect.Accepted {
			word = s.style
		}
		all = append(all, []part{{bound(f) + " ", themes.Dim}, {s.sign + " ", s.style}, {resultWords(f.Result), word}})
	}
	if len(all) == 0 {
		return short("no value changes the end", "changes nothing", "no change")
	}
	return all
}

// partsRow is a row of parts one behind the other.
type partsRow struct {
	x     int
	parts []part
}

// cells returns the width of parts one behind the other.
func cells(parts []part) (n int) {
	for _, p := range parts {
		n += source.Width(p.text)
	}
	return n
}

// placed places groups of parts on rows of w cells, as many on a row as fit: on the first
// from one column on, on those below it from another. There is at least one row.
func placed(groups [][]part, beside, below, w int) []partsRow {
	rows := []partsRow{{x: beside}}
	for _, g := range groups {
		r := &rows[len(rows)-1]
		if len(r.parts) > 0 {
			g = append([]part{{" · ", themes.Faint}}, g...)
		}
		if r.x+cells(r.parts)+cells(g) <= w {
			r.parts = append(r.parts, g...)
			continue
		}
		if len(r.parts) > 0 {
			g = g[1:]
		}
		rows = append(rows, partsRow{below, slices.Clone(g)})
	}
	return rows
}
