package source

import (
	"bytes"
	"sort"
	"sync"
	"unicode/utf8"
)

// Text is an immutable run of bytes with its lines. Lines end at U+000A; the CR
// of a CR LF belongs to the line's end, not to its content. The zero value is an
// empty text of one empty line. A Text may be read by several goroutines.
type Text struct {
	b     []byte // of a spliced text, nothing until somebody asks for all
	once  sync.Once
	start []int // offset of the first byte of each line

	rope   *rope // of a spliced text; nil where b is the text
	joined sync.Once
	parted sync.Once
	parts  *rope // of b, where it was spliced or compared

	counted sync.Once
	marks   []mark // about every block bytes; made where a line is longer than that
}

// NewText returns the text of b, which must not be changed afterwards. The line
// index is built on first use.
func NewText(b []byte) *Text { return &Text{b: b} }

// NewChunked is NewText of bytes that somebody is about to splice: the first change
// costs no more than those behind it, and where lines begin is found out near the
// places asked for.
func NewChunked(b []byte) *Text {
	t := &Text{b: b, rope: newRope(cutUp(b))}
	t.joined.Do(func() {}) // b is all of it
	return t
}

// Bytes returns the bytes themselves; the caller must not change them.
// Of a spliced text they are put together on first use.
func (t *Text) Bytes() []byte {
	if t.rope != nil {
		t.joined.Do(func() { t.b = t.rope.slice(Span{End: t.Len()}) })
	}
	return t.b
}

// Len returns the size in bytes.
func (t *Text) Len() int {
	if t.rope != nil {
		return t.rope.at[len(t.rope.chunks)]
	}
	return len(t.b)
}

// Slice returns the bytes of s, or nothing where it lies outside the text; the caller
// must not change them.
func (t *Text) Slice(s Span) []byte {
	if t.rope != nil {
		return t.rope.slice(s)
	}
	return s.Of(t.b)
}

// Splice returns the text with those bytes in the place of the bytes of s. t stays as
// it is. It costs by the size of the change, not by that of the text, but for the
// first change of a text that was made of bytes.
func (t *Text) Splice(s Span, b []byte) *Text {
	return &Text{rope: t.chunks().splice(s.Clamp(t.Len()), b)}
}

// Equal reports whether two texts hold the same bytes. What the one was spliced from
// and the other holds, too, costs next to nothing.
func (t *Text) Equal(other *Text) bool {
	return t == other || t.Len() == other.Len() && t.chunks().equal(other.chunks())
}

func (t *Text) chunks() *rope {
	if t.rope != nil {
		return t.rope
	}
	t.parted.Do(func() { t.parts = newRope(cutUp(t.b)) })
	return t.parts
}

func (t *Text) index() []int {
	t.once.Do(func() {
		n := bytes.Count(t.b, []byte{'\n'}) + 1
		t.start = make([]int, 1, n)
		for at := 0; ; {
			i := bytes.IndexByte(t.b[at:], '\n')
			if i < 0 {
				return
			}
			at += i + 1
			t.start = append(t.start, at)
		}
	})
	return t.start
}

// LineCount returns the number of lines, at least 1. A final line feed begins one
// more, empty, line.
func (t *Text) LineCount() int {
	if t.rope != nil {
		return t.rope.feeds[len(t.rope.chunks)] + 1
	}
	return len(t.index())
}

// lineStart returns the offset of the first byte of line n, which is there.
func (t *Text) lineStart(n int) int {
	if t.rope != nil {
		return t.rope.lineStart(n)
	}
	return t.index()[n]
}

// Line returns the content of line n (0-based) without its line end, or the empty
// span at the end of the text where there is no such line.
func (t *Text) Line(n int) Span {
	if n < 0 || n >= t.LineCount() {
		return At(t.Len())
	}
	s := Span{t.lineStart(n), t.Len()}
	if n+1 < t.LineCount() {
		s.End = t.lineStart(n+1) - 1
		if last := t.Slice(Span{max(s.End-1, s.Start), s.End}); len(last) > 0 && last[0] == '\r' {
			s.End--
		}
	}
	return s
}

// LineOf returns the 0-based index of the line that offset lies in.
func (t *Text) LineOf(offset int) int {
	if t.rope != nil {
		return t.rope.lineOf(offset)
	}
	return sort.SearchInts(t.index(), offset+1) - 1
}

// Position says where an offset is, in every unit somebody counts in.
type Position struct {
	Offset int // bytes from the start, 0-based
	Line   int // 1-based
	Column int // code points from the start of the line, 1-based; an invalid byte counts as one
	UTF16  int // UTF-16 units from the start of the line, 1-based
	Byte   int // bytes from the start of the line, 1-based
}

// Position returns where offset is. Offsets outside the text are taken as its
// nearer end.
func (t *Text) Position(offset int) Position {
	offset = min(max(offset, 0), t.Len())
	line := t.LineOf(offset)
	start := t.lineStart(line)
	p := Position{Offset: offset, Line: line + 1, Byte: offset - start + 1}
	if t.rope != nil {
		p.Column, p.UTF16 = t.rope.count(start, offset)
	} else if offset-start <= block {
		p.Column, p.UTF16 = t.count(start, offset)
	} else {
		before, here := t.upTo(start), t.upTo(offset)
		p.Column, p.UTF16 = here.columns-before.columns, here.units-before.units
	}
	p.Column++
	p.UTF16++
	return p
}

// count returns how many code points and UTF-16 units of whole characters stand
// from one offset, where a character begins, to another.
func (t *Text) count(from, to int) (columns, units int) {
	return countCharacters(t.b[from:], to-from)
}

// countCharacters returns how many code points and UTF-16 units of whole characters
// stand in the first size bytes of b.
func countCharacters(b []byte, size int) (columns, units int) {
	for at := 0; at < size; {
		r, n := utf8.DecodeRune(b[at:])
		if at += n; at > size {
			break // inside a character: its own column
		}
		columns++
		units++
		if r > 0xFFFF {
			units++
		}
	}
	return columns, units
}

// block is about how many bytes lie between two marks, so that a place in a line of
// a hundred megabytes is found as soon as one in a short line.
const block = 4 << 10

// mark says how many code points and UTF-16 units stand before an offset, from the
// start of the text.
type mark struct{ at, columns, units int }

// upTo returns the mark at offset.
func (t *Text) upTo(offset int) mark {
	t.counted.Do(t.setMarks)
	m := t.marks[min(offset/block, len(t.marks)-1)]
	if m.at > offset { // a character reaches over the block's start
		m = t.marks[offset/block-1]
	}
	columns, units := t.count(m.at, offset)
	return mark{offset, m.columns + columns, m.units + units}
}

func (t *Text) setMarks() {
	t.marks = make([]mark, 1, len(t.b)/block+1)
	for last := t.marks[0]; ; {
		end := len(t.marks) * block
		if end >= len(t.b) {
			return
		}
		// No character has more than three bytes behind its first.
		for i := 0; i < 3 && end < len(t.b) && !utf8.RuneStart(t.b[end]); i++ {
			end++
		}
		n := utf8.RuneCount(t.b[last.at:end])
		last.columns += n
		if n < end-last.at {
			_, n = t.count(last.at, end)
		}
		last.at, last.units = end, last.units+n
		t.marks = append(t.marks, last)
	}
}

// Offset returns the byte offset of a 1-based line and a 1-based column in code
// points, the nearest one where there is no such place.
func (t *Text) Offset(line, column int) int {
	if t.rope != nil {
		return NewText(t.Bytes()).Offset(line, column)
	}
	s := t.Line(min(max(line, 1), t.LineCount()) - 1)
	at, c := s.Start, 1
	if column > block && s.Len() > block {
		first := t.upTo(at).columns
		i := sort.Search(len(t.marks), func(i int) bool { return t.marks[i].columns > first+column-1 }) - 1
		if m := t.marks[max(i, 0)]; m.at > at {
			at, c = min(m.at, s.End), m.columns-first+1
		}
	}
	for ; c < column && at < s.End; c++ {
		_, n := utf8.DecodeRune(t.b[at:s.End])
		at += n
	}
	return at
}
