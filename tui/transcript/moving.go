package transcript

import "compactlens/tui/scroll"

// MoveBy moves the cursor by n rows; the window goes with it where n is more than
// a row.
func (v *View) MoveBy(n int) {
	if v.blank() {
		return
	}
	v.cursor = v.steps().Move(v.cursor, n)
	if n > 1 || n < -1 {
		v.moveTop(n)
	}
	v.reveal()
}

// ScrollBy moves the window by n rows; the cursor goes with it only where it would
// be lost.
func (v *View) ScrollBy(n int) {
	if v.blank() {
		return
	}
	v.moveTop(n)
	v.clamp()
	if v.cursor.less(v.top) {
		v.cursor = v.top
	} else if last := v.bottom(); last.less(v.cursor) {
		v.cursor = last
	}
}

// Click moves the cursor to row y of the window.
func (v *View) Click(y int) {
	if v.blank() {
		return
	}
	v.cursor = v.steps().Move(v.top, y)
}

// Home moves the cursor to the start.
func (v *View) Home() { v.top, v.cursor = anchor{}, anchor{} }

// End moves the cursor to the end.
func (v *View) End() {
	if v.blank() {
		return
	}
	v.cursor = v.last()
	v.top = v.cursor
	v.reveal()
}

// above returns how many rows of the window are above the cursor, at most limit.
func (v *View) above(limit int) (n int) {
	if v.blank() {
		return 0
	}
	for at := v.top; at.less(v.cursor) && n < limit; n++ {
		next, ok := v.next(at)
		if !ok {
			break
		}
		at = next
	}
	return n
}

// shows reports whether a row is on screen.
func (v *View) shows(a anchor) bool { return !a.less(v.top) && !v.bottom().less(a) }

// bottom returns the last row on screen.
func (v *View) bottom() anchor { return v.steps().Bottom(v.top, v.h) }

// reveal scrolls as little as is needed to have the cursor on screen, a little away
// from the edge.
func (v *View) reveal() {
	margin := min(2, (v.h-1)/2)
	if n := v.above(v.h); v.cursor.less(v.top) || n < margin {
		v.top = v.cursor
		v.moveTop(-margin)
	} else if n > v.h-1-margin {
		v.top = v.cursor
		v.moveTop(-(v.h - 1 - margin))
	}
	v.clamp()
}

// clamp keeps the last row from rising above the window's last row.
func (v *View) clamp() { v.top = v.steps().Clamp(v.top, v.h) }

// moveTop moves the window by n rows, as far as there are rows.
func (v *View) moveTop(n int) { v.top = v.steps().Move(v.top, n) }

// steps are the ways from row to row.
func (v *View) steps() scroll.Steps[anchor] {
	return scroll.Steps[anchor]{Next: v.next, Previous: v.previous}
}

// next returns the row below a.
func (v *View) next(a anchor) (anchor, bool) {
	id := a.chunkID
	for {
		if id == a.chunkID && a.row+1 < len(v.chunk(id)) {
			return anchor{id, a.row + 1}, true
		}
		switch {
		case id.segment+1 < v.segments(id.part, id.line):
			id.segment++
		case id.line+1 < v.lines(id.part):
			id.line, id.segment = id.line+1, 0
		case id.part+1 < len(v.parts()):
			id = chunkID{part: id.part + 1}
		default:
			return a, false
		}
		if len(v.chunk(id)) > 0 {
			return anchor{id, 0}, true
		}
	}
}

// previous returns the row above a.
func (v *View) previous(a anchor) (anchor, bool) {
	if a.row > 0 {
		return anchor{a.chunkID, a.row - 1}, true
	}
	id := a.chunkID
	for {
		switch {
		case id.segment > 0:
			id.segment--
		case id.line > 0:
			id.line--
			id.segment = v.segments(id.part, id.line) - 1
		case id.part > 0:
			id.part--
			id.line = v.lines(id.part) - 1
			id.segment = v.segments(id.part, id.line) - 1
		default:
			return a, false
		}
		if n := len(v.chunk(id)); n > 0 {
			return anchor{id, n - 1}, true
		}
	}
}

// last returns the last row.
func (v *View) last() anchor {
	id := chunkID{part: len(v.parts()) - 1}
	id.line = v.lines(id.part) - 1
	id.segment = v.segments(id.part, id.line) - 1
	return anchor{id, max(len(v.chunk(id))-1, 0)}
}
