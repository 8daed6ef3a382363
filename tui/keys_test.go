package tui

import (
	"fmt"
	"strings"
	"testing"

	"compactlens/core/golden"

	"github.com/charmbracelet/bubbles/key"
)

// keyReference returns the reference of all keys, from the table of actions and
// the prompts' own keys.
func keyReference(a *App) string {
	var out strings.Builder
	out.WriteString("# Keys\n\nWritten from the table of actions; `go test ./tui -run KeyReference -update` writes it anew.\n" +
		"The names in the last column are what the palette also finds an action by.\n")
	group := ""
	for i := range a.actions {
		c := &a.actions[i]
		if c.group != group {
			group = c.group
			fmt.Fprintf(&out, "\n## %s\n\n| keys | what they do | name |\n|---|---|---|\n", group)
		}
		fmt.Fprintf(&out, "| %s | %s | %s |\n", codes(c.key), c.key.Help().Desc, c.id)
	}
	editing := []key.Binding{editCloses()}
	for _, k := range editKeys() {
		editing = append(editing, k.key)
	}
	var comparing, copying []key.Binding
	for _, k := range diffKeys() {
		comparing = append(comparing, k.key)
	}
	for _, c := range copyables() {
		copying = append(copying, bind(c.name, c.key, c.key))
	}
	search, palette, filter := newSearchPrompt(a).keys, newPalette(a).keys, newFilterPrompt(a).keys
	for _, p := range []struct {
		title string
		keys  []key.Binding
	}{
		{"While a text is edited", editing},
		{"While two answers are compared", comparing},
		{"In the menu of what to copy", copying},
		{"While a search is typed", []key.Binding{search.accept, search.close, search.kind, search.next, search.previous}},
		{"While a filter is typed", []key.Binding{filter.accept, filter.close, filter.next, filter.previous}},
		{"While a place or an action is typed", []key.Binding{palette.accept, palette.close, palette.next, palette.previous}},
	} {
		fmt.Fprintf(&out, "\n## %s\n\n| keys | what they do |\n|---|---|\n", p.title)
		for _, k := range p.keys {
			fmt.Fprintf(&out, "| %s | %s |\n", codes(k), k.Help().Desc)
		}
	}
	return out.String()
}

// codes returns the keys of k as code.
func codes(k key.Binding) string {
	var all []string
	for _, name := range k.Keys() {
		if name == " " {
			name = "space"
		}
		all = append(all, "`"+strings.ReplaceAll(name, "|", `\|`)+"`")
	}
	return strings.Join(all, " ")
}

func TestKeyReference(t *testing.T) {
	golden.Check(t, "KEYS.md", keyReference(drive(t, sample(), 120, 40).app))
}
