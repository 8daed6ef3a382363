package summary

import "compactlens/core/source"

// pair finds the end tag of each start tag among the items from lo to hi
// (exclusive) and notes it in mate, -1 where there is none.
func (in *inspector) pair(lo, hi int) {
	if lo >= hi {
		return
	}
	var stack []int32
	open := map[string]int{}
	for j := lo; j < hi; j++ {
		it := &in.items[j]
		in.mate[j] = -1
		name := it.name.Of(in.b)
		switch {
		case it.kind == tokenStart && !it.empty:
			stack = append(stack, int32(j))
			open[string(name)]++
		case it.kind == tokenEnd && open[string(name)] > 0:
			for {
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				inner := in.items[top].name.Of(in.b)
				open[string(inner)]--
				if string(inner) == string(name) {
					in.mate[j], in.mate[top] = top, int32(j)
					break
				}
			}
		}
	}
}

// inside reports the markup in child c: elements, end tags that end nothing,
// comments and the like. Elements in an element of no section are passed over,
// because that is one fault already.
func (w *walk) inside(c *child) {
	if c.from >= c.to {
		return
	}
	w.pair(c.from, c.to)
	within := -1               // the end tag of the pair that the items are in
	behind, name := -1, ""     // where the last reported element ends, and its name
	last := len(w.found)       // its index in found
	next := func(j int) bool { // whether item j directly follows it and is of the same name
		return last < len(w.found) && behind >= 0 && w.nameOf(&w.items[j]) == name && blank(w.b, source.Span{Start: behind, End: w.items[j].span.Start})
	}
	for j := c.from; j < c.to; j++ {
		it := &w.items[j]
		if it.kind != tokenStart && it.kind != tokenEnd {
			w.markup(it)
			continue
		}
		mate := int(w.mate[j])
		if c.id == None || c.unlike || j <= within {
			continue
		}
		if it.kind == tokenEnd {
			w.fault(KindStrayEndTag, Syntax, it.span, it.stop).Name = w.nameOf(it)
			behind = -1
			continue
		}
		if mate >= 0 {
			within = mate
		}
		if next(j) {
			w.found[last].Also = append(w.found[last].Also, it.span)
		} else {
			last, name = len(w.found), w.nameOf(it)
			w.element(it, mate >= 0)
		}
		behind = it.span.End
		if mate >= 0 {
			behind = w.items[mate].span.End
			if last < len(w.found) {
				w.found[last].Also = append(w.found[last].Also, w.items[mate].span)
			}
		}
	}
}

// element reports the element in a section that begins with it.
func (w *walk) element(it *item, paired bool) {
	t := token{kind: it.kind, name: it.name, span: it.span, attrs: it.attrs, empty: it.empty}
	kind := foreign(w.b, t, paired)
	if it.broken != KindNone && it.id == None && !it.isRoot {
		kind = it.broken
	}
	f := w.fault(kind, it.class(), it.span, it.stop)
	f.Name = w.nameOf(it)
}
