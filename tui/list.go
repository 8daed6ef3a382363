package tui

import (
	"slices"
	"strconv"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// list is the pane of sessions and attempts: a heading for each group and below it
// the rows that can be selected.
type list struct {
	rows     []listRow
	items    []int // indices into rows of those that can be selected
	selected int   // index into items
	top      int   // first row on screen
	w, h     int

	groups []group // what rows are made from
	all    []*item // of the groups, in order, whatever the filter
	filter filter
	remedy string // how to see everything again, where the filter matches nothing
}

// listRow is a heading or, where item is not nil, an item.
type listRow struct {
	group   *group
	item    *item
	columns columns
}

// columns are the widths of a group's columns.
type columns struct {
	names    int
	triggers int // 0 where no item has one
	timed    bool
}

// longestVerdict is the widest word that is said of an attempt. Times are left out
// where it would be cut.
const longestVerdict = len("retained_tail_too_large")

// verdictRoom is what is kept free for a verdict before there is one, so that
// nothing moves when it comes. Longer words take what the names leave.
const verdictRoom = len("xml_structure")

// columnsOf returns the widths that the first of groups wants: the loops of one
// session have the same.
func columnsOf(groups []group) columns {
	var c columns
	width := func(s string) int { return source.Width(source.Printable(s)) }
	for i := range groups {
		if i > 0 && !groups[i].inner {
			break
		}
		for _, it := range groups[i].items {
			if it.scratch != nil {
				continue // its name goes over the columns
			}
			c.names = max(c.names, width(it.name))
			c.triggers = max(c.triggers, min(width(it.trigger), len("manual")))
			c.timed = c.timed || !it.at.IsZero()
		}
	}
	return c
}

// set shows other contents and selects the first item. The filter stays.
func (l *list) set(c *contents) {
	*l = list{w: l.w, h: l.h, groups: c.groups, filter: l.filter, remedy: l.remedy}
	n := 0
	for g := range c.groups {
		n += len(c.groups[g].items)
	}
	l.all = make([]*item, 0, n)
	for g := range c.groups {
		l.all = append(l.all, c.groups[g].items...)
	}
	l.build()
}

// build makes the rows of what the filter matches and selects the first.
func (l *list) build() {
	l.rows, l.items, l.selected = make([]listRow, 0, len(l.groups)+len(l.all)), make([]int, 0, len(l.all)), 0
	var columns columns
	for g := range l.groups {
		of := &l.groups[g]
		if !of.inner {
			columns = columnsOf(l.groups[g:])
		}
		if !l.listed(g) {
			continue
		}
		l.rows = append(l.rows, listRow{group: of})
		for _, it := range of.items {
			if l.filter.matches(of, it) {
				l.items = append(l.items, len(l.rows))
				l.rows = append(l.rows, listRow{item: it, columns: columns})
			}
		}
	}
	l.reveal()
}

// listed reports whether the heading of group g is shown: that of a session stands
// above those of its loops.
func (l *list) listed(g int) bool {
	if !l.filter.active() {
		return true
	}
	for i := g; i < len(l.groups) && (i == g || !l.groups[g].inner && l.groups[i].inner); i++ {
		of := &l.groups[i]
		if slices.ContainsFunc(of.items, func(it *item) bool { return l.filter.matches(of, it) }) {
			return true
		}
	}
	return false
}

func (l *list) setSize(w, h int) {
	l.w, l.h = max(w, 0), max(h, 0)
	l.reveal()
}

// current returns the selected item, nil where there is none.
func (l *list) current() *item {
	if len(l.items) == 0 {
		return nil
	}
	return l.rows[l.items[l.selected]].item
}

// selectIndex selects the i-th item, the nearest where there is none.
func (l *list) selectIndex(i int) {
	l.selected = max(min(i, len(l.items)-1), 0)
	l.reveal()
}

// reveal scrolls as little as is needed to show the selected row, with its heading
// where it is the first below it.
func (l *list) reveal() {
	if len(l.items) == 0 {
		l.top = 0
		return
	}
	row := l.items[l.selected]
	first := row
	if row > 0 && l.rows[row-1].item == nil {
		first--
		if first > 0 && l.rows[first].group.inner && l.rows[first-1].item == nil {
			first-- // the session's heading stands above its first loop's
		}
	}
	switch {
	case first < l.top:
		l.top = first
	case row >= l.top+l.h:
		l.top = row - l.h + 1
	}
	l.top = max(min(l.top, len(l.rows)-l.h), 0)
}

// position returns "9/21" of the selected item.
func (l *list) position() string {
	if len(l.items) == 0 {
		return ""
	}
	return strconv.Itoa(l.selected+1) + "/" + strconv.Itoa(len(l.items))
}

func (l *list) draw(a canvas.Area, focused bool) {
	selected := -1
	if len(l.items) == 0 && l.filter.active() {
		a.Fit(2, 0, a.W-3, "nothing matches the filter", themes.Dim)
		for y, row := range canvas.Wrap(a.Display(), l.remedy, max(a.W-3, 1)) {
			if y+1 < a.H {
				a.Fit(2, y+1, a.W-3, row, themes.Faint)
			}
		}
		return
	}
	if len(l.items) > 0 {
		selected = l.items[l.selected]
	}
	for y := range min(a.H, len(l.rows)-l.top) {
		r := l.rows[l.top+y]
		part := a.Sub(0, y, a.W, 1)
		if r.item == nil {
			title, said := r.group.heading()
			room := a.W - 2
			if note := part.Width(said); note > 0 && room-note-1 >= 12 {
				room -= note + 1
			}
			at, style := 1, themes.Text|themes.Bold
			if r.group.inner {
				at, style = 2, themes.Dim|themes.Bold
				room--
			}
			x := part.Fit(at, 0, room, title, style)
			part.Fit(x+1, 0, a.W-x-2, said, themes.Faint)
			continue
		}
		drawItem(part, r.item, r.columns, l.top+y == selected)
		if l.top+y == selected {
			background := themes.Shade
			if focused {
				background = themes.Selection
			}
			part.Shade(background)
		}
	}
}

// drawItem draws one row: cursor, sign, name, trigger and what is said of it. The
// name gives way to the others.
func drawItem(a canvas.Area, it *item, c columns, selected bool) {
	s := it.state()
	name := themes.Text
	if selected {
		a.Text(0, 0, "▸", themes.Accent)
		name |= themes.Bold
	}
	if it.flashed {
		a.Text(1, 0, "•", themes.Note|themes.Bold)
	}
	a.Text(2, 0, s.sign, s.style)
	const left = 4
	room := a.W - 1 - left
	used := verdictRoom + 1
	if c.triggers > 0 {
		used += c.triggers + 1
	}
	names := max(min(c.names, room-used), min(6, c.names))
	x := left
	if it.scratch != nil {
		x = a.Text(x, 0, "+ ", themes.Note)
		x = a.Fit(x, 0, max(room-verdictRoom-3, 4), it.called(), name) + 1
		a.Fit(x, 0, a.W-x-1, s.word, s.style)
		return
	}
	a.Fit(x, 0, names, it.called(), name)
	x += names + 1
	if format := "15:04:05"; c.timed && a.W-x-c.triggers-len(format)-3 >= longestVerdict {
		if !it.at.IsZero() {
			a.Text(x, 0, it.at.UTC().Format(format), themes.Faint)
		}
		x += len(format) + 1
	}
	if c.triggers > 0 {
		a.Fit(x, 0, c.triggers, it.trigger, themes.Dim)
		x += c.triggers + 1
	}
	if !it.gone.IsZero() {
		x = a.Fit(x, 0, a.W-x-1, it.fate.label()+" · ", themes.Warning)
	}
	a.Fit(x, 0, a.W-x-1, s.word, s.style)
}

// scroll moves the window by n rows and leaves the selection where it is.
func (l *list) scroll(n int) { l.top = max(min(l.top+n, len(l.rows)-l.h), 0) }

// at returns the index of the item on row y of the window.
func (l *list) at(y int) (index int, ok bool) {
	return slices.BinarySearch(l.items, l.top+y)
}

// heading returns the pane's title, with the filter.
func (l *list) heading() string {
	if l.filter.active() {
		const beside = 24 // cells for the rest of the title and the position
		return paneList.title() + " · " + cut(l.filter.words, max(l.w-beside, 8))
	}
	return paneList.title()
}
