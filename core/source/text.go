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
	p := Position{Offset: offset, Line: line + 1, Column: 1, UTF16: 1, Byte: offset - start + 1}
	for at := start; at < offset; {
		r, n := utf8.DecodeRune(t.b[at:])
		if at+n > offset {
			break // inside a character: its own column
		}
		at += n
		p.Column++
		p.UTF16++
		if r > 0xFFFF {
			p.UTF16++
		}
	}
	return p
}

// Offset returns the byte offset of a 1-based line and a 1-based column in code
// points, the nearest one where there is no such place.
func (t *Text) Offset(line, column int) int {
	s := t.Line(min(max(line, 1), t.LineCount()) - 1)
	at := s.Start
	for c := 1; c < column && at < s.End; c++ {
		_, n := utf8.DecodeRune(t.b[at:s.End])
		at += n
	}
	return at
}
