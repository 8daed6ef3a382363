package summary

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"compactlens/core/source"
)

// Decide gives the runtime's verdict on the summary b. It stops at the first
// fault, which it names by what it has read so far; Inspect names the same fault
// with what the rest of the text tells. On an accepted summary it allocates
// nothing.
func Decide(b []byte) Decision { return decide(b, false) }

// decide is Decide of b, which may be known to be valid UTF-8.
func decide(b []byte, valid bool) Decision {
	j := judge{r: reader{b: b, valid: valid}, next: Goal}
	var t token
	for {
		j.r.next(&t)
		ok := t.flaw.kind == KindNone
		if !ok {
			j.flawed(t)
		} else {
			ok = j.judge(&t)
		}
		if !ok {
			j.findCDATA(t.span.Start)
			return j.d
		}
		if t.kind == tokenEOF {
			return j.d
		}
	}
}

// depth is where the judge is.
type depth uint8

const (
	beforeRoot depth = iota
	inRoot
	inSection
	afterRoot
)

// judge goes through the tokens of a text and refuses the first that the contract
// does not allow.
type judge struct {
	r      reader
	d      Decision
	depth  depth
	next   SectionID // the section that has to come next, or is open
	filled [sectionCount + 1]bool
}

// refuse sets the verdict.
func (j *judge) refuse(class Class, kind Kind, span, stop source.Span) *Fault {
	j.d.Class = class
	j.d.Fault = Fault{Kind: kind, Class: class, Span: span, Stop: stop, Primary: true}
	if j.depth == inSection {
		j.d.Fault.Section = j.next
	}
	return &j.d.Fault
}

// flawed refuses the token t that the tokenizer refuses.
func (j *judge) flawed(t token) {
	b := j.r.b
	f := j.refuse(Syntax, t.flaw.kind, t.flaw.span, t.flaw.span)
	switch {
	case t.flaw.kind == KindTruncated:
		j.truncated(source.Span{Start: t.span.Start, End: len(b)})
	case t.flaw.kind == KindMalformedTag:
		m := brokenStart
		if t.kind == tokenEnd {
			m = brokenEnd
		}
		named := m(b, t)
		f.Kind, f.Span, f.Stop = named.kind, named.span, t.span
		f.Name = string(t.name.Of(b))
	default:
		if t.kind != tokenText {
			f.Stop = t.span
		}
		f.Name, f.Want = describe(b, f.Kind, f.Span)
	}
}

// truncated refuses the end of the input inside something open. rest is the
// token that the input ends in, empty at the end where it ends between tokens.
func (j *judge) truncated(rest source.Span) {
	span := j.d.Root.Open
	switch j.depth {
	case inSection:
		span = j.d.Sections[j.next-1].Open
	case beforeRoot, afterRoot:
		span = rest
	}
	f := j.refuse(Syntax, KindTruncated, span, source.At(len(j.r.b)))
	if j.depth == inSection {
		f.Name = j.next.String()
	}
	if !rest.Empty() && rest != span {
		f.Also = append(f.Also, rest)
	}
}

// judge judges a token that the tokenizer has let through and reports whether
// reading goes on.
func (j *judge) judge(t *token) bool {
	switch t.kind {
	case tokenEOF:
		return j.end()
	case tokenText:
		return j.text(t.span)
	case tokenStart:
		return j.start(t)
	case tokenEnd:
		return j.endTag(t.span, t.name)
	}
	kind := markupKind(j.r.b, *t)
	j.refuse(Structure, kind, t.span, t.span).Name = markupName(j.r.b, *t)
	return false
}

// markupKind names a comment, instruction, directive or CDATA section.
func markupKind(b []byte, t token) Kind {
	switch t.kind {
	case tokenComment:
		return KindComment
	case tokenCDATA:
		return KindCDATASection
	case tokenInstruction:
		if string(t.name.Of(b)) == "xml" {
			return KindXMLDeclaration
		}
		return KindProcessingInstruction
	}
	return KindDoctype
}

// markupName returns the word that tells the markup of t from other markup of
// its kind.
func markupName(b []byte, t token) string {
	switch t.kind {
	case tokenDirective:
		return string(b[t.span.Start+2 : nameEnd(b, t.span.Start+2)])
	case tokenCDATA:
		return "CDATA"
	}
	return string(t.name.Of(b))
}

// text judges a run of text.
func (j *judge) text(s source.Span) bool {
	b := j.r.b
	switch j.depth {
	case inSection:
		if !j.filled[j.next] && (j.next == Goal || j.next == State) && !blank(b, s) {
			j.filled[j.next] = true
		}
		return true
	case inRoot:
		if blank(b, s) {
			return true
		}
		j.refuse(Structure, KindTextBetween, trim(b, s), s)
	case beforeRoot:
		span, kind := firstOutside(b, s)
		j.refuse(Structure, kind, span, s)
	case afterRoot:
		span, kind := firstOutside(b, s)
		switch kind {
		case KindLeadingNewline:
			kind = KindTrailingNewline
		case KindProseBefore:
			kind = KindProseAfter
		}
		j.refuse(Structure, kind, span, s)
	}
	return false
}

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\uFEFF"

// firstOutside names the first thing in the run of text s outside the root, as it
// is named before it.
func firstOutside(b []byte, s source.Span) (source.Span, Kind) {
	if bytes.HasPrefix(s.Of(b), []byte(byteOrderMark)) {
		return source.Span{Start: s.Start, End: s.Start + len(byteOrderMark)}, KindBOM
	}
	t := trim(b, s)
	switch {
	case t.Empty():
		return s, KindLeadingNewline
	case fence(t.Of(b)):
		if i := bytes.IndexByte(t.Of(b), '\n'); i >= 0 {
			t.End = t.Start + i
		}
		return trim(b, t), KindCodeFence
	}
	return t, KindProseBefore
}

// fence reports whether line begins with the marks of a code block.
func fence(line []byte) bool {
	return bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))
}

// trim returns s without the white space at its ends, in Unicode's sense; the
// empty span at its end where it is all white space.
func trim(b []byte, s source.Span) source.Span {
	text := s.Of(b)
	s.Start += len(text) - len(bytes.TrimLeftFunc(text, space))
	s.End = s.Start + len(bytes.TrimRightFunc(s.Of(b), space))
	return s
}

// start judges a start tag and, where it closes itself, the end that follows.
func (j *judge) start(t *token) bool {
	b := j.r.b
	name := t.name.Of(b)
	short := local(name)
	switch j.depth {
	case beforeRoot:
		return j.root(t, name, short)
	case afterRoot:
		kind := KindElementAfter
		if string(short) == rootName {
			kind = KindSecondRoot
		}
		j.refuse(Structure, kind, t.span, t.span).Name = string(name)
		return false
	case inSection:
		j.refuse(Structure, foreign(b, *t, false), t.span, t.span).Name = string(name)
		return false
	}
	if j.next > OpenItems || string(name) != j.next.String() {
		j.unexpected(t, name, short)
		return false
	}
	if t.attrs.End > 0 {
		f := j.refuse(Structure, KindSectionAttribute, t.attrs, t.span)
		f.Section, f.Name = j.next, string(b[t.attrs.Start:nameEnd(b, t.attrs.Start)])
		return false
	}
	s := &j.d.Sections[j.next-1]
	*s = Section{ID: j.next, Present: true, Open: t.span, Element: t.span, Content: source.At(t.span.End), SelfClosing: t.empty}
	if t.empty {
		j.next++
		return true
	}
	j.depth = inSection
	return true
}

// root judges the first start tag.
func (j *judge) root(t *token, name, short []byte) bool {
	switch {
	case string(short) != rootName:
		kind := rootKind(short)
		f := j.refuse(Root, kind, t.span, t.span)
		f.Name, f.Want = string(name), rootName
		return false
	case len(short) != len(name):
		f := j.refuse(Structure, KindRootNamespace, t.span, t.span)
		f.Name, f.Want = string(name), rootName
		return false
	case t.attrs.End > 0:
		first := j.r.b[t.attrs.Start:nameEnd(j.r.b, t.attrs.Start)]
		j.refuse(Structure, attributeKind(KindRootAttribute, KindRootNamespace, first), t.attrs, t.span).Name = string(first)
		return false
	}
	j.d.Root = Section{Present: true, Open: t.span, Element: t.span, Content: source.At(t.span.End), SelfClosing: t.empty}
	j.depth = inRoot
	if t.empty {
		j.refuse(Structure, KindSelfClosedRoot, t.span, source.At(t.span.End))
	}
	return !t.empty
}

// rootKind names a first element that is not the root.
func rootKind(name []byte) Kind {
	if id, exact := section(name); id != None && exact {
		return KindNoRoot
	}
	if bytes.EqualFold(name, []byte(rootName)) {
		return KindRootCase
	}
	return KindWrongRootName
}

// attributeKind returns space where name declares a name space, else plain.
func attributeKind(plain, space Kind, name []byte) Kind {
	if string(name) == "xmlns" || bytes.HasPrefix(name, []byte("xmlns:")) {
		return space
	}
	return plain
}

// unexpected refuses a start tag between sections that is not the one that has
// to come next.
func (j *judge) unexpected(t *token, name, short []byte) {
	f := j.refuse(Structure, KindExtraSection, t.span, t.span)
	f.Name = string(name)
	id, exact := section(short)
	switch {
	case len(short) != len(name) && id != None && exact:
		f.Kind, f.Section, f.Want = KindSectionNamespace, id, id.String()
	case id != None && exact && id < j.next:
		f.Kind, f.Section = KindDuplicateSection, id
		f.Related = []Related{{j.d.Sections[id-1].Open, firstIsHere(id)}}
	case id != None && exact:
		f.Kind, f.Section, f.Span = KindMissingSection, j.next, source.At(t.span.Start)
		f.Name, f.Want = j.next.String(), j.next.String()
	case id != None && id >= j.next:
		f.Kind, f.Section, f.Want = KindMisspeltSection, id, id.String()
		if bytes.EqualFold(short, []byte(id.String())) {
			f.Kind = KindSectionCase
		}
	}
}

func firstIsHere(id SectionID) string { return "the first <" + id.String() + "> is here" }

// endTag judges an end tag.
func (j *judge) endTag(s, name source.Span) bool {
	b := j.r.b
	switch j.depth {
	case inSection:
		if string(name.Of(b)) != j.next.String() {
			open := j.d.Sections[j.next-1].Open
			f := j.refuse(Syntax, KindMismatchedClose, s, s)
			f.Name, f.Want = string(name.Of(b)), j.next.String()
			f.Related = []Related{{open, "opened here"}}
			return false
		}
		sec := &j.d.Sections[j.next-1]
		sec.Close = s
		sec.Content.End = s.Start
		sec.Element.End = s.End
		j.next++
		j.depth = inRoot
		return true
	case inRoot:
		if string(name.Of(b)) != rootName {
			f := j.refuse(Syntax, KindMismatchedClose, s, s)
			f.Name, f.Want = string(name.Of(b)), rootName
			f.Related = []Related{{j.d.Root.Open, "opened here"}}
			return false
		}
		if j.next <= OpenItems {
			f := j.refuse(Structure, KindMissingSection, source.At(s.Start), s)
			f.Section, f.Name, f.Want = j.next, j.next.String(), j.next.String()
			return false
		}
		j.d.Root.Close = s
		j.d.Root.Content.End = s.Start
		j.d.Root.Element.End = s.End
		j.depth = afterRoot
		return true
	}
	j.refuse(Syntax, KindStrayEndTag, s, s).Name = string(name.Of(b))
	return false
}

// end judges the end of the input.
func (j *judge) end() bool {
	end := source.At(len(j.r.b))
	switch j.depth {
	case beforeRoot: // anything but nothing was refused before
		j.refuse(Root, KindEmptyDocument, end, end).Want = rootName
		return false
	case inRoot, inSection:
		j.truncated(end)
		return false
	}
	for _, id := range [...]SectionID{Goal, State} {
		if !j.filled[id] {
			j.refuse(Content, blankKind(id), blankSpan(j.d.Section(id)), end)
			j.d.Fault.Section = id
			return false
		}
	}
	return true
}

// blankKind returns the kind of a blank section.
func blankKind(id SectionID) Kind {
	if id == Goal {
		return KindBlankGoal
	}
	return KindBlankState
}

// blankSpan returns what to underline of a blank section.
func blankSpan(s Section) source.Span {
	if s.SelfClosing {
		return s.Open
	}
	return s.Content
}

// findCDATA overrules the verdict where the bytes that begin a CDATA section
// stand at or behind offset at: the runtime looks for them before it reads a
// token. Before at they cannot be, because a token that was let through holds no
// <.
func (j *judge) findCDATA(at int) {
	i := bytes.Index(j.r.b[at:], []byte(cdataOpen))
	if i < 0 {
		return
	}
	span := cdataSpan(j.r.b, at+i)
	j.depth = beforeRoot // its section is not known from here
	j.refuse(Structure, KindCDATASection, span, source.Span{Start: at + i, End: at + i + len(cdataOpen)}).Name = "CDATA"
}

// cdataSpan returns the CDATA section at offset at, its opening alone where it
// has no end.
func cdataSpan(b []byte, at int) source.Span {
	end := at + len(cdataOpen)
	if i := bytes.Index(b[end:], []byte("]]>")); i >= 0 {
		end += i + 3
	}
	return source.Span{Start: at, End: end}
}

// describe returns the name of what stands at s, a fault of kind in text, and
// what should stand there instead.
func describe(b []byte, kind Kind, s source.Span) (name, want string) {
	text := s.Of(b)
	switch kind {
	case KindBareAmpersand:
		return "", "&amp;"
	case KindBareLessThan:
		return "", "&lt;"
	case KindCDATAEnd:
		return "]]>", "]]&gt;"
	case KindIllegalChar:
		r, _ := utf8.DecodeRune(text)
		return fmt.Sprintf("U+%04X", r), ""
	case KindInvalidUTF8:
		return fmt.Sprintf("% X", text[:min(len(text), maxNamedBytes)]), ""
	case KindHTMLEntity, KindUnknownEntity, KindBadNumericReference, KindUnterminatedReference:
		return string(bytes.TrimSuffix(text[1:], []byte(";"))), meant(text)
	}
	return "", ""
}

// maxNamedBytes bounds the bytes that are spelt out in a name.
const maxNamedBytes = 8
