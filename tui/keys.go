package tui

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"

	"compactlens/tui/keymap"
)

// in returns the contexts that views are: an action of one view can have the key of
// an action of another.
func in(views ...viewKind) keymap.Contexts {
	var c keymap.Contexts
	for _, k := range views {
		c |= 1 << k
	}
	return c
}

// allBut returns the contexts that all views but one are.
func allBut(k viewKind) keymap.Contexts { return 1<<viewKinds - 1 - in(k) }

// KeyRows returns the actions with their built-in keys, in the order of the help.
func KeyRows() []keymap.Row {
	var rows []keymap.Row
	for _, c := range actions() {
		rows = append(rows, keymap.Row{ID: c.id, Title: c.key.Help().Desc, Keys: c.key.Keys(), Where: c.where, Needed: c.always})
	}
	return rows
}

// rebind gives the actions keys by their ids; nil leaves them the built-in ones.
func (a *App) rebind(keys map[string][]string) {
	for i := range a.actions {
		c := &a.actions[i]
		now, is := keys[c.id]
		if !is || slices.Equal(now, c.key.Keys()) {
			continue
		}
		c.key = key.NewBinding(key.WithKeys(now...), key.WithHelp(keymap.Shown(now), c.key.Help().Desc))
	}
	a.nameKeys()
}

// nameKeys has the arrow keys called by words where they cannot be drawn.
func (a *App) nameKeys() {
	for i := range a.actions {
		k := &a.actions[i].key
		k.SetHelp(a.label(*k), k.Help().Desc)
	}
}

// label returns a key as it is shown.
func (a *App) label(k key.Binding) string {
	if a.canvas.ASCII {
		return keymap.Named(k.Help().Key)
	}
	return k.Help().Key
}

// unbound stands for the key of an action that has none: it is done by its name.
const unbound = ":"

// keyOf returns the key of an action as it is shown; of one without a key, that of
// the prompt in which it can be named.
func (a *App) keyOf(id string) string {
	for i := range a.actions {
		if c := &a.actions[i]; c.id == id && c.key.Help().Key != "" {
			return c.key.Help().Key
		}
	}
	if id != "palette" {
		return a.keyOf("palette")
	}
	return unbound
}
