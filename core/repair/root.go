package repair

import (
	"bytes"
	"slices"
	"strings"

	"compactlens/core/source"
	"compactlens/core/summary"
)

// cutText is why nothing is done about a text that breaks off.
const cutText = "the text breaks off: closing it would make half a summary look whole"

// root mends the root element.
func (m *mender) root(f summary.Fault) draft {
	r := m.rep.Root
	switch f.Kind {
	case summary.KindRootCase, summary.KindWrongRootName:
		return m.renameRoot(f)
	case summary.KindRootNamespace:
		if f.Span.Start == r.Open.Start+1 {
			return safe("drop the prefix", m.renameBoth(r.Open, r.Close, rootName)...)
		}
		return m.attributes(f)
	case summary.KindRootAttribute:
		return m.attributes(f)
	case summary.KindNoRoot:
		return m.noRoot(f)
	case summary.KindSelfClosedRoot:
		return refused("there is no content")
	case summary.KindSecondRoot:
		return m.secondRoot(f)
	case summary.KindUnclosedRoot:
		if m.whole && len(f.Also) > 0 {
			return safe("close the root before what follows it", insert(f.Also[0].Start, "</"+rootName+">"))
		}
	}
	return refused(cutText)
}

// renameRoot gives the root its name. Under another name it is a summary in this
// contract's form only if its sections are this contract's.
func (m *mender) renameRoot(f summary.Fault) draft {
	r := m.rep.Root
	edits := m.renameBoth(r.Open, r.Close, rootName)
	if len(edits) == 0 {
		return refused("the tag has no name that could be changed")
	}
	if fold(f.Name) == fold(rootName) {
		return safe("write the root's name as "+rootName, edits...)
	}
	var seen [len(m.mute)]bool
	for _, s := range m.rep.Sections {
		seen[s.ID] = true
	}
	if !seen[summary.Goal] || !seen[summary.State] {
		return refused("this is a summary of another vocabulary; renaming its root would not make it one of this contract")
	}
	return changes("call the root "+rootName, "it claims to be something else; that it was meant as this summary is a guess from its sections", edits...)
}

// noRoot wraps sections that stand without a root, or unwraps a summary that is
// all in one CDATA section.
func (m *mender) noRoot(f summary.Fault) draft {
	text := bytes.TrimSpace(m.b)
	if inside, ok := bytes.CutPrefix(text, []byte(cdataOpen)); ok {
		inside, ok = bytes.CutSuffix(inside, []byte("]]>"))
		if ok && bytes.HasPrefix(bytes.TrimSpace(inside), []byte("<"+rootName)) && !bytes.Contains(inside, []byte("]]>")) {
			start := bytes.Index(m.b, []byte(cdataOpen))
			end := bytes.LastIndex(m.b, []byte("]]>"))
			return safe("unwrap the summary from CDATA", remove(source.Span{End: start + len(cdataOpen)}), remove(source.Span{Start: end, End: len(m.b)}))
		}
	}
	if !m.whole || len(m.rep.Sections) == 0 {
		return refused("this is no summary: the text holds no " + rootName + " element")
	}
	edits := []Edit{insert(f.Span.Start, "<"+rootName+">")}
	if m.rep.Root.Close.Empty() {
		last := slices.MaxFunc(m.rep.Sections, func(a, b summary.Section) int { return a.Element.End - b.Element.End })
		edits = append(edits, insert(last.Element.End, "</"+rootName+">"))
		return changes("put the five sections into a root", "nothing but their names says that they were meant as this summary", edits...)
	}
	return safe("open the root before the first section", edits...)
}

// secondRoot deletes a second summary behind the first, or a root's tag inside the
// root.
func (m *mender) secondRoot(f summary.Fault) draft {
	if m.inRoot(f.Span) {
		for _, s := range m.rep.Sections {
			if s.Element.End <= f.Span.Start {
				return changes("delete the tag", "two summaries become one; which of them holds is for you to say", remove(f.Span))
			}
		}
		return safe("delete the tag, which holds no text", remove(f.Span))
	}
	whole := hull(f)
	if bytes.Equal(whole.Of(m.b), m.rep.Root.Element.Of(m.b)) {
		return safe("delete the second summary, which is the same", m.cutOut(whole))
	}
	return changes("keep the first summary", "the second one is dropped; which of them holds is for you to say", m.cutOut(whole))
}

// scratchpads holds the names of elements in which models think aloud before they
// answer, between spaces. What such an element holds is no part of the answer by
// its own account.
const scratchpads = " analysis assessment brainstorm draft planning reasoning reflection scratchpad think thinking thought thoughts "

// outside mends what stands outside the root.
func (m *mender) outside(f summary.Fault) draft {
	if !m.rep.Root.Present {
		return refused("this is no summary: the text holds no " + rootName + " element")
	}
	switch f.Kind {
	case summary.KindBOM:
		return safe("delete the byte-order mark", m.cutOut(f.Span))
	case summary.KindLeadingNewline, summary.KindTrailingNewline:
		return safe("delete the white space", remove(f.Span))
	case summary.KindCodeFence:
		edits := []Edit{m.cutOut(f.Span)}
		for _, a := range f.Also {
			edits = append(edits, m.cutOut(a))
		}
		return safe("delete the marks of the code block", edits...)
	case summary.KindScratchpad:
		whole := hull(f)
		name := strings.ToLower(f.Name)
		if bytes.HasSuffix(whole.Of(m.b), []byte("</"+f.Name+">")) && strings.Contains(scratchpads, " "+name+" ") {
			return safe("delete the scratchpad, which is no part of the summary", m.cutOut(whole))
		}
		return m.unwanted(f, whole)
	case summary.KindWrapper:
		edits := []Edit{m.cutOut(f.Span)}
		for _, a := range f.Also {
			edits = append(edits, m.cutOut(a))
		}
		if bytes.ContainsAny(f.Span.Of(m.b), "=\"'") {
			return changes("delete the tags around the summary", "what their attributes say is dropped", edits...)
		}
		return safe("delete the tags around the summary, which hold no text", edits...)
	}
	return m.unwanted(f, hull(f))
}
