package transcript

import (
	"strconv"
	"unicode/utf8"

	"compactlens/core/content"
	"compactlens/core/source"
	"compactlens/tui/canvas"
)

// rowKind says what a row shows.
type rowKind uint8

const (
	rowText    rowKind = iota // bytes of a block's text
	rowBlank                  // nothing: it sets messages apart
	rowHeading                // number and role of a message
	rowCut                    // the rule where the compaction cuts
	rowLabel                  // the label of a block
	rowFold                   // that there is more of a folded block
)

// row is one row of the window.
type row struct {
	kind   rowKind
	span   source.Span // of text: its bytes; of a fold: those that are not shown
	broken canvas.Row
}

// layout says which columns of the window are for what.
type layout struct {
	digits  int // columns of a message's number, 0 for none
	band    int // column of the band, -1 for none
	text    int // first column of the text
	width   int // columns of the text
	bar     int // column of the scroll bar, -1 for none
	segment int // bytes of a segment of a long line
}

// segmentSize is about how many bytes of a line are broken into rows at once.
const segmentSize = 16 << 10

// layoutFor returns the layout of a window w cells wide onto so many messages. What
// helps to read goes first when there is little room.
func layoutFor(w, messages int) layout {
	l := layout{band: -1, bar: -1}
	digits := max(len(strconv.Itoa(messages)), 2)
	if w >= 40 {
		l.digits, l.band, l.text = digits+1, digits+2, digits+4
	}
	l.width = w - l.text
	if w >= 20 {
		l.bar = w - 1
		l.width -= 2
	}
	l.width = max(l.width, 1)
	l.segment = max(segmentSize/l.width, 1) * l.width
	return l
}

// body returns the body of a block.
func (v *View) body(i int) *body {
	if b, ok := v.bodies[int32(i)]; ok {
		return b
	}
	if len(v.bodies) >= keepBodies || v.bodies == nil {
		v.bodies = map[int32]*body{}
	}
	b := v.doc.bodyOf(v.parts()[i], v.Projected())
	v.bodies[int32(i)] = b
	return b
}

// folded reports whether the block of part i is to be folded, if it is long.
func (v *View) folded(i int) bool {
	p := v.parts()[i]
	return v.unfold == v.toggled[place{int(p.message), int(p.block)}]
}

// foldable reports whether folding makes a difference to part i.
func (v *View) foldable(i int) bool {
	b := v.body(i)
	if b.call {
		return b.text.Len() > len("{}")
	}
	_, more := v.foldedRows(b)
	return more
}

// lines returns how many lines part i has, as far as rows are made of them one by
// one: 1 of what is folded, or has no text.
func (v *View) lines(i int) int {
	if v.parts()[i].block < 0 || v.folded(i) {
		return 1
	}
	return v.body(i).lines()
}

// segments returns how many segments a line of part i has.
func (v *View) segments(i, line int) int {
	if v.parts()[i].block < 0 || v.folded(i) {
		return 1
	}
	return v.segmentsOf(v.body(i).text.Line(line))
}

func (v *View) segmentsOf(line source.Span) int {
	return max((line.Len()+v.layout.segment-1)/v.layout.segment, 1)
}

// segment returns the bytes of segment k of a line, which never begins inside a
// character.
func (v *View) segment(t *source.Text, line source.Span, k int) source.Span {
	start := func(k int) int {
		at := min(line.Start+k*v.layout.segment, line.End)
		for b, n := t.Bytes(), 0; k > 0 && n < utf8.UTFMax-1 && at < line.End && !utf8.RuneStart(b[at]); n++ {
			at++
		}
		return at
	}
	return source.Span{Start: start(k), End: start(k + 1)}
}

// chunk returns the rows of a chunk.
func (v *View) chunk(id chunkID) []row {
	if rows, ok := v.chunks[id]; ok {
		return rows
	}
	rows := v.makeChunk(id)
	if len(v.chunks) >= keepChunks {
		v.chunks = map[chunkID][]row{}
	}
	v.chunks[id] = rows
	return rows
}

func (v *View) makeChunk(id chunkID) []row {
	p := v.parts()[id.part]
	switch p.block {
	case partCut:
		return []row{{kind: rowBlank}, {kind: rowCut}}
	case partHeading:
		if p.message == 0 || v.doc.source.Messages[p.message].Role() == content.RoleTool && !v.afterCut(p) {
			return []row{{kind: rowHeading}}
		}
		return []row{{kind: rowBlank}, {kind: rowHeading}}
	}
	b := v.body(id.part)
	if v.folded(id.part) {
		rows, _ := v.foldedRows(b)
		return rows
	}
	var rows []row
	if b.label != "" && id.line == 0 && id.segment == 0 {
		rows = append(rows, row{kind: rowLabel})
	}
	if b.label != "" && b.text.Len() == 0 {
		return rows
	}
	return v.textRows(rows, b.text, v.segment(b.text, b.text.Line(id.line), id.segment))
}

// afterCut reports whether the rule of the cut stands right before p.
func (v *View) afterCut(p part) bool { return v.doc.source.Cut && int(p.message) == v.doc.source.Head }

// textRows appends the rows of span, which lies in one line.
func (v *View) textRows(rows []row, t *source.Text, span source.Span) []row {
	v.cells = v.display.Cells(v.cells[:0], span.Of(t.Bytes()), span.Start, 0)
	for _, b := range canvas.Break(v.cells, span, v.layout.width) {
		rows = append(rows, row{span: b.Span, broken: b})
	}
	return rows
}

// foldedRows returns the rows of a block while it is folded, and whether some are
// hidden.
func (v *View) foldedRows(b *body) (rows []row, more bool) {
	if b.label != "" {
		rows = append(rows, row{kind: rowLabel})
	}
	if b.call || b.label != "" && b.text.Len() == 0 {
		return rows, b.call
	}
	head := len(rows)
	for line := range b.lines() {
		whole := b.text.Line(line)
		for k := range v.segmentsOf(whole) {
			rows = v.textRows(rows, b.text, v.segment(b.text, whole, k))
			if len(rows)-head > b.rows+slackRows {
				shown := rows[:head+b.rows]
				hidden := source.Span{Start: shown[len(shown)-1].span.End, End: b.text.Len()}
				return append(shown, row{kind: rowFold, span: hidden}), true
			}
		}
	}
	return rows, false
}
