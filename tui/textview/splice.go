package textview

import (
	"slices"

	"compactlens/core/source"
)

// SetInsert says that the cursor stands between characters, where something is to be
// typed: it can stand behind the last of a line, too.
func (v *View) SetInsert(on bool) { v.insert = on }

// Splice shows t, which is the text with n bytes in the place of those of s. Notes,
// bands and hits move with the bytes they are about, until others are set, and the
// window stays where it is. The cursor is put behind the new bytes.
func (v *View) Splice(t *source.Text, s source.Span, n int) {
	if v.text == nil {
		return
	}
	top := v.Offset()
	v.text, v.origin = t, t
	v.colours = v.colours.Spliced(t, s.Start)
	move := func(at int) int {
		switch {
		case at <= s.Start:
			return at
		case at < s.End:
			return s.Start + n
		}
		return at + n - s.Len()
	}
	moved := func(of source.Span) source.Span { return source.Span{Start: move(of.Start), End: move(of.End)} }
	v.notes = slices.Clone(v.notes)
	for i := range v.notes {
		v.notes[i].Span = moved(v.notes[i].Span)
	}
	v.bands = slices.Clone(v.bands)
	for i := range v.bands {
		v.bands[i].Span = moved(v.bands[i].Span)
	}
	v.hits = slices.Clone(v.hits)
	for i := range v.hits {
		v.hits[i] = moved(v.hits[i])
	}
	v.beyond = moved(v.beyond)
	v.forget()
	if v.still() {
		v.cursor = s.Start + n
		return
	}
	v.top = v.find(min(move(top), t.Len()))
	v.put(s.Start + n)
	v.reveal()
}
