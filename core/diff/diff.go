// Package diff compares two texts line by line, and the lines that stand against
// each other word by word. It gives hunks as data, as a patch byte for byte, and as
// text fit to be shown in which long lines are cut to what differs. It is pure.
package diff

import (
	"bytes"
	"context"

	"compactlens/core/pulse"
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

// Options say how to compare two texts.
type Options struct {
	Context int // how many unchanged lines to show around a change

	// Read is how many lines of the hunks anybody will read: only in those, and in
	// the lines they stand against, are words compared. 0 means all.
	Read int
}

// Lines compares two texts. context is how many unchanged lines to show around a
// change.
func Lines(old, new []byte, context int) Diff {
	d, _ := Compare(background(), old, new, Options{Context: context}) // that context does not end
	return d
}

// background keeps the name of the package free for parameters.
func background() context.Context { return context.Background() }

// Compare compares two texts as o says. It gives up when ctx ends; the error is the
// context's, and there is no difference then.
func Compare(ctx context.Context, old, new []byte, o Options) (Diff, error) {
	d := Diff{Old: old, New: new}
	if bytes.Equal(old, new) {
		return d, ctx.Err()
	}
	p := pulse.Of(ctx)
	a, b := split(p, old), split(p, new)
	all, coarse := script(p, old, new, a, b)
	d.Hunks = gather(p, all, max(o.Context, 0))
	d.Coarse = pairUp(p, old, new, d.Hunks, o.Read) || coarse
	if err := p.Err(); err != nil {
		return Diff{}, err
	}
	return d, nil
}

// Unchanged returns all lines of a text as a difference from itself: one hunk without a
// change, or none where there is no line.
func Unchanged(b []byte) Diff {
	d := Diff{Old: b, New: b}
	var lines []Line
	for i, l := range split(&pulse.Pulse{}, b) {
		lines = append(lines, Line{Op: Same, Old: i, New: i, Span: l.span, Ended: l.ended})
	}
	if n := len(lines); n > 0 {
		d.Hunks = []Hunk{{OldLines: n, NewLines: n, Lines: lines}}
	}
	return d
}

// line is a line as it lies in its text.
type line struct {
	span  source.Span
	ended bool
}

// whole returns the bytes of l in its text, its line feed included.
func (l line) whole(text []byte) []byte {
	if l.ended {
		return text[l.span.Start : l.span.End+1]
	}
	return l.span.Of(text)
}

// split cuts b into its lines. A text that ends in a line feed has no empty line
// behind it.
func split(p *pulse.Pulse, b []byte) []line {
	lines := make([]line, 0, bytes.Count(b, []byte{'\n'})+1)
	for at := 0; at < len(b) && !p.Beat(1); {
		end, next, ended := len(b), len(b), false
		if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
			end, next, ended = at+i, at+i+1, true
		}
		lines = append(lines, line{source.Span{Start: at, End: end}, ended})
		at = next
	}
	return lines
}

// script returns all lines of both texts in the order in which a diff shows them.
// coarse is that of matches.
func script(p *pulse.Pulse, old, new []byte, a, b []line) (out []Line, coarse bool) {
	ids := numbers{p: p, of: map[string]int{}}
	number := func(text []byte, lines []line) []int {
		return ids.all(len(lines), func(i int) []byte { return lines[i].whole(text) })
	}
	out = make([]Line, 0, len(a)+len(b)) // enough for all
	i, j := 0, 0
	step := func(toI, toJ int) { // lines up to toI and toJ differ
		for ; i < toI; i++ {
			out = append(out, Line{Op: Removed, Old: i, New: -1, Span: a[i].span, Ended: a[i].ended})
		}
		for ; j < toJ; j++ {
			out = append(out, Line{Op: Added, Old: -1, New: j, Span: b[j].span, Ended: b[j].ended})
		}
	}
	all, coarse := matches(p, number(old, a), number(new, b))
	for _, m := range all {
		if p.Beat(m.n) {
			return nil, false
		}
		step(m.a, m.b)
		for range m.n {
			out = append(out, Line{Op: Same, Old: i, New: j, Span: a[i].span, Ended: a[i].ended})
			i, j = i+1, j+1
		}
	}
	step(len(a), len(b))
	return out, coarse
}

// numbers gives each text a number, the same for the same.
type numbers struct {
	p  *pulse.Pulse
	of map[string]int
}

// all returns the numbers of n texts.
func (x numbers) all(n int, text func(i int) []byte) []int {
	out := make([]int, n)
	for i := range out {
		t := text(i)
		if x.p.Beat(1 + len(t)/16) {
			return out
		}
		id, ok := x.of[string(t)] // which copies nothing
		if !ok {
			id = len(x.of)
			x.of[string(t)] = id
		}
		out[i] = id
	}
	return out
}

// gather cuts the script into hunks.
func gather(p *pulse.Pulse, all []Line, context int) []Hunk {
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
	for i := 0; i < len(all) && !p.Beat(1); i++ {
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
