package textview

import (
	"strconv"
	"unicode/utf8"

	"compactlens/core/source"
	"compactlens/tui/canvas"
)

// layout says which columns of the window are for what.
type layout struct {
	digits  int // columns of the line number, 0 for none
	band    int // column of the band, -1 for none
	text    int // first column of the text
	width   int // columns of the text; one more to its right is for marks behind the end of a line
	bar     int // column of the scroll bar, -1 for none
	segment int // bytes of a segment of a long line
}

// segmentSize is about how many bytes of a line are wrapped at once. Lines that are
// longer are wrapped in segments, each beginning in the first column.
const segmentSize = 16 << 10

// layoutFor returns the layout of a window w cells wide onto a text of so many
// lines. What helps to read goes first when there is little room.
func layoutFor(w, lines int) layout {
	l := layout{band: -1, bar: -1}
	digits := max(len(strconv.Itoa(lines)), 2)
	switch {
	case w >= 40:
		l.digits, l.band, l.text = digits, digits+2, digits+4
	case w >= 20:
		l.digits, l.text = digits, digits+1
	}
	l.width = w - l.text - 1
	if w >= 20 {
		l.bar = w - 1
		l.width--
	}
	l.width = max(l.width, 1)
	l.segment = max(segmentSize/l.width, 1) * l.width
	return l
}

// block is a line, or a segment of a long one, as it is shown.
type block struct {
	rows []row // at least one
}

// row is one row of the window.
type row struct {
	span   source.Span // the bytes of the text it shows; of a note's row, those of the row of text above it
	column int         // terminal column of the line that span begins at, which tab stops are counted from
	indent int         // blank columns in front
	first  bool        // the first row of a line
	note   *noteRow    // nil for a row of text
}

// segments returns how many segments line n has.
func (v *View) segments(n int) int {
	return max((v.text.Line(n).Len()+v.layout.segment-1)/v.layout.segment, 1)
}

// segmentStart returns the offset at which segment k of line begins: never inside a
// character.
func (v *View) segmentStart(line source.Span, k int) int {
	at := min(line.Start+k*v.layout.segment, line.End)
	if k == 0 {
		return at
	}
	for i, c := range v.text.Slice(source.Span{Start: at, End: min(at+utf8.UTFMax, line.End)}) {
		if i == utf8.UTFMax-1 || utf8.RuneStart(c) {
			return at + i
		}
	}
	return line.End
}

// block returns a block, wrapped and with the rows of its notes.
func (v *View) block(id blockID) *block {
	if b, ok := v.blocks[id]; ok {
		return b
	}
	line := v.text.Line(id.line)
	last := id.segment+1 >= v.segments(id.line)
	span := source.Span{Start: v.segmentStart(line, id.segment), End: line.End}
	if !last {
		span.End = v.segmentStart(line, id.segment+1)
	}
	rows := v.wrap(span)
	rows[0].first = id.segment == 0
	if len(v.notes) > 0 {
		reach := span.End
		if last {
			reach = v.text.Len() + 1 // a note may stand at the end of the text
			if id.line+1 < v.text.LineCount() {
				reach = v.text.Line(id.line + 1).Start
			}
		}
		rows = v.annotate(rows, reach)
	}
	if v.blocks == nil || len(v.blocks) >= keepBlocks {
		v.blocks = make(map[blockID]*block)
	}
	b := &block{rows: rows}
	v.blocks[id] = b
	return b
}

// wrap returns the rows that show span, which lies in one line.
func (v *View) wrap(span source.Span) []row {
	v.cells = v.display.Cells(v.cells[:0], v.text.Slice(span), span.Start, 0)
	broken := canvas.Break(v.cells, span, v.layout.width)
	rows := make([]row, len(broken))
	for i, b := range broken {
		rows[i] = row{span: b.Span, column: b.Column, indent: b.Indent}
	}
	return rows
}
