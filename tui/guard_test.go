package tui

import (
	"bytes"
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
	for _, where := range []string{"init", "update", "view", "command"} {
		var out bytes.Buffer
		g := &guard{model: bad{where}}
		_, err := tea.NewProgram(g, tea.WithInput(nil), tea.WithOutput(&out), tea.WithAltScreen(), tea.WithoutSignalHandler()).Run()
		if err != nil {
			t.Errorf("%s: the program ends with %v", where, err)
		}
		if g.failed == nil || g.failed.Value != "in "+where || len(g.failed.Stack) == 0 {
			t.Errorf("%s: %v is remembered", where, g.failed)
		}
		const leave = "\x1b[?1049l"
		if s := out.String(); !strings.Contains(s, leave) || strings.Contains(s, "goroutine") {
			t.Errorf("%s: the terminal is not restored, or the panic was printed: %q", where, s)
		}
	}
}
