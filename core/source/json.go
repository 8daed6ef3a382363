package source

import (
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendJSON appends a JSON text to dst with everything in it that must not be
// shown written as \u escapes: DEL, C1 controls, characters that turn or hide text
// and piles of combining ones, which encoders leave as they are. It means the same
// as before. What a JSON text holds beside strings is ASCII.
func AppendJSON(dst, text []byte) []byte {
	marks := 0
	for at := 0; at < len(text); {
		if c := text[at]; c < utf8.RuneSelf && c != 0x7F {
			dst = append(dst, c)
			at++
			marks = 0
			continue
		}
		r, n := utf8.DecodeRune(text[at:])
		if unicode.Is(unicode.M, r) {
			marks++
		} else {
			marks = 0
		}
		switch {
		case r > 0xFFFF && (!visible(r) || marks > maxCluster):
			high, low := utf16.EncodeRune(r)
			dst = fmt.Appendf(dst, `\u%04x\u%04x`, high, low)
		case !visible(r) || marks > maxCluster:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		default:
			dst = append(dst, text[at:at+n]...)
		}
		at += n
	}
	return dst
}
