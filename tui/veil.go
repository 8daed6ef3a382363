package tui

import (
	"compactlens/core/inspect"
	"compactlens/loader/dossier"
)

// veil hides what is said of an answer until somebody asks for it: the answer itself
// is shown, without marks. The zero value hides nothing.
type veil struct {
	on    bool
	of    *judged // what plain was made of
	plain *judged // the same, with nothing said of it
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

// plainView reports whether a view says nothing of a verdict.
func plainView(k viewKind) bool {
	return k == viewSummary || k == viewReply || k == viewTranscript || k == viewRequest
}

// veiled reports whether the verdict on the item shown is hidden.
func veiled(a *App) bool { return a.reader.item != nil && a.reader.item.veil.on }

// canVeil reports whether there is a verdict to hide.
func canVeil(a *App) bool { return len(a.list.all) > 0 }

// toggleVeils hides the verdicts on all answers, or shows them all.
func (a *App) toggleVeils() {
	a.veils = !a.veils
	for _, it := range a.list.all {
		it.veil.on = a.veils && it.hasReply()
	}
	a.unveiled()
	if a.veils {
		a.notify("verdicts are hidden; " + a.keyOf("reveal") + " reveals one, " + a.keyOf("hide-verdicts") + " all")
		return
	}
	a.notify("verdicts are shown")
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
