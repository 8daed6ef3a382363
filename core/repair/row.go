package repair

import (
	"bytes"
	"slices"
	"strings"

	"compactlens/core/source"
	"compactlens/core/summary"
)

// row mends the row of sections: their tags, their number, their order.
func (m *mender) row(f summary.Fault) draft {
	switch f.Kind {
	case summary.KindMissingSection:
		return m.missing(f)
	case summary.KindDuplicateSection:
		return m.duplicate(f)
	case summary.KindExtraSection, summary.KindTextBetween:
		return m.unwanted(f, hull(f))
	case summary.KindMisspeltSection, summary.KindSectionCase, summary.KindSectionNamespace:
		return m.renameSection(f)
	case summary.KindSectionAttribute:
		return m.attributes(f)
	case summary.KindSwappedSections, summary.KindMisplacedSection:
		return m.reorder()
	case summary.KindMismatchedClose:
		return m.mismatched(f)
	case summary.KindUnclosedSection:
		return m.unclosed(f)
	case summary.KindUnopenedSection:
		at := f.Span.Start
		if len(f.Also) > 0 {
			at = f.Also[0].Start
		}
		return safe("open <"+f.Section.String()+"> where its text begins", insert(at, "<"+f.Section.String()+">"))
	}
	return refused("there are no words to put there; only another run of the model can give them")
}

// missing puts in a section that may be empty.
func (m *mender) missing(f summary.Fault) draft {
	name := f.Section.String()
	if f.Section == summary.Goal || f.Section == summary.State {
		return refused("<" + name + "> must say something, and there are no words to put there")
	}
	what := "put in <" + name + "/>, which may be empty"
	at := f.Span.Start
	behind := m.trimEnd(at)
	for _, s := range m.rep.Sections {
		if s.Present && s.Element.End == behind { // it goes below the section before it, as far in as that one
			gap := m.b[m.trimEnd(s.Element.Start):s.Element.Start]
			return safe(what, insert(behind, string(gap)+"<"+name+"/>"))
		}
	}
	return safe(what, insert(at, "<"+name+"/>"+string(m.b[behind:at])))
}

// follows reports whether a section or the end of the root stands at or behind
// offset at, so that what is before it was not cut off.
func (m *mender) follows(at int) bool {
	return !m.rep.Root.Close.Empty() && m.rep.Root.Close.Start >= at ||
		slices.ContainsFunc(m.rep.Sections, func(s summary.Section) bool { return s.Open.Start >= at })
}

// duplicate joins a section that stands again with the one taken for it.
func (m *mender) duplicate(f summary.Fault) draft {
	var first, again summary.Section
	for _, s := range m.rep.Sections {
		switch {
		case s.Open == f.Span:
			again = s
		case len(f.Related) > 0 && s.Open == f.Related[0].Span:
			first = s
		}
	}
	name := f.Section.String()
	if !first.Present || !again.Present || !ended(first) || !ended(again) {
		return refused("one of the two sections is not closed, so where the other begins is not known")
	}
	text := strings.TrimSpace(decode(m.b, again.Content))
	whole := remove(m.withGap(again.Element))
	switch {
	case text == "":
		return safe("delete the empty <"+name+">", whole)
	case text == strings.TrimSpace(decode(m.b, first.Content)):
		return safe("delete the second <"+name+">, which says the same", whole)
	}
	reason := "two texts for <" + name + "> become one; which of them holds is for you to say"
	content := string(again.Content.Of(m.b))
	if first.SelfClosing {
		return changes("put the text of the second <"+name+"> into the first", reason,
			Edit{first.Open, "<" + name + ">" + content + "</" + name + ">"}, whole)
	}
	if again.Element.Start > first.Element.Start {
		content = "\n" + content
		return changes("join the two", reason, insert(m.trimEnd(first.Content.End), content), whole)
	}
	return changes("join the two", reason, whole, insert(first.Content.Start, content+"\n"))
}

// ended reports whether s has an end.
func ended(s summary.Section) bool { return s.SelfClosing || !s.Close.Empty() }

// withGap returns s with the white space between it and the tag before it.
func (m *mender) withGap(s source.Span) source.Span {
	if at := len(bytes.TrimRight(m.b[:s.Start], " \t\r\n")); at > 0 && m.b[at-1] == '>' {
		s.Start = at
	}
	return s
}

// separators part the words of a name.
var separators = strings.NewReplacer("_", "", "-", "", ".", "", " ", "")

// fold returns name without what separates its words, in small letters.
func fold(name string) string { return strings.ToLower(separators.Replace(name)) }

// rename returns the edit that gives the tag another name.
func (m *mender) rename(tag source.Span, name string) (Edit, bool) {
	at := tag.Start + 1
	if at < len(m.b) && m.b[at] == '/' {
		at++
	}
	s := source.Span{Start: at, End: nameEnd(m.b, at)}
	return Edit{s, name}, !s.Empty() && s.End <= tag.End && string(s.Of(m.b)) != name
}

// renameBoth returns the edits that give the tags of an element another name.
func (m *mender) renameBoth(open, shut source.Span, name string) []Edit {
	var edits []Edit
	for _, t := range []source.Span{open, shut} {
		if t.Empty() {
			continue
		}
		if e, ok := m.rename(t, name); ok {
			edits = append(edits, e)
		}
	}
	return edits
}

// renameSection gives a section its name. Where only case, separators or a prefix
// are wrong nobody has to guess it.
func (m *mender) renameSection(f summary.Fault) draft {
	want := f.Section.String()
	var sec summary.Section
	for _, s := range m.rep.Sections {
		if s.Open == f.Span {
			sec = s
		}
	}
	edits := m.renameBoth(f.Span, sec.Close, want)
	if len(edits) == 0 {
		return refused("the tag has no name that could be changed")
	}
	local := f.Name[strings.LastIndexByte(f.Name, ':')+1:]
	if fold(local) == fold(want) {
		return safe("write the name as "+want, edits...)
	}
	return changes("call it "+want, "that this section is meant is a guess from its name or its place", edits...)
}

// attributes drops the attributes of a tag: f is about them, and tells the tag in
// its first other place.
func (m *mender) attributes(f summary.Fault) draft {
	at := f.Span.Start
	for at > 0 && bytes.IndexByte([]byte(" \t\r\n"), m.b[at-1]) >= 0 {
		at--
	}
	edit := remove(source.Span{Start: at, End: f.Span.End})
	if onlyNamespaces(f.Span.Of(m.b)) {
		return safe("delete the declaration of a name space, which says nothing of the content", edit)
	}
	return changes("delete the attribute", "what it says is dropped", edit)
}

// onlyNamespaces reports whether every attribute in text declares a name space.
func onlyNamespaces(text []byte) bool {
	rest := strings.TrimSpace(string(text))
	for rest != "" {
		name, after, ok := strings.Cut(rest, "=")
		name, after = strings.TrimSpace(name), strings.TrimSpace(after)
		if !ok || name != "xmlns" && !strings.HasPrefix(name, "xmlns:") || after == "" || after[0] != '"' && after[0] != '\'' {
			return false
		}
		end := strings.IndexByte(after[1:], after[0])
		if end < 0 {
			return false
		}
		rest = strings.TrimSpace(after[end+2:])
	}
	return len(text) > 0
}

// reorder puts the sections in order: each place in the row takes the element that
// belongs there, and what is between the places stays.
func (m *mender) reorder() draft {
	row := slices.Clone(m.rep.Sections)
	for i, s := range row {
		if !ended(s) || i > 0 && row[i-1].Element.End > s.Element.Start {
			return refused("a section is not closed, so what would have to move is not known")
		}
	}
	sorted := slices.Clone(row)
	slices.SortStableFunc(sorted, func(a, b summary.Section) int { return int(a.ID) - int(b.ID) })
	var edits []Edit
	for i, s := range row {
		if text := sorted[i].Element.Of(m.b); !bytes.Equal(text, s.Element.Of(m.b)) {
			edits = append(edits, Edit{s.Element, string(text)})
		}
	}
	if len(edits) == 0 {
		return refused("in which order the sections were meant is not known")
	}
	return changes("put the sections in order", "they are read in another order than they were written in", edits...)
}

// mismatched gives an end tag the name of the element that it stands for.
func (m *mender) mismatched(f summary.Fault) draft {
	edit, ok := m.rename(f.Span, f.Want)
	if !ok {
		return refused("which element the tag should end is not known")
	}
	if id := summary.SectionByName(f.Name); id != summary.None && id != f.Section {
		return changes("close <"+f.Want+">", "the tag names another section; that nothing of that one stands here is a guess", edit)
	}
	return safe("write the end tag as </"+f.Want+">", edit)
}

// unclosed closes a section that another tag puts an end to.
func (m *mender) unclosed(f summary.Fault) draft {
	name := f.Section.String()
	for _, s := range m.rep.Sections {
		if s.Open == f.Span && m.follows(s.Content.End) {
			at := max(m.trimEnd(s.Content.End), s.Content.Start)
			return safe("close <"+name+"> before the next tag", insert(at, "</"+name+">"))
		}
	}
	return refused("where <" + name + "> should end is not known")
}
