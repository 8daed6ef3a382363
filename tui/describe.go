package tui

import (
	"slices"
	"strings"

	"compactlens/core/inspect"
	"compactlens/themes"
)

// describe fills the detail pane for what is selected.
func (a *App) describe() { a.detail.set(a.described()) }

// described names the detail pane and returns what it says.
func (a *App) described() []line {
	if it := a.list.current(); it != nil && !it.gone.IsZero() {
		return append([]line{it.goneLine()}, a.describedItem()...)
	}
	return a.describedItem()
}

func (a *App) describedItem() []line {
	it := a.list.current()
	switch {
	case it == nil || a.reader.judged == nil && (it.hasReply() || a.reader.kind == viewWhatIf):
		a.above = "How it ended"
		return nil
	case !it.hasReply() && a.reader.kind != viewWhatIf, a.reader.kind == viewLife && a.reader.judged.life != nil:
		a.above = "How it ended"
		return it.ending()
	}
	if it.veil.on {
		a.above = "Verdict"
		return []line{{text: "verdict hidden · " + a.keyOf("reveal") + " reveals", style: themes.Warning | themes.Bold}}
	}
	var lines []line
	switch r := &a.reader; r.kind {
	case viewRepaired:
		a.above, lines = "Repaired case", r.repairedLines()
	case viewWhatIf:
		a.above, lines = r.whatif.lines()
	case viewRepair:
		a.above, lines = r.repair.lines(r)
	default:
		a.above, lines = a.detailAt(r.finding)
		lines = r.budgetLines(lines)
		if arrange(a.w, a.h, Sizes{}, paneText, false, 0).detail.h < lowDetail {
			lines = placeLater(lines)
		}
		if r.strayed() {
			a.above = strings.Replace(a.above, " · ", ", not at the cursor · ", 1)
		}
	}
	return a.keyed(lines)
}

// detailAt returns what there is to say about finding i of the item shown, or about its
// refusal.
func (a *App) detailAt(i int) (title string, lines []line) {
	r := &a.reader
	if i < 0 && r.item.refused() {
		return refusalLines(r.item, r.judged, "next-fault")
	}
	title, lines = detailOf(r.judged, i)
	if damage := r.judged.dossier.Evidence.Reply.Damage; damage != inspect.Undamaged {
		lines = slices.Insert(lines, 0, line{text: "Damaged: " + damage.String() + ".", style: themes.Warning | themes.Bold})
	}
	return title, lines
}

// keyed puts the keys of actions in the place of their ids.
func (a *App) keyed(lines []line) []line {
	for i := range lines {
		if l := &lines[i]; l.key {
			l.label = a.keyOf(l.label)
		}
	}
	return lines
}

// lowDetail is how high a window must usually have the detail pane for the place to stand
// right below the message. In a lower one what to do comes first: where the cursor is stands
// above the text, too.
const lowDetail = 8

// placeLater moves the place of a finding behind its repair.
func placeLater(lines []line) []line {
	at := slices.IndexFunc(lines, func(l line) bool { return l.label == "where" })
	behind := slices.IndexFunc(lines, func(l line) bool { return l.label == "repair" })
	if at < 0 || behind < at {
		return lines
	}
	place := lines[at]
	return slices.Insert(slices.Delete(lines, at, at+1), behind, place)
}
