package canvas

import "compactlens/themes"

// Render returns the frame for a terminal: h lines separated by line feeds, each
// at most w cells wide and ending in the plain style. It holds no control byte but
// those line feeds and the theme's own sequences.
func (c *Canvas) Render(theme *themes.Theme) string {
	out := make([]byte, 0, c.w*c.h*2)
	for y := range c.h {
		if y > 0 {
			out = append(out, '\n')
		}
		out = appendRow(out, c.cells[y*c.w:(y+1)*c.w], theme)
	}
	return string(out)
}

// appendRow appends one row. Blanks at its end are left out where nothing would be
// seen of them: terminals that wrap their lines on a resize would wrap blanks too.
func appendRow(out []byte, row []cell, theme *themes.Theme) []byte {
	if !theme.Painted() {
		for len(row) > 0 && invisible(row[len(row)-1]) {
			row = row[:len(row)-1]
		}
	}
	styled := false
	var current themes.Style
	for i := range row {
		c := &row[i]
		if c.text == "" {
			continue
		}
		if !styled || c.style != current && !(c.text == " " && blankAlike(c.style, current)) {
			out, current, styled = theme.Append(out, c.style), c.style, true
		}
		out = append(out, c.text...)
	}
	if styled {
		out = append(out, "\x1b[0m"...)
	}
	return out
}

// invisible reports whether a cell shows nothing on an unpainted background.
func invisible(c cell) bool {
	return c.text == " " && c.style.Backdrop() == themes.Text && c.style.Attributes()&(themes.Underline|themes.Reverse) == 0
}

// blankAlike reports whether a blank looks the same in both styles.
func blankAlike(a, b themes.Style) bool {
	const seen = themes.Underline | themes.Reverse
	return a.Backdrop() == b.Backdrop() && a&seen == b&seen
}

// Plain returns the frame without styles: h lines, blanks at their ends left out.
func (c *Canvas) Plain() string {
	out := make([]byte, 0, c.w*c.h*2)
	for y := range c.h {
		if y > 0 {
			out = append(out, '\n')
		}
		end := len(out)
		for _, cell := range c.cells[y*c.w : (y+1)*c.w] {
			out = append(out, cell.text...)
			if cell.text != " " && cell.text != "" {
				end = len(out)
			}
		}
		out = out[:end]
	}
	return string(out)
}
