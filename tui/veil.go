package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/loader/dossier"
)

// veil hides what is said of an answer until somebody asks for it: the answer itself
// is shown, without marks. The zero value hides nothing.
type veil struct {
	on     bool
	seen   bool    // it was there when it was hidden
	listed bool    // and was listed then
	of     *judged // what plain was made of
	plain  *judged // the same, with nothing said of it
}

// shown returns what is shown of the verdict on it, nil while there is none.
func (it *item) shown() *judged {
	v := &it.veil
	if !v.on || it.judged == nil {
		return it.judged
	}
	if v.of != it.judged {
		j := it.judged
		verdict := &inspect.Verdict{Form: j.verdict.Form, HasSummary: j.verdict.HasSummary, Summary: j.verdict.Summary}
		v.of = j
		v.plain = &judged{dossier: &dossier.Dossier{Evidence: j.dossier.Evidence, Verdict: *verdict}, verdict: verdict, summary: j.summary, reply: j.reply, whole: j.whole}
	}
	return v.plain
}

// called returns the name of it, which tells nothing while the verdict is hidden.
func (it *item) called() string {
	if it.veil.on && it.neutral != "" {
		return it.neutral
	}
	return it.name
}

// trail returns where it is, from the outside in, by names that tell nothing while the
// verdict is hidden.
func (it *item) trail() []string {
	switch n := len(it.crumbs); {
	case it.scratch != nil && it.scratch.of != nil && n > 0:
		return append(slices.Clone(it.scratch.of.trail()), it.crumbs[n-1])
	case !it.veil.on || it.neutral == "":
		return it.crumbs
	case it.lesson != nil:
		return []string{it.crumbs[0], it.neutral}
	}
	return []string{it.neutral}
}

// heading returns the title of the group and the words beside it. A title that says
// what is wrong gives way to the names of what is in the group while any of that is
// hidden.
func (g *group) heading() (title, note string) {
	n := len(g.items)
	if !g.tells || !slices.ContainsFunc(g.items, func(it *item) bool { return it.veil.on }) {
		return g.title, g.note
	}
	title = g.items[0].neutral
	if n > 1 {
		_, first, _ := strings.Cut(title, " ")
		_, last, _ := strings.Cut(g.items[n-1].neutral, " ")
		title = "Lessons " + first + " to " + last
	}
	return title, ""
}

// plainView reports whether a view says nothing of a verdict.
func plainView(k viewKind) bool {
	return k == viewSummary || k == viewReply || k == viewTranscript || k == viewRequest
}

// veiled reports whether the verdict on the item shown is hidden.
func veiled(a *App) bool { return a.reader.item != nil && a.reader.item.veil.on }

// canVeil reports whether there is a verdict to hide.
func canVeil(a *App) bool { return len(a.list.all) > 0 }

// toggleVeils hides the verdicts on all answers, or shows them all. What a filter lists
// stays listed when it is hidden, and follows when it is shown.
func (a *App) toggleVeils() tea.Cmd {
	a.veils = !a.veils
	if a.veils {
		for _, it := range a.list.all {
			it.veil.seen, it.veil.listed = true, false
		}
		for _, row := range a.list.items {
			a.list.rows[row].item.veil.listed = true
		}
		a.list.filter.seen = true
	}
	veil := func(it *item) { it.veil.on = a.veils && it.hasReply() }
	for _, it := range a.list.all {
		veil(it)
	}
	if it := a.reader.item; it != nil && it.revision != nil {
		veil(it)
	}
	a.unveiled()
	cmd := a.refilterJudged()
	if a.veils {
		a.notify("verdicts are hidden; " + a.keyOf("reveal") + " reveals one, " + a.keyOf("hide-verdicts") + " all")
	} else {
		a.notify("verdicts are shown")
	}
	return cmd
}

// reveal shows the verdict on the item shown.
func (a *App) reveal() {
	a.reader.item.veil.on = false
	a.unveiled()
}

// unveiled shows the item anew, with or without its verdict.
func (a *App) unveiled() {
	a.reader.show(a.reader.item)
	a.describe()
	a.fresh = false
}
