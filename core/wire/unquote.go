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
	u := unquoter{text: text}
	return u.decode(inner(text, s))
}

// UnquoteMapped is Unquote with the map from the decoded bytes to offsets in text.
func UnquoteMapped(text []byte, s source.Span) ([]byte, source.Map) {
	u := unquoter{text: text, mapped: true}
	in := inner(text, s)
	out := u.decode(in)
	return out, u.m.Done(len(out), in.End)
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
	unitsAPiece = 8
	longRun     = 512
)

// unquoter decodes one string of a text.
type unquoter struct {
	text   []byte
	mapped bool // the map is wanted, too
	m      source.MapBuilder

	in     []byte // the string's content
	offset int    // of in, in text
	out    []byte
	n      int // length of what is decoded
	units  int // in the map's last piece
}

// decode decodes the content of a string at s.
func (u *unquoter) decode(s source.Span) []byte {
	u.in, u.offset = s.Of(u.text), s.Start
	first := bytes.IndexByte(u.in, '\\')
	if first < 0 {
		first = len(u.in)
	}
	valid := source.Valid(u.in[:first])
	if valid && first == len(u.in) {
		if u.mapped {
			u.m.Verbatim(0, s.Start)
		}
		return u.in[:first:first]
	}
	if valid && u.valid(first) {
		u.m.Read(u.text, firstUnit)
	} else {
		u.any()
		u.m.Read(u.text, firstUnitOfBroken)
	}
	return u.out[:u.n:u.n]
}

// begin makes room for the decoded text and takes over the first bytes of it.
func (u *unquoter) begin(room, first int) {
	u.out = make([]byte, room+eight)
	u.n = copy(u.out, u.in[:first])
	u.units = 0
	if u.mapped {
		u.m = source.MapBuilder{}
		u.m.Grow(4 + len(u.in)/128)
		u.m.Verbatim(0, u.offset)
	}
}

// mark tells the map of the unit that begins at offset at, with a run of that many
// bytes before it.
func (u *unquoter) mark(at, run int) {
	if !u.mapped {
		return
	}
	if run >= longRun {
		u.m.Verbatim(u.n-run, u.offset+at-run)
		u.units = 0
	}
	if u.units%unitsAPiece == 0 && at < len(u.in) {
		u.m.Coded(u.n, u.offset+at)
	}
	u.units++
}

// valid decodes all of it, of which the first bytes decode to themselves, as long
// as it is valid UTF-8, which it reports.
func (u *unquoter) valid(first int) bool {
	u.begin(len(u.in), first)
	in, out := u.in, u.out
	n, at, run := u.n, first, first // the run of plain bytes goes from run to at
	for at < len(in) {
		if at+eight <= len(in) {
			w := binary.LittleEndian.Uint64(in[at:])
			binary.LittleEndian.PutUint64(out[n:], w)
			slash := w ^ ones*'\\'
			stop := ((slash-ones)&^slash | w) & tops
			if stop == 0 {
				n, at = n+eight, at+eight
				continue
			}
			size := bits.TrailingZeros64(stop) / 8
			n, at = n+size, at+size
		}
		c := in[at]
		if c >= utf8.RuneSelf {
			size := copyCharacters(out[n:], in[at:])
			if size == 0 {
				return false
			}
			n, at = n+size, at+size
			continue
		}
		if c != '\\' {
			out[n] = c
			n, at = n+1, at+1
			continue
		}
		if u.units%unitsAPiece == 0 || at-run >= longRun {
			u.n = n
			u.mark(at, at-run)
		} else {
			u.units++
		}
		if at+1 < len(in) && shortEscape[in[at+1]] != 0 {
			out[n] = shortEscape[in[at+1]]
			n, at = n+1, at+2
		} else if r, ok := hex4(in[at:]); ok && r < utf8.RuneSelf {
			out[n] = byte(r)
			n, at = n+1, at+6
		} else {
			r, size := unit(in[at:])
			n, at = n+utf8.EncodeRune(out[n:], r), at+size
		}
		run = at
	}
	u.n = n
	u.mark(at, at-run)
	return true
}

// copyCharacters copies the run of characters beyond ASCII that b begins with, with
// single spaces between them, to out, which must have room for all of b and eight
// bytes. It returns the run's length, 0 where b begins with an invalid byte.
func copyCharacters(out, b []byte) (n int) {
	for n < len(b) {
		if b[n] < utf8.RuneSelf {
			if b[n] != ' ' || n+1 == len(b) || b[n+1] < utf8.RuneSelf {
				return n
			}
			out[n] = ' '
			n++
			continue
		}
		if n+eight <= len(b) {
			w := binary.LittleEndian.Uint64(b[n:])
			if size := source.Usual(w); size > 0 {
				binary.LittleEndian.PutUint64(out[n:], w)
				n += size
				continue
			}
		}
		r, size := utf8.DecodeRune(b[n:])
		if r == utf8.RuneError && size <= 1 {
			return n
		}
		n += copy(out[n:], b[n:n+size])
	}
	return n
}

// any decodes all of it, in which there are invalid bytes: each becomes three.
func (u *unquoter) any() {
	first := plain(u.in, false)
	u.begin(3*len(u.in), first)
	at, run := first, first
	for at < len(u.in) {
		u.mark(at, at-run)
		r, size := unit(u.in[at:])
		u.n, at = u.n+utf8.EncodeRune(u.out[u.n:], r), at+size
		run = at
		size = plain(u.in[at:], false)
		copy(u.out[u.n:], u.in[at:at+size])
		u.n, at = u.n+size, at+size
	}
	u.mark(at, at-run)
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

// eight is how many bytes are looked at in one go.
const eight = 8

// Words of eight equal bytes: products of ones are such words too.
const (
	ones = 0x0101010101010101
	tops = 0x8080808080808080
)

// firstUnit reads the run or escape at the start of b, which is valid UTF-8, as a
// map wants it.
func firstUnit(b []byte) (size, decoded int, verbatim bool) {
	if b[0] != '\\' {
		n := plain(b, true)
		return n, n, true
	}
	if len(b) > 1 && shortEscape[b[1]] != 0 {
		return 2, 1, false
	}
	c, n := unit(b)
	return n, utf8.RuneLen(c), false
}

// firstUnitOfBroken is firstUnit in what may be invalid.
func firstUnitOfBroken(b []byte) (size, decoded int, verbatim bool) {
	if n := plain(b, false); n > 0 {
		return n, n, true
	}
	c, n := unit(b)
	return n, utf8.RuneLen(c), false
}

// shortEscape holds what may stand alone behind a backslash, and what it means.
var shortEscape = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// Escape decodes the escape of a JSON string that b begins with: what it stands for and
// its length in bytes, two escapes where they are halves of a pair. Half a pair stands
// for U+FFFD, as encoding/json has it; the length is 0 where b begins with no escape.
func Escape(b []byte) (r rune, size int) {
	if len(b) == 0 || b[0] != '\\' {
		return 0, 0
	}
	if r, size = unit(b); size == 1 {
		return 0, 0
	}
	return r, size
}

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

// hexDigit is the value of a hexadecimal digit, -1 for any other byte.
var hexDigit = func() (t [256]int32) {
	for c := range t {
		switch c := byte(c); {
		case c >= '0' && c <= '9':
			t[c] = int32(c - '0')
		case c >= 'a' && c <= 'f':
			t[c] = int32(c - 'a' + 10)
		case c >= 'A' && c <= 'F':
			t[c] = int32(c - 'A' + 10)
		default:
			t[c] = -1
		}
	}
	return t
}()

// hex4 decodes \uXXXX at the start of b.
func hex4(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	r := hexDigit[b[2]]<<12 | hexDigit[b[3]]<<8 | hexDigit[b[4]]<<4 | hexDigit[b[5]]
	return r, r >= 0
}
