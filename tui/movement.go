package tui

import tea "github.com/charmbracelet/bubbletea"

// page returns how many rows the focused pane shows.
func (a *App) page() int {
	switch a.focus {
	case paneList:
		return max(a.layout.list.h, 2)
	case paneDetail:
		return max(a.layout.detail.h, 2)
	}
	return max(a.layout.text.h, 2)
}

// move moves the focused pane by n rows; in the list, the selection.
func (a *App) move(n int) tea.Cmd {
	switch a.focus {
	case paneList:
		return a.selectItem(a.list.selected + n)
	case paneDetail:
		a.detail.move(n)
	default:
		a.reader.move(n)
		a.moved()
	}
	return nil
}

// moved keeps the detail pane at what the cursor of the main pane is on.
func (a *App) moved() {
	if k := a.reader.kind; k == viewFindings || k == viewWhatIf {
		a.describe()
	}
}

// toEdge moves the focused pane to its start or end.
func (a *App) toEdge(end bool) tea.Cmd {
	switch {
	case a.focus == paneList && end:
		return a.selectItem(len(a.list.items) - 1)
	case a.focus == paneList:
		return a.selectItem(0)
	case a.focus == paneDetail && end:
		a.detail.end()
	case a.focus == paneDetail:
		a.detail.home()
	case end:
		a.reader.end()
		a.moved()
	default:
		a.reader.home()
		a.moved()
	}
	return nil
}
