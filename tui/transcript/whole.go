package transcript

import (
	"maps"

	"compactlens/tui/canvas"
)

// Whole draws a transcript from its first row to its last, folded as the view is, and
// without its cursor. It shares nothing that changes with the view it was made from.
type Whole struct {
	view View
	at   anchor
	done bool
}

// Whole returns all of the transcript, w cells wide.
func (v *View) Whole(w int) *Whole {
	x := &Whole{done: v.doc == nil || w <= 0 || len(v.parts()) == 0}
	if x.done {
		return x
	}
	x.view = View{doc: v.doc, form: v.form, display: v.display, unfold: v.unfold, toggled: maps.Clone(v.toggled), hits: v.hits, hit: v.hit, w: w, h: 1}
	x.view.forget()
	return x
}

// Next draws the next rows on a, which is as wide as was said, and returns how many; 0
// behind the last.
func (x *Whole) Next(a canvas.Area) (n int) {
	for ; n < a.H && !x.done; n++ {
		x.view.drawRow(a, n, x.at)
		next, ok := x.view.next(x.at)
		x.at, x.done = next, !ok
	}
	return n
}
