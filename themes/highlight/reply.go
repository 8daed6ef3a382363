package highlight

import (
	"bytes"
	"regexp"

	"compactlens/core/source"
)

// GuessReply returns what the text of a model's answer seems to be written in. Prose is
// never taken for code, whatever it begins with.
func GuessReply(b []byte) Language {
	switch l := Guess(b); {
	case l == XML:
		return XML
	case !jsonIn(source.NewText(b)).Empty():
		return Reply
	case l == Code:
		return Plain
	default:
		return l
	}
}

// around is how many bytes at the start and at the end of a reply are looked at for
// where its JSON begins and ends.
const around = 64 << 10

// jsonStart is how an object of a reply begins.
var jsonStart = regexp.MustCompile(`\{\s*(["}]|$)`)

// jsonIn returns where in a reply its JSON seems to stand; empty for nowhere. One that is
// cut goes on to the end.
func jsonIn(t *source.Text) source.Span {
	found := jsonStart.FindIndex(t.Slice(source.Span{End: around}))
	if found == nil {
		return source.Span{}
	}
	s := source.Span{Start: found[0], End: t.Len()}
	tail := t.Slice(source.Span{Start: max(t.Len()-around, s.Start), End: t.Len()})
	end := bytes.LastIndexByte(tail, '}') + 1
	if end == 0 {
		return s
	}
	if rest := bytes.TrimLeft(tail[end:], " \t\r\n"); len(rest) == 0 || bytes.IndexByte([]byte(`,]"`), rest[0]) < 0 {
		s.End -= len(tail) - end
	}
	return s
}
