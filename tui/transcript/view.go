package transcript

import (
	"sort"

	"compactlens/core/source"
)

// View is a window onto a document with a cursor, which is on one row. The zero
// value shows nothing.
type View struct {
	doc     *Document
	form    int // which form of the document
	display source.Display

	unfold  bool              // folds are open
	toggled map[place]bool    // blocks that are not as unfold says
	chunks  map[chunkID][]row // rows that were made
	bodies  map[int32]*body   // by index in the parts of the form
	cells   []source.Cell     // scratch
	hits    []source.Span     // places that a search found
	hit     int               // index into hits, -1 for none
	w, h    int               // size of the window in cells
	layout  layout
	top     anchor
	cursor  anchor
}

// chunkID names a part, or a line of its text, or a segment of a long line: what is
// broken into rows at once. All count from 0.
type chunkID struct{ part, line, segment int }

// anchor is a row of a chunk.
type anchor struct {
	chunkID
	row int
}

// less orders anchors from top to bottom.
func (a anchor) less(b anchor) bool {
	switch {
	case a.part != b.part:
		return a.part < b.part
	case a.line != b.line:
		return a.line < b.line
	case a.segment != b.segment:
		return a.segment < b.segment
	}
	return a.row < b.row
}

// Bounds of what is remembered of what was drawn.
const (
	keepChunks = 1024
	keepBodies = 256
)

// SetDocument shows d from its start; nil shows nothing.
func (v *View) SetDocument(d *Document, display source.Display) {
	*v = View{doc: d, display: display, w: v.w, h: v.h, toggled: map[place]bool{}}
	v.forget()
}

// SetSize gives the window a size in cells. The cursor stays in its part.
func (v *View) SetSize(w, h int) {
	if w == v.w && h == v.h {
		return
	}
	above := v.above(v.h)
	v.w, v.h = max(w, 0), max(h, 0)
	v.relayout(min(above, v.h/2))
}

// relayout puts the cursor on a row of its part again, after what depends on the
// width changed, with so many rows above it.
func (v *View) relayout(above int) {
	v.forget()
	if v.blank() {
		return
	}
	v.cursor = v.nearest(v.cursor)
	v.top = v.cursor
	v.moveTop(-above)
	v.reveal()
}

// nearest returns the row nearest to a where the chunks are others now.
func (v *View) nearest(a anchor) anchor {
	a.part = min(a.part, len(v.parts())-1)
	a.line = min(a.line, v.lines(a.part)-1)
	a.segment = min(a.segment, v.segments(a.part, a.line)-1)
	a.row = min(a.row, len(v.chunk(a.chunkID))-1)
	return a
}

func (v *View) forget() {
	v.chunks = map[chunkID][]row{}
	if v.bodies == nil || len(v.bodies) > keepBodies {
		v.bodies = map[int32]*body{}
	}
	if v.doc != nil {
		v.layout = layoutFor(v.w, v.doc.Len())
	}
}

// blank reports whether there is nothing to show.
func (v *View) blank() bool { return v.doc == nil || v.w == 0 || v.h == 0 || len(v.parts()) == 0 }

func (v *View) parts() []part { return v.doc.forms[v.form].parts }

// Message returns the index of the message the cursor is in, -1 where there is
// none.
func (v *View) Message() int {
	if v.doc == nil || len(v.parts()) == 0 {
		return -1
	}
	return int(v.parts()[v.cursor.part].message)
}

// Document returns what is shown, nil for nothing.
func (v *View) Document() *Document { return v.doc }

// Projected reports whether the messages are shown as the request has them.
func (v *View) Projected() bool { return v.form == formRequest }

// SetProjected shows the messages as the request has them, or as the journal does.
func (v *View) SetProjected(on bool) {
	if v.doc == nil || on == v.Projected() {
		return
	}
	message, above := v.Message(), v.above(v.h)
	v.form = formJournal
	if on {
		v.form = formRequest
	}
	v.bodies, v.top, v.cursor, v.hits = nil, anchor{}, anchor{}, nil
	v.forget()
	if message >= 0 {
		v.cursor = v.heading(int(v.doc.forms[v.form].first[message]))
	}
	v.relayout(above)
}

// heading returns the first row of a part that is not blank.
func (v *View) heading(part int) anchor {
	at := anchor{chunkID{part: part}, 0}
	if r := v.chunk(at.chunkID); len(r) > 1 && r[0].kind == rowBlank {
		at.row = 1
	}
	return at
}

// Goto moves the cursor to message i, the nearest where there is none.
func (v *View) Goto(i int) {
	if v.blank() {
		return
	}
	first := v.doc.forms[v.form].first
	v.jump(int(first[max(min(i, len(first)-1), 0)]))
}

// jump moves the cursor to a part, with a third of the window above it where it
// was not on screen.
func (v *View) jump(part int) {
	v.cursor = v.heading(part)
	if !v.shows(v.cursor) {
		v.top = v.cursor
		v.moveTop(-v.h / 3)
	}
	v.reveal()
}

// StepMessage moves the cursor to the heading of the n-th message from here.
func (v *View) StepMessage(n int) {
	if v.blank() {
		return
	}
	at := v.Message()
	if n < 0 && v.cursor.part > int(v.doc.forms[v.form].first[at]) {
		n++ // from inside a message, back to its own heading
	}
	v.Goto(at + n)
}

// HasCut reports whether it is known where the compaction cuts.
func (v *View) HasCut() bool {
	return v.doc != nil && v.doc.source.Cut && v.doc.source.Head < v.doc.Len()
}

// GotoCut moves the cursor to the first message that is kept.
func (v *View) GotoCut() {
	if v.HasCut() {
		v.Goto(v.doc.source.Head)
	}
}

// Partner moves the cursor from a tool call to its result or back. It reports
// whether there is one.
func (v *View) Partner() bool {
	if v.blank() {
		return false
	}
	p := v.parts()[v.cursor.part]
	if call, ok := v.doc.calls[int(p.message)]; ok {
		v.jump(v.find(call))
		return true
	}
	at, ok := v.callAt(p)
	if ok {
		v.jump(int(v.doc.forms[v.form].first[v.doc.results[at]]))
	}
	return ok
}

// HasPartner reports whether Partner would move the cursor.
func (v *View) HasPartner() bool {
	if v.blank() {
		return false
	}
	p := v.parts()[v.cursor.part]
	if _, ok := v.doc.calls[int(p.message)]; ok {
		return true
	}
	_, ok := v.callAt(p)
	return ok
}

// callAt returns the tool call at p that has a result: p itself, or of a heading
// the first of its message.
func (v *View) callAt(p part) (place, bool) {
	at := place{int(p.message), int(p.block)}
	if p.block >= 0 {
		_, ok := v.doc.results[at]
		return at, ok
	}
	for b := range v.doc.source.Messages[p.message].Content() {
		at.block = b
		if _, ok := v.doc.results[at]; ok {
			return at, true
		}
	}
	return at, false
}

// find returns the index of the part of a block.
func (v *View) find(at place) int {
	first := int(v.doc.forms[v.form].first[at.message])
	rest := v.parts()[first:]
	return first + sort.Search(len(rest), func(i int) bool {
		return int(rest[i].message) > at.message || int(rest[i].message) == at.message && int(rest[i].block) >= at.block
	})
}

// Toggle unfolds what the cursor is on, or folds it: a block, or on a heading all
// blocks of its message. It reports whether something can be folded there.
func (v *View) Toggle() bool {
	if v.blank() {
		return false
	}
	at := v.cursor.part
	p := v.parts()[at]
	from, to := at, at+1
	if p.block < 0 {
		from = int(v.doc.forms[v.form].first[p.message]) + 1
		to = len(v.parts())
		if int(p.message)+1 < v.doc.Len() {
			to = int(v.doc.forms[v.form].first[p.message+1])
		}
	}
	above, done := v.above(v.h), false
	for i := from; i < to; i++ {
		q := v.parts()[i]
		if q.block >= 0 && v.foldable(i) {
			key := place{int(q.message), int(q.block)}
			v.toggled[key] = !v.toggled[key]
			done = true
		}
	}
	if done {
		if p.block >= 0 {
			above = max(above-v.rowsBefore(at), 0)
			v.cursor = anchor{chunkID{part: at}, 0}
		}
		v.relayout(above)
	}
	return done
}

// rowsBefore returns how many rows of its part are above the cursor, at most a
// window's.
func (v *View) rowsBefore(part int) (n int) {
	for at := v.cursor; n < v.h; n++ {
		before, ok := v.previous(at)
		if !ok || before.part != part {
			break
		}
		at = before
	}
	return n
}

// SetUnfolded opens all folds, or shuts them.
func (v *View) SetUnfolded(on bool) {
	if v.doc == nil {
		return
	}
	above := v.above(v.h)
	v.unfold, v.toggled = on, map[place]bool{}
	v.relayout(above)
}

// Unfolded reports whether all folds are open.
func (v *View) Unfolded() bool { return v.unfold }
