package repair

import (
	"bytes"
	"html"
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"compactlens/core/source"
)

// pieceSort is what a piece of a section's content is.
type pieceSort uint8

const (
	plainText  pieceSort = iota // text that may stand as it is
	reference                   // a reference, right or wrong, that stands for text
	angle                       // a < that is not the begin of a comment or CDATA section
	unreadable                  // a character that XML forbids, or bytes that are not UTF-8
	comment
	cdata
)

// piece is one piece of a section's content: what a reader takes it for, and how
// it has to be written. Read is what an XML reader makes of write.
type piece struct {
	sort  pieceSort
	span  source.Span
	read  string
	write string
}

// pieces are the pieces of b that begin in s. The last may end behind s.
func pieces(b []byte, s source.Span) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		c := cutter{b: b, from: s.Start, limit: s.End, text: string(s.Of(b))}
		for at := s.Start; at < s.End; {
			p := c.pieceAt(at)
			if !yield(p) {
				return
			}
			at = p.span.End
		}
	}
}

// cutter cuts content into pieces, from left to right.
type cutter struct {
	b         []byte
	text      string // b from offset from to limit: the text of pieces is cut out of it
	from      int
	limit     int  // where plain text, comments and CDATA sections end at the latest
	noComment bool // no comment ends any more
	noCDATA   bool // no CDATA section ends any more
}

// end returns the offset after the next sep from at on, 0 where there is none; it
// is not looked for again then.
func (c *cutter) end(at int, sep string, none *bool) int {
	if *none {
		return 0
	}
	i := bytes.Index(c.b[min(at, c.limit):c.limit], []byte(sep))
	if i < 0 {
		*none = true
		return 0
	}
	return at + i + len(sep)
}

const (
	cdataOpen   = "<![CDATA["
	commentOpen = "<!--"
)

// pieceAt returns the piece at offset at.
func (c *cutter) pieceAt(at int) piece {
	b := c.b
	rest := b[at:]
	switch ch := b[at]; {
	case ch == '&':
		return referenceAt(b, at)
	case ch == '>' && at >= 2 && b[at-1] == ']' && b[at-2] == ']':
		return piece{angle, source.Span{Start: at, End: at + 1}, ">", "&gt;"}
	case bytes.HasPrefix(rest, []byte(commentOpen)):
		if end := c.end(at+len(commentOpen), "-->", &c.noComment); end > 0 {
			return piece{comment, source.Span{Start: at, End: end}, "", ""}
		}
	case bytes.HasPrefix(rest, []byte(cdataOpen)):
		if end := c.end(at+len(cdataOpen), "]]>", &c.noCDATA); end > 0 {
			read, write := literal(b[at+len(cdataOpen) : end-len("]]>")])
			return piece{cdata, source.Span{Start: at, End: end}, read, write}
		}
	}
	if b[at] == '<' {
		return piece{angle, source.Span{Start: at, End: at + 1}, "<", "&lt;"}
	}
	if n := allowedAt(b, at); n == 0 {
		return unreadableAt(b, at)
	}
	end := at
	for end < c.limit {
		if ch := b[end]; ch >= ' ' && ch < utf8.RuneSelf && ch != '<' && ch != '&' && ch != '>' {
			end++
			continue
		}
		n := allowedAt(b, end)
		if n == 0 || b[end] == '<' || b[end] == '&' || b[end] == '>' && end >= 2 && b[end-1] == ']' && b[end-2] == ']' {
			break
		}
		end += n
	}
	text := c.text[at-c.from : end-c.from]
	return piece{plainText, source.Span{Start: at, End: end}, text, text}
}

// literal returns what a reader sees of text that stands for nothing but itself,
// and how it is written in XML.
func literal(text []byte) (read, write string) {
	var r, w strings.Builder
	for at := 0; at < len(text); {
		n := allowedAt(text, at)
		if n == 0 {
			p := unreadableAt(text, at)
			r.WriteString(p.read)
			w.WriteString(p.write)
			at = p.span.End
			continue
		}
		r.Write(text[at : at+n])
		switch c := text[at]; {
		case c == '<':
			w.WriteString("&lt;")
		case c == '&':
			w.WriteString("&amp;")
		case c == '>' && at > 0 && text[at-1] == ']': // the text before may end in another ]
			w.WriteString("&gt;")
		default:
			w.Write(text[at : at+n])
		}
		at += n
	}
	return r.String(), w.String()
}

// allowedAt returns the length of the character at offset at, 0 where XML does
// not allow it or the bytes are not UTF-8.
func allowedAt(b []byte, at int) int {
	if c := b[at]; c < utf8.RuneSelf {
		if c < 0x20 && c != '\t' && c != '\n' && c != '\r' {
			return 0
		}
		return 1
	}
	r, n := utf8.DecodeRune(b[at:])
	if r == utf8.RuneError && n <= 1 || !allowed(r) {
		return 0
	}
	return n
}

// allowed reports whether XML allows r, which is not half of a pair.
func allowed(r rune) bool {
	if r < 0x20 {
		return r == '\t' || r == '\n' || r == '\r'
	}
	return r != 0xFFFE && r != 0xFFFF && r <= unicode.MaxRune
}

// unreadableAt returns the piece at offset at, which XML does not allow: one
// character with the control sequence it begins, or one invalid byte.
func unreadableAt(b []byte, at int) piece {
	r, n := utf8.DecodeRune(b[at:])
	end := at + n
	if r == 0x1B {
		if last := sequenceEnd(b, end); last > 0 {
			return piece{unreadable, source.Span{Start: at, End: last}, "", ""}
		}
	}
	shown := picture(r)
	return piece{unreadable, source.Span{Start: at, End: end}, shown, shown}
}

// picture returns what to write for a character that XML forbids. Nothing that a
// terminal would show gets lost and no two words grow together: a control becomes
// the picture of it that this program shows anyway, a vertical tab or a form feed
// the blank it is, and what is no character U+FFFD, which the runtime itself makes
// of such bytes in a JSON reply.
func picture(r rune) string {
	switch {
	case r == '\v' || r == '\f':
		return " "
	case r < 0x20:
		return string(0x2400 + r)
	}
	return string(utf8.RuneError)
}

// maxSequence bounds a terminal's control sequence, in bytes.
const maxSequence = 32

// sequenceEnd returns the offset after the rest of a control sequence (colour,
// cursor) whose escape character ends at offset at; 0 where there is none. A
// terminal shows nothing of it.
func sequenceEnd(b []byte, at int) int {
	if at >= len(b) || b[at] != '[' {
		return 0
	}
	for i := at + 1; i < min(len(b), at+maxSequence); i++ {
		switch c := b[i]; {
		case c >= '0' && c <= '9' || c == ';' || c == ':' || c == '?':
		case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// referenceAt returns the piece at the & at offset at.
func referenceAt(b []byte, at int) piece {
	if at+1 < len(b) && b[at+1] == '#' {
		return numericAt(b, at)
	}
	end := nameEnd(b, at+1)
	name := string(b[at+1 : end])
	closed := end < len(b) && b[end] == ';'
	raw := source.Span{Start: at, End: end}
	if closed {
		raw.End++
	}
	if c, ok := predefined(name); ok && (closed || end < len(b) && b[end] != '=') {
		return piece{reference, raw, c, "&" + name + ";"}
	}
	if closed && name != "" && alphanumeric(name) {
		if lower := strings.ToLower(name); lower != name {
			if c, ok := predefined(lower); ok {
				return piece{reference, raw, c, "&" + lower + ";"}
			}
		}
		if plain := html.UnescapeString("&" + name + ";"); !strings.HasSuffix(plain, ";") {
			return piece{reference, raw, plain, spelt(plain)}
		}
	}
	return piece{reference, source.Span{Start: at, End: at + 1}, "&", "&amp;"}
}

// numericAt returns the piece at the &# at offset at.
func numericAt(b []byte, at int) piece {
	i, base := at+2, 10
	if i < len(b) && (b[i] == 'x' || b[i] == 'X') {
		i, base = i+1, 16
	}
	digits := i
	for i < len(b) && (b[i] >= '0' && b[i] <= '9' || base == 16 && (b[i] >= 'a' && b[i] <= 'f' || b[i] >= 'A' && b[i] <= 'F')) {
		i++
	}
	n, err := strconv.ParseUint(string(b[digits:i]), base, 32)
	if err != nil || n > unicode.MaxRune {
		return piece{reference, source.Span{Start: at, End: at + 1}, "&", "&amp;"}
	}
	number := strings.ToLower(string(b[at+2:digits])) + string(b[digits:i])
	if i < len(b) && b[i] == ';' {
		i++
	}
	raw, r := source.Span{Start: at, End: i}, rune(n)
	switch {
	case r == 0x1B && sequenceEnd(b, i) > 0:
		raw.End = sequenceEnd(b, i)
		return piece{unreadable, raw, "", ""}
	case !allowed(r):
		return piece{unreadable, raw, picture(r), picture(r)}
	case r >= 0xD800 && r < 0xE000:
		r = utf8.RuneError
	}
	return piece{reference, raw, string(r), "&#" + number + ";"}
}

// predefined returns the character of an entity that XML knows.
func predefined(name string) (string, bool) {
	switch name {
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "amp":
		return "&", true
	case "quot":
		return `"`, true
	case "apos":
		return "'", true
	}
	return "", false
}

// spelt returns the way to write the characters of an entity of HTML: as
// themselves where they can be seen, else as numbers.
func spelt(plain string) string {
	var out strings.Builder
	for _, r := range plain {
		switch {
		case r == '<':
			out.WriteString("&lt;")
		case r == '&':
			out.WriteString("&amp;")
		case unicode.IsSpace(r) || !unicode.IsPrint(r):
			out.WriteString("&#" + strconv.Itoa(int(r)) + ";")
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// nameEnd returns the offset after the bytes that the tokenizer takes for a name.
func nameEnd(b []byte, at int) int {
	for at < len(b) && (b[at] >= utf8.RuneSelf || letterOrDigit(b[at]) || b[at] == '_' || b[at] == ':' || b[at] == '.' || b[at] == '-') {
		at++
	}
	return at
}

func letterOrDigit(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

func alphanumeric(s string) bool {
	for i := range len(s) {
		if !letterOrDigit(s[i]) {
			return false
		}
	}
	return true
}

// clean returns the edits that make plain text of s, as a reader takes it: every
// character that XML uses itself is escaped, CDATA is unwrapped, comments go.
func clean(b []byte, s source.Span) []Edit { return cleanWithin(b, s, maxEdits) }

// cleanWithin is clean with less than twice most edits; see gathered.
func cleanWithin(b []byte, s source.Span, most int) []Edit {
	g := gathered{b: b, most: most}
	for p := range pieces(b, s) {
		if p.sort != plainText && string(p.span.Of(b)) != p.write {
			g.add(Edit{p.span, p.write})
		}
	}
	return g.all()
}

// decode returns what a reader sees of the content s: references are the
// characters they stand for, CDATA is what is in it, comments are nothing, and
// any other markup is the text that it is written with.
func decode(b []byte, s source.Span) string {
	var out strings.Builder
	out.Grow(s.Len())
	for p := range pieces(b, s) {
		out.WriteString(p.read)
	}
	return out.String()
}

// says reports whether the content s says anything that needs no repair to be
// read: a character that is not white space and stands in no tag. Escaped markup
// and pictures of control characters do not make a blank section one that speaks.
func says(b []byte, s source.Span) bool {
	hidden := 0
	for p := range pieces(b, s) {
		text := p.read
		switch {
		case p.span.End <= hidden:
			continue
		case p.sort == angle && p.read == "<":
			if i := bytes.IndexAny(b[p.span.End:s.End], "<>"); i >= 0 && b[p.span.End+i] == '>' {
				hidden = p.span.End + i + 1
				continue
			}
		case p.sort == plainText && hidden > p.span.Start:
			text = string(b[hidden:p.span.End])
		case p.sort == unreadable:
			continue
		}
		if strings.ContainsFunc(text, func(r rune) bool {
			return !unicode.IsSpace(r) && r != utf8.RuneError && (r < 0x2400 || r >= 0x2420)
		}) {
			return true
		}
	}
	return false
}
