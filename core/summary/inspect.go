package summary

import (
	"sort"

	"compactlens/core/source"
)

// Inspect says all that is wrong with the summary b. Its class and its primary
// fault are those of Decide; the other faults are what the first one hides. The
// work is linear in the size of b.
func Inspect(b []byte) Report { return inspect(b, false) }

// InspectValid is Inspect of text that is known to be valid UTF-8, as all is that
// a JSON string decodes to. It is quicker.
func InspectValid(b []byte) Report { return inspect(b, true) }

func inspect(b []byte, valid bool) Report {
	d := decide(b, valid)
	r := Report{Class: d.Class, Primary: -1, Root: d.Root}
	if d.Class == Accepted {
		r.Sections = append(r.Sections, d.Sections[:]...)
		return r
	}
	in := &inspector{scan: newScan(b), wrapperEnd: -1, fence: -1}
	in.link()
	in.lay()
	in.place(d)
	r.Root, r.Sections, r.Unread = in.rootSection, in.sections, in.pieces > MaxMarkup
	r.Cut = r.Unread || in.many || in.more
	if len(in.found) > MaxFaults {
		in.shorten()
		r.Cut = true
	}
	for i, f := range in.found {
		r.Faults = append(r.Faults, f.Fault)
		if f.Primary {
			r.Primary = i
		}
	}
	return r
}

// inspector collects the faults of one text that is not accepted.
type inspector struct {
	*scan
	found       []found
	spare       found // one that is not kept
	more        bool  // there are faults that are not kept
	rootSection Section
	sections    []Section

	// What follows each item, by its index; -1 where nothing does.
	closing  []int32 // the end tag with the same name as this start tag
	same     []int32 // the tag of the same section
	startsOf [sectionCount + 1][]int32
	nextOpen []int32 // the start tag of a section, here or behind
	mate     []int32 // the other tag of the pair, among the items that pair has seen

	rootEndTags []int32       // end tags behind the root that are named like it, or as it should be
	rootStarts  []int32       // start tags behind the root, likewise
	wrapperEnd  int           // the end tag of an element around the root; -1 for none
	fence       int           // index in found of the mark of a code block before the root; -1 for none
	hidden      []source.Span // text whose faults are told as one
}

// found is a fault and the bytes that the runtime would have to read over not to
// stop at it, where that is more than Stop.
type found struct {
	Fault
	extent source.Span
}

// maxFound bounds the faults that are looked at to find the first MaxFaults: they
// are not found in order of place.
const maxFound = 4 * MaxFaults

// fault notes a fault and returns it to be completed, until the next is noted.
// Beyond maxFound it is forgotten.
func (in *inspector) fault(kind Kind, class Class, span, stop source.Span) *found {
	f := found{Fault: Fault{Kind: kind, Class: class, Span: span, Stop: stop}}
	if len(in.found) >= maxFound {
		in.spare, in.more = f, true
		return &in.spare
	}
	in.found = append(in.found, f)
	return &in.found[len(in.found)-1]
}

// nameOf returns the name in it as it is written.
func (in *inspector) nameOf(it *item) string { return string(it.name.Of(in.b)) }

// link finds what follows each item.
func (in *inspector) link() {
	n := len(in.items)
	all := make([]int32, 4*n+1)
	in.closing, in.same, in.mate, in.nextOpen = all[:n:n], all[n:2*n:2*n], all[2*n:3*n:3*n], all[3*n:]
	in.nextOpen[n] = -1
	ends := map[string]int32{}
	var last [sectionCount + 1]int32
	for id := range last {
		last[id] = -1
	}
	for i := n - 1; i >= 0; i-- {
		it := &in.items[i]
		in.closing[i], in.same[i], in.nextOpen[i] = -1, -1, in.nextOpen[i+1]
		switch it.kind {
		case tokenEnd:
			ends[in.nameOf(it)] = int32(i)
		case tokenStart:
			if at, ok := ends[string(it.name.Of(in.b))]; ok && !it.empty {
				in.closing[i] = at
			}
			if it.id != None {
				in.nextOpen[i] = int32(i)
				in.startsOf[it.id] = append(in.startsOf[it.id], int32(i))
			}
		}
		if it.id != None {
			in.same[i], last[it.id] = last[it.id], int32(i)
		}
	}
	for id := range in.startsOf {
		reverse(in.startsOf[id])
	}
}

func reverse(s []int32) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

// firstFlaw returns the index of the first fault in text at or behind offset at.
func (in *inspector) firstFlaw(at int) int {
	return sort.Search(len(in.flaws), func(i int) bool { return in.flaws[i].span.Start >= at })
}

// after returns how many of the sorted indices are not above i.
func after(sorted []int32, i int) int {
	return sort.Search(len(sorted), func(k int) bool { return int(sorted[k]) > i })
}

// absent reports whether the items between i and j (exclusive) hold the start of
// a section that has none outside of them: taken as part of something else it
// would be missing.
func (in *inspector) absent(i, j int) bool {
	for id := Goal; id <= OpenItems; id++ {
		inside := after(in.startsOf[id], j-1) - after(in.startsOf[id], i)
		if inside > 0 && inside == len(in.startsOf[id]) {
			return true
		}
	}
	return false
}

// gap returns the text before item i: from the end of the item before it. For the
// number of items it is the text at the end.
func (in *inspector) gap(i int) source.Span {
	s := source.Span{End: len(in.b)}
	if i > 0 {
		s.Start = in.items[i-1].span.End
	}
	if i < len(in.items) {
		s.End = max(s.Start, in.items[i].span.Start)
	}
	return s
}

// place sorts the faults, adds those in text and finds the one the runtime stops
// at.
func (in *inspector) place(d Decision) {
	order := func(i, j int) bool {
		a, b := in.found[i].Span, in.found[j].Span
		return a.Start < b.Start || a.Start == b.Start && a.End < b.End
	}
	sort.SliceStable(in.found, order)
	best := -1
	for i, f := range in.found {
		if f.Class == d.Class && f.Stop.Start == d.Fault.Stop.Start {
			best = i
			break
		}
		if best < 0 && f.extent.Start <= d.Fault.Stop.Start && d.Fault.Stop.Start < f.extent.End {
			best = i
		}
	}
	if best >= 0 {
		in.found[best].Primary = true
		in.found[best].Class = d.Class
		in.found[best].Stop = d.Fault.Stop
		return
	}
	in.found = append(in.found, found{Fault: d.Fault})
	sort.SliceStable(in.found, order)
}

// shorten leaves the first MaxFaults faults, the primary one among them.
func (in *inspector) shorten() {
	kept, rest := in.found[:MaxFaults], in.found[MaxFaults:]
	for _, f := range rest {
		if f.Primary {
			kept[MaxFaults-1] = f
		}
	}
	in.found = kept
}
