package repair

import (
	"bytes"
	"context"
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

func newMender(ctx context.Context, b []byte) *mender {
	m := &mender{b: b, rep: summary.Inspect(b)}
	var seen [len(m.mute)]bool
	closed := m.rep.Root.Present
	for _, s := range m.rep.Sections {
		seen[s.ID] = true
		closed = closed && (s.SelfClosing || !s.Close.Empty())
		if (s.ID == summary.Goal || s.ID == summary.State) && ctx.Err() == nil {
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
	mend := newMender(m.ctx, x.Bytes)
	m.rep = mend.rep
	for _, f := range mend.rep.Faults {
		if m.ctx.Err() != nil {
			return
		}
		if m.cut && (f.Kind == summary.KindTruncated || f.Kind == summary.KindUnclosedRoot) {
			continue // the reply's own end says so
		}
		rule := "summary/" + f.Kind.String()
		finding := m.finding(rule, func(p inspect.Place) bool { return p.InSummary && p.Summary == f.Span })
		m.add(x, finding, rule, mend.mend(f), inSummary)
	}
	if mend.rep.Cut {
		m.unlisted(mend)
	}
}

// unlisted adds the repairs of what is not listed, because there is too much of
// it: all of a section's text at once, up to the first tag of a section that stands
// in it.
func (m *maker) unlisted(mend *mender) {
	for _, sec := range mend.rep.Sections {
		if m.ctx.Err() != nil {
			return
		}
		text := sec.Content
		if t, ok := firstKnown(mend.b, text); ok {
			text.End = t.span.Start
		}
		edits := clean(mend.b, text)
		if len(edits) == 0 || sec.Close.Empty() || mend.mute[sec.ID] {
			continue
		}
		d := safe("make plain text of all of <"+sec.ID.String()+">: there are more faults in it than are listed", edits...)
		m.add(m.v.Summary, -1, "summary/bare-ampersand", d, inSummary).first = true
	}
}
