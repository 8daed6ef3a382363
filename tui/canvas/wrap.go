package canvas

import (
	"strings"

	"compactlens/core/source"
)

// Wrap shows s, which may be untrusted, on as many lines of at most width cells as
// it needs. Lines are broken at blanks where there are some; a line feed in s is a
// mark like other controls. There is always at least one line.
func Wrap(d source.Display, s string, width int) []string {
	d.Flat = true
	width = max(width, 1)
	cells := d.Cells(nil, []byte(s), 0, 0)
	var out []string
	start, used := 0, 0 // the first cell of the line and the line's width
	good := -1          // the cell behind the line's last blank
	flush := func(end int) {
		var line strings.Builder
		for _, c := range cells[start:end] {
			line.WriteString(c.Text)
		}
		out = append(out, strings.TrimRight(line.String(), " "))
	}
	for i := 0; i < len(cells); i++ {
		c := cells[i]
		if used+c.Width > width && i > start && c.Text != " " {
			end := i
			if good > start {
				end = good
			}
			flush(end)
			start, used, good = end, 0, -1
			i = end - 1
			continue
		}
		used += c.Width
		if c.Text == " " {
			good = i + 1
		}
	}
	if start < len(cells) || len(out) == 0 {
		flush(len(cells))
	}
	return out
}
