package repair

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"unicode"

	"compactlens/core/source"
	"compactlens/core/summary"
)

// markup mends what stands in a section, or between sections, and is not text.
func (m *mender) markup(f summary.Fault) draft {
	in := m.inContent(f.Span)
	switch f.Kind {
	case summary.KindBareLessThan:
		return m.cleaned("write < as &lt;", f.Span)
	case summary.KindGenerics:
		return m.cleaned("write < as &lt;: the text stays as it reads", f.Span)
	case summary.KindNested:
		if in {
			return m.nested(f)
		}
	case summary.KindMalformedTag:
		return m.malformed(f)
	case summary.KindCDATASection:
		return m.cdata(f)
	case summary.KindComment:
		if !in {
			return safe("delete the comment", m.cutOut(f.Span))
		}
		if bytes.HasPrefix(f.Span.Of(m.b), []byte(commentOpen)) && bytes.HasSuffix(f.Span.Of(m.b), []byte("-->")) {
			return safe("delete the comment", remove(f.Span))
		}
	}
	if in {
		return m.cleaned("write < as &lt;: the markup stays as text", hull(f))
	}
	switch f.Kind {
	case summary.KindXMLDeclaration:
		return safe("delete the declaration", m.cutOut(f.Span))
	case summary.KindDoctype:
		return safe("delete the document type", m.cutOut(f.Span))
	case summary.KindProcessingInstruction:
		return safe("delete the instruction", m.cutOut(f.Span))
	case summary.KindStrayEndTag:
		return m.strayEnd(f)
	}
	return m.unwanted(f, hull(f))
}

// strayEnd mends an end tag between sections or outside the root.
func (m *mender) strayEnd(f summary.Fault) draft {
	if f.Name == rootName && m.inRoot(f.Span) && m.rep.Root.Close.Empty() {
		return changes("close the root behind the last section", "the root was closed before the last section; what follows may belong to something else",
			m.cutOut(f.Span), insert(m.trimEnd(m.rep.Root.Content.End), "</"+rootName+">"))
	}
	return safe("delete the tag, which holds no text", m.cutOut(f.Span))
}

// nested mends elements in a section: an element that is never closed is quoted
// text, a row of elements becomes lines.
func (m *mender) nested(f summary.Fault) draft {
	region := hull(f)
	tags := tagsIn(m.b, region)
	starts := 0
	ends := 0
	for _, t := range tags {
		if t.end {
			ends++
		} else {
			starts++
		}
	}
	if ends == 0 {
		return m.cleaned("write < as &lt;: the tag is quoted text", region)
	}
	lines := starts > 1
	var edits []Edit
	for i, t := range tags {
		e := remove(t.span)
		switch {
		case t.end:
		case lines && m.lineBegins(t.span.Start, tags[:i]):
			e.Text = "- "
		case lines:
			e.Text = "\n- "
		}
		edits = append(edits, e)
	}
	title := "drop the tags and keep their text"
	if lines {
		title = "write the elements as lines"
	}
	return changes(title, "the markup that divides the text is dropped", edits...)
}

// lineBegins reports whether nothing but white space stands on the line before
// offset at, the tags that are dropped left out.
func (m *mender) lineBegins(at int, dropped []tag) bool {
	start := m.sectionAt(source.At(at)).Content.Start
	for i := at; i > start; i-- {
		if k := len(dropped) - 1; k >= 0 && dropped[k].span.End == i {
			if dropped[k].end {
				return false // text of the element before stands on this line
			}
			i, dropped = dropped[k].span.Start+1, dropped[:k]
			continue
		}
		switch m.b[i-1] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return true
}

// malformed mends a tag with something in it that XML cannot read.
func (m *mender) malformed(f summary.Fault) draft {
	want := f.Want
	if want == "" && f.Span == m.rep.Root.Open {
		want = "<" + rootName + ">"
	}
	text := f.Span.Of(m.b)
	if want == "" || !bytes.HasSuffix(text, []byte(">")) {
		if m.inContent(f.Span) {
			return m.cleaned("write < as &lt;: the tag is quoted text", f.Span)
		}
		return refused("what the tag was meant to be is not known")
	}
	if bytes.HasSuffix(bytes.TrimRight(text, " \t\r\n>"), []byte("/")) && !strings.HasPrefix(want, "</") {
		want = strings.TrimSuffix(want, ">") + "/>"
	}
	rest := strings.Trim(strings.Replace(string(text), strings.Trim(want, "</>"), "", 1), "</> \t\r\n")
	if rest != "" {
		return changes("write the bare tag "+want, "what else stands in the tag is dropped", Edit{f.Span, want})
	}
	return safe("write the tag "+want, Edit{f.Span, want})
}

// cdata unwraps a CDATA section.
func (m *mender) cdata(f summary.Fault) draft {
	text := f.Span.Of(m.b)
	body, ok := bytes.CutSuffix(bytes.TrimPrefix(text, []byte(cdataOpen)), []byte("]]>"))
	switch {
	case !ok || !bytes.HasPrefix(text, []byte(cdataOpen)):
		if m.inContent(f.Span) {
			return m.cleaned("write < as &lt;: the opening is quoted text", f.Span)
		}
		return refused("where the CDATA section ends is not known")
	case holdsTag(body):
		return refused("the CDATA section runs over the tags of sections; where it should end is not known")
	case m.inContent(f.Span):
		return safe("unwrap the CDATA section and escape what is in it", unwrap(m.b, f.Span)...)
	case len(bytes.TrimFunc(body, unicode.IsSpace)) == 0:
		return safe("delete the empty CDATA section", m.cutOut(f.Span))
	}
	return m.unwanted(f, f.Span)
}

// unwrap returns the edits that make plain text of the CDATA section s, each as
// small as it can be where there are not too many.
func unwrap(b []byte, s source.Span) []Edit {
	inside := source.Span{Start: s.Start + len(cdataOpen), End: s.End - len("]]>")}
	g := gathered{b: b, most: maxEdits}
	g.add(remove(source.Span{Start: s.Start, End: inside.Start}))
	for at := inside.Start; at < inside.End; {
		n := max(allowedAt(b, at), 1)
		if p := unreadableOr(b, at, n); p.write != string(p.span.Of(b)) {
			g.add(Edit{p.span, p.write})
			n = p.span.Len()
		}
		at += n
	}
	g.add(remove(source.Span{Start: inside.End, End: s.End}))
	return g.all()
}

// unreadableOr returns the piece of n bytes at offset at of text that stands for
// nothing but itself.
func unreadableOr(b []byte, at, n int) piece {
	if allowedAt(b, at) == 0 {
		return unreadableAt(b, at)
	}
	s := source.Span{Start: at, End: at + n}
	read, write := literal(s.Of(b))
	if b[at] == '>' && b[at-1] == ']' {
		write = "&gt;"
	}
	return piece{plainText, s, read, write}
}

// holdsTag reports whether a tag of a section or of the root stands in text.
func holdsTag(text []byte) bool {
	_, ok := firstKnown(text, source.Span{End: len(text)})
	return ok
}

// tag is a tag as it is written.
type tag struct {
	span source.Span
	name string
	end  bool // an end tag
}

// known reports whether t is a tag of a section or of the root.
func (t tag) known() bool {
	return t.name == rootName || summary.SectionByName(t.name) != summary.None
}

// tagsIn returns what looks like a tag in s of b, in order of place.
func tagsIn(b []byte, s source.Span) []tag { return slices.Collect(eachTag(b, s)) }

// eachTag is tagsIn, one at a time.
func eachTag(b []byte, s source.Span) iter.Seq[tag] {
	return func(yield func(tag) bool) {
		for at := s.Start; at < s.End; at++ {
			i := bytes.IndexByte(b[at:s.End], '<')
			if i < 0 {
				return
			}
			at += i
			t := tag{span: source.Span{Start: at}}
			name := at + 1
			if name < s.End && b[name] == '/' {
				t.end = true
				name++
			}
			last := nameEnd(b[:s.End], name)
			shut := bytes.IndexAny(b[last:s.End], "<>")
			if last == name || shut < 0 || b[last+shut] != '>' {
				continue
			}
			t.name, t.span.End = string(b[name:last]), last+shut+1
			at = t.span.End - 1
			if !yield(t) {
				return
			}
		}
	}
}

// firstKnown returns the first tag of a section or of the root in s of b.
func firstKnown(b []byte, s source.Span) (t tag, ok bool) {
	for t := range eachTag(b, s) {
		if t.known() {
			return t, true
		}
	}
	return tag{}, false
}
