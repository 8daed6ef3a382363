package textview

import (
	"math"
	"unicode"
	"unicode/utf8"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// The cursor stands on a character as it is shown (a grapheme cluster, or bytes with
// one mark), on a line's end, or at the end of the text. Keys move it and the window
// follows. Scrolling moves the window alone; the next key fetches the cursor to the
// nearest row on screen, so that the window never jumps back.

// Cursor returns the offset of the first byte of the character under the cursor.
func (v *View) Cursor() int { return v.cursor }

// Under returns the bytes of the character under the cursor: of a line's end, all of
// them; the empty span at the end of the text.
func (v *View) Under() source.Span {
	if v.text == nil {
		return source.Span{}
	}
	return v.character(v.cursor)
}

// SetCursor puts the cursor on the character at offset, the nearest where there is
// none, and scrolls only where it would not be on screen.
func (v *View) SetCursor(offset int) {
	v.put(offset)
	if v.text != nil && v.w > 0 && !v.Shows(v.cursor) {
		v.center()
	}
}

// put moves the cursor, and nothing else.
func (v *View) put(offset int) {
	v.follow, v.want = -1, -1
	v.cursor = max(offset, 0)
	if v.text != nil && v.w > 0 {
		v.cursor = v.character(offset).Start
	}
}

// center scrolls so that the cursor stands at about a third of the height.
func (v *View) center() {
	v.top = v.find(v.cursor)
	v.move(-(v.h / 3))
	v.clamp()
}

// character returns the bytes of the character at offset.
func (v *View) character(offset int) source.Span {
	at := v.find(offset)
	r := v.rowAt(at)
	if offset >= r.span.End {
		return v.lineEnd(r, at)
	}
	v.cells = v.display.Cells(v.cells[:0], v.text.Slice(r.span), r.span.Start, r.column)
	for _, c := range v.cells {
		if offset < c.Source.End {
			return c.Source
		}
	}
	return source.At(r.span.End)
}

// column returns the column of the text that the cursor stands in on its row.
func (v *View) column(r row) int {
	x := r.indent
	v.cells = v.display.Cells(v.cells[:0], v.text.Slice(r.span), r.span.Start, r.column)
	for _, c := range v.cells {
		if v.cursor < c.Source.End {
			break
		}
		x += c.Width
	}
	return x
}

// lastColumn is behind every column: the cursor stays at the ends of rows.
const lastColumn = math.MaxInt

// offsetAt returns the offset of the character of r in column x, of the last where
// the row is shorter.
func (v *View) offsetAt(r row, x int) int {
	at, column := r.span.Start, r.indent
	v.cells = v.display.Cells(v.cells[:0], v.text.Slice(r.span), r.span.Start, r.column)
	for _, c := range v.cells {
		if column > x {
			break
		}
		at = c.Source.Start
		column += c.Width
	}
	if v.insert && column <= x && r.span.End == v.text.Line(v.text.LineOf(r.span.End)).End {
		return r.span.End
	}
	return at
}

// still reports whether there is nothing that a cursor could move in.
func (v *View) still() bool { return v.text == nil || v.w == 0 || v.h == 0 }

// MoveBy moves the cursor by n rows of text, keeping its column where it can. The
// window goes with it where n is half a window or more.
func (v *View) MoveBy(n int) {
	if v.still() || n == 0 {
		return
	}
	v.fetch()
	at := v.find(v.cursor)
	if v.want < 0 {
		v.want = v.column(v.rowAt(at))
	}
	step, times := v.next, n
	if n < 0 {
		step, times = v.previous, -n
	}
	for range times {
		to, ok := v.textRow(at, step)
		if !ok {
			break
		}
		at = to
	}
	v.cursor, v.follow = v.offsetAt(v.rowAt(at), v.want), -1
	if times >= max(v.h/2, 2) {
		v.move(n)
		v.clamp()
	}
	v.reveal()
}

// textRow returns the row of text that step comes to from at, passing over those of
// notes.
func (v *View) textRow(at anchor, step func(anchor) (anchor, bool)) (anchor, bool) {
	for {
		to, ok := step(at)
		if !ok || v.rowAt(to).note == nil {
			return to, ok
		}
		at = to
	}
}

// StepCharacter moves the cursor by n characters, back where n is negative.
func (v *View) StepCharacter(n int) {
	v.step(n, func(at source.Span, ahead bool) int {
		if ahead {
			return at.End
		}
		return at.Start - 1
	})
}

// StepWord moves the cursor to the start of the n-th word from here, back where n is
// negative. Letters and figures make a word, other signs between blanks another.
func (v *View) StepWord(n int) {
	v.step(n, func(at source.Span, ahead bool) int {
		if ahead {
			near := v.text.Slice(source.Span{Start: at.Start, End: at.End + farWord + utf8.UTFMax})
			return at.Start + nextWord(near, at.Shift(-at.Start))
		}
		from := max(at.Start-farWord-utf8.UTFMax, 0)
		return from + previousWord(v.text.Slice(source.Span{Start: from, End: at.Start}), at.Start-from)
	})
}

// step moves the cursor n times to where to leads from the character it is on.
func (v *View) step(n int, to func(at source.Span, ahead bool) int) {
	if v.still() || n == 0 {
		return
	}
	v.fetch()
	at := v.character(v.cursor)
	for range max(n, -n) {
		offset := to(at, n > 0)
		if offset < 0 || at.Empty() && n > 0 {
			break
		}
		at = v.character(offset)
	}
	v.put(at.Start)
	v.reveal()
}

// LineStart moves the cursor to the first character of its line.
func (v *View) LineStart() {
	if v.still() {
		return
	}
	v.fetch()
	v.put(v.text.Line(v.text.LineOf(v.cursor)).Start)
	v.reveal()
}

// LineEnd moves the cursor to the last character of its line; moved by rows, it then
// stays at their ends.
func (v *View) LineEnd() {
	if v.still() {
		return
	}
	v.fetch()
	line := v.text.Line(v.text.LineOf(v.cursor))
	v.put(v.offsetAt(v.rowAt(v.find(line.End)), lastColumn))
	v.want = lastColumn
	v.reveal()
}

// Click puts the cursor on what is shown at x, y of the window. It reports false
// where that is not a row of the text.
func (v *View) Click(x, y int) bool {
	if v.still() {
		return false
	}
	at := v.top
	for range y {
		next, ok := v.next(at)
		if !ok {
			return false
		}
		at = next
	}
	r := v.rowAt(at)
	if r.note != nil {
		return false
	}
	v.put(v.offsetAt(r, max(x-v.layout.text, 0)))
	return true
}

// fetch brings a cursor that was scrolled out of sight to the nearest row on screen.
func (v *View) fetch() {
	at := v.find(v.cursor)
	bottom := v.bottom()
	var nearest anchor
	switch {
	case at.less(v.top):
		if nearest = v.top; v.rowAt(nearest).note != nil {
			if below, ok := v.textRow(nearest, v.next); ok && !bottom.less(below) {
				nearest = below
			}
		}
	case bottom.less(at):
		nearest = v.find(v.rowAt(bottom).span.Start)
	default:
		return
	}
	if v.want < 0 {
		v.want = v.column(v.rowAt(at))
	}
	v.cursor = v.offsetAt(v.rowAt(nearest), v.want)
}

// reveal scrolls as little as is needed to have the cursor on screen, a little away
// from the edge, and with it the notes below its row.
func (v *View) reveal() {
	margin := min(2, (v.h-1)/2)
	at := v.find(v.cursor)
	above := margin
	if !at.less(v.top) {
		above = v.distance(v.top, at, v.h)
	}
	notes := 0
	for to := at; notes < v.h/2; notes++ {
		next, ok := v.next(to)
		if !ok || v.rowAt(next).note == nil {
			break
		}
		to = next
	}
	below := max(margin, notes)
	if at.less(v.top) || above < margin {
		v.top = at
		v.move(-margin)
	} else if above > v.h-1-below {
		v.top = at
		v.move(-(v.h - 1 - below))
	}
	v.clamp()
}

// distance returns how many rows to is below from, at most limit.
func (v *View) distance(from, to anchor, limit int) (n int) {
	for n < limit && from.less(to) {
		next, ok := v.next(from)
		if !ok {
			break
		}
		from = next
		n++
	}
	return n
}

// underCursor returns the style of a cell under the cursor: reversed, and where it
// would be anyway, as on a hit, not reversed but underlined. Marks are bold besides,
// because a theme without colours reverses them all.
func underCursor(style themes.Style, focused bool) themes.Style {
	switch {
	case !focused:
		return style | themes.Underline
	case style&themes.Reverse != 0:
		return style&^themes.Reverse | themes.Bold | themes.Underline
	}
	if style.Foreground() == themes.Mark {
		style |= themes.Bold | themes.Underline
	}
	return style.On(themes.Text) | themes.Reverse
}

// drawCursorAtEnd draws the cursor where it stands on the line's end behind r, at x.
func (v *View) drawCursorAtEnd(a canvas.Area, x, y int, r row, at anchor, focused bool) {
	line := v.text.Line(at.line)
	if r.span.End == line.End && v.cursor == line.End {
		a.Text(min(x, v.layout.text+v.layout.width, a.W-1), y, " ", underCursor(themes.Text, focused))
	}
}

// farWord bounds how far an end of a word is looked for, in bytes, so that a key is
// quick in a text without blanks.
const farWord = 64 << 10

// class tells blanks, the characters of words and other signs apart.
func class(r rune, n int) int {
	switch {
	case r == utf8.RuneError && n <= 1:
		return 2
	case unicode.IsSpace(r):
		return 0
	case r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
		return 1
	}
	return 2
}

// nextWord returns the offset of the first word behind the character at.
func nextWord(b []byte, at source.Span) int {
	end := min(at.End+farWord, len(b))
	r, n := utf8.DecodeRune(b[at.Start:])
	was := class(r, n)
	for i := at.End; i < end; i += n {
		r, n = utf8.DecodeRune(b[i:])
		c := class(r, n)
		if c != 0 && c != was {
			return i
		}
		was = c
	}
	return end
}

// previousWord returns the offset at which the word before offset begins.
func previousWord(b []byte, offset int) int {
	start, in := max(offset-farWord, 0), 0
	for offset > start {
		r, n := utf8.DecodeLastRune(b[:offset])
		c := class(r, n)
		if in != 0 && c != in {
			break
		}
		in = c
		offset -= n
	}
	return offset
}
