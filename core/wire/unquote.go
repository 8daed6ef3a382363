package wire

import (
	"bytes"
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
	unitsAPiece = 16
	longRun     = 512
)

func unquote(text []byte, s source.Span, m *source.MapBuilder) []byte {
	runs := runsOf(s.Of(text))
	at := s.Start + runs.next(text[s.Start:s.End])
	if m != nil {
		if at < s.End {
			m.Grow(4 + s.Len()/256)
		}
		m.Verbatim(0, s.Start)
	}
	if at == s.End {
		return text[s.Start:s.End:s.End]
	}
	out := make([]byte, 0, s.Len())
	out = append(out, text[s.Start:at]...)
	if m != nil {
		m.Read(text, runs.unit)
	}
	for units := 0; at < s.End; units++ {
		if m != nil && units%unitsAPiece == 0 {
			m.Coded(len(out), at)
		}
		r, n := unit(text[at:s.End])
		out = utf8.AppendRune(out, r)
		at += n
		n = runs.next(text[at:s.End])
		if m != nil && n >= longRun {
			m.Verbatim(len(out), at)
			units = -1
		}
		out = append(out, text[at:at+n]...)
		at += n
	}
	return out
}

// runs finds the bytes of a string that decode to themselves. In valid UTF-8 those
// are all up to the next backslash.
type runs struct{ valid bool }

func runsOf(s []byte) runs { return runs{valid: utf8.Valid(s)} }

// next returns the length of the run at the start of b.
func (r runs) next(b []byte) int {
	if r.valid {
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

// unit reads the run or escape at the start of b, as a map wants it.
func (r runs) unit(b []byte) (size, decoded int, verbatim bool) {
	if n := r.next(b); n > 0 {
		return n, n, true
	}
	c, n := unit(b)
	return n, utf8.RuneLen(c), false
}

// unit decodes one escape or one invalid byte and returns its length in bytes.
func unit(b []byte) (rune, int) {
	if b[0] != '\\' {
		return utf8.RuneError, 1
	}
	if len(b) < 2 {
		return '\\', 1
	}
	switch b[1] {
	case '"', '\\', '/':
		return rune(b[1]), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
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
