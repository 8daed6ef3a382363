package wire

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"

	"compactlens/core/source"
)

// Unquote decodes the JSON string at s of text, quotes included, as encoding/json
// does: every invalid byte and every lone surrogate becomes U+FFFD. Raw control
// bytes and wrong escapes are taken as they stand. Where nothing is escaped the
// result shares the bytes of text.
func Unquote(text []byte, s source.Span) []byte {
	return unquote(text, inner(text, s), nil)
}

// UnquoteMapped is Unquote with the map from the decoded bytes to offsets in text.
func UnquoteMapped(text []byte, s source.Span) ([]byte, source.Map) {
	var b source.MapBuilder
	in := inner(text, s)
	out := unquote(text, in, &b)
	return out, b.Done(len(out), in.End)
}

// inner returns s without its quotes; a cut string has no closing one.
func inner(text []byte, s source.Span) source.Span {
	s = s.Clamp(len(text))
	if s.Empty() {
		return s
	}
	quote := text[s.Start]
	s.Start++
	if s.End > s.Start && text[s.End-1] == quote {
		s.End--
	}
	return s
}

// The map of a decoded string has a piece for about every unitsAPiece escapes, and
// one for a run of at least longRun bytes without any: an offset is found by
// reading at most that much again.
const (
	unitsAPiece = 4
	longRun     = 512
)

func unquote(text []byte, s source.Span, m *source.MapBuilder) []byte {
	in := s.Of(text)
	valid := utf8.Valid(in)
	first := plain(in, valid)
	if m != nil {
		m.Verbatim(0, s.Start)
	}
	if first == len(in) {
		return in[:len(in):len(in)]
	}
	size := len(in)
	if !valid {
		size = 3 * len(in) // an invalid byte becomes three
	}
	out := make([]byte, size+eight)
	n, at := copy(out, in[:first]), first
	if m != nil {
		m.Grow(4 + len(in)/64)
		m.Read(text, func(b []byte) (int, int, bool) { return firstUnit(b, valid) })
	}
	for units := 0; at < len(in); units++ {
		if m != nil && units%unitsAPiece == 0 {
			m.Coded(n, s.Start+at)
		}
		if at+1 < len(in) && in[at] == '\\' && shortEscape[in[at+1]] != 0 {
			out[n] = shortEscape[in[at+1]]
			n, at = n+1, at+2
		} else {
			r, size := unit(in[at:])
			n, at = n+utf8.EncodeRune(out[n:], r), at+size
		}
		run := 0
		if valid {
			run = copyRun(out[n:], in[at:])
		} else {
			run = copy(out[n:], in[at:at+plain(in[at:], false)])
		}
		if m != nil && run >= longRun {
			m.Verbatim(n, s.Start+at)
			units = -1
		}
		n, at = n+run, at+run
	}
	return out[:n:n]
}

// plain returns the length of the run at the start of b that decodes to itself. In
// valid UTF-8 that is all up to the next backslash.
func plain(b []byte, valid bool) int {
	if valid {
		if n := bytes.IndexByte(b, '\\'); n >= 0 {
			return n
		}
		return len(b)
	}
	for at := 0; ; {
		if at == len(b) || b[at] == '\\' {
			return at
		}
		c, n := utf8.DecodeRune(b[at:])
		if c == utf8.RuneError && n <= 1 {
			return at
		}
		at += n
	}
}

// eight is how many bytes copyRun looks at in one go.
const eight = 8

// copyRun copies the run of b up to the next backslash to out, which must have room
// for all of b and eight bytes, and returns its length. Runs are short where there
// are escapes: it looks for the backslash while it copies.
func copyRun(out, b []byte) (n int) {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; n+eight <= len(b); n += eight {
		v := binary.LittleEndian.Uint64(b[n:])
		binary.LittleEndian.PutUint64(out[n:], v)
		v ^= ones * '\\'
		if v = (v - ones) &^ v & tops; v != 0 {
			return n + bits.TrailingZeros64(v)/8
		}
	}
	for n < len(b) && b[n] != '\\' {
		out[n] = b[n]
		n++
	}
	return n
}

// firstUnit reads the run or escape at the start of b, as a map wants it.
func firstUnit(b []byte, valid bool) (size, decoded int, verbatim bool) {
	if n := plain(b, valid); n > 0 {
		return n, n, true
	}
	c, n := unit(b)
	return n, utf8.RuneLen(c), false
}

// shortEscape holds what may stand alone behind a backslash, and what it means.
var shortEscape = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unit decodes one escape or one invalid byte and returns its length in bytes.
func unit(b []byte) (rune, int) {
	if b[0] != '\\' {
		return utf8.RuneError, 1
	}
	if len(b) < 2 {
		return '\\', 1
	}
	if c := shortEscape[b[1]]; c != 0 {
		return rune(c), 2
	}
	if b[1] == 'u' {
		r, ok := hex4(b)
		if !ok {
			return '\\', 1
		}
		if !utf16.IsSurrogate(r) {
			return r, 6
		}
		if low, ok := hex4(b[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
		return utf8.RuneError, 6
	}
	return '\\', 1
}

// hexDigit is the value of a hexadecimal digit, 0xFF for any other byte.
var hexDigit = func() (t [256]uint8) {
	for c := range t {
		switch c := byte(c); {
		case c >= '0' && c <= '9':
			t[c] = c - '0'
		case c >= 'a' && c <= 'f':
			t[c] = c - 'a' + 10
		case c >= 'A' && c <= 'F':
			t[c] = c - 'A' + 10
		default:
			t[c] = 0xFF
		}
	}
	return t
}()

// hex4 decodes \uXXXX at the start of b.
func hex4(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	h, i, j, k := hexDigit[b[2]], hexDigit[b[3]], hexDigit[b[4]], hexDigit[b[5]]
	if h|i|j|k > 0xF {
		return 0, false
	}
	return rune(h)<<12 | rune(i)<<8 | rune(j)<<4 | rune(k), true
}
