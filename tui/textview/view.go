// Package textview shows a text with marks and messages under the bytes they are
// about.
//
// It asks for the rows that are on screen and no others: a line is wrapped when it
// comes into sight, a very long one in segments, so that a text of a hundred
// megabytes on one line, or of a million lines, scrolls like a small one. The
// place is kept as a line, a segment and a row, never as a row of the whole, so
// nothing has to be counted from the start. The package draws on a canvas and
// does no I/O.
package textview

import (
	"sort"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/themes/highlight"
	"compactlens/tui/scroll"
)

// Level says how loud a note is.
type Level uint8

const (
	Primary Level = iota // what the runtime stops at
	Hidden               // what it would stop at later
	Advice               // what it would not mind
	Related              // a place that explains another note
	Limit                // where a budget ends
)

// Mark returns what stands under the bytes of a note, one cell each. No two levels have
// the same.
func (l Level) Mark() string { return [...]string{"^", "~", ".", "-", "▲"}[l] }

// Note is a message about some bytes.
type Note struct {
	Span    source.Span // bytes of the text; empty where something is missing
	Message string      // one sentence, may hold untrusted text; empty for a mark alone
	Level   Level
	Owner   int // for a Related note: the note it explains, an index into the notes; it is shown only while that one is selected
}

// Band is a stretch of the text that the gutter marks: a section.
type Band struct {
	Span  source.Span
	Style themes.Style
}

// View is a window onto one text. The zero value shows nothing.
type View struct {
	text     *source.Text
	colours  *highlight.Text
	language highlight.Language // of colours
	notes    []Note             // by Span.Start
	selected int                // index into notes, -1 for none
	bands    []Band
	origin   *source.Text  // what the colours are of: the text, or what it was derived from
	derived  *source.Map   // from the text to origin; nil where they are the same
	beyond   source.Span   // what is over the budget; empty for nothing
	hits     []source.Span // where a search found something, by Start
	hit      int           // index into hits of the one looked at, -1 for none
	band     int           // index into bands of the one that the cursor is in, -1 for none
	cursor   int           // offset of the character under the cursor
	insert   bool          // the cursor stands between characters
	want     int           // column the cursor keeps while it moves by rows, -1 for the one it is in
	display  source.Display

	w, h   int // size of the window in cells
	layout layout

	top    anchor
	follow int // offset that stays at a third of the height while the size changes; -1 after scrolling

	blocks map[blockID]*block
	cells  []source.Cell // scratch
}

// anchor is a place to begin drawing at: a row of a block.
type anchor struct {
	blockID
	row int
}

// blockID names a line, or a segment of a long one. Both count from 0.
type blockID struct{ line, segment int }

// less orders anchors from top to bottom.
func (a anchor) less(b anchor) bool {
	switch {
	case a.line != b.line:
		return a.line < b.line
	case a.segment != b.segment:
		return a.segment < b.segment
	}
	return a.row < b.row
}

// keepBlocks bounds the wrapped lines that are remembered.
const keepBlocks = 512

// SetText shows t from its start, without notes.
func (v *View) SetText(t *source.Text, language highlight.Language, d source.Display) {
	v.text, v.origin, v.display, v.language = t, t, d, language
	v.colours = nil
	if t != nil {
		v.colours = highlight.New(t, language)
	}
	v.notes, v.bands, v.selected, v.beyond, v.derived = nil, nil, -1, source.Span{}, nil
	v.hits, v.hit, v.band = nil, -1, -1
	v.cursor, v.want = 0, -1
	v.top, v.follow = anchor{}, -1
	v.forget()
}

// Text returns the text that is shown, nil for none.
func (v *View) Text() *source.Text { return v.text }

// SetNotes marks notes, which are sorted by place, and selects one of them; -1
// selects none. The slice must not change afterwards. The cursor's row stays where it
// is on the screen.
func (v *View) SetNotes(notes []Note, selected int) {
	above, seen := 0, v.Shows(v.cursor)
	if seen {
		above = v.distance(v.top, v.find(v.cursor), v.h)
	}
	v.notes, v.selected = notes, selected
	v.forget()
	if seen {
		v.top = v.find(v.cursor)
		v.move(-above)
	}
	v.clamp()
}

// SetDerived says what the text was derived from, and in which language that is: it
// has its colours, and characters that are written otherwise there, as m tells, are
// marked.
func (v *View) SetDerived(of *source.Text, language highlight.Language, m source.Map) {
	v.origin, v.derived, v.language = of, &m, language
	v.colours = highlight.New(of, language)
}

// SetBands marks bands in the gutter.
func (v *View) SetBands(bands []Band) { v.bands, v.band = bands, -1 }

// SetBand marks one of the bands as that which the cursor is in; -1 marks none.
func (v *View) SetBand(i int) { v.band = i }

// SetBeyond says what of the text is over the budget: it is drawn faint, with a mark
// in the gutter.
func (v *View) SetBeyond(s source.Span) { v.beyond = s }

// SetSize gives the window a size in cells. The place in the text is kept.
func (v *View) SetSize(w, h int) {
	if w == v.w && h == v.h {
		return
	}
	offset, seen := v.Offset(), v.Shows(v.cursor)
	v.w, v.h = max(w, 0), max(h, 0)
	v.forget()
	if v.still() {
		return
	}
	v.cursor = v.character(v.cursor).Start // another width can cut a very long line elsewhere
	if v.follow >= 0 {
		v.center()
		return
	}
	v.top = v.find(offset)
	v.clamp()
	if seen && !v.Shows(v.cursor) {
		v.reveal()
	}
}

// forget drops what depends on the width, the text or the notes.
func (v *View) forget() {
	v.blocks = nil
	if v.text != nil {
		v.layout = layoutFor(v.w, v.text.LineCount())
	}
}

// Offset returns the offset of the first byte on screen.
func (v *View) Offset() int {
	if v.text == nil || v.w == 0 {
		return 0
	}
	return v.rowAt(v.top).span.Start
}

// Reveal puts the cursor on the character at offset and scrolls so that it stands at
// about a third of the height. It is kept there while the size changes, until somebody
// moves or scrolls.
func (v *View) Reveal(offset int) {
	v.put(offset)
	v.follow = v.cursor
	if !v.still() {
		v.center()
	}
}

// ScrollTo makes the row that holds offset the first on screen. The cursor stays.
func (v *View) ScrollTo(offset int) {
	v.follow = -1
	if v.text == nil || v.w == 0 {
		return
	}
	v.top = v.find(offset)
	v.clamp()
}

// ScrollBy moves the window down by n rows, up where n is negative. The cursor stays.
func (v *View) ScrollBy(n int) {
	if v.text == nil || n == 0 {
		return
	}
	v.follow = -1
	v.move(n)
	v.clamp()
}

// Home moves the cursor to the start of the text.
func (v *View) Home() {
	v.put(0)
	v.top = anchor{}
}

// End moves the cursor to the last character of the text.
func (v *View) End() {
	if v.still() {
		return
	}
	v.put(v.offsetAt(v.rowAt(v.find(v.text.Len())), lastColumn))
	v.top = v.last()
	v.move(1 - v.h)
	v.reveal()
}

// Shows reports whether the row that holds offset is on screen.
func (v *View) Shows(offset int) bool {
	if v.still() {
		return false
	}
	at, first := v.find(offset), v.top
	if at.less(first) {
		return false
	}
	for range v.h {
		if first == at {
			return true
		}
		next, ok := v.next(first)
		if !ok {
			return false
		}
		first = next
	}
	return false
}

// clamp keeps the last row of the text from rising above the window's last row.
func (v *View) clamp() {
	if v.text == nil || v.w == 0 {
		return
	}
	if rows := len(v.block(v.top.blockID).rows); v.top.row >= rows {
		v.top.row = max(rows-1, 0)
	}
	v.top = v.steps().Clamp(v.top, v.h)
}

// move moves the window by n rows, as far as there are rows.
func (v *View) move(n int) { v.top = v.steps().Move(v.top, n) }

// steps are the ways from row to row.
func (v *View) steps() scroll.Steps[anchor] {
	return scroll.Steps[anchor]{Next: v.next, Previous: v.previous}
}

// next returns the row below at.
func (v *View) next(at anchor) (anchor, bool) {
	if at.row+1 < len(v.block(at.blockID).rows) {
		return anchor{at.blockID, at.row + 1}, true
	}
	if at.segment+1 < v.segments(at.line) {
		return anchor{blockID{at.line, at.segment + 1}, 0}, true
	}
	if at.line+1 < v.text.LineCount() {
		return anchor{blockID{at.line + 1, 0}, 0}, true
	}
	return at, false
}

// previous returns the row above at.
func (v *View) previous(at anchor) (anchor, bool) {
	id := at.blockID
	switch {
	case at.row > 0:
		return anchor{id, at.row - 1}, true
	case id.segment > 0:
		id.segment--
	case id.line > 0:
		id.line--
		id.segment = v.segments(id.line) - 1
	default:
		return at, false
	}
	return anchor{id, len(v.block(id).rows) - 1}, true
}

// last returns the last row of the text.
func (v *View) last() anchor {
	id := blockID{line: v.text.LineCount() - 1}
	id.segment = v.segments(id.line) - 1
	return anchor{id, len(v.block(id).rows) - 1}
}

// find returns the row of text that holds offset.
func (v *View) find(offset int) anchor {
	offset = min(max(offset, 0), v.text.Len())
	id := blockID{line: v.text.LineOf(offset)}
	line := v.text.Line(id.line)
	id.segment = min(max(offset-line.Start, 0)/v.layout.segment, v.segments(id.line)-1)
	for id.segment > 0 && v.segmentStart(line, id.segment) > offset {
		id.segment-- // the border was moved on to the start of a character
	}
	rows := v.block(id).rows
	// The last row of text that begins at or before offset.
	i := sort.Search(len(rows), func(i int) bool { return rows[i].span.Start > offset }) - 1
	for i > 0 && rows[i].note != nil {
		i--
	}
	return anchor{id, max(i, 0)}
}

// rowAt returns the row at a, the zero row where there is none.
func (v *View) rowAt(a anchor) row {
	rows := v.block(a.blockID).rows
	if a.row >= len(rows) {
		return row{}
	}
	return rows[a.row]
}
