package repair

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"compactlens/core/inspect"
	"compactlens/core/source"
)

// editSet is a row of edits in order of place, none over another.
type editSet struct {
	edits []Edit
}

// add puts all of edits, which are in order of place, into the set, or none where
// one of them is over another. An edit that is there already, byte for byte, stays
// once. Texts put at the same place stand in the order in which they were added.
func (s *editSet) add(edits []Edit) bool {
	if len(edits) == 0 {
		return true
	}
	// Only what stands between from and to can be touched.
	last := edits[len(edits)-1].Span
	from := sort.Search(len(s.edits), func(i int) bool { return s.edits[i].Span.End >= edits[0].Span.Start })
	if from == len(s.edits) && apart(edits) {
		s.edits = append(s.edits, edits...)
		return true
	}
	to := sort.Search(len(s.edits), func(i int) bool { return s.edits[i].Span.Start > last.End })
	to = max(to, from)
	merged := make([]Edit, 0, to-from+len(edits))
	old := s.edits[from:to]
	for len(old) > 0 || len(edits) > 0 {
		var e Edit
		if len(edits) == 0 || len(old) > 0 && !behind(old[0], edits[0]) {
			e, old = old[0], old[1:]
		} else {
			e, edits = edits[0], edits[1:]
		}
		if there(merged, e) {
			continue
		}
		if k := len(merged); k > 0 && clash(merged[k-1], e) {
			return false
		}
		merged = append(merged, e)
	}
	s.edits = slices.Replace(s.edits, from, to, merged...)
	return true
}

// apart reports whether none of edits, which are in order of place, touches what
// another does or begins where another does.
func apart(edits []Edit) bool {
	for i := 1; i < len(edits); i++ {
		if at, before := edits[i].Span.Start, edits[i-1].Span; at < before.End || at == before.Start {
			return false
		}
	}
	return true
}

// there reports whether e stands among the last of edits that begin where it does.
func there(edits []Edit, e Edit) bool {
	for i := len(edits) - 1; i >= 0 && edits[i].Span.Start == e.Span.Start; i-- {
		if edits[i] == e {
			return true
		}
	}
	return false
}

// behind reports whether a has to stand behind b in order of place.
func behind(a, b Edit) bool {
	if a.Span.Start != b.Span.Start {
		return a.Span.Start > b.Span.Start
	}
	return !a.Span.Empty() && b.Span.Empty()
}

// clash reports whether two edits cannot both be made. One that puts text at the
// edge of the other's bytes can.
func clash(a, b Edit) bool {
	if a.Span.Empty() && b.Span.Empty() {
		return false
	}
	return a.Span.Start < b.Span.End && b.Span.Start < a.Span.End
}

// splice returns b with the edits made, which are in order and apart. b is not
// changed.
func splice(b []byte, edits []Edit) []byte {
	size := len(b)
	for _, e := range edits {
		size += len(e.Text) - e.Span.Len()
	}
	out := make([]byte, 0, max(size, 0))
	at := 0
	for _, e := range edits {
		s := e.Span.Clamp(len(b))
		out = append(out, b[at:max(s.Start, at)]...)
		out = append(out, e.Text...)
		at = max(s.End, at)
	}
	return append(out, b[at:]...)
}

// inFile returns edits of the text of x as edits of file, in which it lies.
func inFile(x inspect.Excerpt, file []byte, edits []Edit) []Edit {
	out := make([]Edit, len(edits))
	for i, e := range edits {
		if e.Text == "" && joins(file, x.Map.Span(e.Span)) {
			e = replaceBefore(x, e)
		}
		out[i] = Edit{Span: x.Map.Span(e.Span), Text: e.Text}
		for range x.Layers {
			out[i].Text = quoteInside(out[i].Text)
		}
	}
	return out
}

// joins reports whether bytes beyond ASCII come together where s is deleted. Of a
// JSON string that is not UTF-8 they may make a character that nobody has read.
func joins(file []byte, s source.Span) bool {
	return !s.Empty() && s.Start > 0 && s.End < len(file) && file[s.Start-1] >= utf8.RuneSelf && file[s.End] >= utf8.RuneSelf && !utf8.RuneStart(file[s.End])
}

// replaceBefore returns the edit e, which deletes, with the U+FFFD before it, which
// the JSON decoder made of a byte, written as such.
func replaceBefore(x inspect.Excerpt, e Edit) Edit {
	const replacement = "\uFFFD"
	before := source.Span{Start: e.Span.Start - len(replacement), End: e.Span.Start}
	if before.Start >= 0 && string(before.Of(x.Bytes)) == replacement && x.Map.Span(before).Len() == 1 {
		return Edit{source.Span{Start: before.Start, End: e.Span.End}, replacement}
	}
	return e
}

// quoteInside returns s as it is written between the quotes of a JSON string.
func quoteInside(s string) string {
	const hex = "0123456789abcdef"
	if !strings.ContainsFunc(s, func(r rune) bool { return r < 0x20 || r == '"' || r == '\\' }) {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case c == '\n':
			out.WriteString(`\n`)
		case c == '\r':
			out.WriteString(`\r`)
		case c == '\t':
			out.WriteString(`\t`)
		case c < 0x20:
			out.WriteString(`\u00`)
			out.WriteByte(hex[c>>4])
			out.WriteByte(hex[c&15])
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}
