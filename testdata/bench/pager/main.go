// Command pager is the least that a Bubble Tea program can be which shows as many
// lines as a transcript has messages: it draws the rows in its window and moves a
// cursor.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// lines is how many there are.
const lines = 20_007

type pager struct{ w, h, top, at int }

func (p pager) Init() tea.Cmd { return nil }

func (p pager) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.w, p.h = msg.Width, msg.Height
	case tea.KeyMsg:
		switch msg.String() {
		case "q", "ctrl+c":
			return p, tea.Quit
		case "down", "j":
			p.at = min(p.at+1, lines-1)
		case "up", "k":
			p.at = max(p.at-1, 0)
		case "pgdown":
			p.at = min(p.at+p.h, lines-1)
		}
		p.top = min(max(p.top, p.at-p.h+1), p.at)
	}
	return p, nil
}

func (p pager) View() string {
	var b strings.Builder
	for y := range p.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := "  "
		if p.top+y == p.at {
			row = "> "
		}
		row += strconv.Itoa(p.top+y) + strings.Repeat(" message", 23)
		b.WriteString(row[:min(len(row), p.w)])
	}
	return b.String()
}

func main() {
	if _, err := tea.NewProgram(pager{}, tea.WithAltScreen(), tea.WithMouseCellMotion(), tea.WithFPS(120)).Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
