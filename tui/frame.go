package tui

import (
	"strings"

	"compactlens/themes"
	"compactlens/tui/canvas"
)

// sub returns the part of c that r names.
func sub(c *canvas.Canvas, r rect) canvas.Area { return c.Area().Sub(r.x, r.y, r.w, r.h) }

// part is a piece of a title in its own style.
type part struct {
	text  string
	style themes.Style
}

// drawRule draws the rule above a pane, on row y from column x on and w wide: its
// title on the left and a note on the right. The focused pane has a heavier rule
// and a pointer before its title.
func drawRule(a canvas.Area, x, y, w int, title []part, note string, focused bool) {
	glyph, style := "─", themes.Border
	if focused {
		glyph, style = "━", themes.Accent
	}
	a.Text(x, y, strings.Repeat(glyph, max(w, 0)), style)
	at, end := x+1, x+w-1
	if focused {
		at = a.Fit(at, y, end-at, "▸", themes.Accent)
	}
	for _, p := range title {
		if end-at < 3 {
			return
		}
		at = a.Text(at, y, " ", themes.Text)
		at = a.Fit(at, y, end-at-1, p.text, p.style)
	}
	at = a.Text(at, y, " ", themes.Text)
	if width := a.Width(note); note != "" && end-at > width+3 {
		a.Text(end-width-2, y, " "+note+" ", themes.Dim)
	}
}

// heading returns a pane's title alone.
func heading(title string, focused bool) []part {
	if focused {
		return []part{{title, themes.Accent | themes.Bold}}
	}
	return []part{{title, themes.Text | themes.Bold}}
}

// drawBox draws a box with a title around the inside it returns. What was there
// before is blanked.
func drawBox(a canvas.Area, title string) canvas.Area {
	if a.W < 4 || a.H < 3 {
		a.Fill(themes.Text)
		return a
	}
	a.Fill(themes.Text)
	rule := strings.Repeat("─", a.W-2)
	a.Text(0, 0, "╭"+rule+"╮", themes.Accent)
	for y := 1; y < a.H-1; y++ {
		a.Text(0, y, "│", themes.Accent)
		a.Text(a.W-1, y, "│", themes.Accent)
	}
	a.Text(0, a.H-1, "╰"+rule+"╯", themes.Accent)
	if a.W > 8 {
		a.Fit(2, 0, a.W-4, " "+title+" ", themes.Accent|themes.Bold)
	}
	return a.Sub(2, 1, a.W-4, a.H-2)
}
