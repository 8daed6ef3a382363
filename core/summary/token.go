package summary

import (
	"bytes"
	"unicode/utf8"

	"compactlens/core/source"
)

// tokenKind is what a token is. The zero value is the end of the input.
type tokenKind uint8

const (
	tokenEOF tokenKind = iota
	tokenText
	tokenStart
	tokenEnd
	tokenComment
	tokenInstruction
	tokenDirective
	tokenCDATA // only where the reader recovers: the contract forbids it before any token is read
)

// token is one token of the text. Where flaw is set the tokenizer refuses it, and
// span reaches as far as it got.
type token struct {
	kind  tokenKind
	empty bool        // a start tag that closes itself
	span  source.Span // all of it
	name  source.Span // of a tag or instruction: the name with its prefix
	attrs source.Span // from the first attribute to the last; empty where there are none
	flaw  flaw
}

// reader cuts text into tokens by the rules of encoding/xml in strict mode. The
// zero value with b set is ready and stops at the first flaw of a token.
type reader struct {
	b  []byte
	at int // where the next token begins

	valid      bool   // b is known to be valid UTF-8
	recovering bool   // read character data to its end and keep all flaws
	flaws      []flaw // found in character data, where recovering

	// vain counts the bytes looked through for an end that did not come. Beyond
	// a multiple of the input's size nothing more is looked for, so that text
	// made of openings costs no more than its size.
	vain int
}

// maxVain is how many times the size of the input may be looked through in vain.
const maxVain = 8

// next reads the token at r.at into t. It moves r.at behind it, or to where the
// tokenizer gave up. (Tokens go by pointer because copying them is what small
// texts would spend their time with.)
func (r *reader) next(t *token) {
	b, at := r.b, r.at
	*t = token{}
	switch {
	case at >= len(b):
		t.span = source.At(len(b))
		return
	case b[at] != '<':
		t.kind = tokenText
		t.span.Start = at
		t.span.End, t.flaw = r.text(at, len(b), false)
		r.at = t.span.End
		return
	case at+1 == len(b):
		t.kind = tokenStart
		r.refuse(t, at+1)
	case b[at+1] == '/':
		r.endTag(t, at)
	case b[at+1] == '?':
		r.instruction(t, at)
	case b[at+1] == '!':
		r.declaration(t, at)
	default:
		r.startTag(t, at)
	}
	t.span.Start = at
	if t.flaw.kind != KindNone && t.flaw.span == (source.Span{}) {
		t.flaw.span = t.span
	}
	r.at = t.span.End
}

// refuse makes t a token the tokenizer refuses at offset at: for want of input
// where it is at the end, else as a malformed tag.
func (r *reader) refuse(t *token, at int) {
	t.span.End = min(at+1, len(r.b))
	t.flaw.kind = KindMalformedTag
	if at >= len(r.b) {
		t.flaw.kind = KindTruncated
	}
}

// space returns the offset after the white space that is allowed in tags.
func (r *reader) space(at int) int {
	for at < len(r.b) && (r.b[at] == ' ' || r.b[at] == '\n' || r.b[at] == '\r' || r.b[at] == '\t') {
		at++
	}
	return at
}

// qualified reads a name with at most one colon at offset at. It returns the
// offset after it and whether the tokenizer takes it; a name that the input ends
// in is not taken.
func (r *reader) qualified(at int) (int, bool) {
	end := at
	for end < len(r.b) && ('a' <= r.b[end] && r.b[end] <= 'z' || r.b[end] == '_') {
		end++
	}
	if end > at && end < len(r.b) && r.b[end] < utf8.RuneSelf && !nameByte(r.b[end]) {
		return end, true // as all names of the grammar are
	}
	end = nameEnd(r.b, end)
	name := r.b[at:end]
	return end, end < len(r.b) && validName(name) && bytes.Count(name, []byte{':'}) <= 1
}

// startTag reads the start tag at offset at.
func (r *reader) startTag(t *token, at int) {
	t.kind = tokenStart
	end, ok := r.qualified(at + 1)
	t.name = source.Span{Start: at + 1, End: end}
	if !ok {
		r.refuse(t, end)
		return
	}
	for {
		at = r.space(end)
		switch {
		case at == len(r.b):
			r.refuse(t, at)
			return
		case r.b[at] == '>':
			t.span.End = at + 1
			return
		case r.b[at] == '/':
			if at+1 == len(r.b) || r.b[at+1] != '>' {
				r.refuse(t, at+1)
				return
			}
			t.empty = true
			t.span.End = at + 2
			return
		}
		var f flaw
		if end, f = r.attribute(at); f.kind != KindNone {
			r.refuse(t, end)
			t.flaw = f
			return
		}
		if t.attrs.End == 0 {
			t.attrs.Start = at
		}
		t.attrs.End = end
	}
}

// attribute reads the attribute at offset at and returns the offset after it, or
// where and why the tokenizer refuses it. The flaw's span is set where it lies in
// the value.
func (r *reader) attribute(at int) (int, flaw) {
	bad := func(at int) (int, flaw) {
		if at >= len(r.b) {
			return at, flaw{kind: KindTruncated}
		}
		return at, flaw{kind: KindMalformedTag}
	}
	end, ok := r.qualified(at)
	if !ok {
		return bad(end)
	}
	at = r.space(end)
	if at == len(r.b) || r.b[at] != '=' {
		return bad(at)
	}
	at = r.space(at + 1)
	if at == len(r.b) || r.b[at] != '"' && r.b[at] != '\'' {
		return bad(at)
	}
	quote := r.b[at]
	at++
	length := bytes.IndexByte(r.b[at:], quote)
	closed := length >= 0
	if !closed {
		length = len(r.b) - at
	}
	end, f := r.text(at, at+length, true)
	switch {
	case f.kind == KindBareLessThan:
		return end, flaw{kind: KindMalformedTag} // the quote is what is wrong
	case f.kind != KindNone:
		return end, f
	case !closed:
		return bad(len(r.b))
	}
	return end + 1, flaw{}
}

// endTag reads the end tag at offset at.
func (r *reader) endTag(t *token, at int) {
	t.kind = tokenEnd
	end, ok := r.qualified(at + 2)
	t.name = source.Span{Start: at + 2, End: end}
	if !ok {
		r.refuse(t, end)
		return
	}
	at = r.space(end)
	if at == len(r.b) || r.b[at] != '>' {
		r.refuse(t, at)
		return
	}
	t.span.End = at + 1
}

// find returns the offset of sep at or behind at, -1 where there is none or too
// much was looked through in vain.
func (r *reader) find(at int, sep string) int {
	if r.vain > maxVain*len(r.b) {
		return -1
	}
	i := bytes.Index(r.b[at:], []byte(sep))
	if i < 0 {
		r.vain += len(r.b) - at
		return -1
	}
	return at + i
}

// instruction reads the processing instruction at offset at.
func (r *reader) instruction(t *token, at int) {
	t.kind = tokenInstruction
	end := nameEnd(r.b, at+2)
	t.name = source.Span{Start: at + 2, End: end}
	if end == len(r.b) || !validName(r.b[at+2:end]) {
		r.refuse(t, end)
	} else {
		body := r.space(end)
		last := r.find(body, "?>")
		if last < 0 {
			r.refuse(t, len(r.b))
			return
		}
		t.span.End = last + 2
		if string(r.b[at+2:end]) == "xml" && !supported(r.b[body:last]) {
			t.flaw.kind = KindXMLDeclaration
		}
	}
	if t.flaw.kind == KindMalformedTag {
		t.flaw.kind = KindProcessingInstruction
	}
}

// supported reports whether the tokenizer goes on after an XML declaration with
// this content: version 1.0 and UTF-8, where they are given in a way it sees.
func supported(content []byte) bool {
	version := parameter(content, "version=")
	encoding := parameter(content, "encoding=")
	return (len(version) == 0 || string(version) == "1.0") && (len(encoding) == 0 || bytes.EqualFold(encoding, []byte("utf-8")))
}

// parameter returns the quoted value behind the first key= that a quote follows.
// Like the tokenizer it looks for the bytes alone, inside other words too.
func parameter(content []byte, key string) []byte {
	for {
		i := bytes.Index(content, []byte(key))
		if i < 0 || i+len(key) >= len(content) {
			return nil
		}
		quote := content[i+len(key)]
		content = content[i+len(key)+1:]
		if quote != '"' && quote != '\'' {
			continue
		}
		end := bytes.IndexByte(content, quote)
		return content[:max(end, 0)]
	}
}

// cdataOpen begins a CDATA section; the contract forbids these bytes anywhere.
const cdataOpen = "<![CDATA["

// declaration reads the comment, CDATA section or directive at offset at.
func (r *reader) declaration(t *token, at int) {
	rest := r.b[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		r.comment(t, at)
	case bytes.HasPrefix(rest, []byte("<!-")):
		t.kind = tokenComment
		r.refuse(t, at+3)
		if t.flaw.kind == KindMalformedTag {
			t.flaw.kind = KindComment
		}
	case bytes.HasPrefix(rest, []byte("<![")):
		r.cdata(t, at)
	case len(rest) == 2:
		t.kind = tokenDirective
		r.refuse(t, len(r.b))
	default:
		r.directive(t, at)
	}
}

// cdata reads the CDATA section at offset at, or what begins like one.
func (r *reader) cdata(t *token, at int) {
	t.kind = tokenCDATA
	n := 3
	for n < len(cdataOpen) && at+n < len(r.b) && r.b[at+n] == cdataOpen[n] {
		n++
	}
	if n < len(cdataOpen) {
		r.refuse(t, at+n)
		if t.flaw.kind == KindMalformedTag {
			t.flaw.kind = KindCDATASection
		}
		return
	}
	end := r.find(at+n, "]]>")
	if end < 0 {
		r.refuse(t, len(r.b))
		return
	}
	t.span.End = end + 3
}

// comment reads the comment at offset at. Two hyphens must be its end.
func (r *reader) comment(t *token, at int) {
	t.kind = tokenComment
	end := r.find(at+4, "--")
	switch {
	case end < 0 || end+2 == len(r.b):
		r.refuse(t, len(r.b))
		return
	case r.b[end+2] != '>':
		t.flaw.kind = KindComment
	}
	t.span.End = end + 3
}

// directive reads the directive at offset at: to the > that matches, where
// quotes hide angle brackets and comments are left out. The byte after <! is
// never looked at.
func (r *reader) directive(t *token, at int) {
	t.kind = tokenDirective
	if r.vain > maxVain*len(r.b) {
		r.refuse(t, len(r.b))
		return
	}
	b := r.b
	depth, quote := 0, byte(0)
	for i := at + 3; i < len(b); i++ {
		c := b[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '>' && depth == 0:
			t.span.End = i + 1
			return
		case c == '>':
			depth--
		case c == '<':
			if !bytes.HasPrefix(b[i:], []byte("<!--")) {
				depth++
				break
			}
			end := r.find(i+4, "-->")
			if end < 0 {
				r.refuse(t, len(b))
				return
			}
			i = end + 2
		}
	}
	r.vain += len(b) - at
	r.refuse(t, len(b))
}
