package wire

import (
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

func unquote(text []byte, s source.Span, m *source.MapBuilder) []byte {
	at := plain(text, s.Start, s.End)
	if m != nil {
		m.Verbatim(0, s.Start)
	}
	if at == s.End {
		return text[s.Start:s.End:s.End]
	}
	out := make([]byte, 0, s.Len())
	out = append(out, text[s.Start:at]...)
	for at < s.End {
		r, n := unit(text[at:s.End])
		if m != nil {
			m.Escape(len(out), at)
		}
		out = utf8.AppendRune(out, r)
		at += n
		end := plain(text, at, s.End)
		if m != nil && end > at {
			m.Verbatim(len(out), at)
		}
		out = append(out, text[at:end]...)
		at = end
	}
	return out
}

// plain returns the end of the run from at on that decodes to itself.
func plain(text []byte, at, end int) int {
	for at < end {
		if c := text[at]; c < utf8.RuneSelf {
			if c == '\\' {
				return at
			}
			at++
			continue
		}
		r, n := utf8.DecodeRune(text[at:end])
		if r == utf8.RuneError && n <= 1 {
			return at
		}
		at += n
	}
	return at
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

// hex4 decodes \uXXXX at the start of b.
func hex4(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range b[2:6] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
