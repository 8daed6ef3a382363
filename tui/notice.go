package tui

import (
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// notify says something in the row of hints, until the next key.
func (a *App) notify(text string) { a.notice, a.fresh = text, false }

// drawNotice draws what there is to say on the row of hints.
func drawNotice(row canvas.Area, text string) {
	row.Fill(themes.Text)
	row.Fit(1, 0, row.W-2, text, themes.Warning)
}
