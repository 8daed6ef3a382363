package summary

import (
	"unicode/utf8"

	"compactlens/core/source"
)

// child is one element directly in the root, or what is left of one.
type child struct {
	id      SectionID // what it is taken for; None for an element of no section
	item    int       // its start tag; -1 where that is missing
	from    int       // the first item in it
	to      int       // the item after the last in it
	open    source.Span
	close   source.Span // empty where there is no end tag
	content source.Span
	element source.Span
	ended   bool      // it has an end, be it a wrong one
	hint    SectionID // the section its end tag names, where its start tag does not
	unlike  bool      // markup that nobody meant as a section
}

// walk goes through the children of the root.
type walk struct {
	*inspector
	virtual   bool // the root has no start tag
	kids      []child
	nested    int  // start tags of the root in the root
	misplaced bool // the root's end tag stands among its sections
	unended   int  // index in kids of the one that the input ends in, -1 for none
	cutShort  bool // what comes after the last child is not known

	skip  map[int]bool           // end tags that belong to something already reported
	ended [sectionCount + 1]bool // sections that end without having begun

	close   source.Span // the root's end tag
	content int         // where the root's content ends
	end     int         // where the root ends
	next    int         // the first item behind the root
}

// walk goes through the root's content from item i on and reports what is wrong
// with it.
func (in *inspector) walk(i int, virtual bool) *walk {
	w := &walk{inspector: in, virtual: virtual, unended: -1, skip: map[int]bool{}, next: len(in.items), end: len(in.b), content: len(in.b)}
	first := len(in.found)
	ended := in.rootSection.SelfClosing && !w.goesOn(i)
	if ended {
		w.next, w.end, w.content = i, in.rootSection.Open.End, in.rootSection.Open.End
		return w
	}
	for i < len(in.items) && !ended {
		i, ended = w.step(i)
	}
	if !ended {
		w.endOfInput()
	}
	w.order()
	for i := range w.kids {
		w.inside(&w.kids[i])
	}
	in.locate(in.found[first:])
	return w
}

// goesOn reports whether sections and an end tag follow a root that closes itself,
// which is item i-1: it closes itself by a slip.
func (w *walk) goesOn(i int) bool {
	next := int(w.nextOpen[i])
	return next >= 0 && len(w.rootEndTags) > 0 && (len(w.rootStarts) == 0 || int(w.rootStarts[0]) > next)
}

// step takes in item i between the sections and the text before it. It returns
// the item to go on with and whether the root has ended.
func (w *walk) step(i int) (next int, ended bool) {
	it := &w.items[i]
	if it.kind == tokenEnd && it.id != None && w.unopened(i) {
		return i + 1, false
	}
	w.between(w.loose(i))
	switch {
	case it.kind == tokenEnd && it.isRoot:
		return i + 1, w.rootEnd(i)
	case it.kind == tokenEnd:
		return i + 1, w.strayEnd(i)
	case it.kind != tokenStart:
		w.markup(it)
		return i + 1, false
	case it.isRoot:
		f := w.fault(KindSecondRoot, it.class(), it.span, it.stop)
		f.Name = w.nameOf(it)
		w.nested++
		return i + 1, false
	case it.id != None:
		return w.section(i), false
	}
	return w.other(i), false
}

// loose returns the text before item i that belongs to no child.
func (w *walk) loose(i int) source.Span {
	s := w.gap(i)
	if n := len(w.kids); n > 0 {
		s.Start = min(max(s.Start, w.kids[n-1].element.End), s.End)
	}
	return s
}

// markup reports a comment, an instruction and the like.
func (w *inspector) markup(it *item) {
	t := token{kind: it.kind, name: it.name, span: it.span}
	f := w.fault(markupKind(w.b, t), it.class(), it.span, it.stop)
	f.Name = markupName(w.b, t)
}

// between reports the text s between sections, unless it is white space. A
// reference that means white space, or a byte that is none, is a fault in text and
// reported as that.
func (w *walk) between(s source.Span) {
	if blank(w.b, s) {
		return
	}
	class := Structure
	for i := w.firstFlaw(s.Start); i < len(w.flaws) && w.flaws[i].span.Start < s.End; i++ {
		l := w.flaws[i]
		class = Syntax
		if l.kind != KindHTMLEntity && l.kind != KindIllegalChar && l.kind != KindInvalidUTF8 {
			continue
		}
		if blank(w.b, source.Span{Start: s.Start, End: l.span.Start}) && blank(w.b, source.Span{Start: l.span.End, End: s.End}) {
			return
		}
	}
	f := w.fault(KindTextBetween, class, trim(w.b, s), s)
	f.extent = s
	if class == Syntax {
		w.hidden = append(w.hidden, s)
	}
}

// add takes in a child that begins at item i and goes to item end, its end tag, or
// to the text before item end where that belongs to something else.
func (w *walk) add(i, end int, closed bool) *child {
	it := &w.items[i]
	c := child{id: it.id, item: i, from: i + 1, to: end, open: it.span, ended: closed}
	switch {
	case it.empty:
		c.to, c.ended = i+1, true
		c.content, c.element = source.At(it.span.End), it.span
	case closed:
		c.close = w.items[end].span
		c.content = source.Span{Start: it.span.End, End: c.close.Start}
		c.element = source.Span{Start: it.span.Start, End: c.close.End}
	default:
		c.content = source.Span{Start: it.span.End, End: w.gap(end).End}
		c.element = source.Span{Start: it.span.Start, End: c.content.End}
	}
	w.kids = append(w.kids, c)
	return &w.kids[len(w.kids)-1]
}

// section takes in the section that begins at item i.
func (w *walk) section(i int) int {
	if w.items[i].empty {
		w.add(i, i, false)
		return i + 1
	}
	if end := w.closeOf(i); end >= 0 {
		w.add(i, end, true)
		return end + 1
	}
	return w.unclosed(i)
}

// closeOf returns the end tag of the section that begins at item i, -1 where the
// next one with its name belongs to something else.
func (w *walk) closeOf(i int) int {
	j := int(w.same[i])
	if j < 0 || w.newRoot(i, j) {
		return -1
	}
	if w.items[j].kind == tokenEnd {
		if w.absent(i, j) {
			return -1
		}
		return j
	}
	// The same section begins again: quoted in itself, unless those that follow
	// come between.
	end := int(w.same[j])
	if w.absent(i, j) || end < 0 || w.items[end].kind != tokenEnd {
		return -1
	}
	if more := int(w.same[end]); more >= 0 && w.items[more].kind == tokenEnd && !w.items[j].empty && !w.absent(end, more) {
		return more
	}
	return end
}

// newRoot reports whether between items i and j a root ends and another begins.
func (w *walk) newRoot(i, j int) bool {
	k := after(w.rootEndTags, i)
	if k == len(w.rootEndTags) || int(w.rootEndTags[k]) > j {
		return false
	}
	end := int(w.rootEndTags[k])
	return after(w.rootStarts, end) < after(w.rootStarts, j)
}

// boundary returns the first item behind i that ends an open section whatever
// else: the start of another, or the end of the root.
func (w *walk) boundary(i int) int {
	end := len(w.items)
	if j := int(w.nextOpen[i+1]); j >= 0 {
		end = j
	}
	if k := after(w.rootEndTags, i); k < len(w.rootEndTags) {
		end = min(end, int(w.rootEndTags[k]))
	}
	return end
}

// unclosed takes in the section that begins at item i and has no end tag of its
// own: another end tag stands in its place, or none.
func (w *walk) unclosed(i int) int {
	it := &w.items[i]
	stop := w.boundary(i)
	if end := w.wrongEnd(i, stop); end >= 0 {
		wrong := w.items[end]
		w.add(i, end, true)
		f := w.fault(KindMismatchedClose, Syntax, wrong.span, wrong.stop)
		f.Section, f.Name, f.Want = it.id, w.nameOf(&wrong), it.id.String()
		f.Related = []Related{{it.span, "opened here"}}
		return end + 1
	}
	w.add(i, stop, false)
	if stop == len(w.items) {
		w.unended = len(w.kids) - 1
		return stop
	}
	next := w.items[stop]
	class, label := Structure, "the next section begins here"
	if next.kind == tokenEnd {
		class, label = Syntax, "the root ends here"
	}
	f := w.fault(KindUnclosedSection, class, it.span, next.stop)
	f.Section, f.Name, f.Want = it.id, it.id.String(), "</"+it.id.String()+">"
	f.Also = []source.Span{{Start: len(trimRight(w.b[:next.span.Start])), End: next.span.Start}}
	f.Related = []Related{{next.span, label}}
	return stop
}

// wrongEnd returns the end tag that stands for the one of the section at item i,
// before item stop: the one most like it, of those that no text follows. -1 where
// there is none.
func (w *walk) wrongEnd(i, stop int) int {
	w.pair(i+1, stop)
	best := -1
	var ends []int
	for j := i + 1; j < stop; j++ {
		if w.items[j].kind != tokenEnd || w.mate[j] >= 0 || !blank(w.b, w.gap(j+1)) {
			continue
		}
		ends = append(ends, j)
		if id, _ := section(local(w.items[j].name.Of(w.b))); id == w.items[i].id {
			best = j
		}
	}
	switch {
	case best >= 0 || len(ends) == 0:
		return best
	case stop == len(w.items) && len(ends) > 1:
		return ends[len(ends)-2] // the last one stands for the root's
	}
	return ends[len(ends)-1]
}

// other takes in the element of another name that begins at item i.
func (w *walk) other(i int) int {
	it := &w.items[i]
	name := it.name.Of(w.b)
	if it.empty {
		w.add(i, i, false).unlike = htmlName(name)
		return i + 1
	}
	end, stop := int(w.closing[i]), w.boundary(i)
	if end >= 0 && !w.pastRoot(i, end) {
		if stop < end && w.absent(i, end) {
			f := w.fault(KindWrapper, it.class(), it.span, it.stop)
			f.Name = string(name)
			f.Also = []source.Span{w.items[end].span}
			w.skip[end] = true
			return i + 1
		}
		w.add(i, end, true)
		return end + 1
	}
	if id, _ := section(local(name)); id == None && htmlName(name) {
		w.add(i, i+1, false).unlike = true
		w.kids[len(w.kids)-1].element = it.span
		return i + 1
	}
	for j := i + 1; j < stop; j++ {
		if w.items[j].kind == tokenStart && w.closing[j] >= 0 && int(w.closing[j]) < stop {
			j = int(w.closing[j])
		} else if w.items[j].kind == tokenEnd {
			w.add(i, j, true).hint = w.items[j].id
			return j + 1
		}
	}
	w.add(i, stop, false)
	if stop == len(w.items) {
		w.unended = len(w.kids) - 1
	}
	return stop
}

// pastRoot reports whether the root ends between items i and end for good.
func (w *walk) pastRoot(i, end int) bool {
	k := after(w.rootEndTags, i)
	return k == len(w.rootEndTags)-1 && int(w.rootEndTags[k]) < end
}

// unopened takes in the end tag of a section at item i that never begins: the
// text before it is the section's.
func (w *walk) unopened(i int) bool {
	it := &w.items[i]
	if len(w.startsOf[it.id]) > 0 || w.ended[it.id] || w.skip[i] {
		return false
	}
	w.ended[it.id] = true
	s := w.loose(i)
	f := w.fault(KindUnopenedSection, Syntax, it.span, it.stop)
	if !blank(w.b, s) {
		f.Class, f.Stop = Structure, s
		f.Also = []source.Span{trim(w.b, s)}
	}
	f.Section, f.Name, f.Want = it.id, it.id.String(), "<"+it.id.String()+">"
	f.extent = source.Span{Start: s.Start, End: it.span.End}
	start := trim(w.b, s).Start
	w.kids = append(w.kids, child{
		id: it.id, item: -1, from: i, to: i, open: source.At(start), close: it.span, ended: true,
		content: source.Span{Start: start, End: it.span.Start}, element: source.Span{Start: start, End: it.span.End},
	})
	return true
}

// strayEnd takes in the end tag at item i, which ends nothing here: it stands for
// the root's, if nothing follows and the root has none. It reports whether the
// root ends with it.
func (w *walk) strayEnd(i int) bool {
	it := &w.items[i]
	if w.skip[i] {
		return false
	}
	last := !w.virtual && after(w.rootEndTags, i) == len(w.rootEndTags) && !w.misplaced
	for j := i + 1; last && j < len(w.items); j++ {
		last = w.items[j].kind != tokenStart && w.items[j].kind != tokenEnd || j == w.wrapperEnd
	}
	if !last {
		w.fault(KindStrayEndTag, Syntax, it.span, it.stop).Name = w.nameOf(it)
		return false
	}
	f := w.fault(KindMismatchedClose, Syntax, it.span, it.stop)
	f.Name, f.Want = w.nameOf(it), rootName
	f.Related = []Related{{w.rootSection.Open, "opened here"}}
	w.endAt(i)
	return true
}

// rootEnd takes in the root's end tag at item i and reports whether the root ends
// with it.
func (w *walk) rootEnd(i int) bool {
	k := after(w.rootEndTags, i)
	if w.nested > 0 && k < len(w.rootEndTags) {
		w.nested--
		return false
	}
	if w.tooEarly(i) {
		it := &w.items[i]
		w.fault(KindStrayEndTag, Structure, it.span, it.stop).Name = w.nameOf(it)
		w.misplaced = true
		return false
	}
	w.endAt(i)
	return true
}

// tooEarly reports whether behind item i, before another root, a section begins
// that has not begun before.
func (w *walk) tooEarly(i int) bool {
	limit := len(w.items)
	if k := after(w.rootStarts, i); k < len(w.rootStarts) {
		limit = int(w.rootStarts[k])
	}
	for id := Goal; id <= OpenItems; id++ {
		starts := w.startsOf[id]
		if len(starts) > 0 && int(starts[0]) > i && int(starts[0]) < limit {
			return true
		}
	}
	return false
}

// endAt ends the root with the end tag at item i.
func (w *walk) endAt(i int) {
	w.close = w.items[i].span
	w.content, w.end, w.next = w.close.Start, w.close.End, i+1
}

// endOfInput takes in the end of the input inside the root.
func (w *walk) endOfInput() {
	n := len(w.items)
	w.cutCharacter()
	rest := w.loose(n)
	if w.limited {
		w.cutShort = true
		return
	}
	if w.unended >= 0 {
		open, id := w.rootSection.Open, None
		if c := w.kids[w.unended]; c.id != None {
			open, id = c.open, c.id // one of another name is a fault itself
		}
		w.truncated(open, id)
		return
	}
	if !w.cut.Empty() {
		w.between(source.Span{Start: rest.Start, End: w.cut.Start})
		if !w.virtual {
			w.truncated(w.rootSection.Open, None)
		}
		return
	}
	if blank(w.b, rest) || w.virtual || w.misplaced {
		w.between(rest)
		if !w.virtual && !w.misplaced {
			w.truncated(w.rootSection.Open, None)
		}
		return
	}
	// Something follows: the end tag was forgotten rather than cut off.
	f := w.fault(KindUnclosedRoot, Syntax, w.rootSection.Open, source.At(len(w.b)))
	f.Name, f.Want = rootName, "</"+rootName+">"
	f.Also = []source.Span{source.At(rest.Start)}
	w.content, w.end = rest.Start, rest.Start
}

// cutCharacter makes the first bytes of a character at the end of the input part
// of the cut.
func (w *walk) cutCharacter() {
	n := len(w.flaws)
	if n == 0 || w.flaws[n-1].kind != KindInvalidUTF8 || w.flaws[n-1].span.End < len(w.b) || utf8.FullRune(w.flaws[n-1].span.Of(w.b)) {
		return
	}
	w.cut = w.flaws[n-1].span
	w.flaws = w.flaws[:n-1]
}

// truncated reports that the input ends inside the element that begins with open.
func (w *walk) truncated(open source.Span, id SectionID) {
	w.cutShort = true
	f := w.fault(KindTruncated, Syntax, open, source.At(len(w.b)))
	f.Section = id
	f.Name = rootName
	if id != None {
		f.Name = id.String()
	}
	if !w.cut.Empty() {
		f.Also = append(f.Also, w.cut)
		f.extent = source.Span{Start: w.cut.Start, End: len(w.b) + 1}
	}
	f.Also = append(f.Also, source.At(len(w.b)))
}
