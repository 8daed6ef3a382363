package summary

import (
	"bytes"

	"compactlens/core/pulse"
	"compactlens/core/source"
)

// item is one piece of markup, in the order of the text. What lies between two
// items is text.
type item struct {
	kind   tokenKind   // never tokenText
	empty  bool        // a start tag that closes itself
	isRoot bool        // a tag with the root's name, whatever its prefix
	broken Kind        // what the tokenizer refuses in it
	id     SectionID   // of a tag with exactly a section's name
	span   source.Span // what it covers
	stop   source.Span // the token as the tokenizer sees it
	name   source.Span
	attrs  source.Span
}

// class returns the runtime's reason for refusing it as such.
func (it *item) class() Class {
	if it.broken != KindNone {
		return Syntax
	}
	return Structure
}

// lexical is a fault in text. Its class is Syntax.
type lexical struct {
	kind Kind
	span source.Span
	stop source.Span
}

// MaxMarkup bounds the pieces of markup, and the faults in text, that are kept of
// one document. A summary has twelve tags; text with this many is no summary, and
// the rest of it tells nothing new. But markup may be quoted in any number: behind the
// bound maxTags tags of sections and of the root are kept all the same, so that where
// these begin and end is known. The decision is made on all of it.
const (
	MaxMarkup = 1 << 16
	maxTags   = 1 << 12
)

// scan is a text taken apart by the token reader with recovery.
type scan struct {
	b       []byte
	items   []item
	flaws   []lexical
	cut     source.Span // the token that the input ends in; empty where it ends between tokens
	pieces  int         // of markup, kept or not
	limited bool        // there are more tags than are kept: the rest was not looked at
	many    bool        // there are more faults in text than MaxMarkup: the rest is not kept
	vain    int         // bytes looked through for an end that did not come
}

// newScan reads all of b. Where the tokenizer refuses something it decides what a
// person takes it for and goes on behind it.
func newScan(b []byte) *scan { return scanFor(&pulse.Pulse{}, b) }

// scanFor is newScan that may stop, with less than all of it, when p says so.
func scanFor(p *pulse.Pulse, b []byte) *scan {
	s := &scan{b: b, cut: source.At(len(b))}
	r := reader{b: b, recovering: true}
	for {
		before := r.at
		r.flaws = r.flaws[:0]
		s.vain = r.vain
		var t token
		r.next(&t)
		switch {
		case t.kind == tokenEOF:
			return s
		case t.kind == tokenText:
			for _, f := range r.flaws {
				s.flaw(f.kind, f.span, f.span)
			}
		case t.flaw.kind == KindNone:
			s.sound(&r, t)
		default:
			s.refused(&r, t)
		}
		if s.limited || p.Beat(r.at-before) {
			return s
		}
	}
}

// flaw notes a fault in text.
func (s *scan) flaw(kind Kind, span, stop source.Span) {
	if kind == KindTruncated {
		s.cut = span
		return
	}
	if len(s.flaws) == MaxMarkup {
		s.many = true
		return
	}
	s.flaws = append(s.flaws, lexical{kind, span, stop})
}

// add notes an item for t that covers span.
func (s *scan) add(t token, span source.Span, broken Kind) {
	if s.pieces++; len(s.items) == MaxMarkup+maxTags {
		s.limited = true
		return
	}
	it := item{kind: t.kind, empty: t.empty, broken: broken, span: span, stop: s.stop(t), name: t.name, attrs: t.attrs}
	if t.kind == tokenStart || t.kind == tokenEnd {
		name := t.name.Of(s.b)
		it.id = SectionByName(string(name))
		it.isRoot = string(local(name)) == rootName
	}
	if len(s.items) >= MaxMarkup && it.id == None && !it.isRoot {
		return
	}
	s.items = append(s.items, it)
}

// stop returns what the tokenizer is reading when it refuses t, or what it lets
// through as t.
func (s *scan) stop(t token) source.Span {
	if t.flaw.kind == KindTruncated && t.kind != tokenCDATA {
		return source.At(len(s.b))
	}
	return t.span
}

// sound takes in a token that the tokenizer lets through.
func (s *scan) sound(r *reader, t token) {
	// An instruction or directive that runs over tags of sections is an opening
	// somebody wrote in text, which found its end by accident.
	if (t.kind == tokenInstruction || t.kind == tokenDirective) && r.knownTag(t.span.Start+2, t.span.End) {
		span := source.Span{Start: t.span.Start, End: max(t.name.End, t.span.Start+2)}
		s.add(t, span, KindNone)
		r.at = span.End
		return
	}
	s.add(t, t.span, KindNone)
}

// refused takes in a token that the tokenizer refuses and says where to go on.
func (s *scan) refused(r *reader, t token) {
	switch t.kind {
	case tokenStart, tokenEnd:
		s.refusedTag(r, t)
	case tokenComment:
		s.refusedMarkup(r, t, 4, "-->")
	case tokenInstruction:
		if t.flaw.kind == KindXMLDeclaration {
			s.add(t, t.span, KindXMLDeclaration)
			return
		}
		at := t.span.Start
		if end := angled(s.b, at); end > 0 && at > 0 && wordByte(s.b[at-1]) {
			s.flaw(KindGenerics, source.Span{Start: at, End: end}, s.stop(t))
			r.at = end
			return
		}
		s.refusedMarkup(r, t, 2, "?>")
	case tokenCDATA:
		if t.flaw.kind == KindTruncated && len(s.b)-t.span.Start >= len(cdataOpen) {
			s.openCDATA(r, t)
			return
		}
		s.refusedMarkup(r, t, 3, "]>")
	default:
		s.refusedMarkup(r, t, 2, ">")
	}
}

// refusedTag takes in a start or end tag that the tokenizer refuses.
func (s *scan) refusedTag(r *reader, t token) {
	if t.flaw.kind == KindTruncated {
		s.cut = source.Span{Start: t.span.Start, End: len(s.b)}
		r.at = len(s.b)
		return
	}
	named := brokenStart
	if t.kind == tokenEnd {
		named = brokenEnd
	}
	m := named(s.b, t)
	r.at = m.next
	if m.kind == KindGenerics || m.kind == KindBareLessThan {
		s.flaw(m.kind, m.span, t.span)
		return
	}
	if t.name.Empty() {
		t.name.Start = r.space(t.name.Start)
		t.name.End = nameEnd(s.b, t.name.Start)
	}
	if t.kind == tokenStart && s.b[m.span.End-1] == '>' {
		rest := trim(s.b, source.Span{Start: t.name.End, End: m.span.End - 1})
		t.empty = rest.Len() > 0 && s.b[rest.End-1] == '/'
		t.attrs = source.Span{}
		if rest.Len() > 0 && nameEnd(s.b, rest.Start) > rest.Start {
			t.attrs = rest
		}
	}
	s.add(t, m.span, m.kind)
}

// refusedMarkup takes in a comment, instruction or directive that the tokenizer
// refuses. It ends at last, where that comes before the next tag of a section;
// else only its opening of size bytes is taken.
func (s *scan) refusedMarkup(r *reader, t token, size int, last string) {
	at := t.span.Start
	body := min(at+size, len(s.b))
	end := r.find(body, last)
	if end >= 0 && !r.knownTag(body, end) && (last != ">" || bytes.IndexByte(s.b[body:end], '<') < 0) {
		span := source.Span{Start: at, End: end + len(last)}
		s.add(t, span, t.flaw.kind)
		s.unTruncate(t)
		r.at = span.End
		return
	}
	if t.flaw.kind == KindTruncated && !r.knownTag(body, len(s.b)) {
		s.cut = source.Span{Start: at, End: len(s.b)}
		r.at = len(s.b)
		return
	}
	if end := angled(s.b, at); end > 0 && t.kind == tokenInstruction {
		s.flaw(KindGenerics, source.Span{Start: at, End: end}, s.stop(t))
		r.at = end
		return
	}
	if t.kind == tokenDirective && (body == len(s.b) || s.b[body] < 'A' || s.b[body] > 'Z') {
		s.flaw(KindBareLessThan, source.Span{Start: at, End: at + 1}, s.stop(t))
		r.at = at + 1
		return
	}
	span := source.Span{Start: at, End: max(body, t.name.End)}
	s.add(t, span, t.flaw.kind)
	s.unTruncate(t)
	r.at = span.End
}

// unTruncate names the item just added for t by its sort, where the tokenizer
// only complained that it has no end.
func (s *scan) unTruncate(t token) {
	if n := len(s.items); n > 0 && s.items[n-1].broken == KindTruncated {
		s.items[n-1].broken = markupKind(s.b, t)
	}
}

// openCDATA takes in a CDATA section without an end. Its content is passed over up
// to the next tag of a section.
func (s *scan) openCDATA(r *reader, t token) {
	at := t.span.Start
	span := source.Span{Start: at, End: at + len(cdataOpen)}
	s.add(t, span, KindNone) // the runtime does not look for the end
	r.at = r.nextKnown(span.End, len(s.b))
}

// knownTag reports whether a tag of a section or of the root begins in the bytes
// from offset at to end.
func (r *reader) knownTag(at, end int) bool { return r.nextKnown(at, end) < end }

// nextKnown returns the offset of the first tag of a section or of the root from
// at on, end where there is none before it. What it looks through counts as in
// vain; where too much has been, it returns end.
func (r *reader) nextKnown(at, end int) int {
	if r.vain > maxVain*len(r.b) {
		return end
	}
	start := at
	for at < end {
		i := bytes.IndexByte(r.b[at:end], '<')
		if i < 0 {
			break
		}
		at += i
		from := at + 1
		if from < len(r.b) && r.b[from] == '/' {
			from++
		}
		if known(r.b[from:nameEnd(r.b, from)]) {
			r.vain += at - start
			return at
		}
		at++
	}
	r.vain += end - start
	return end
}
