package tui

import tea "github.com/charmbracelet/bubbletea"

// renewed is a layer that shows items of the list. It is told when others took their
// places.
type renewed interface{ renew(a *App) tea.Cmd }

// renewLayers tells the layers that items were replaced.
func (a *App) renewLayers() tea.Cmd {
	var all []tea.Cmd
	for _, l := range a.layers {
		if l, is := l.(renewed); is {
			all = append(all, l.renew(a))
		}
	}
	return tea.Batch(all...)
}

// renew compares what is there now. A former answer stays what it is.
func (l *diffLayer) renew(a *App) tea.Cmd {
	old, now := l.old.atPresent(), l.new.atPresent()
	same := old.sameAnswer(l.old) && now.sameAnswer(l.new)
	l.old, l.new = old, now
	if same {
		return nil
	}
	at, _ := l.view.Changes()
	return l.remake(a, at)
}

// atPresent returns what is shown in the place of it now, of a former answer that answer.
func (it *item) atPresent() *item {
	if it.revision != nil {
		return it
	}
	return it.newestOf()
}

// renew offers what is there now.
func (p *diffPicker) renew(*App) tea.Cmd {
	p.item = p.item.atPresent()
	for _, all := range [][]candidate{p.all, p.shown} {
		for i := range all {
			all[i].item = all[i].item.atPresent()
		}
	}
	return nil
}

// renew says once that the copy is one of what the file held before.
func (e *editing) renew(*App) tea.Cmd {
	now, known := e.of.newestOf(), e.known
	if known == nil {
		known = e.of
	}
	switch {
	case now.sameAnswer(known) && now.fate == e.fate:
	case !now.gone.IsZero():
		e.say("the file "+now.fate.news(false)+"; this is a copy of what it held", false)
	case now.sameAnswer(e.of):
		e.say("the file holds again what this is a copy of", false)
	default:
		e.say("the file has changed since; this is a copy of what it held", false)
	}
	e.known, e.fate = now, now.fate
	return nil
}
