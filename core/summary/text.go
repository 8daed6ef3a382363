package summary

import (
	"encoding/binary"
	"html"
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"compactlens/core/source"
)

// flaw is something the tokenizer refuses: what, and the bytes to underline. The
// zero value is none.
type flaw struct {
	kind Kind
	span source.Span
}

// text reads character data from offset at up to the next <, the limit or, where
// the reader stops at flaws, the first byte that the tokenizer cannot get over. It
// returns the offset it came to and the flaw that the tokenizer reports.
//
// The tokenizer refuses a bad reference or ]]> on the spot, but looks for illegal
// characters and invalid UTF-8 only when it has reached the end of the run, so
// that one of the first sort wins over one of the second that stands before it.
// In an attribute's value (quoted) ]]> is allowed and < is not.
func (r *reader) text(at, limit int, quoted bool) (int, flaw) {
	b := r.b
	run := at // where the bytes begin that ]]> may be made of
	var first, late flaw
	note := func(f flaw, atOnce bool) (stop bool) {
		if r.recovering && len(r.flaws) <= MaxMarkup {
			r.flaws = append(r.flaws, f)
		}
		switch {
		case atOnce && first.kind == KindNone:
			first = f
		case late.kind == KindNone:
			late = f
		}
		return atOnce && !r.recovering
	}
loop:
	for {
		if r.valid {
			at = plainOfValid(b[:limit], at)
		} else {
			at = plain(b[:limit], at)
		}
		if at >= limit {
			break
		}
		switch c := b[at]; {
		case c == '<':
			if quoted && note(flaw{KindBareLessThan, source.Span{Start: at, End: at + 1}}, true) {
				return at, first
			}
			break loop
		case c == '>':
			at++
			if !quoted && at-run >= 3 && b[at-2] == ']' && b[at-3] == ']' {
				if note(flaw{KindCDATAEnd, source.Span{Start: at - 3, End: at}}, true) {
					return at, first
				}
			}
		case c == '&':
			if _, size := predefined(b[at:]); size > 0 { // most are, and the rest costs more
				at += size
				run = at
				break
			}
			ref := readReference(b, at)
			if ref.kind != KindNone && note(flaw{ref.kind, ref.span}, !ref.late) {
				return at, first
			}
			at = ref.end
			run = at
		default:
			kind, end := unreadable(b[:limit], at)
			note(flaw{kind, source.Span{Start: at, End: end}}, false)
			at = end
		}
	}
	if first.kind == KindNone {
		first = late
	}
	return at, first
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// marked returns a word with the high bit set in the lowest byte of w that is a
// control, <, >, & or not ASCII. Higher bytes may be marked wrongly.
func marked(w uint64) uint64 {
	angle := (w | 2*ones) ^ '>'*ones // zero where the byte is < or >, which differ in one bit
	amp := w ^ '&'*ones
	return (w | (w - 0x20*ones) | (angle - ones) | (amp - ones)) & highs
}

// plain returns the offset of the first byte from at on that text cannot just be
// read over: <, >, &, a character XML forbids or an invalid byte; len(b) where
// there is none.
func plain(b []byte, at int) int {
	for at < len(b) {
		for at+8 <= len(b) {
			m := marked(binary.LittleEndian.Uint64(b[at:]))
			if m != 0 {
				at += bits.TrailingZeros64(m) / 8
				break
			}
			at += 8
		}
		if at >= len(b) {
			break
		}
		c := b[at]
		switch {
		case c >= utf8.RuneSelf:
			end := characters(b, at)
			if end < len(b) && b[end] >= utf8.RuneSelf {
				return end
			}
			at = end
		case c == '<' || c == '>' || c == '&' || c < 0x20 && c != '\t' && c != '\n' && c != '\r':
			return at
		default:
			at++
		}
	}
	return at
}

// plainOfValid is plain in valid UTF-8, where nothing beyond ASCII is of interest
// but U+FFFE and U+FFFF: all that begins with 0xEF is looked at.
func plainOfValid(b []byte, at int) int {
	const third = 0xEF // the first byte of the last characters of three
	for at < len(b) {
		for ; at+8 <= len(b); at += 8 {
			w := binary.LittleEndian.Uint64(b[at:])
			angle, amp, lead := (w|2*ones)^'>'*ones, w^'&'*ones, w^third*ones
			m := ((w-0x20*ones)&^w | (angle-ones)&^angle | (amp-ones)&^amp | (lead-ones)&^lead) & highs
			if m != 0 {
				at += bits.TrailingZeros64(m) / 8
				break
			}
		}
		if at >= len(b) {
			break
		}
		switch c := b[at]; {
		case c == third:
			if at+3 <= len(b) && b[at+1] == 0xBF && b[at+2] >= 0xBE {
				return at
			}
			at++
		case c == '<' || c == '>' || c == '&' || c < 0x20 && c != '\t' && c != '\n' && c != '\r':
			return at
		default:
			at++
		}
	}
	return at
}

// characters returns the offset after the run of allowed characters beyond ASCII,
// and single spaces between them, that begins at offset at. It stops at an ASCII
// byte, a forbidden character or an invalid byte.
func characters(b []byte, at int) int {
	for at < len(b) {
		if c := b[at]; c < utf8.RuneSelf {
			if c != ' ' || at+1 == len(b) || b[at+1] < utf8.RuneSelf {
				break
			}
			at++
			continue
		}
		if at+8 <= len(b) {
			if n := source.Usual(binary.LittleEndian.Uint64(b[at:])); n > 0 {
				at += n
				continue
			}
		}
		r, n := utf8.DecodeRune(b[at:])
		if r == utf8.RuneError && n <= 1 || !allowed(r) {
			break
		}
		at += n
	}
	return at
}

// allowed reports whether XML allows r in a document.
func allowed(r rune) bool {
	switch {
	case r < 0x20:
		return r == '\t' || r == '\n' || r == '\r'
	case r < 0xD800:
		return true
	}
	return r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 && r <= unicode.MaxRune
}

// unreadable returns what is wrong with the byte at offset at, which plain has
// stopped at, and the end of the run of the same: neighbours are one fault.
func unreadable(b []byte, at int) (Kind, int) {
	kind := KindNone
	for at < len(b) {
		r, n := utf8.DecodeRune(b[at:])
		k := KindIllegalChar
		if r == utf8.RuneError && n <= 1 {
			k = KindInvalidUTF8
		} else if allowed(r) {
			break
		}
		if kind != KindNone && k != kind {
			break
		}
		kind = k
		at += n
	}
	return kind, at
}

// reference is what stands at an ampersand.
type reference struct {
	end  int         // where reading goes on
	char rune        // what it stands for, where kind is KindNone
	kind Kind        // what is wrong with it
	late bool        // the tokenizer notices at the end of the run
	span source.Span // what to underline
}

// predefined returns the character and the length of the reference at the start
// of b to an entity that XML knows without a declaration; 0 where there is none.
func predefined(b []byte) (char rune, size int) {
	if len(b) < len("&lt;") {
		return 0, 0
	}
	switch string(b[1:4]) {
	case "lt;":
		return '<', 4
	case "gt;":
		return '>', 4
	case "amp":
		if len(b) >= 5 && b[4] == ';' {
			return '&', 5
		}
	case "quo":
		if len(b) >= 6 && b[4] == 't' && b[5] == ';' {
			return '"', 6
		}
	case "apo":
		if len(b) >= 6 && b[4] == 's' && b[5] == ';' {
			return '\'', 6
		}
	}
	return 0, 0
}

// predefinedName reports whether name is that of an entity XML knows without a
// declaration.
func predefinedName(name []byte) bool {
	_, size := predefined([]byte("&" + string(name) + ";"))
	return size == len(name)+2
}

// readReference reads the reference at the & at offset at.
func readReference(b []byte, at int) reference {
	if char, size := predefined(b[at:]); size > 0 {
		return reference{end: at + size, char: char}
	}
	if at+1 < len(b) && b[at+1] == '#' {
		return readNumeric(b, at)
	}
	end := nameEnd(b, at+1)
	name := b[at+1 : end]
	if end == len(b) {
		return reference{end: end, kind: KindTruncated, span: source.Span{Start: at, End: end}}
	}
	if b[end] == ';' {
		if kind := entityKind(name); kind != KindNone {
			return reference{end: end + 1, kind: kind, span: source.Span{Start: at, End: end + 1}}
		}
	} else if predefinedName(name) && b[end] != '=' {
		return reference{end: end, kind: KindUnterminatedReference, span: source.Span{Start: at, End: end}}
	}
	end = at + 1
	for end < len(b) && b[end] == '&' && (end+1 == len(b) || b[end+1] == '&' || readReference(b, end).kind == KindBareAmpersand) {
		end++
	}
	return reference{end: end, kind: KindBareAmpersand, span: source.Span{Start: at, End: end}}
}

// maxEntityName bounds what is taken for an entity's name, in bytes; the longest
// of HTML has 31.
const maxEntityName = 32

// entityKind says what sort of unknown entity &name; is, KindNone where name does
// not look like one and the ampersand is just an ampersand.
func entityKind(name []byte) Kind {
	if len(name) == 0 || len(name) > maxEntityName {
		return KindNone
	}
	for i, c := range name {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || i > 0 && '0' <= c && c <= '9') {
			return KindNone
		}
	}
	if written := "&" + string(name) + ";"; !strings.HasSuffix(html.UnescapeString(written), ";") {
		return KindHTMLEntity
	}
	return KindUnknownEntity
}

// readNumeric reads the numeric reference at the &# at offset at.
func readNumeric(b []byte, at int) reference {
	i, base := at+2, rune(10)
	if i < len(b) && b[i] == 'x' {
		i, base = i+1, 16
	}
	digits := i
	var n rune
	for ; i < len(b); i++ {
		d := digit(b[i])
		if d >= base {
			break
		}
		n = min(n*base+d, unicode.MaxRune+1)
	}
	bad := reference{kind: KindBadNumericReference}
	switch {
	case i == len(b):
		bad.kind = KindTruncated
	case b[i] != ';' || i == digits || n > unicode.MaxRune:
		for i-at <= maxEntityName && i < len(b) && (digit(b[i]) < 36) {
			i++
		}
		if i < len(b) && b[i] == ';' {
			i++
		}
	case n >= 0xD800 && n < 0xE000:
		return reference{end: i + 1, char: utf8.RuneError} // what the tokenizer makes of half a pair
	case !allowed(n):
		i++
		bad.late = true
	default:
		return reference{end: i + 1, char: n}
	}
	bad.end, bad.span = i, source.Span{Start: at, End: i}
	return bad
}

// digit returns the value of c as a digit in bases up to 36, 36 where it is none.
func digit(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c && c <= 'z':
		return rune(c-'a') + 10
	case 'A' <= c && c <= 'Z':
		return rune(c-'A') + 10
	}
	return 36
}

// blank reports whether the text of s is nothing but white space in Unicode's
// sense, written raw or as references.
func blank(b []byte, s source.Span) bool {
	for at := s.Start; at < s.End; {
		switch c := b[at]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			at++
		case c == '&':
			ref := readReference(b, at)
			if ref.kind != KindNone || !unicode.IsSpace(ref.char) {
				return false
			}
			at = ref.end
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(b[at:s.End])
			if !unicode.IsSpace(r) {
				return false
			}
			at += n
		default:
			return false
		}
	}
	return true
}
