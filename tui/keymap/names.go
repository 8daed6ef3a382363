package keymap

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/similar"
)

// space is how the name of the space bar is written; the program knows it as a blank.
const space = "space"

// alt stands before the name of a key that is pressed with it.
const alt = "alt+"

// types returns the keys that are no characters, as terminals tell them, by name.
var types = sync.OnceValue(func() map[string]tea.KeyType {
	all := map[string]tea.KeyType{space: tea.KeySpace}
	for t := tea.KeyType(-128); t < 128; t++ {
		if s := t.String(); len(s) > 1 && t != tea.KeyRunes {
			all[s] = t
		}
	}
	return all
})

// sent are keys that terminals cannot tell from others.
func sent(name string) string {
	return map[string]string{"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+[": "esc", "ctrl+space": "ctrl+@", "ctrl+?": "backspace", "return": "enter", "escape": "esc", "del": "delete", "pagedown": "pgdown", "pageup": "pgup", "pgdn": "pgdown"}[name]
}

// NameError reports a text that names no key.
type NameError struct {
	Text string // untrusted
	Why  string // what is wrong with it, or what is meant
}

func (e *NameError) Error() string { return strconv.Quote(e.Text) + " " + e.Why }

// Parse returns the name by which the program knows a key that somebody wrote. The
// error is a *NameError.
func Parse(text string) (string, error) {
	name, hasAlt := strings.CutPrefix(text, alt)
	fail := func(why string) (string, error) { return "", &NameError{text, why} }
	prefix := ""
	if hasAlt {
		prefix = alt
	}
	r, n := utf8.DecodeRuneInString(name)
	_, named := types()[name]
	switch {
	case name == space || name == " ":
		return prefix + " ", nil
	case named:
		return text, nil
	case n == 0:
		return fail("names no key")
	case n == len(name) && r >= '0' && r <= '9' && !hasAlt:
		return fail("cannot be a key of an action: digits are counts")
	case n == len(name) && r != utf8.RuneError && unicode.IsPrint(r):
		return text, nil
	case sent(strings.ToLower(name)) != "":
		return fail("is sent as another key; write " + prefix + sent(strings.ToLower(name)))
	}
	if letter, is := strings.CutPrefix(name, "shift+"); is && utf8.RuneCountInString(letter) == 1 {
		return fail("names no key; write " + prefix + strings.ToUpper(letter))
	}
	if near := similar.Nearest(name, slices.Sorted(maps.Keys(types())), 1); len(near) > 0 {
		return fail("names no key; did you mean " + prefix + near[0] + "?")
	}
	return fail("names no key: that is one character, or a name such as enter, ctrl+x, alt+x, f5, pgdown")
}

// Text returns the name of a key as people write it.
func Text(name string) string {
	if strings.HasSuffix(name, " ") {
		return strings.TrimSuffix(name, " ") + space
	}
	return name
}

// Message returns what the terminal tells of the key of a name.
func Message(name string) tea.KeyMsg {
	base, hasAlt := name, false
	if len(name) > len(alt) {
		base, hasAlt = strings.CutPrefix(name, alt)
	}
	switch t, is := types()[base]; {
	case base == " ":
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}, Alt: hasAlt}
	case is:
		return tea.KeyMsg{Type: t, Alt: hasAlt}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(base), Alt: hasAlt}
}
