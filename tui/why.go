package tui

import (
	"cmp"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// explain says why a key of the table does nothing now. It is silent on keys that
// nothing has.
func (a *App) explain(k tea.KeyMsg) {
	var c *action
	for i := range a.actions {
		x := &a.actions[i]
		if key.Matches(k, x.key) && (c == nil || !a.inPlace(c) && a.inPlace(x)) {
			c = x
		}
	}
	if c != nil {
		a.notify(c.key.Help().Key + ": " + a.whyNot(c) + " · " + c.key.Help().Desc)
	}
}

// inPlace reports whether the action is one of the view shown.
func (a *App) inPlace(c *action) bool { return c.where.Overlap(in(a.reader.kind)) }

// whyNot says in a few words why an action does nothing now.
func (a *App) whyNot(c *action) string {
	switch {
	case a.contents == nil:
		return "nothing is open yet"
	case a.reader.item == nil:
		return "nothing is selected"
	case !a.inPlace(c):
		return "not in this view"
	case c.why != nil:
		return c.why(a)
	}
	return "not here"
}

// because is the why of an action that has one reason alone.
func because(words string) func(*App) string {
	return func(*App) string { return words }
}

// withoutView says why the item is not looked at as k.
func withoutView(k viewKind) func(*App) string {
	return func(a *App) string {
		r := &a.reader
		switch {
		case r.kind == k && r.has(k):
			return "it is shown already"
		case veiled(a) && !plainView(k):
			return hiddenWords(a)
		case r.judged == nil && r.item.hasReply():
			return judgingWords
		case k == viewRepair && repairComes(a):
			return planningWords
		}
		return "this item has no " + [...]string{
			"summary", "reply", "journal", "transcript", "request", "findings", "budget", "repair", "limits to try", "repaired case",
		}[k]
	}
}

// What is said while it is not known yet. It is taken back when it is.
const (
	judgingWords  = "the answer is still being judged"
	planningWords = "the repair is still being worked out"
)

// repairComes reports whether it is not known yet if the answer shown has repairs.
func repairComes(a *App) bool {
	r := &a.reader
	return r.item != nil && r.item.hasReply() && !r.item.veil.on && (r.judged == nil || !r.judged.dossier.Planned)
}

// forgetWaiting takes back what was said of what is known now.
func (a *App) forgetWaiting() {
	if a.reader.judged != nil && strings.Contains(a.notice, judgingWords) || !repairComes(a) && strings.Contains(a.notice, planningWords) {
		a.notice = ""
	}
}

// withoutFollowing says why the newest attempt is not stayed on. Where a repair may come,
// the key was meant for that.
func withoutFollowing(a *App) string {
	if repairComes(a) {
		return withoutView(viewRepair)(a)
	}
	return "the files are not watched"
}

// outsideText says why the keys of the cursor do nothing.
func outsideText(a *App) string {
	if onText(a) {
		return "the cursor is in the text, " + a.keyOf("next-pane") + " goes there"
	}
	return "there is no text here"
}

// withoutHits says why there is no hit to step to.
func withoutHits(a *App) string {
	if a.search.active() {
		return "nothing was found"
	}
	return "nothing is searched for, " + a.keyOf("search") + " searches"
}

// withoutFault says why there is no fault to step to. What is hidden is not told.
func withoutFault(a *App) string {
	if veiled(a) {
		return hiddenWords(a)
	}
	return cmp.Or(a.reader.item.refusalWords(), "there is no fault here")
}

// hiddenWords says why a key that needs the verdict does nothing while that is hidden.
func hiddenWords(a *App) string {
	return "the verdict is hidden, " + a.keyOf("reveal") + " reveals it"
}
