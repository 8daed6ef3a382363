package textview

// RowOf returns the row of the window that offset is on; ok is false where it is not on
// screen.
func (v *View) RowOf(offset int) (row int, ok bool) {
	if !v.Shows(offset) {
		return 0, false
	}
	return v.distance(v.top, v.find(offset), v.h), true
}

// PlaceAt puts the cursor on the character at offset and scrolls so that it is on a row
// of the window, as near as that can be.
func (v *View) PlaceAt(offset, row int) {
	v.put(offset)
	if v.still() {
		return
	}
	v.top = v.find(v.cursor)
	v.move(-row)
	v.clamp()
	v.reveal()
}

// RowCount returns how many rows the whole text takes with its notes, at most limit. It
// takes no longer than drawing so many.
func (v *View) RowCount(limit int) int {
	if v.text == nil || v.w == 0 || limit <= 0 {
		return 0
	}
	return v.distance(anchor{}, v.last(), limit-1) + 1
}
