package repair

import (
	"slices"
	"unicode/utf8"

	"compactlens/core/inspect"
	"compactlens/core/source"
)

// Rewrite returns file with another text in the place of x, which was taken out of
// it. Only what differs between x and text is written anew, escaped as the strings
// around it want; all other bytes of the file stay as they are. Where x stands in a
// JSON string, text should be UTF-8: no string holds anything else.
func Rewrite(file []byte, x inspect.Excerpt, text []byte) []byte {
	e := change(x.Bytes, text)
	if e.Span.Empty() && e.Text == "" {
		return slices.Clone(file)
	}
	return splice(file, inFile(x, file, []Edit{e}))
}

// change returns the smallest edit that makes now of was and cuts no character.
func change(was, now []byte) Edit {
	n := min(len(was), len(now))
	from := 0
	for from < n && was[from] == now[from] {
		from++
	}
	for from > 0 && !(starts(was, from) && starts(now, from)) {
		from--
	}
	same := 0
	for same < n-from && was[len(was)-1-same] == now[len(now)-1-same] {
		same++
	}
	for same > 0 && !(starts(was, len(was)-same) && starts(now, len(now)-same)) {
		same--
	}
	return Edit{Span: source.Span{Start: from, End: len(was) - same}, Text: string(now[from : len(now)-same])}
}

// starts reports whether a character may begin at offset at.
func starts(b []byte, at int) bool { return at >= len(b) || utf8.RuneStart(b[at]) }
