package tui

// The detail pane gets rows that the text above leaves blank, as many as the longest
// finding of the attempt needs, and while it has the focus as many as it needs anyway.
// Both end at a bound, and where somebody gave the panes sizes these count.

// fitted is what the rows of the detail pane were worked out for. Going from finding to
// finding changes none of it, so that nothing moves then.
type fitted struct {
	w, h   int
	sizes  Sizes
	focus  pane
	zoom   bool
	item   *item
	judged *judged
	kind   viewKind
	veiled bool
	hex    bool
}

// The bounds of fitting.
const (
	leastText   = 3  // rows that the text keeps while the detail pane has the focus
	mostFitted  = 24 // findings whose details are measured
	belowTheEnd = 1  // blank rows left below the end of a text
)

// fitFor returns what the rows of the detail pane depend on now.
func (a *App) fitFor() fitted {
	r := &a.reader
	f := fitted{w: a.w, h: a.h, sizes: a.sizes, focus: a.focus, zoom: a.zoom, item: a.list.current(), judged: r.judged, kind: r.kind, hex: r.hex}
	f.veiled = f.item != nil && f.item.veil.on
	return f
}

// refit lays the panes out anew where the rows of the detail pane depend on something
// that changed. It is asked after every message.
func (a *App) refit() {
	if a.contents != nil && a.fitFor() != a.fitted {
		a.arrange()
		a.fresh = false
	}
}

// fit returns how many rows more than usual the detail pane gets, where usual is how the
// panes lie without them.
func (a *App) fit(usual *layout) int {
	if a.sizes.Below != 0 || !usual.hasLevel() || a.reader.item == nil || a.reader.judged == nil {
		return 0
	}
	wanted := a.detailRows(usual.detail.w-4) - usual.detail.h
	if wanted <= 0 {
		return 0
	}
	r, rows := &a.reader, usual.text.h
	room := rows - r.stripRows(rows) - belowTheEnd
	spare := room - r.body().height(room)
	bound := usual.levelRows()/2 - usual.detail.h
	if a.focus == paneDetail {
		spare = rows - leastText
		if usual.divider < 0 {
			bound = spare
		}
	}
	return max(min(wanted, spare, bound), 0)
}

// detailRows returns how many rows w cells wide the longest detail of the item's findings
// needs.
func (a *App) detailRows(w int) int {
	p := page{display: a.detail.display}
	p.setSize(w, 1)
	measure := func(lines []line) int {
		p.refresh(lines)
		return len(p.rows)
	}
	n := measure(a.described())
	r := &a.reader
	if r.kind >= viewRepair || r.item.veil.on || !r.item.hasReply() || r.item.large() {
		return n
	}
	for i := r.item.leastFinding(); i < min(len(r.judged.verdict.Findings), mostFitted); i++ {
		_, lines := a.detailAt(i)
		n = max(n, measure(a.keyed(lines)))
	}
	return n
}
