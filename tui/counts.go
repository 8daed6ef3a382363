package tui

import tea "github.com/charmbracelet/bubbletea"

// The bounds of a count. Rows of a text are wrapped one after the other while it
// is moved through, so one key moves through no more than moveLimit of them.
const (
	countLimit = 999_999_999
	moveLimit  = 20_000
)

// countDigit takes a digit of a count typed in front of a key. It reports false
// where k is none.
func (a *App) countDigit(k tea.KeyMsg) bool {
	if k.Type != tea.KeyRunes || len(k.Runes) != 1 || k.Alt {
		return false
	}
	r := k.Runes[0]
	if r < '0' || r > '9' || r == '0' && a.count == 0 {
		return false
	}
	a.count = min(a.count*10+int(r-'0'), countLimit)
	return true
}

// times returns how often a key is to do what it does.
func (a *App) times() int { return max(a.count, 1) }

// moveTimes moves the focused pane by n rows, as often as the count says.
func (a *App) moveTimes(n int) tea.Cmd {
	n *= a.times()
	if a.focus != paneList {
		n = max(min(n, moveLimit), -moveLimit)
	}
	return a.move(n)
}

// stepItemTimes selects the item n further on, as often as the count says; the
// first or the last where there are not so many.
func (a *App) stepItemTimes(n int) tea.Cmd {
	to := max(min(a.list.selected+n*a.times(), len(a.list.items)-1), 0)
	return a.stepItem(to - a.list.selected)
}

// toCountOrEdge goes to the start or the end of the focused pane; with a count, to
// that line, message or attempt.
func (a *App) toCountOrEdge(end bool) tea.Cmd {
	switch n := a.count; {
	case n > 0 && a.focus == paneList:
		return a.selectItem(n - 1)
	case a.focus == paneText:
		a.jumped()
		if n > 0 && a.toNumber(n) {
			return nil
		}
	}
	return a.toEdge(end)
}

// toNumber goes to line or message n of what is shown, the last where there are
// not so many. It reports false where there are no such things.
func (a *App) toNumber(n int) bool {
	switch {
	case onTranscript(a):
		a.reader.transcript.Goto(n - 1)
	case onText(a):
		a.reader.setCursor(a.reader.trueText().Offset(n, 1))
	default:
		return false
	}
	return true
}
