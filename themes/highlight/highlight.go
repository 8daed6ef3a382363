// Package highlight colours XML, JSON and Markdown with Chroma. It may import
// Chroma and core/source, and does no I/O.
//
// Colour is a help for the eye and never a verdict. It is computed for what is on
// screen, in bounded pieces, on the text as it is displayed, because Chroma
// replaces bytes that are not UTF-8; positions are led back to the bytes.
package highlight

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"

	"compactlens/core/source"
	"compactlens/themes"
)

// Run is a stretch of bytes in one style. It begins where the run before it ends.
type Run struct {
	End   int // offset in bytes, exclusive
	Style themes.Style
}

const (
	// piece is how many bytes are coloured at a time: about a screen, some
	// milliseconds.
	piece = 4 << 10

	// inOrder is how far pieces are coloured one after the other from the start of
	// the text, each beginning in the state the one before it ended in. Behind it,
	// XML begins anew at every piece, which is right nearly always, and JSON,
	// which would be wrong half of the time, stays plain.
	inOrder = 64 << 10

	// keep bounds the pieces that are remembered.
	keep = 256
)

// Text colours one text. It remembers what it coloured and belongs to one
// goroutine.
type Text struct {
	text     *source.Text
	within   source.Span // what of it is coloured, by pieces that count from its start; around it everything is plain
	language Language
	ordered  []coloured       // the pieces from the start of the text on
	free     map[int]coloured // pieces beyond, by offset of the first byte
}

// coloured is one piece with its colours.
type coloured struct {
	end  int // offset, exclusive
	runs []Run
	next string // the lexer's state at the end
}

// New returns the colours of t.
func New(t *source.Text, language Language) *Text {
	if language == Reply {
		return &Text{text: t, within: jsonIn(t), language: JSON}
	}
	return &Text{text: t, within: source.Span{End: t.Len()}, language: language}
}

// slice returns the bytes of s, which counts from the start of what is coloured and ends
// with it.
func (t *Text) slice(s source.Span) []byte {
	return t.text.Slice(s.Clamp(t.within.Len()).Shift(t.within.Start))
}

// Runs appends to dst the runs that cover the bytes of s, in order.
func (t *Text) Runs(dst []Run, s source.Span) []Run {
	s = s.Clamp(t.text.Len())
	if t.language == Plain || s.Empty() || s.End <= t.within.Start || s.Start >= t.within.End {
		return append(dst, Run{End: s.End, Style: themes.Text})
	}
	if s.Start < t.within.Start {
		dst = append(dst, Run{End: t.within.Start, Style: themes.Text})
	}
	first := len(dst)
	dst = t.runsWithin(dst, source.Span{Start: max(s.Start, t.within.Start), End: min(s.End, t.within.End)}.Shift(-t.within.Start))
	for i := range dst[first:] {
		dst[first+i].End += t.within.Start
	}
	if s.End > t.within.End {
		dst = append(dst, Run{End: s.End, Style: themes.Text})
	}
	return dst
}

// runsWithin is Runs with offsets that count from the start of what is coloured.
func (t *Text) runsWithin(dst []Run, s source.Span) []Run {
	for at := s.Start; at < s.End; {
		c, ok := t.at(at)
		if !ok {
			return append(dst, Run{End: s.End, Style: themes.Text})
		}
		i := sort.Search(len(c.runs), func(i int) bool { return c.runs[i].End > at })
		for ; i < len(c.runs) && at < s.End; i++ {
			at = min(c.runs[i].End, s.End)
			dst = append(dst, Run{End: at, Style: c.runs[i].Style})
		}
		if at < s.End && at < c.end {
			at = min(c.end, s.End)
			dst = append(dst, Run{End: at, Style: themes.Text})
		}
	}
	return dst
}

// at returns the piece that holds offset, which lies inside the text.
func (t *Text) at(offset int) (coloured, bool) {
	if offset >= inOrder {
		return t.beyond(offset)
	}
	start, state := 0, "root"
	for k := 0; ; k++ {
		if k == len(t.ordered) {
			t.ordered = append(t.ordered, t.colour(start, t.orderedEnd(start), state))
		}
		c := t.ordered[k]
		if offset < c.end {
			return c, true
		}
		start, state = c.end, c.next
	}
}

// orderedEnd returns where the piece that begins at start, before inOrder, ends:
// behind a line or a tag, so that no token is cut.
func (t *Text) orderedEnd(start int) int {
	limit := start + piece
	if limit >= t.within.Len() {
		return t.within.Len()
	}
	half := t.slice(source.Span{Start: start + piece/2, End: limit + 1})
	for _, separator := range []byte{'\n', '>', ' '} {
		if i := bytes.LastIndexByte(half[:piece/2], separator); i >= 0 {
			return start + piece/2 + i + 1
		}
	}
	for limit > start+piece/2 && !utf8.RuneStart(half[limit-start-piece/2]) {
		limit--
	}
	return limit
}

// beyond returns the piece that holds offset, which is not before inOrder.
func (t *Text) beyond(offset int) (coloured, bool) {
	if t.language == JSON {
		return coloured{}, false
	}
	k := offset / piece
	start, end := t.border(k), t.border(k+1)
	if start > offset {
		start, end = t.border(k-1), start
	}
	if c, ok := t.free[start]; ok && c.end == end { // a change behind it can move its end
		return c, true
	}
	if t.free == nil || len(t.free) >= keep {
		t.free = make(map[int]coloured)
	}
	c := t.colour(start, end, "root")
	t.free[start] = c
	return c, true
}

// border returns where the piece k of those beyond inOrder begins: a multiple of
// its size, moved on behind the next line, tag or word.
func (t *Text) border(k int) int {
	from := min(k*piece, t.within.Len())
	window := t.slice(source.Span{Start: from, End: from + piece})
	for _, separator := range []byte{'\n', '>', ' '} {
		if i := bytes.IndexByte(window, separator); i >= 0 {
			return from + i + 1
		}
	}
	for i := range window {
		if utf8.RuneStart(window[i]) {
			return from + i
		}
	}
	return from
}

func (t *Text) colour(start, end int, state string) coloured {
	runs, next := lex(t.language, t.slice(source.Span{Start: start, End: end}), start, state)
	return coloured{end: end, runs: runs, next: next}
}

// lex colours b, whose first byte is at offset base. Where the lexer does not give
// back exactly what it was given, there are no runs.
func lex(l Language, b []byte, base int, state string) ([]Run, string) {
	shown, ends := display(b, base)
	tokens, ok := tokenise(l, shown, state)
	if !ok {
		return nil, "root"
	}
	var runs []Run
	at, cell := 0, 0 // offset in shown, index in ends
	for _, tok := range tokens {
		at += len(tok.Value)
		for cell < len(ends) && ends[cell].shown <= at {
			cell++
		}
		end := base
		if cell > 0 {
			end = ends[cell-1].source
		}
		style := look(tok.Type)
		if k := len(runs); k > 0 && (runs[k-1].Style == style || runs[k-1].End >= end) {
			runs[k-1].End = max(runs[k-1].End, end)
			continue
		}
		runs = append(runs, Run{End: end, Style: style})
	}
	return runs, after(l, tokens, state)
}

// place is the end of one shown character: in the shown text and in the bytes.
type place struct{ shown, source int }

// display returns b as it is displayed, line feeds kept, and where each of its
// characters ends.
func display(b []byte, base int) (string, []place) {
	var out strings.Builder
	var cells []source.Cell
	ends := make([]place, 0, len(b))
	for line := range bytes.SplitAfterSeq(b, []byte{'\n'}) {
		content, hasEnd := bytes.CutSuffix(line, []byte{'\n'})
		cells = source.Display{}.Cells(cells[:0], content, base, 0)
		for _, c := range cells {
			out.WriteString(c.Text)
			ends = append(ends, place{out.Len(), c.Source.End})
		}
		base += len(line)
		if hasEnd {
			out.WriteByte('\n')
			ends = append(ends, place{out.Len(), base})
		}
	}
	return out.String(), ends
}

// tokenise runs the lexer and reports whether its tokens add up to s.
func tokenise(l Language, s, state string) ([]chroma.Token, bool) {
	lexer := l.lexer()
	if lexer == nil {
		return nil, false
	}
	it, err := lexer.Tokenise(&chroma.TokeniseOptions{State: state, EnsureLF: false}, s)
	if err != nil {
		return nil, false
	}
	tokens, total := it.Tokens(), 0
	for _, tok := range tokens {
		total += len(tok.Value)
	}
	return tokens, total == len(s)
}

// after returns the lexer's state behind tokens, which began in state. Chroma does
// not tell it; the last token does, because every state of ours ends with a token
// of its own.
func after(l Language, tokens []chroma.Token, state string) string {
	if len(tokens) == 0 {
		return state
	}
	last := tokens[len(tokens)-1]
	switch {
	case l == JSON && (last.Type == chroma.LiteralStringEscape || last.Type == chroma.LiteralString && !closed(tokens, state)):
		return "string"
	case l == Markdown && fenced(tokens, state):
		return "fence"
	case l == XML && last.Type == chroma.Comment && !strings.HasSuffix(last.Value, "-->"):
		return "comment"
	}
	return "root"
}

// fenced reports whether code between fences is open behind tokens.
func fenced(tokens []chroma.Token, state string) bool {
	inside := state == "fence"
	for _, tok := range tokens {
		if tok.Type == chroma.CommentPreproc {
			inside = !inside
		}
	}
	return inside
}

// closed reports whether the last token, of a JSON string, ends with its closing
// quote and not the opening one.
func closed(tokens []chroma.Token, state string) bool {
	inside := state == "string"
	for _, tok := range tokens {
		if tok.Type == chroma.LiteralString && strings.Count(tok.Value, `"`)%2 == 1 {
			inside = !inside
		}
	}
	return !inside
}
