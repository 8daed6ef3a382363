package diffview

import (
	"sort"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
	"compactlens/tui/scroll"
)

// View is a window onto a document. The zero value shows nothing.
type View struct {
	doc     *Document
	display source.Display
	all     bool // the lines that stay too
	split   bool // side by side
	w, h    int  // size of the window in cells
	top     anchor
	current int // the entry of the change that was gone to, -1 for none

	wrapped map[int][]row // by entry
}

// anchor is a row of an entry.
type anchor struct{ entry, row int }

// keepEntries bounds the wrapped entries that are remembered.
const keepEntries = 2048

// SetDocument shows d from its start.
func (v *View) SetDocument(d *Document, display source.Display) {
	*v = View{doc: d, display: display, all: v.all, split: v.split, w: v.w, h: v.h, current: -1}
}

// Document returns what is shown, nil for nothing.
func (v *View) Document() *Document { return v.doc }

// All reports whether the lines that stay are shown too.
func (v *View) All() bool { return v.all }

// Split reports whether the two stand side by side.
func (v *View) Split() bool { return v.split }

func (v *View) entries() []entry { return v.form().entries }

// form returns what is shown in the form chosen.
func (v *View) form() *form {
	if v.doc == nil {
		return &form{}
	}
	index := func(on bool) int {
		if on {
			return 1
		}
		return 0
	}
	return &v.doc.forms[index(v.all)][index(v.split)]
}

// SetForm chooses whether all lines are shown, and whether side by side. The change
// that is looked at stays in sight.
func (v *View) SetForm(all, split bool) {
	if all == v.all && split == v.split {
		return
	}
	nth := v.nth()
	v.all, v.split = all, split
	v.wrapped, v.top, v.current = nil, anchor{}, -1
	if nth > 0 {
		v.goTo(v.find(nth))
	}
}

// SetSize gives the window a size in cells. What is at its top stays there.
func (v *View) SetSize(w, h int) {
	if w == v.w && h == v.h {
		return
	}
	if w != v.w {
		v.wrapped, v.top.row = nil, 0
	}
	v.w, v.h = max(w, 0), max(h, 0)
	v.clamp()
}

// rows returns an entry wrapped: at least one row.
func (v *View) rows(i int) []row {
	if r, ok := v.wrapped[i]; ok {
		return r
	}
	if v.wrapped == nil || len(v.wrapped) >= keepEntries {
		v.wrapped = map[int][]row{}
	}
	r := v.wrap(&v.entries()[i])
	v.wrapped[i] = r
	return r
}

func (v *View) next(a anchor) (anchor, bool) {
	if a.row+1 < len(v.rows(a.entry)) {
		return anchor{a.entry, a.row + 1}, true
	}
	if a.entry+1 < len(v.entries()) {
		return anchor{a.entry + 1, 0}, true
	}
	return a, false
}

func (v *View) previous(a anchor) (anchor, bool) {
	if a.row > 0 {
		return anchor{a.entry, a.row - 1}, true
	}
	if a.entry > 0 {
		return anchor{a.entry - 1, len(v.rows(a.entry-1)) - 1}, true
	}
	return a, false
}

// steps are the ways from row to row.
func (v *View) steps() scroll.Steps[anchor] {
	return scroll.Steps[anchor]{Next: v.next, Previous: v.previous}
}

// ScrollBy moves the window down by n rows, up where n is negative.
func (v *View) ScrollBy(n int) {
	if v.blank() {
		return
	}
	v.top = v.steps().Move(v.top, n)
	v.clamp()
}

// Home shows the start.
func (v *View) Home() { v.top = anchor{} }

// End shows the end.
func (v *View) End() {
	if !v.blank() {
		v.top = v.last()
		v.clamp()
	}
}

func (v *View) last() anchor {
	i := len(v.entries()) - 1
	return anchor{i, len(v.rows(i)) - 1}
}

// blank reports whether there is nothing to show.
func (v *View) blank() bool { return len(v.entries()) == 0 || v.w <= 0 || v.h <= 0 }

// clamp keeps the last row from rising above the window's last row.
func (v *View) clamp() {
	if v.blank() {
		return
	}
	v.top.entry = min(v.top.entry, len(v.entries())-1)
	v.top.row = min(v.top.row, len(v.rows(v.top.entry))-1)
	v.top = v.steps().Clamp(v.top, v.h)
}

// shows reports whether the first row of an entry is on screen.
func (v *View) shows(i int) bool {
	at := v.top
	for range v.h {
		if at == (anchor{i, 0}) {
			return true
		}
		next, ok := v.next(at)
		if !ok || i < at.entry {
			return false
		}
		at = next
	}
	return false
}

// StepChange goes to the n-th change from the one looked at; where that was scrolled
// away, from what is on screen. It reports whether there was one to go to.
func (v *View) StepChange(n int) bool {
	if v.blank() || n == 0 {
		return false
	}
	from := v.current
	if from < 0 || !v.shows(from) {
		if from = v.top.entry - 1; n < 0 {
			from = v.bottom().entry + 1
		}
	}
	changes := v.form().changes
	at := sort.SearchInts(changes, from+1) // the first behind it
	if n < 0 {
		at = sort.SearchInts(changes, from)
		at += n
	} else {
		at += n - 1
	}
	if len(changes) == 0 || at < 0 && from <= changes[0] || at >= len(changes) && from >= changes[len(changes)-1] {
		return false
	}
	v.goTo(changes[min(max(at, 0), len(changes)-1)])
	return true
}

// goTo brings an entry to a third of the height.
func (v *View) goTo(i int) {
	if v.blank() || i < 0 {
		return
	}
	v.current, v.top = i, anchor{i, 0}
	for range v.h / 3 {
		to, ok := v.previous(v.top)
		if !ok {
			break
		}
		v.top = to
	}
	v.clamp()
}

// nth returns which change is looked at, from 1; 0 for none.
func (v *View) nth() int {
	if v.current < 0 {
		return 0
	}
	return sort.SearchInts(v.form().changes, v.current) + 1
}

// find returns the entry of the n-th change, the last where there are fewer; -1 where
// there is none.
func (v *View) find(n int) int {
	changes := v.form().changes
	if len(changes) == 0 {
		return -1
	}
	return changes[min(n, len(changes))-1]
}

// Changes returns which change is looked at, from 1 or 0 for none, and how many there
// are.
func (v *View) Changes() (at, of int) { return v.nth(), len(v.form().changes) }

// Draw draws the window on a.
func (v *View) Draw(a canvas.Area) {
	if v.blank() {
		return
	}
	at := v.top
	for y := range a.H {
		v.drawRow(a, y, at)
		next, ok := v.next(at)
		if !ok {
			break
		}
		at = next
	}
	v.drawBar(a, at.entry)
}

func (v *View) drawRow(a canvas.Area, y int, at anchor) {
	v.rows(at.entry)[at.row](a.Sub(0, y, a.W-1, 1))
	if at.entry == v.current && at.row == 0 {
		a.Text(0, y, "▸", themes.Accent)
	}
}

// drawBar draws the scroll bar, placed by entries.
func (v *View) drawBar(a canvas.Area, last int) {
	n := len(v.entries())
	if _, more := v.next(v.bottom()); v.top == (anchor{}) && !more {
		return
	}
	length := min(max((last-v.top.entry+1)*a.H/n, 1), a.H)
	from := min(v.top.entry*a.H/n, a.H-length)
	for y := range length {
		a.Text(a.W-1, from+y, "▐", themes.Border)
	}
}

// bottom returns the last row on screen.
func (v *View) bottom() anchor { return v.steps().Bottom(v.top, v.h) }

// Whole draws the document from its first row to its last, in the form the view has. It
// shares nothing that changes with the view.
type Whole struct {
	view View
	at   anchor
	done bool
}

// Whole returns all of the document, w cells wide.
func (v *View) Whole(w int) *Whole {
	x := &Whole{view: View{doc: v.doc, display: v.display, all: v.all, split: v.split, w: w, h: 1, current: -1}}
	x.done = x.view.blank()
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

// Wrapped returns how many entries are wrapped and remembered: those on screen, and
// those around them.
func (v *View) Wrapped() int { return len(v.wrapped) }
