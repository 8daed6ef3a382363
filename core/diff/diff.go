// Package diff compares two texts line by line, and the lines that stand against
// each other word by word. It gives hunks as data, as a patch byte for byte, and as
// text fit to be shown in which long lines are cut to what differs. It is pure.
package diff

import (
	"bytes"

	"compactlens/core/source"
)

// Op says what became of a line. The zero value is Same.
type Op uint8

const (
	Same    Op = iota
	Removed    // of the old text
	Added      // to the new text
)

// Line is one line of a hunk.
type Line struct {
	Op  Op
	Old int // index of the line in the old text, 0-based; -1 where it is Added
	New int // index of the line in the new text, 0-based; -1 where it is Removed

	// Span is the line in the text it is of (the old one where it is Same), its
	// line feed left out. Ended is false where it has none: the last line.
	Span  source.Span
	Ended bool

	// Changed are the parts that differ from the line it stands against, in the
	// bytes of the same text as Span. An empty one is a place where the other line
	// has something. Nothing where no line stands against it.
	Changed []source.Span
}

// Hunk is a run of lines with a change, and the lines around it.
type Hunk struct {
	Old, New           int // index of the first line on each side, 0-based
	OldLines, NewLines int // number of lines on each side
	Lines              []Line
}

// Diff is how a new text differs from an old one.
type Diff struct {
	Old, New []byte
	Hunks    []Hunk // in order of place; none where the texts are the same

	// Coarse says that the texts, or two lines that stand against each other, differ in
	// more than is compared in full: what is the same further on may be shown as
	// changed.
	Coarse bool
}

// Context is how many unchanged lines a hunk usually has around a change.
const Context = 3

// Lines compares two texts. context is how many unchanged lines to show around a
// change.
func Lines(old, new []byte, context int) Diff {
	d := Diff{Old: old, New: new}
	if bytes.Equal(old, new) {
		return d
	}
	a, b := split(old), split(new)
	all, coarse := script(a, b)
	d.Coarse = pairUp(old, new, all) || coarse
	d.Hunks = gather(all, max(context, 0))
	return d
}

// Unchanged returns all lines of a text as a difference from itself: one hunk without a
// change, or none where there is no line.
func Unchanged(b []byte) Diff {
	d := Diff{Old: b, New: b}
	var lines []Line
	for i, l := range split(b) {
		lines = append(lines, Line{Op: Same, Old: i, New: i, Span: l.span, Ended: l.ended})
	}
	if n := len(lines); n > 0 {
		d.Hunks = []Hunk{{OldLines: n, NewLines: n, Lines: lines}}
	}
	return d
}

// line is a line as it lies in its text.
type line struct {
	text  string // with its line feed
	span  source.Span
	ended bool
}

// split cuts b into its lines. A text that ends in a line feed has no empty line
// behind it.
func split(b []byte) []line {
	var lines []line
	for at := 0; at < len(b); {
		end, next, ended := len(b), len(b), false
		if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
			end, next, ended = at+i, at+i+1, true
		}
		lines = append(lines, line{string(b[at:next]), source.Span{Start: at, End: end}, ended})
		at = next
	}
	return lines
}

// script returns all lines of both texts in the order in which a diff shows them.
// coarse is that of matches.
func script(a, b []line) (out []Line, coarse bool) {
	ids := map[string]int{}
	number := func(lines []line) []int {
		out := make([]int, len(lines))
		for i, l := range lines {
			id, ok := ids[l.text]
			if !ok {
				id = len(ids)
				ids[l.text] = id
			}
			out[i] = id
		}
		return out
	}
	i, j := 0, 0
	step := func(toI, toJ int) { // lines up to toI and toJ differ
		for ; i < toI; i++ {
			out = append(out, Line{Op: Removed, Old: i, New: -1, Span: a[i].span, Ended: a[i].ended})
		}
		for ; j < toJ; j++ {
			out = append(out, Line{Op: Added, Old: -1, New: j, Span: b[j].span, Ended: b[j].ended})
		}
	}
	all, coarse := matches(number(a), number(b))
	for _, m := range all {
		step(m.a, m.b)
		for range m.n {
			out = append(out, Line{Op: Same, Old: i, New: j, Span: a[i].span, Ended: a[i].ended})
			i, j = i+1, j+1
		}
	}
	step(len(a), len(b))
	return out, coarse
}

// gather cuts the script into hunks.
func gather(all []Line, context int) []Hunk {
	var hunks []Hunk
	old, new, counted := 0, 0, 0 // lines of each side before all[counted]
	count := func(to int) (o, n int) {
		for ; counted < to; counted++ {
			if all[counted].Op != Added {
				o++
			}
			if all[counted].Op != Removed {
				n++
			}
		}
		old, new = old+o, new+n
		return o, n
	}
	for i := 0; i < len(all); i++ {
		if all[i].Op == Same {
			continue
		}
		last, same := i, 0 // the last changed line of the hunk
		for k := i + 1; k < len(all) && same <= 2*context; k++ {
			if all[k].Op == Same {
				same++
				continue
			}
			last, same = k, 0
		}
		start, end := max(i-context, counted), min(last+1+context, len(all))
		count(start)
		h := Hunk{Old: old, New: new, Lines: all[start:end]}
		h.OldLines, h.NewLines = count(end)
		hunks = append(hunks, h)
		i = last
	}
	return hunks
}
