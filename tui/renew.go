package tui

import (
	"slices"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/summary"
)

// renew shows what was merged: the list keeps its window and its selection, the text
// the place in it, and marks and jumps lead where they led.
func (a *App) renew(m merged) tea.Cmd {
	a.contents, a.fresh, a.brink = m.contents, false, nil
	was := a.reader.item
	shown := was // in the list before, whatever revision of it is looked at
	if was != nil && was.revision != nil {
		shown = was.revision.of
	}
	a.revise(m)
	a.list.renew(m.contents, shown.newestOf())
	a.jumps.renew()
	it := a.list.current()
	if shown != was {
		if it == shown.newestOf() && a.stayOnRevision(was, it) {
			return a.judgeFrom(0)
		}
		return tea.Batch(a.selectItem(a.list.selected), a.judgeFrom(0))
	}
	if it != nil && it == was { // its file is gone
		a.detail.refresh(a.described())
		return a.judgeFrom(0)
	}
	if it == nil || it != was.newestOf() {
		i := a.list.selected
		if was == nil || was.problem {
			i = a.first() // what one came to see is there now
		}
		return tea.Batch(a.selectItem(i), a.judgeFrom(0))
	}
	a.renewReader(was, it)
	cmds := []tea.Cmd{a.workOut(), a.fetch(), a.judgeFrom(0)}
	if it.judged == nil && it.hasReply() {
		cmds = append(cmds, a.selectItem(a.list.selected))
	}
	return tea.Batch(cmds...)
}

// renew shows other contents and keeps what is on screen where it is, as far as it is
// still there.
func (l *list) renew(c *contents, selected *item) {
	top, at := l.top, l.selected
	l.set(c)
	if i := l.index(selected); i >= 0 {
		at = i
	}
	l.top = top
	l.selectIndex(at)
}

// renew has spots lead to what is shown in the place of their items.
func (j *jumps) renew() {
	for _, spots := range [][]spot{j.behind, j.ahead} {
		for i := range spots {
			spots[i].item = spots[i].item.newestOf()
		}
	}
	for letter, s := range j.marks {
		s.item = s.item.newestOf()
		j.marks[letter] = s
	}
	if j.pending != nil {
		j.pending.item = j.pending.item.newestOf()
	}
}

// renewReader shows what is known of an item now in the place of what was.
func (a *App) renewReader(was, now *item) {
	r := &a.reader
	if was.sameAnswer(now) {
		r.item = now
		if r.judged != now.shown() {
			r.refresh()
		} else if r.kind == viewLife {
			r.facts.refresh(r.journal())
		}
		a.detail.refresh(a.described())
		return
	}
	place, here := r.where(), a.here()
	top := r.sheetTops()
	material := r.material
	finding := r.current()
	r.item, r.judged, r.finding = now, now.shown(), -1
	r.forgetExtras()
	r.findFinding(finding)
	switch {
	case r.judged == nil && now.hasReply() || !r.has(r.kind):
		r.show(now)
		a.describe()
		return
	case r.kind == viewTranscript || r.kind == viewRequest:
		if !now.sameRecords(was) {
			r.setMaterial(nil)
			r.facts.set(r.page())
			here.item = now
			a.jumps.pending = &here
		} else {
			r.material = material
		}
	default:
		r.setMaterial(nil)
		at := r.facts.top
		r.setKind(r.kind)
		r.facts.move(at - r.facts.top)
		r.setSheetTops(top)
		place.restore(r)
	}
	a.detail.refresh(a.described())
}

// sameRecords reports whether the journal tells of the two what it told.
func (it *item) sameRecords(x *item) bool {
	a, b := it.attempt, x.attempt
	if a == nil || b == nil || a.Session == nil || b.Session == nil {
		return a != nil && b != nil && a.Request != nil && b.Request != nil && a.Request.Source.Text() == b.Request.Source.Text()
	}
	return len(a.Events) == len(b.Events) && a.Basis == b.Basis && a.Terminal == b.Terminal
}

// findFinding selects the finding that is most like was: of the same rule in the same
// place, else of the same rule in the same section, else of the rule, else the first.
func (r *reader) findFinding(was *inspect.Finding) {
	if r.judged == nil || !r.item.hasReply() || len(r.judged.verdict.Findings) == 0 {
		return
	}
	r.finding = r.item.leastFinding()
	if was == nil {
		return
	}
	findings := r.judged.verdict.Findings
	for _, like := range []func(f *inspect.Finding) bool{
		func(f *inspect.Finding) bool { return f.Rule == was.Rule && f.Place == was.Place },
		func(f *inspect.Finding) bool {
			return f.Rule == was.Rule && f.Section == was.Section && f.Got == was.Got
		},
		func(f *inspect.Finding) bool { return f.Rule == was.Rule && f.Section == was.Section },
		func(f *inspect.Finding) bool { return f.Rule == was.Rule },
		func(f *inspect.Finding) bool { return f.Section == was.Section && f.Section != summary.None },
	} {
		for i := range findings {
			if like(&findings[i]) {
				r.finding = i
				return
			}
		}
	}
}

// sheetTops returns the first rows on screen of the views that are sheets.
func (r *reader) sheetTops() []int {
	var tops []int
	for _, s := range r.sheets() {
		tops = append(tops, s.top)
	}
	return tops
}

func (r *reader) setSheetTops(tops []int) {
	for i, s := range r.sheets() {
		s.top = tops[i]
		s.clamp()
	}
}

func (r *reader) sheets() []*sheet {
	return []*sheet{&r.findings.sheet, &r.budget.sheet, &r.repair.sheet, &r.whatif.sheet}
}

// textPlace is where in a text something is, so that it can be found in another
// version of it: by the section and the line in that, else by the line.
type textPlace struct {
	section summary.SectionID // None for outside of all
	line    int               // from that of the section's start, else of the text; 0-based
	column  int               // code points, 0-based
}

// window is where in a text one is. The zero value is nowhere.
type window struct {
	kind   viewKind
	shown  bool
	cursor textPlace
	row    int // of the window that the cursor is on
	seen   bool
	top    textPlace
	on     *inspect.Finding // that the cursor is on; nil for none
}

// where returns where in the text one is.
func (r *reader) where() window {
	v := r.view()
	if v == nil || v.Text() == nil || r.kind != viewSummary && r.kind != viewReply {
		return window{}
	}
	at, _ := r.cursor()
	w := window{kind: r.kind, shown: true, cursor: r.placeOf(at), top: r.placeOf(r.trueSpan(source.At(v.Offset())).Start)}
	w.row, w.seen = v.RowOf(v.Cursor())
	if r.spanIn(r.current(), r.kind) != nil && !r.strayed() {
		w.on = r.current()
	}
	return w
}

// restore goes to where one was, in the text that is shown now.
func (w window) restore(r *reader) {
	v := r.view()
	if !w.shown || v == nil || v.Text() == nil || r.kind != w.kind {
		return
	}
	at := r.offsetOf(w.cursor)
	if f := r.current(); w.on != nil && f != nil && f.Rule == w.on.Rule && f.Section == w.on.Section {
		if s := r.spanIn(f, r.kind); s != nil {
			at = s.Start
		}
	}
	if w.seen {
		v.PlaceAt(r.shownSpan(source.At(at)).Start, w.row)
		return
	}
	r.setCursor(at)
	v.ScrollTo(r.shownSpan(source.At(r.offsetOf(w.top))).Start)
}

// sectionSpan returns where a section is in trueText.
func (r *reader) sectionSpan(id summary.SectionID) *source.Span {
	all := r.judged.verdict.Sections
	i := slices.IndexFunc(all, func(s inspect.Section) bool { return s.ID == id })
	if i < 0 || id == summary.None {
		return nil
	}
	return placeSpan(all[i].Element, r.kind)
}

// placeOf returns the place of an offset in trueText.
func (r *reader) placeOf(offset int) textPlace {
	t := r.trueText()
	line := t.LineOf(offset)
	start := t.Line(line).Start
	p := textPlace{line: line}
	if offset-start <= farInLine {
		p.column = utf8.RuneCount(t.Bytes()[start:max(offset, start)])
	}
	if r.judged == nil {
		return p
	}
	for _, s := range r.judged.verdict.Sections {
		if e := placeSpan(s.Element, r.kind); e != nil && s.ID != summary.None && e.Contains(offset) && r.sectionSpan(s.ID).Start == e.Start {
			p.section = s.ID
			p.line -= t.LineOf(e.Start)
		}
	}
	return p
}

// offsetOf returns the offset of a place in trueText, the nearest where the text is
// shorter.
func (r *reader) offsetOf(p textPlace) int {
	t := r.trueText()
	line := p.line
	if e := r.sectionSpan(p.section); e != nil {
		line = min(line+t.LineOf(e.Start), t.LineOf(e.End))
	}
	line = max(min(line, t.LineCount()-1), 0)
	return t.Offset(line+1, p.column+1)
}
