package source

import (
	"encoding/binary"
	"unicode/utf8"
)

// Valid is utf8.Valid, quicker on text beyond ASCII.
func Valid(b []byte) bool {
	const size, tops = 8, 0x8080808080808080
	for at := 0; at < len(b); {
		if at+size <= len(b) {
			w := binary.LittleEndian.Uint64(b[at:])
			if w&tops == 0 {
				at += size
				continue
			}
			if n := Usual(w); n > 0 {
				at += n
				continue
			}
		}
		if b[at] < utf8.RuneSelf {
			at++
			continue
		}
		r, n := utf8.DecodeRune(b[at:])
		if r == utf8.RuneError && n <= 1 {
			return false
		}
		at += n
	}
	return true
}

// Usual returns how many bytes at the low end of w, eight bytes of text of which
// the first is the lowest, are whole characters beyond ASCII of the two and three
// byte forms that most text is written in. It returns 0 for everything that has to
// be looked at more closely: other forms, and lead bytes with which a character
// may be invalid or forbidden in XML, whatever follows (0xE0, 0xED and 0xEF).
func Usual(w uint64) int {
	switch {
	case w&0xC0E0C0E0C0E0C0E0 == 0x80C080C080C080C0 && (w&0x001E001E001E001E+0x003E003E003E003E)&0x0040004000400040 == 0x0040004000400040:
		return 8
	case w&0xC0C0F0C0C0F0 == 0x8080E08080E0 && w&0x0F-1 < 0x0C && w>>24&0x0F-1 < 0x0C:
		return 6
	case w&0xC0E0 == 0x80C0 && w&0x1E != 0:
		return 2
	case w&0xC0C0F0 == 0x8080E0 && w&0x0F-1 < 0x0C:
		return 3
	}
	return 0
}
