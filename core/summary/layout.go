package summary

import (
	"bytes"
	"sort"

	"compactlens/core/source"
)

// lay finds the root and goes through what stands before it, in it and behind it.
func (in *inspector) lay() {
	root, virtual := in.chooseRoot()
	switch {
	case root < 0 && !virtual:
		in.noRoot()
		return
	case virtual:
		at := in.items[root].span.Start
		in.before(root, virtual)
		in.missingRoot(root)
		in.rootSection = Section{Present: true, Open: source.At(at), Content: source.At(at)}
	default:
		it := &in.items[root]
		in.before(root, virtual)
		in.rootTag(it)
		in.rootSection = Section{Present: true, Open: it.span, Content: source.At(it.span.End), SelfClosing: it.empty}
	}
	body := root + 1
	if virtual {
		body = root
	}
	in.nameRoot(root, virtual)
	first := len(in.found)
	w := in.walk(body, virtual)
	for i := range in.found[:first] {
		switch f := &in.found[i]; f.Kind {
		case KindWrongRootName, KindRootCase, KindRootNamespace:
			if f.Want != "" && !w.close.Empty() {
				f.Also = append(f.Also, w.close)
			}
		}
	}
	in.rootSection.Close = w.close
	in.rootSection.Content.End = w.content
	in.rootSection.Element = source.Span{Start: in.rootSection.Open.Start, End: w.end}
	in.textFaults(in.rootSection.Element)
	in.behindRoot(w.next, w.end)
}

// chooseRoot returns the item taken for the root. Where there is none but
// sections are, it returns the first of them, and virtual. Where there is neither
// it returns -1.
func (in *inspector) chooseRoot() (root int, virtual bool) {
	first, named := in.firstTags()
	section := int(in.nextOpen[0])
	switch {
	case first < 0:
		return -1, false
	case named >= 0 && in.standsFor(first, named):
		return first, false
	case named >= 0 && !(first == section && in.mostlyBefore(named)):
		return named, false
	case section < 0:
		if like(local(in.items[first].name.Of(in.b))) {
			return first, false
		}
		return -1, false
	case section == first:
		return section, true
	}
	return in.around(first, section), false
}

// firstTags returns the first start tag and the first with the root's name, -1
// where there is none. A tag that is quoted in an element before the root does not
// count.
func (in *inspector) firstTags() (first, named int) {
	first, named = -1, -1
	last := -1
	for i := range in.items {
		if in.items[i].kind == tokenStart && in.items[i].isRoot {
			last = i
		}
	}
	for i := 0; i < len(in.items) && named < 0; i++ {
		it := &in.items[i]
		if it.kind != tokenStart {
			continue
		}
		if first < 0 {
			first = i
		}
		if it.isRoot {
			named = i
		} else if end := int(in.closing[i]); end > i && end < last {
			i = end
		}
	}
	return first, named
}

// mostlyBefore reports whether more sections begin before item i than behind it.
func (in *inspector) mostlyBefore(i int) bool {
	n := 0
	for id := Goal; id <= OpenItems; id++ {
		k := after(in.startsOf[id], i)
		n += 2*k - len(in.startsOf[id])
	}
	return n > 0
}

// like reports whether name is nearly the root's.
func like(name []byte) bool { return distance(fold(name), fold([]byte(rootName))) <= maxEdits }

// standsFor reports whether the first element is the root under another name,
// although a tag with the root's name comes later: it holds sections before that
// tag and does not end before it.
func (in *inspector) standsFor(first, named int) bool {
	if first == named {
		return true
	}
	end := int(in.closing[first])
	section := int(in.nextOpen[first])
	return section > first && section < named && (end < 0 || end > named)
}

// around returns the innermost element that is open where the first section
// starts; that section's predecessor in the text where there is none.
func (in *inspector) around(first, section int) int {
	root := first
	for i := first; i < section; i++ {
		if in.items[i].kind != tokenStart || in.items[i].empty {
			continue
		}
		if end := int(in.closing[i]); end > section || like(local(in.items[i].name.Of(in.b))) {
			root = i
		} else if end >= 0 {
			i = end
		}
	}
	return root
}

// noRoot reports a text that holds no summary at all.
func (in *inspector) noRoot() {
	all := source.Span{End: len(in.b)}
	kind, span := KindNoRoot, trim(in.b, all)
	switch {
	case span.Empty():
		kind, span = KindEmptyDocument, all
	case !in.cut.Empty() && bytes.HasPrefix([]byte("<"+rootName), span.Of(in.b)):
		kind = KindTruncated
	}
	f := in.fault(kind, Structure, span, all)
	f.extent = source.Span{End: len(in.b) + 1}
	f.Want = rootName
}

// missingRoot reports sections that stand without a root, from item root on.
func (in *inspector) missingRoot(root int) {
	at := in.items[root].span.Start
	f := in.fault(KindNoRoot, Root, source.At(at), in.items[root].stop)
	f.Name, f.Want = rootName, rootName
	f.extent = source.Span{Start: len(trimRight(in.b[:at])), End: at}
	for i := len(in.items) - 1; i > root; i-- {
		if in.items[i].kind == tokenEnd && in.items[i].isRoot {
			f.Also = append(f.Also, in.items[i].span)
			break
		}
	}
}

// nameRoot marks the tags behind item root that are named like it as tags of the
// root, where it has another name.
func (in *inspector) nameRoot(root int, virtual bool) {
	name := in.items[root].name.Of(in.b)
	for i := root + 1; i < len(in.items); i++ {
		it := &in.items[i]
		if !virtual && (it.kind == tokenStart || it.kind == tokenEnd) && string(it.name.Of(in.b)) == string(name) {
			it.isRoot = true
		}
		switch {
		case it.kind == tokenEnd && it.isRoot:
			in.rootEndTags = append(in.rootEndTags, int32(i))
		case it.kind == tokenStart && it.isRoot:
			in.rootStarts = append(in.rootStarts, int32(i))
		}
	}
}

// trimRight returns text without the white space at its end.
func trimRight(text []byte) []byte { return bytes.TrimRightFunc(text, space) }

// rootTag reports what is wrong with the root's start tag.
func (in *inspector) rootTag(it *item) {
	name := it.name.Of(in.b)
	short := local(name)
	switch {
	case string(short) != rootName:
		f := in.fault(rootKind(short), Root, it.span, it.stop)
		f.Class = Root
		f.Name, f.Want = string(name), rootName
	case len(short) != len(name):
		f := in.fault(KindRootNamespace, Structure, it.name, it.stop)
		f.Name, f.Want = string(name), rootName
		f.Also = append(f.Also, it.span)
		return
	}
	if !it.attrs.Empty() {
		kind, first := in.attributes(it, KindRootAttribute, KindRootNamespace)
		f := in.fault(kind, it.class(), it.attrs, it.stop)
		f.Name = first
		f.Also = append(f.Also, it.span)
	} else if it.broken != KindNone {
		in.fault(KindMalformedTag, Syntax, it.span, it.stop).Name = string(name)
	}
	if it.empty {
		in.fault(KindSelfClosedRoot, Structure, it.span, source.At(it.span.End))
	}
}

// attributes names the attributes of it: space where one declares a name space,
// else plain, and the name of that or of the first.
func (in *inspector) attributes(it *item, plain, space Kind) (Kind, string) {
	text := it.attrs.Of(in.b)
	first := string(text[:nameEnd(text, 0)])
	for at := 0; at < len(text); {
		i := bytes.Index(text[at:], []byte("xmlns"))
		if i < 0 {
			break
		}
		at += i
		name := text[at:nameEnd(text, at)]
		if (at == 0 || !nameByte(text[at-1])) && attributeKind(plain, space, name) == space {
			return space, string(name)
		}
		at += len("xmlns")
	}
	return plain, first
}

// textFaults notes the faults in the text of s.
func (in *inspector) textFaults(s source.Span) {
	hidden := in.hidden
	first := len(in.found)
	for i := in.firstFlaw(s.Start); i < len(in.flaws) && in.flaws[i].span.Start < s.End; i++ {
		l := in.flaws[i]
		for len(hidden) > 0 && hidden[0].End <= l.span.Start {
			hidden = hidden[1:]
		}
		if len(hidden) > 0 && hidden[0].Start <= l.span.Start {
			continue
		}
		f := in.fault(l.kind, Syntax, l.span, l.stop)
		f.Name, f.Want = describe(in.b, l.kind, l.span)
		if in.more {
			break
		}
	}
	in.locate(in.found[first:])
}

// locate names the section that each fault lies in, where it has none.
func (in *inspector) locate(faults []found) {
	for i := range faults {
		f := &faults[i]
		if f.Section != None {
			continue
		}
		k := sort.Search(len(in.sections), func(k int) bool { return in.sections[k].Element.End > f.Span.Start })
		if k < len(in.sections) && in.sections[k].Content.Start <= f.Span.Start && f.Span.Start < in.sections[k].Content.End {
			f.Section = in.sections[k].ID
		}
	}
}
