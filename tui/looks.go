package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/themes"
	"compactlens/themes/terminal"
)

// looks are the themes that can be chosen, and the terminal they are made ready for.
// The zero value has the built-in ones, without colours.
type looks struct {
	all        []themes.Palette // nil stands for the built-in ones
	broken     []string         // what is wrong with files that are no themes; untrusted
	background terminal.Background
	profile    themes.Profile
	name       string                  // what was chosen: a theme, a pair or auto
	keep       func(name string) error // keeps a choice for the next time; nil keeps none
}

// palettes returns the themes there are.
func (l *looks) palettes() []themes.Palette {
	if l.all == nil {
		return themes.Builtin()
	}
	return l.all
}

// theme makes a theme ready. The error is a *themes.UnknownThemeError.
func (l *looks) theme(name string) (*themes.Theme, error) {
	p, paint, err := terminal.Choose(l.palettes(), name, l.background)
	if err != nil {
		return nil, err
	}
	return themes.New(p, themes.Options{Profile: l.profile, Paint: paint}), nil
}

// themed is a name that can be chosen, and what the theme says of itself.
type themed struct{ name, title string }

// choices returns what there is to choose: auto, the themes one by one.
func (l *looks) choices() []themed {
	all := []themed{{themes.Auto, "by the terminal's background"}}
	for _, p := range l.palettes() {
		all = append(all, themed{p.Name, p.Title})
	}
	return all
}

// keepTheme keeps the theme that was chosen, unless a script chose it.
func (a *App) keepTheme() tea.Cmd {
	l := &a.looks
	if l.keep == nil || a.player.on {
		return nil
	}
	keep, name := l.keep, l.name
	return a.keeper.ask("theme", func() error { return keep(name) })
}
