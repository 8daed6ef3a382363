package summary

import (
	"bytes"

	"compactlens/core/source"
)

// outside goes through what stands before the root or behind it.
type outside struct {
	*inspector
	behind bool
	from   int  // where the white space begins that belongs to the next fault
	first  int  // index in found of the first fault here
	shared bool // white space belongs to a fault elsewhere
}

// note notes a fault here. White space before it belongs to it.
func (o *outside) note(kind Kind, class Class, span, stop source.Span) *found {
	f := o.fault(kind, class, span, stop)
	f.extent = source.Span{Start: min(o.from, span.Start), End: span.End}
	if o.cut.End == span.End && !o.cut.Empty() {
		f.extent.End++ // the runtime notices at the very end
	}
	o.from = span.End
	return f
}

// finish gives the white space up to end to the last fault, or makes it one.
func (o *outside) finish(start, end int, kind Kind) {
	switch {
	case len(o.found) > o.first:
		last := &o.found[len(o.found)-1]
		last.extent.End = max(last.extent.End, end)
	case end > start && !o.shared:
		s := source.Span{Start: start, End: end}
		o.fault(kind, Structure, s, s)
	}
}

// before reports what stands before item root, which is the root or, where that
// is virtual, the first section.
func (in *inspector) before(root int, virtual bool) {
	o := outside{inspector: in, first: len(in.found), shared: virtual}
	for i := 0; i < root; i++ {
		o.text(in.gap(i))
		it := &in.items[i]
		if it.kind != tokenStart {
			o.markup(it)
			continue
		}
		i = o.element(i, root)
	}
	s := in.gap(root)
	o.text(source.Span{Start: max(s.Start, o.from), End: s.End})
	o.finish(0, s.End, KindLeadingNewline)
}

// element reports the element before the root that begins at item i and returns
// its last item.
func (o *outside) element(i, root int) int {
	it := &o.items[i]
	end := int(o.closing[i])
	kind, last, open := KindScratchpad, i, false
	switch {
	case end > root:
		kind = KindWrapper
	case end >= 0:
		last = end
	case !it.empty && !htmlName(it.name.Of(o.b)):
		last, open = root-1, true // nobody closes it: it is all of what follows
	}
	f := o.note(kind, Root, it.span, it.stop)
	if it.broken != KindNone {
		f.Class = Syntax
	}
	f.Name = o.nameOf(it)
	switch {
	case kind == KindWrapper:
		f.Also = append(f.Also, o.items[end].span)
		o.wrapperEnd = end
	case open:
		f.extent.End = o.items[root].span.Start
	default:
		f.extent.End = o.items[last].span.End
	}
	if f.extent.End > it.span.End {
		f.Also = append(f.Also, source.Span{Start: it.span.Start, End: f.extent.End})
	}
	o.from = f.extent.End
	return last
}

// markup reports a comment, an instruction and the like, or an end tag that ends
// nothing.
func (o *outside) markup(it *item) {
	t := token{kind: it.kind, name: it.name, span: it.span}
	kind, class, name := KindStrayEndTag, Syntax, o.nameOf(it)
	if it.kind != tokenEnd {
		kind, class, name = markupKind(o.b, t), it.class(), markupName(o.b, t)
	}
	o.note(kind, class, it.span, it.stop).Name = name
}

// behindRoot reports what stands behind the root, which ends at offset end before
// item next.
func (in *inspector) behindRoot(next, end int) {
	o := outside{inspector: in, behind: true, first: len(in.found), from: end}
	for i := next; i < len(in.items); i++ {
		s := in.gap(i)
		o.text(source.Span{Start: max(s.Start, o.from), End: s.End})
		it := &in.items[i]
		switch {
		case it.kind == tokenEnd && i == in.wrapperEnd:
			o.shared = true
			o.from = it.span.End
		case it.kind == tokenStart:
			i = o.elementBehind(i)
		default:
			o.markup(it)
		}
	}
	s := in.gap(len(in.items))
	o.text(source.Span{Start: max(s.Start, o.from), End: s.End})
	o.finish(end, len(in.b), KindTrailingNewline)
}

// elementBehind reports the element behind the root that begins at item i and
// returns its last item.
func (o *outside) elementBehind(i int) int {
	it := &o.items[i]
	kind, last := KindElementAfter, max(i, int(o.closing[i]))
	whole := source.Span{Start: it.span.Start, End: o.items[last].span.End}
	if it.isRoot {
		kind = KindSecondRoot
		k := after(o.rootEndTags, i)
		if k < len(o.rootEndTags) {
			last = int(o.rootEndTags[k])
			whole.End = o.items[last].span.End
		} else {
			last, whole.End = len(o.items)-1, len(o.b)
		}
	}
	f := o.note(kind, it.class(), it.span, it.stop)
	f.extent.End = whole.End
	f.Name = o.nameOf(it)
	if whole != it.span {
		f.Also = append(f.Also, whole)
	}
	o.from = whole.End
	return last
}

// text reports the text s between markup outside the root: a byte order mark,
// prose, the marks of a code block. White space alone is left to its neighbours.
func (o *outside) text(s source.Span) {
	run := s
	if s.Start == 0 && bytes.HasPrefix(s.Of(o.b), []byte(byteOrderMark)) {
		mark := source.Span{Start: s.Start, End: s.Start + len(byteOrderMark)}
		o.note(KindBOM, Structure, mark, run)
		s.Start = mark.End
	}
	prose := KindProseBefore
	if o.behind {
		prose = KindProseAfter
	}
	if line, ok := o.fenceLine(s); ok {
		o.prose(prose, source.Span{Start: s.Start, End: line.Start}, run)
		o.fenceAt(line, run)
		s.Start = line.End
	}
	o.prose(prose, s, run)
}

// prose reports the text s, if it is not just white space.
func (o *outside) prose(kind Kind, s, run source.Span) {
	t := trim(o.b, s)
	if t.Empty() {
		return
	}
	o.note(kind, o.textClass(s), t, run)
}

// textClass returns the runtime's reason for refusing the text s: it reads it
// before it looks where it stands.
func (in *inspector) textClass(s source.Span) Class {
	if !in.cut.Empty() && s.Start <= in.cut.Start && in.cut.Start < s.End {
		return Syntax
	}
	i := in.firstFlaw(s.Start)
	if i < len(in.flaws) && in.flaws[i].span.Start < s.End {
		return Syntax
	}
	return Structure
}

// fenceAt reports the mark of a code block at line. Behind the root it is the
// second half of one before it.
func (o *outside) fenceAt(line, run source.Span) {
	if o.behind && o.fence >= 0 {
		f := &o.found[o.fence]
		f.Also = append(f.Also, line)
		o.fence = -1
		o.shared = true
		o.from = line.End
		return
	}
	o.note(KindCodeFence, o.textClass(line), line, run)
	if !o.behind && !o.more {
		o.fence = len(o.found) - 1
	}
}

// fenceLine returns the last line of s that marks a code block, the first where s
// is behind the root: the mark and what stands behind it on the line.
func (o *outside) fenceLine(s source.Span) (line source.Span, ok bool) {
	text := s.Of(o.b)
	for at := 0; at < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		if from := fenceIn(text[at:end]); from >= 0 {
			line, ok = trim(o.b, source.Span{Start: s.Start + at + from, End: s.Start + end}), true
			if o.behind {
				return line, ok
			}
		}
		at = end + 1
	}
	return line, ok
}

// fenceIn returns the offset in line of the mark of a code block with nothing but
// a language behind it, -1 where there is none.
func fenceIn(line []byte) int {
	trimmed := bytes.TrimSpace(line)
	if fence(trimmed) {
		return len(line) - len(bytes.TrimLeft(line, " \t\r"))
	}
	for _, mark := range []string{"```", "~~~"} {
		if i := bytes.LastIndex(line, []byte(mark)); i >= 0 && !bytes.ContainsAny(bytes.TrimSpace(line[i+3:]), " \t`") && bytes.Count(line, []byte(mark)) == 1 {
			return i
		}
	}
	return -1
}
