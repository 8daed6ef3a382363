package tui

import (
	tea "github.com/charmbracelet/bubbletea"
)

// doneMsg brings what was made in the background for the item shown. keep puts it
// where it is shown.
type doneMsg struct {
	id   int // of the opening
	item *item
	keep func(*App)
}

// later runs work in the background and gives what it made to the item that is
// shown now, where it still is.
func (a *App) later(work func() (keep func(*App))) tea.Cmd {
	id, it := a.opened, a.reader.item
	return func() tea.Msg { return doneMsg{id: id, item: it, keep: work()} }
}

// done keeps what came back.
func (a *App) done(msg doneMsg) tea.Cmd {
	if msg.id != a.opened || msg.item != a.reader.item {
		return nil
	}
	msg.keep(a)
	a.detail.refresh(a.described())
	a.fresh = false
	return a.fetch()
}

// fetchExtras makes what the views need beyond the verdict, once one looks at them.
func (a *App) fetchExtras() tea.Cmd {
	if a.reader.item == nil || a.reader.judged == nil {
		return nil
	}
	return tea.Batch(a.resolveEntities(), a.countTokens(), a.decideAgain(), a.mendAnswer(), a.judgeRepaired())
}

// settled returns the newest that is known of the item shown, nil while more is on
// its way: a view that needs the journal waits for it.
func (a *App) settled() *judged {
	r := &a.reader
	if r.judged == nil || !r.judged.whole && r.item.attempt != nil && a.contents.book != nil {
		return nil
	}
	return r.judged
}

// forgetExtras drops what was made of another item. Views that are looked at again
// begin at their start.
func (r *reader) forgetExtras() {
	fresh := func(s sheet) sheet { return sheet{w: s.w, h: s.h} }
	r.findings = findingsView{sheet: fresh(r.findings.sheet)}
	r.budget = budgetView{sheet: fresh(r.budget.sheet)}
	r.repair.end()
	r.repair = repairView{sheet: fresh(r.repair.sheet), allSafe: r.repair.allSafe}
	r.whatif = whatIfView{sheet: fresh(r.whatif.sheet), selected: r.whatif.selected}
}

// layExtras lays the view that is shown out anew, where it is one of these.
func (r *reader) layExtras() {
	switch r.kind {
	case viewFindings:
		r.layFindings()
	case viewBudget:
		r.layBudget()
	case viewRepair:
		r.layRepair()
	case viewWhatIf:
		r.layWhatIf()
	}
}

// hasExtra reports whether the item can be looked at as k, one of the views that
// are made of more than the verdict.
func (r *reader) hasExtra(k viewKind) bool {
	switch k {
	case viewRepaired:
		return r.item.lesson != nil && r.judged != nil
	case viewFindings:
		return r.judged != nil && r.item.hasReply()
	case viewRepair:
		return r.judged != nil && r.item.hasReply() && len(r.judged.dossier.Plan.Repairs) > 0
	}
	return r.item.hasReply() || r.item.attempt != nil
}

// pointAt selects what stands on a row of the view, where one can select something
// in it.
func (r *reader) pointAt(row int) bool {
	switch r.kind {
	case viewFindings:
		if i := (r.findings.top+row)/findingRows + r.item.leastFinding(); r.judged != nil && i < len(r.judged.verdict.Findings) {
			r.finding = i
			r.findings.selected = i - r.item.leastFinding()
			return true
		}
	case viewWhatIf:
		if i, ok := r.whatif.knobAt(r.whatif.top + row); ok {
			r.whatif.selected = i
			r.layWhatIf()
			return true
		}
	}
	return false
}
