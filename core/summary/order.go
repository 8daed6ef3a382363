package summary

import (
	"bytes"
	"slices"

	"compactlens/core/source"
)

// order compares the root's children with the five sections in their order. It
// decides what each child is taken for and reports those that are missing, too
// many, misspelt or in the wrong place, and what is wrong with their tags.
func (w *walk) order() {
	w.recognise()
	chosen := w.choose()
	for i := range w.kids {
		w.tag(i, chosen)
	}
	w.missing(chosen)
	w.exchanged(chosen)
	for _, id := range [...]SectionID{Goal, State} {
		if i := chosen[id]; i >= 0 {
			w.blank(&w.kids[i])
		}
	}
	for i := range w.kids {
		if c := &w.kids[i]; c.id != None {
			w.sections = append(w.sections, w.sectionOf(c))
		}
	}
}

// sectionOf returns c as a section.
func (w *walk) sectionOf(c *child) Section {
	s := Section{ID: c.id, Present: true, Element: c.element, Open: c.open, Content: c.content, Close: c.close}
	s.SelfClosing = c.item >= 0 && w.items[c.item].empty
	return s
}

// name returns the name of child c as it is written.
func (w *walk) name(c *child) []byte {
	if c.item < 0 {
		return []byte(c.id.String())
	}
	return w.items[c.item].name.Of(w.b)
}

// recognise decides which section the children of other names are meant to be:
// that which their end tag names, that which their name is like, or that which is
// missing just where they stand.
func (w *walk) recognise() {
	var used [sectionCount + 1]bool
	for _, c := range w.kids {
		used[c.id] = true
	}
	for i := range w.kids {
		c := &w.kids[i]
		if c.id != None || c.unlike {
			continue
		}
		id := c.hint
		if id == None || used[id] {
			id, _ = section(local(w.name(c)))
		}
		if id != None && !used[id] {
			c.id, used[id] = id, true
		}
	}
	before := None // the section before the run of other children
	for i := 0; i < len(w.kids); {
		if c := &w.kids[i]; c.id != None || c.unlike {
			before = max(before, c.id)
			i++
			continue
		}
		j, run := i, 0
		for j < len(w.kids) && (w.kids[j].id == None || w.kids[j].unlike) {
			if !w.kids[j].unlike {
				run++
			}
			j++
		}
		behind := OpenItems + 1
		if j < len(w.kids) {
			behind = w.kids[j].id
		}
		var wanted []SectionID
		for id := before + 1; id < behind; id++ {
			if !used[id] {
				wanted = append(wanted, id)
			}
		}
		if len(wanted) == run {
			for k := i; k < j; k++ {
				if !w.kids[k].unlike {
					w.kids[k].id, used[wanted[0]] = wanted[0], true
					wanted = wanted[1:]
				}
			}
		}
		i = j
	}
}

// choose returns for each section the index of the child that stands for it, -1
// where there is none. Of several it takes the one that fits best into the order;
// of those one in which there is something, where there has to be; else the first.
func (w *walk) choose() (chosen [sectionCount + 1]int) {
	type chain struct{ worth, last, before int }
	best := [sectionCount + 1]chain{} // by the section it ends with
	links := make([]chain, len(w.kids))
	for i := range w.kids {
		c := &w.kids[i]
		if c.id == None {
			continue
		}
		link := chain{last: i, before: -1}
		for id := Goal; id < c.id; id++ {
			if b := best[id]; b.worth > 0 && b.worth >= link.worth {
				link.worth, link.before = b.worth, b.last
			}
		}
		link.worth += 2 * sectionCount
		if (c.id == Goal || c.id == State) && !w.isBlank(c) {
			link.worth++
		}
		links[i] = link
		if link.worth > best[c.id].worth {
			best[c.id] = link
		}
	}
	for id := range chosen {
		chosen[id] = -1
	}
	longest := chain{}
	for _, b := range best {
		if b.worth > longest.worth {
			longest = b
		}
	}
	for i := longest.last; longest.worth > 0 && i >= 0; i = links[i].before {
		chosen[w.kids[i].id] = i
	}
	var first [sectionCount + 1]int
	for id := range first {
		first[id] = -1
	}
	for i, c := range w.kids {
		if c.id != None && first[c.id] < 0 {
			first[c.id] = i
		}
		if c.id != None && chosen[c.id] < 0 {
			chosen[c.id] = i
		}
	}
	// Two that changed places explain more than one that moved and others that
	// are there twice.
	if _, wrong := w.row(chosen); len(wrong) > 0 {
		if _, wrong = w.row(first); len(wrong) == 2 {
			return first
		}
	}
	return chosen
}

// row returns the children chosen in the order of the text, and the places in that
// row that another section belongs to.
func (w *walk) row(chosen [sectionCount + 1]int) (row, wrong []int) {
	for _, i := range chosen {
		if i >= 0 {
			row = append(row, i)
		}
	}
	sorted := slices.Sorted(slices.Values(row))
	for k, i := range row {
		if sorted[k] != i {
			wrong = append(wrong, k)
		}
	}
	return sorted, wrong
}

// tag reports what is wrong with the start tag of child i.
func (w *walk) tag(i int, chosen [sectionCount + 1]int) {
	c := &w.kids[i]
	if c.item < 0 {
		return
	}
	it := &w.items[c.item]
	name := w.name(c)
	kind := KindNone
	switch {
	case c.unlike:
		kind = KindHTMLTag
	case c.id == None:
		kind = KindExtraSection
	case chosen[c.id] != i:
		kind = KindDuplicateSection
	case string(name) == c.id.String():
	case string(local(name)) == c.id.String():
		kind = KindSectionNamespace
	case bytes.EqualFold(name, []byte(c.id.String())):
		kind = KindSectionCase
	default:
		kind = KindMisspeltSection
	}
	if kind != KindNone {
		f := w.fault(kind, it.class(), c.open, it.stop)
		f.Section, f.Name = c.id, string(name)
		switch kind {
		case KindDuplicateSection:
			other := w.kids[chosen[c.id]].open
			f.Related = []Related{{other, firstIsHere(c.id)}}
			if other.Start > c.open.Start {
				f.Related[0].Label = "another <" + c.id.String() + "> is here"
				if w.due(i) { // the runtime takes this one and stops at the other
					f.Stop = other
				}
			}
			f.Also = []source.Span{c.element}
		case KindExtraSection, KindHTMLTag:
			f.Also = []source.Span{c.element}
			f.extent = c.element
		default:
			f.Want = c.id.String()
			if !c.close.Empty() {
				f.Also = []source.Span{c.close}
			}
		}
	}
	switch {
	case c.id == None || c.unlike:
	case !it.attrs.Empty():
		kind, first := w.attributes(it, KindSectionAttribute, KindSectionAttribute)
		f := w.fault(kind, it.class(), it.attrs, it.stop)
		f.Section, f.Name = c.id, first
		f.Also = []source.Span{it.span}
	case it.broken != KindNone && kind == KindNone:
		f := w.fault(it.broken, Syntax, it.span, it.stop)
		f.Section, f.Name, f.Want = c.id, string(name), "<"+c.id.String()+">"
	}
	if end := c.to; c.ended && !it.empty && end < len(w.items) && w.items[end].kind == tokenEnd && w.items[end].broken != KindNone && c.id != None {
		f := w.fault(w.items[end].broken, Syntax, w.items[end].span, w.items[end].stop)
		f.Section, f.Name, f.Want = c.id, w.nameOf(&w.items[end]), "</"+c.id.String()+">"
	}
}

// due reports whether every section before that of child i stands before it, so
// that the runtime expects it where it is.
func (w *walk) due(i int) bool {
	var seen [sectionCount + 1]bool
	for _, c := range w.kids[:i] {
		seen[c.id] = true
	}
	for id := Goal; id < w.kids[i].id; id++ {
		if !seen[id] {
			return false
		}
	}
	return true
}

// missing reports the sections that no child stands for, where they should be:
// before the first child of a later section, or before the root's end tag.
func (w *walk) missing(chosen [sectionCount + 1]int) {
	end := source.At(w.content)
	if !w.close.Empty() {
		end = w.close
	}
	// Where each should be, from the last to the first.
	var places [sectionCount + 1]source.Span
	next, cut := end, w.cutShort
	for id := OpenItems; id >= Goal; id-- {
		if i := chosen[id]; i >= 0 {
			cut = false
			if open := w.kids[i].open; open.Start < next.Start {
				next = open
			}
		} else if !cut {
			places[id] = next
		}
	}
	for id := Goal; id <= OpenItems; id++ {
		stop := places[id]
		if chosen[id] >= 0 || stop == (source.Span{}) {
			continue
		}
		f := w.fault(KindMissingSection, Structure, source.At(stop.Start), stop)
		f.Section, f.Name, f.Want = id, id.String(), id.String()
		f.Also = []source.Span{{Start: len(trimRight(w.b[:stop.Start])), End: stop.End}}
	}
}

// exchanged reports the sections that stand in another order.
func (w *walk) exchanged(chosen [sectionCount + 1]int) {
	row, wrong := w.row(chosen)
	if len(wrong) == 0 {
		return
	}
	if len(wrong) == 2 {
		a, b := &w.kids[row[wrong[0]]], &w.kids[row[wrong[1]]]
		f := w.fault(KindSwappedSections, Structure, a.open, a.open)
		f.Section, f.Name, f.Want = a.id, a.id.String(), b.id.String()
		f.Also = []source.Span{b.open}
		f.Related = []Related{{b.open, "in the place of <" + a.id.String() + ">"}}
		return
	}
	w.moved(row)
}

// moved reports those of the children in row that have to move, the fewest
// there can be.
func (w *walk) moved(row []int) {
	stays := longestRise(w.kids, row)
	for k, i := range row {
		c := &w.kids[i]
		if stays[k] {
			continue
		}
		f := w.fault(KindMisplacedSection, Structure, c.open, c.open)
		f.Section, f.Name = c.id, c.id.String()
		for _, j := range row[:k] { // the runtime misses it where a later one stands first
			if w.kids[j].id > c.id {
				f.Stop = w.kids[j].open
				f.Related = []Related{{w.kids[j].open, "it belongs before <" + w.kids[j].id.String() + ">"}}
				break
			}
		}
	}
}

// longestRise marks those places of row whose sections are in order, as many as
// can be.
func longestRise(kids []child, row []int) []bool {
	best := make([]bool, len(row))
	most := 0
	for set := 1; set < 1<<len(row); set++ {
		stays := make([]bool, len(row))
		n, last := 0, None
		for k, i := range row {
			if set&(1<<k) == 0 {
				continue
			}
			if kids[i].id < last {
				n = -1
				break
			}
			stays[k] = true
			n, last = n+1, kids[i].id
		}
		if n > most {
			best, most = stays, n
		}
	}
	return best
}

// isBlank reports whether there is nothing in child c.
func (w *walk) isBlank(c *child) bool {
	if c.item < 0 || !c.ended {
		return false
	}
	for j := c.from; j < c.to; j++ {
		if k := w.items[j].kind; k == tokenStart || k == tokenEnd || k == tokenCDATA || !blank(w.b, w.gap(j)) {
			return false
		}
	}
	return c.close.Empty() || blank(w.b, w.gap(c.to))
}

// blank reports a goal or state in which there is nothing.
func (w *walk) blank(c *child) {
	if !w.isBlank(c) {
		return
	}
	s := w.sectionOf(c)
	f := w.fault(blankKind(c.id), Content, blankSpan(s), source.At(len(w.b)))
	f.Section = c.id
	f.Also = []source.Span{c.element}
}
