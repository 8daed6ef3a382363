package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/core/whatif"
)

// whatIfActions are the actions of the panel of limits.
func whatIfActions() []action {
	stepper := func(id, title, shown, keys, hint string, n int) action {
		return action{id: id, group: "What if", where: in(viewWhatIf), key: bind(title, shown, keys), hint: hint, when: onWhatIf, run: func(a *App) tea.Cmd {
			a.reader.whatif.step(n)
			return a.retry()
		}}
	}
	jump := func(up bool) func(*App) tea.Cmd {
		return func(a *App) tea.Cmd {
			if !a.reader.whatif.jump(up) {
				return nil
			}
			return a.retry()
		}
	}
	return []action{
		stepper("more", "a step more", "→", "right", "more", 1),
		stepper("less", "a step less", "←", "left", "less", -1),
		stepper("much-more", "ten steps more", "shift+→", "shift+right", "", 10),
		stepper("much-less", "ten steps less", "shift+←", "shift+left", "", -10),
		{id: "next-flip", group: "What if", where: in(viewWhatIf), key: bind("up to where the decision changes", ".", ".", "ctrl+right"), hint: "to the change", when: onWhatIf, run: jump(true)},
		{id: "previous-flip", group: "What if", where: in(viewWhatIf), key: bind("down to where the decision changes", ",", ",", "ctrl+left"), when: onWhatIf, run: jump(false)},
		{id: "reset", group: "What if", where: in(viewWhatIf), key: bind("back to what it was", "x", "x", "backspace"), hint: "reset", when: hasSettings, why: because("nothing was changed"), run: func(a *App) tea.Cmd {
			v := &a.reader.whatif
			v.unset(v.knob().Knob)
			return a.retry()
		}},
		{id: "reset-all", group: "What if", where: in(viewWhatIf), key: bind("all back to what they were", "ctrl+x", "ctrl+x"), when: hasSettings, why: because("nothing was changed"), run: func(a *App) tea.Cmd {
			v := &a.reader.whatif
			v.settings = nil
			v.tried++
			return a.retry()
		}},
	}
}

func onWhatIf(a *App) bool { return a.reader.kind == viewWhatIf && a.reader.whatif.model != nil }

func hasSettings(a *App) bool { return onWhatIf(a) && len(a.reader.whatif.settings) > 0 }

// typeValue asks for a value of the selected limit.
func (a *App) typeValue() {
	k := a.reader.whatif.knob()
	p := newQuestion(k.Name, "", "how many "+k.Unit+", such as "+k.Example()+"; enter tries it, esc leaves it")
	p.accept = func(a *App, text string) (problem string, cmd tea.Cmd) {
		knob, value, err := whatif.ParseSetting(k.Name + "=" + text)
		if err != nil || knob != k.Knob {
			return "it takes a whole number from " + inspect.Thousands(k.Min) + " on, such as " + k.Example(), nil
		}
		a.reader.whatif.set(value)
		return "", a.retry()
	}
	a.push(p)
}
