package repair

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/summary"
)

// rootName is the name of the root element.
const rootName = "conversation_summary"

// draft is a repair before it is known which finding it is for: its edits are in
// the text it was made from.
type draft struct {
	risk   Risk
	title  string
	reason string
	edits  []Edit
}

// safe returns a draft that changes no section's text.
func safe(title string, edits ...Edit) draft { return draft{Safe, title, "", edits} }

// changes returns a draft that needs somebody's consent, and why.
func changes(title, reason string, edits ...Edit) draft {
	return draft{ChangesMeaning, title, reason, edits}
}

// refused returns a draft that does nothing, and why.
func refused(reason string) draft { return draft{risk: Refused, title: "not mended", reason: reason} }

// remove returns the edit that deletes s.
func remove(s source.Span) Edit { return Edit{Span: s} }

// insert returns the edit that puts text at offset.
func insert(offset int, text string) Edit { return Edit{source.At(offset), text} }

// mender works out the repairs of one summary.
type mender struct {
	b     []byte
	rep   summary.Report
	mute  [int(summary.OpenItems) + 1]bool // a goal or state that says nothing that can be read as it is
	whole bool                             // the root and its five sections are there and closed
}

func newMender(b []byte) *mender {
	m := &mender{b: b, rep: summary.Inspect(b)}
	var seen [len(m.mute)]bool
	closed := m.rep.Root.Present
	for _, s := range m.rep.Sections {
		seen[s.ID] = true
		closed = closed && (s.SelfClosing || !s.Close.Empty())
		if s.ID == summary.Goal || s.ID == summary.State {
			m.mute[s.ID] = !says(b, s.Content)
		}
	}
	m.whole = closed
	for id := summary.Goal; id <= summary.OpenItems; id++ {
		m.whole = m.whole && seen[id]
	}
	return m
}

// mend returns what can be done about f.
func (m *mender) mend(f summary.Fault) draft {
	var d draft
	switch k := f.Kind; {
	case k <= summary.KindCDATAEnd:
		d = m.character(f)
	case k <= summary.KindCDATASection:
		d = m.markup(f)
	case k <= summary.KindBlankState:
		d = m.row(f)
	case k <= summary.KindTruncated:
		d = m.root(f)
	default:
		d = m.outside(f)
	}
	if sec := m.sectionAt(f.Span); sec.ID != summary.None && m.mute[sec.ID] && d.risk != Refused && f.Span.Start >= sec.Content.Start && f.Span.Start < sec.Content.End {
		return refused("<" + sec.ID.String() + "> says nothing but this; mended, it would look as if it said something")
	}
	return d
}

// sectionAt returns the section that s begins in, else the zero Section.
func (m *mender) sectionAt(s source.Span) summary.Section {
	for _, sec := range m.rep.Sections {
		if sec.Element.Start <= s.Start && s.Start < sec.Element.End {
			return sec
		}
	}
	return summary.Section{}
}

// inContent reports whether s lies in the text of a section.
func (m *mender) inContent(s source.Span) bool {
	sec := m.sectionAt(s)
	return sec.Present && sec.Content.Start <= s.Start && s.End <= sec.Content.End
}

// inRoot reports whether s lies between the root's tags.
func (m *mender) inRoot(s source.Span) bool {
	r := m.rep.Root
	return r.Present && r.Content.Start <= s.Start && s.End <= r.Content.End
}

// hull returns the span from the first to the last byte of f and its other
// places.
func hull(f summary.Fault) source.Span {
	h := f.Span
	for _, a := range f.Also {
		h.Start, h.End = min(h.Start, a.Start), max(h.End, a.End)
	}
	return h
}

// character mends characters and references.
func (m *mender) character(f summary.Fault) draft {
	title := "write it as plain text"
	switch f.Kind {
	case summary.KindBareAmpersand, summary.KindUnknownEntity:
		title = "write & as &amp;"
	case summary.KindHTMLEntity:
		title = "write the character that the entity stands for"
	case summary.KindUnterminatedReference:
		title = "put the semicolon behind the entity"
	case summary.KindBadNumericReference:
		title = "write the number as XML wants it, or the picture of the control character"
	case summary.KindIllegalChar:
		title = "write the picture of the control character; drop colour sequences"
	case summary.KindInvalidUTF8:
		title = "write U+FFFD for the bytes, as the runtime does in a JSON reply"
	case summary.KindCDATAEnd:
		title = "write ]]> as ]]&gt;"
	}
	if !m.inContent(f.Span) && decode(m.b, f.Span) != "" && strings.Trim(decode(m.b, f.Span), unseen) == "" {
		return safe("delete it; it holds no words", remove(f.Span))
	}
	return m.cleaned(title, f.Span)
}

// unseen holds what picture writes.
const unseen = " \uFFFD␀␁␂␃␄␅␆␇␈␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟"

// cleaned returns the draft that makes plain text of s.
func (m *mender) cleaned(title string, s source.Span) draft {
	edits := clean(m.b, s)
	if len(edits) == 0 {
		return refused("what was meant here is not known")
	}
	return safe(title, edits...)
}

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
// small as it can be.
func unwrap(b []byte, s source.Span) []Edit {
	inside := source.Span{Start: s.Start + len(cdataOpen), End: s.End - len("]]>")}
	edits := []Edit{remove(source.Span{Start: s.Start, End: inside.Start})}
	for at := inside.Start; at < inside.End; {
		n := max(allowedAt(b, at), 1)
		if p := unreadableOr(b, at, n); p.write != string(p.span.Of(b)) {
			edits = append(edits, Edit{p.span, p.write})
			n = p.span.Len()
		}
		at += n
	}
	return append(edits, remove(source.Span{Start: inside.End, End: s.End}))
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
	return slices.ContainsFunc(tagsIn(text, source.Span{End: len(text)}), func(t tag) bool {
		return t.name == rootName || summary.SectionByName(t.name) != summary.None
	})
}

// tag is a tag as it is written.
type tag struct {
	span source.Span
	name string
	end  bool // an end tag
}

// tagsIn returns what looks like a tag in s of b, in order of place.
func tagsIn(b []byte, s source.Span) []tag {
	var tags []tag
	for at := s.Start; at < s.End; at++ {
		i := bytes.IndexByte(b[at:s.End], '<')
		if i < 0 {
			return tags
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
		tags = append(tags, t)
		at = t.span.End - 1
	}
	return tags
}

// unwanted mends text that stands where no text may: it is moved into the section
// beside it, or deleted where it says nothing.
func (m *mender) unwanted(f summary.Fault, s source.Span) draft {
	text := decode(m.b, s)
	for _, t := range tagsIn(m.b, s) {
		text = strings.Replace(text, string(t.span.Of(m.b)), "", 1)
	}
	if decoration(text) {
		return safe("delete it; it holds no words", m.cutOut(s))
	}
	if !m.inRoot(s) {
		return changes("delete it", "what it says is dropped", m.cutOut(s))
	}
	return m.takeIn(s, f.Kind != summary.KindTextBetween)
}

// decoration reports whether text is nothing but rules, blanks and characters that
// cannot be seen.
func decoration(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.In(r, unicode.Cf) && !strings.ContainsRune("-_*=~#", r)
	})
}

// takeIn moves s, text between sections or an element of no section, into the
// section before it, else into the one behind it. Only tags are touched, so that
// what is in s can be mended at the same time.
func (m *mender) takeIn(s source.Span, element bool) draft {
	before, behind := m.neighbours(s)
	const reason = "the words now stand in a section that they were not written in"
	var edits []Edit
	if element {
		for _, t := range tagsIn(m.b, s) {
			e := remove(t.span)
			if t.span.Start == s.Start {
				e.Text = t.name + ": "
			}
			edits = append(edits, e)
		}
	}
	switch {
	case before.Present && !before.Close.Empty():
		name := before.ID.String()
		edits = slices.Insert(edits, 0, Edit{before.Close, m.breakBefore(before.Close.End)})
		edits = append(edits, insert(s.End, string(before.Close.Of(m.b))))
		return changes("move it into <"+name+">", reason, edits...)
	case behind.Present && !behind.SelfClosing && !behind.Open.Empty():
		name := behind.ID.String()
		edits = append([]Edit{insert(s.Start, string(behind.Open.Of(m.b)))}, edits...)
		edits = append(edits, Edit{behind.Open, m.breakBefore(s.End)})
		return changes("move it into <"+name+">", reason, edits...)
	}
	return changes("delete it", "what it says is dropped", m.cutOut(s))
}

// breakBefore returns the line break that has to stand at offset at so that the
// words on both sides keep apart: none where white space stands there.
func (m *mender) breakBefore(at int) string {
	if at < len(m.b) && bytes.IndexByte([]byte(" \t\r\n"), m.b[at]) >= 0 {
		return ""
	}
	return "\n"
}

// neighbours returns the sections directly before and behind s: those that only
// white space parts from it.
func (m *mender) neighbours(s source.Span) (before, behind summary.Section) {
	blank := func(a, b int) bool { return a <= b && len(bytes.TrimSpace(m.b[a:b])) == 0 }
	for _, sec := range m.rep.Sections {
		if blank(sec.Element.End, s.Start) {
			before = sec
		}
		if !behind.Present && blank(s.End, sec.Element.Start) {
			behind = sec
		}
	}
	return before, behind
}

// cutOut returns the edit that deletes s and, outside the root, the white space
// that parts it from its neighbour towards the root; the white space at the two
// ends of the text goes too.
func (m *mender) cutOut(s source.Span) Edit {
	root := m.rep.Root
	space := func(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
	switch {
	case !root.Present || m.inRoot(s):
		return remove(s)
	case s.End <= root.Open.Start:
		for s.End < root.Open.Start && space(m.b[s.End]) {
			s.End++
		}
		if len(bytes.TrimSpace(m.b[:s.Start])) == 0 {
			s.Start = 0
		}
	default:
		for s.Start > root.Element.End && space(m.b[s.Start-1]) {
			s.Start--
		}
		if len(bytes.TrimSpace(m.b[s.End:])) == 0 {
			s.End = len(m.b)
		}
	}
	return remove(s)
}

// trimEnd returns the offset after the last byte before at that is not white
// space.
func (m *mender) trimEnd(at int) int { return len(bytes.TrimRightFunc(m.b[:at], unicode.IsSpace)) }

// summaryFaults adds the repairs of the summary.
func (m *maker) summaryFaults() {
	if !m.v.HasSummary {
		return
	}
	x := m.v.Summary
	mend := newMender(x.Bytes)
	for _, f := range mend.rep.Faults {
		if m.cut && (f.Kind == summary.KindTruncated || f.Kind == summary.KindUnclosedRoot) {
			continue // the reply's own end says so
		}
		rule := "summary/" + f.Kind.String()
		finding := m.finding(rule, func(p inspect.Place) bool { return p.InSummary && p.Summary == f.Span })
		m.add(x, finding, rule, mend.mend(f), inSummary).section = f.Section
	}
	if mend.rep.Cut {
		m.unlisted(mend)
	}
}

// unlisted adds the repairs of what is not listed, because there is too much of
// it: all of a section's text at once.
func (m *maker) unlisted(mend *mender) {
	for _, sec := range mend.rep.Sections {
		edits := clean(mend.b, sec.Content)
		if len(edits) == 0 || mend.mute[sec.ID] {
			continue
		}
		d := safe("make plain text of all of <"+sec.ID.String()+">: there are more faults in it than are listed", edits...)
		m.add(m.v.Summary, -1, "summary/bare-ampersand", d, inSummary).first = true
	}
}
