package export

import (
	"encoding/xml"
	"fmt"
	"strings"

	"compactlens/themes"
	"compactlens/tui/canvas"
)

// The size of a cell and of the margin of a picture, in its own units.
const (
	cellWidth, cellHeight = 8.4, 18
	baseline              = 13.5 // of a row, from its top
	pictureMargin         = 12
)

// SVG returns what is drawn on c as a picture that needs no font but a fixed one: every
// piece stands in its own cells, whatever the font.
func SVG(title string, theme *themes.Theme, c *canvas.Canvas) []byte {
	w, h := c.Size()
	var pieces strings.Builder
	for y := range h {
		writeRow(&pieces, y, c.Runs(y), theme)
	}
	return svg((Page{}).display(title), theme, w, h, pieces.String())
}

// SVG returns all rows of the page, up to its limit, as such a picture.
func (p Page) SVG() []byte {
	var pieces strings.Builder
	y := 0
	if p.each(func(runs []canvas.Run) {
		writeRow(&pieces, y, runs, p.Theme)
		y++
	}) {
		c := canvas.Canvas{ASCII: p.ASCII}
		c.Reset(p.Width, 1)
		c.Area().Fit(0, 0, p.Width, p.cut(), themes.Text)
		writeRow(&pieces, y+1, c.Runs(0), p.Theme)
		y += 2
	}
	return svg(p.display(p.Title), p.Theme, p.Width, y, pieces.String())
}

// svg returns a picture of w by h cells with these pieces.
func svg(title string, theme *themes.Theme, w, h int, pieces string) []byte {
	plain := theme.Plain()
	width, height := float64(w)*cellWidth+2*pictureMargin, float64(h)*cellHeight+2*pictureMargin
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%.1f" height="%.1f" viewBox="0 0 %.1f %.1f">`+"\n", width, height, width, height)
	out.WriteString("<title>" + escaped(title) + "</title>\n")
	fmt.Fprintf(&out, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", plain.Background)
	fmt.Fprintf(&out, `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="%s">`+"\n", plain.Foreground)
	out.WriteString(pieces)
	out.WriteString("</g>\n</svg>\n")
	return []byte(out.String())
}

func writeRow(out *strings.Builder, y int, runs []canvas.Run, theme *themes.Theme) {
	for _, r := range runs {
		writePiece(out, y, r, theme.Look(r.Style), theme.Plain().Foreground)
	}
}

// writePiece writes one piece: its background, its text, and the line under it.
func writePiece(out *strings.Builder, y int, r canvas.Run, l themes.Look, usual string) {
	x, top, w := pictureMargin+float64(r.X)*cellWidth, float64(pictureMargin+y*cellHeight), float64(r.W)*cellWidth
	if l.Background != "" {
		fmt.Fprintf(out, `<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s"/>`+"\n", x, top, w, cellHeight, l.Background)
	}
	if l.Underline {
		fmt.Fprintf(out, `<rect x="%.1f" y="%.1f" width="%.1f" height="1" fill="%s"/>`+"\n", x, top+baseline+2, w, l.Foreground)
	}
	// Blanks at the edges would be drawn together by some programs.
	text := strings.TrimLeft(r.Text, " ")
	x += float64(len(r.Text)-len(text)) * cellWidth
	w -= float64(len(r.Text)-len(text)) * cellWidth
	trimmed := strings.TrimRight(text, " ")
	w -= float64(len(text)-len(trimmed)) * cellWidth
	if trimmed == "" {
		return
	}
	fmt.Fprintf(out, `<text x="%.1f" y="%.1f" textLength="%.1f" lengthAdjust="spacingAndGlyphs" xml:space="preserve"`, x, top+baseline, w)
	if l.Foreground != usual {
		fmt.Fprintf(out, ` fill="%s"`, l.Foreground)
	}
	if l.Bold {
		out.WriteString(` font-weight="bold"`)
	}
	if l.Italic {
		out.WriteString(` font-style="italic"`)
	}
	out.WriteString(">" + escaped(trimmed) + "</text>\n")
}

// escaped returns text as an XML document may hold it.
func escaped(s string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(s)) // a Builder never fails
	return out.String()
}
