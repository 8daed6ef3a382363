package tui

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonEscapeAt returns the escape, as strings of JSON have them, that the byte at
// offset of b is part of, and what it stands for.
func jsonEscapeAt(b []byte, offset int) (how, what []byte, ok bool) {
	const pair = len(`\uD83D\uDC69`)
	for at := max(offset-pair+1, 0); at <= offset; at++ { // a pair comes before its second half
		if b[at] != '\\' || escaped(b, at) {
			continue
		}
		if n, decoded := readEscape(b[at:]); n > offset-at {
			return b[at : at+n], decoded, true
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

// readEscape reads the escape that b begins with: its length, and what it stands for;
// 0 where it is none.
func readEscape(b []byte) (int, []byte) {
	if len(b) < 2 {
		return 0, nil
	}
	if b[1] != 'u' {
		const letters, stands = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
		for i := range len(letters) {
			if b[1] == letters[i] {
				return 2, []byte{stands[i]}
			}
		}
		return 0, nil
	}
	const size = len(`\u0026`)
	first, ok := escapedUnit(b)
	if !ok {
		return 0, nil
	}
	if second, ok := escapedUnit(b[size:]); ok {
		if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
			return 2 * size, utf8.AppendRune(nil, r)
		}
	}
	return size, utf8.AppendRune(nil, first) // half a pair becomes U+FFFD
}

// escapedUnit reads \uXXXX.
func escapedUnit(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(n), err == nil
}
