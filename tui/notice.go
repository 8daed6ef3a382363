package tui

import (
	"strings"

	"compactlens/themes"
	"compactlens/tui/canvas"
)

// notify says something in the row of hints, until the next key.
func (a *App) notify(text string) { a.notice, a.fresh = text, false }

// noticeRows bounds the rows of what there is to say.
const noticeRows = 4

// drawNotice draws what there is to say at the bottom of an area: on the row of hints,
// and over as many rows above it as the text needs.
func drawNotice(c canvas.Area, text string, style themes.Style) {
	rows := canvas.Wrap(c.Display(), text, c.W-2)
	n := min(len(rows), noticeRows, c.H)
	if n <= 0 {
		return
	}
	box, last := c.Sub(0, c.H-n, c.W, n), n-1
	box.Fill(themes.Text)
	for i, row := range rows[:last] {
		box.Text(1, i, row, style)
	}
	box.Fit(1, last, c.W-2, strings.Join(rows[last:], " "), style)
}
