package tui

import (
	"errors"
	"io"

	tea "github.com/charmbracelet/bubbletea"
)

// errNotStopped says that the program could not be stopped: no shell is there that
// could go on with it.
var errNotStopped = errors.New("there is no shell here that could go on with the program")

// suspend stops the program until it is told to go on. Bubble Tea would wait for that
// also where nothing stopped it, as in a terminal without a shell, and for ever.
func suspend(*App) tea.Cmd {
	return tea.Exec(pause{}, func(err error) tea.Msg { return cameBack{err} })
}

// pause is what the terminal is given to instead of another program.
type pause struct{}

func (pause) SetStdin(io.Reader)  {}
func (pause) SetStdout(io.Writer) {}
func (pause) SetStderr(io.Writer) {}

// cameBack says that the terminal is the program's again.
type cameBack struct{ err error }

// arrive has the modes set again that Bubble Tea forgets.
func (m cameBack) arrive(a *App) tea.Cmd {
	if m.err != nil {
		a.notify("not stopped: " + m.err.Error())
	}
	if a.mouseOn {
		return tea.EnableMouseCellMotion
	}
	return nil
}
