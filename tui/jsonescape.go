package tui

import (
	"unicode/utf8"

	"compactlens/core/wire"
)

// jsonEscapeAt returns the escape, as strings of JSON have them, that the byte at
// offset of b is part of, and what it stands for.
func jsonEscapeAt(b []byte, offset int) (how, what []byte, ok bool) {
	const pair = len(`\uD83D\uDC69`)
	for at := max(offset-pair+1, 0); at <= offset; at++ { // a pair comes before its second half
		if b[at] != '\\' || escaped(b, at) {
			continue
		}
		if r, n := wire.Escape(b[at:]); n > offset-at {
			return b[at : at+n], utf8.AppendRune(nil, r), true
		}
	}
	return nil, nil, false
}

// farSlashes bounds how many backslashes in a row are counted.
const farSlashes = 1 << 10

// escaped reports whether the byte at offset stands behind a backslash that escapes it.
func escaped(b []byte, offset int) bool {
	n := 0
	for n < farSlashes && n < offset && b[offset-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}
