package tui

import (
	"testing"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
)

// Every key of an input line, with the cursor anywhere in any text: the line is edited, and
// nothing else happens.
func TestInputLineTakesEveryKey(t *testing.T) {
	m := textinput.DefaultKeyMap
	for _, b := range []key.Binding{
		m.CharacterForward, m.CharacterBackward, m.WordForward, m.WordBackward, m.DeleteWordBackward, m.DeleteWordForward, m.DeleteAfterCursor, m.DeleteBeforeCursor,
		m.DeleteCharacterBackward, m.DeleteCharacterForward, m.LineStart, m.LineEnd, m.AcceptSuggestion, m.NextSuggestion, m.PrevSuggestion,
	} {
		for _, name := range b.Keys() {
			for _, text := range []string{"", "a", " ", "a ", " a", "  ", "a b", "word  and  more ", "日本 é\u0301"} {
				for at := range len([]rune(text)) + 1 {
					p := newPrompt("", text)
					p.input.SetCursor(at)
					p.edit(keyNamed(name))
					if n := p.input.Position(); n < 0 || n > len([]rune(p.text())) {
						t.Errorf("%s at %d of %q: the cursor is at %d of %q", name, at, text, n, p.text())
					}
				}
			}
		}
	}
}

// The word behind the cursor is deleted with the blanks before it.
func TestDeleteWordForward(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
		want string
	}{{"", 0, ""}, {"a", 0, ""}, {"a", 1, "a"}, {"a ", 1, "a"}, {"one two three", 3, "one three"}, {"one two", 4, "one "}, {"one two", 5, "one t"}, {"  日本 x", 0, " x"}, {"one   ", 3, "one"}} {
		for _, name := range []string{"alt+d", "alt+delete"} {
			p := newPrompt("", c.text)
			p.input.SetCursor(c.at)
			if changed := p.edit(keyNamed(name)); p.text() != c.want || changed != (c.text != c.want) || p.input.Position() != c.at {
				t.Errorf("%s at %d of %q: %q, the cursor at %d", name, c.at, c.text, p.text(), p.input.Position())
			}
		}
	}
}
