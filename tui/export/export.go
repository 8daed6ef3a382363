// Package export writes what is on the screen as files that stand alone: text, a page
// and a picture. What it is given was drawn on a canvas, so that no control byte and
// nothing invisible is in it; it escapes the rest. It does no I/O.
package export

import (
	"fmt"
	"html"
	"strings"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// Roll is a view that is drawn from its first row to its last.
type Roll interface {
	// Next draws the rows that come next on a and returns how many; 0 behind the last.
	Next(a canvas.Area) int
}

// Page is what is written.
type Page struct {
	Title string // where it is from; untrusted
	Note  string // what there is to say of it; untrusted
	Theme *themes.Theme
	ASCII bool // of the program's own signs

	Width int // of a row in cells
	Rows  Roll
	Limit int // of rows
}

// step is how many rows are drawn at a time, so that a long view takes no more memory
// than a short one.
const step = 200

// each draws the rows and gives them, in pieces, to write. It reports whether there
// were more than the limit.
func (p Page) each(write func(runs []canvas.Run)) (more bool) {
	c := canvas.Canvas{ASCII: p.ASCII}
	for left := p.Limit; ; {
		h := min(step, left)
		if h == 0 {
			c.Reset(p.Width, 1)
			return p.Rows.Next(c.Area()) > 0
		}
		c.Reset(p.Width, h)
		n := p.Rows.Next(c.Area())
		for y := range n {
			write(c.Runs(y))
		}
		if n < h {
			return false
		}
		left -= n
	}
}

// cut says that there was more than the limit.
func (p Page) cut() string { return fmt.Sprintf("… only the first %d rows", p.Limit) }

// display makes untrusted text fit to be written.
func (p Page) display(s string) string { return source.Display{ASCII: p.ASCII}.String(s) }

// Text returns the page as text.
func (p Page) Text() []byte {
	var out strings.Builder
	out.WriteString(p.display(p.Title) + "\n")
	if p.Note != "" {
		out.WriteString(p.display(p.Note) + "\n")
	}
	out.WriteString("\n")
	if p.each(func(runs []canvas.Run) {
		x := 0
		for _, r := range runs {
			out.WriteString(strings.Repeat(" ", r.X-x) + r.Text)
			x = r.X + r.W
		}
		out.WriteByte('\n')
	}) {
		out.WriteString(p.cut() + "\n")
	}
	return []byte(trimRows(out.String()))
}

// trimRows returns s without the blanks at the ends of its rows.
func trimRows(s string) string {
	var out strings.Builder
	for row := range strings.Lines(s) {
		out.WriteString(strings.TrimRight(row, " \n") + "\n")
	}
	return out.String()
}

// HTML returns the page as one that needs nothing else: no script, no font, no file
// beside it, and it forbids itself to load or run anything.
func (p Page) HTML() []byte {
	plain := p.Theme.Plain()
	classes := newClasses(p.Theme)
	var rows strings.Builder
	more := p.each(func(runs []canvas.Run) {
		x := 0
		for _, r := range runs {
			rows.WriteString(strings.Repeat(" ", r.X-x))
			x = r.X + r.W
			class := classes.of(r.Style)
			if r.Wide {
				class = strings.TrimSpace(class + fmt.Sprintf(" w%d", r.W))
				classes.widths[r.W] = true
			}
			text := html.EscapeString(r.Text)
			if class == "" {
				rows.WriteString(text)
				continue
			}
			rows.WriteString(`<span class="` + class + `">` + text + "</span>")
		}
		rows.WriteByte('\n')
	})
	if more {
		rows.WriteString("\n" + html.EscapeString(p.cut()) + "\n")
	}
	var out strings.Builder
	out.WriteString("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n")
	out.WriteString("<title>" + html.EscapeString(p.display(p.Title)) + "</title>\n<style>\n")
	fmt.Fprintf(&out, "body { margin: 1.5em; color: %s; background: %s; }\n", plain.Foreground, plain.Background)
	out.WriteString("h1 { font: bold 1.1em system-ui, sans-serif; }\np { font: 0.95em system-ui, sans-serif; }\n" +
		"pre { font: 14px/1.3 ui-monospace, \"DejaVu Sans Mono\", Menlo, Consolas, monospace; }\n")
	out.WriteString(classes.sheet())
	out.WriteString("</style>\n</head>\n<body>\n<h1>" + html.EscapeString(p.display(p.Title)) + "</h1>\n")
	if p.Note != "" {
		out.WriteString("<p>" + html.EscapeString(p.display(p.Note)) + "</p>\n")
	}
	out.WriteString("<pre>\n" + rows.String() + "</pre>\n</body>\n</html>\n")
	return []byte(out.String())
}

// classes are the style sheet's names for the looks that a page needs.
type classes struct {
	theme  *themes.Theme
	names  map[themes.Look]string
	order  []themes.Look
	widths map[int]bool
}

func newClasses(t *themes.Theme) *classes {
	return &classes{theme: t, names: map[themes.Look]string{}, widths: map[int]bool{}}
}

// of returns the class of a style, empty for that of plain text.
func (c *classes) of(s themes.Style) string {
	look := c.theme.Look(s)
	if look == (themes.Look{Foreground: c.theme.Plain().Foreground}) {
		return ""
	}
	name, ok := c.names[look]
	if !ok {
		name = fmt.Sprintf("s%d", len(c.order))
		c.names[look] = name
		c.order = append(c.order, look)
	}
	return name
}

// sheet returns the rules of all classes.
func (c *classes) sheet() string {
	var out strings.Builder
	for _, l := range c.order {
		out.WriteString("." + c.names[l] + " { color: " + l.Foreground + ";")
		if l.Background != "" {
			out.WriteString(" background: " + l.Background + ";")
		}
		for _, x := range []struct {
			on   bool
			rule string
		}{{l.Bold, " font-weight: bold;"}, {l.Italic, " font-style: italic;"}, {l.Underline, " text-decoration: underline;"}} {
			if x.on {
				out.WriteString(x.rule)
			}
		}
		out.WriteString(" }\n")
	}
	for w := range 16 {
		if c.widths[w] {
			fmt.Fprintf(&out, ".w%d { display: inline-block; width: %dch; }\n", w, w)
		}
	}
	return out.String()
}
