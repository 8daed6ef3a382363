package tui

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// bad is a model that panics in one place.
type bad struct{ where string }

func (b bad) Init() tea.Cmd {
	switch b.where {
	case "init":
		panic("in init")
	case "sequence":
		return tea.Sequence(func() tea.Msg { return nil }, tea.Batch(nil, tea.Sequence(func() tea.Msg { return nil }, func() tea.Msg { panic("in sequence") }), func() tea.Msg { return nil }))
	case "command":
		return tea.Batch(nil, func() tea.Msg { panic("in command") })
	}
	return func() tea.Msg { return struct{}{} }
}

func (b bad) Update(tea.Msg) (tea.Model, tea.Cmd) {
	if b.where == "update" {
		panic("in update")
	}
	return b, nil
}

func (b bad) View() string {
	if b.where == "view" {
		panic("in view")
	}
	return "a frame"
}

func TestPanicsEndTheProgramInOrder(t *testing.T) {
	for _, where := range []string{"init", "update", "view", "command", "sequence"} {
		var out bytes.Buffer
		g := &guard{model: bad{where}}
		_, err := tea.NewProgram(g, tea.WithInput(nil), tea.WithOutput(&out), tea.WithAltScreen(), tea.WithoutSignalHandler()).Run()
		if err != nil {
			t.Errorf("%s: the program ends with %v", where, err)
		}
		if g.failed == nil || g.failed.Value != "in "+where || !strings.Contains(g.failed.Stack, "guard_test.go") {
			t.Errorf("%s: %v is remembered", where, g.failed)
		}
		const leave = "\x1b[?1049l"
		if s := out.String(); !strings.Contains(s, leave) || strings.Contains(s, "goroutine") {
			t.Errorf("%s: the terminal is not restored, or the panic was printed: %q", where, s)
		}
	}
}

// What a report tells of messages holds nothing that was typed, pasted or opened.
func TestMessagesWithoutTheirContent(t *testing.T) {
	const secret = "SECRET"
	var p past
	for range 2 * remembered {
		p.add(struct{}{})
	}
	for _, msg := range []tea.Msg{
		nil, tea.WindowSizeMsg{Width: 80, Height: 24}, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(secret)}, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(secret), Paste: true},
		tea.KeyMsg{Type: tea.KeyEnter}, tea.MouseMsg{X: 3, Y: 4, Button: tea.MouseButtonLeft}, openedMsg{err: errors.New(secret)}, foundMsg{}, keptMsg{err: errors.New(secret)},
	} {
		p.add(msg)
	}
	all := strings.Join(p.kinds(), "\n")
	if len(p.kinds()) != remembered || strings.Contains(all, secret) {
		t.Errorf("kinds:\n%s", all)
	}
	for _, want := range []string{"tea.WindowSizeMsg 80x24", "tea.KeyMsg 6 characters", "tea.KeyMsg pasted, 6 characters", "tea.KeyMsg enter", "tea.MouseMsg left press at 3,4", "tui.openedMsg"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}
