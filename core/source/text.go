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
	b     []byte
	once  sync.Once
	start []int // offset of the first byte of each line

	counted sync.Once
	marks   []mark // about every block bytes; made where a line is longer than that
}

// NewText returns the text of b, which must not be changed afterwards. The line
// index is built on first use.
func NewText(b []byte) *Text { return &Text{b: b} }

// Bytes returns the bytes themselves; the caller must not change them.
func (t *Text) Bytes() []byte { return t.b }

// Len returns the size in bytes.
func (t *Text) Len() int { return len(t.b) }

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
func (t *Text) LineCount() int { return len(t.index()) }

// Line returns the content of line n (0-based) without its line end, or the empty
// span at the end of the text where there is no such line.
func (t *Text) Line(n int) Span {
	starts := t.index()
	if n < 0 || n >= len(starts) {
		return At(len(t.b))
	}
	s := Span{starts[n], len(t.b)}
	if n+1 < len(starts) {
		s.End = starts[n+1] - 1
		if s.End > s.Start && t.b[s.End-1] == '\r' {
			s.End--
		}
	}
	return s
}

// LineOf returns the 0-based index of the line that offset lies in.
func (t *Text) LineOf(offset int) int {
	starts := t.index()
	return sort.SearchInts(starts, offset+1) - 1
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
	offset = min(max(offset, 0), len(t.b))
	line := t.LineOf(offset)
	start := t.index()[line]
	p := Position{Offset: offset, Line: line + 1, Byte: offset - start + 1}
	if offset-start <= block {
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
	for from < to {
		r, n := utf8.DecodeRune(t.b[from:])
		if from += n; from > to {
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
