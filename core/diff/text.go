package diff

import (
	"bytes"
	"fmt"
	"strings"

	"compactlens/core/source"
)

// Patch returns d as a unified diff, byte for byte as patch(1) takes it; names
// are those of the two files. It holds the texts as they are: it is for files and
// pipes, not for a terminal.
func (d Diff) Patch(oldName, newName string) []byte {
	if len(d.Hunks) == 0 {
		return nil
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", oldName, newName)
	for _, h := range d.Hunks {
		out.WriteString(h.Header() + "\n")
		for _, l := range h.Lines {
			out.WriteString(l.Op.sign())
			out.Write(l.Span.Of(d.side(l)))
			out.WriteByte('\n')
			if !l.Ended {
				out.WriteString("\\ No newline at end of file\n")
			}
		}
	}
	return out.Bytes()
}

// side returns the text that l's spans count in.
func (d Diff) side(l Line) []byte {
	if l.Op == Added {
		return d.New
	}
	return d.Old
}

func (o Op) sign() string { return [...]string{" ", "-", "+"}[o] }

// Header returns the hunk's first line, as a unified diff has it.
func (h Hunk) Header() string {
	side := func(first, n int) string {
		if n > 0 {
			first++ // lines are counted from 1; with none, the line before is named
		}
		if n == 1 {
			return fmt.Sprint(first)
		}
		return fmt.Sprintf("%d,%d", first, n)
	}
	return "@@ -" + side(h.Old, h.OldLines) + " +" + side(h.New, h.NewLines) + " @@"
}

// TextOptions say how a diff is shown.
type TextOptions struct {
	ASCII bool // ASCII characters only
	Width int  // of a line in cells, from which on it is cut; 0 means 120

	// Part is for texts that are parts of others: no header over a single hunk, and
	// no word about a line break that both lack at the end.
	Part bool
}

// Title returns the two lines that stand over the hunks of the text called name,
// fit to be shown.
func (d Diff) Title(name string, o TextOptions) string {
	name = source.Display{ASCII: o.ASCII}.String(name)
	return "--- " + name + "\n+++ " + name + ", mended\n"
}

// Text returns d fit to be shown: untrusted bytes are marks, and of a long line
// only what differs is shown, with some cells around it.
func (d Diff) Text(o TextOptions) string {
	var out strings.Builder
	lf := []byte{'\n'}
	alike := bytes.HasSuffix(d.Old, lf) == bytes.HasSuffix(d.New, lf)
	for _, h := range d.Hunks {
		if !o.Part || len(d.Hunks) > 1 {
			out.WriteString(h.Header() + "\n")
		}
		for _, l := range h.Lines {
			out.WriteString(l.Op.sign() + d.show(l, o) + "\n")
			if !l.Ended && !(o.Part && alike) {
				out.WriteString("\\ no line break at the end\n")
			}
		}
	}
	return out.String()
}

// Long reports whether a changed line is longer than width bytes, so that Text
// would cut it.
func (d Diff) Long(width int) bool {
	for _, h := range d.Hunks {
		for _, l := range h.Lines {
			if l.Op != Same && l.Span.Len() > width {
				return true
			}
		}
	}
	return false
}

// show returns the text of l, cut where it is too long.
func (d Diff) show(l Line, o TextOptions) string {
	var out strings.Builder
	for _, p := range d.Pieces(l, o) {
		out.WriteString(p.Text)
	}
	return out.String()
}

// Piece is a part of a line as it is shown.
type Piece struct {
	Text    string // fit to be shown
	Changed bool   // it differs from the line that stands against it
}

// Pieces returns the text of l fit to be shown, in parts of one look. A line that is
// too long is cut to what differs.
func (d Diff) Pieces(l Line, o TextOptions) []Piece {
	if o.Width <= 0 {
		o.Width = 120
	}
	if l.Span.Len() <= o.Width {
		return d.pieces(nil, l, l.Span, 0, o)
	}
	windows := l.Changed
	if len(windows) == 0 {
		windows = []source.Span{{Start: l.Span.Start, End: l.Span.Start + o.Width*5/6}}
	}
	more := Piece{Text: "…"}
	if o.ASCII {
		more.Text = "..."
	}
	var out []Piece
	at := l.Span.Start
	for _, w := range merge(windows, o.Width/3) {
		w = grow(d.side(l), l.Span, w, o.Width/6)
		if w.Start > at {
			out = append(out, more)
		}
		out = d.pieces(out, l, w, 2*o.Width, o)
		at = w.End
	}
	if at < l.Span.End {
		out = append(out, more)
	}
	return out
}

// pieces appends the part of l in span. Where it has more than limit cells, half of
// them are shown from each end; 0 is no limit.
func (d Diff) pieces(out []Piece, l Line, span source.Span, limit int, o TextOptions) []Piece {
	cells := source.Display{ASCII: o.ASCII}.Cells(nil, span.Of(d.side(l)), span.Start, 0)
	var text strings.Builder
	was := false
	flush := func(changed bool) {
		if text.Len() > 0 {
			out = append(out, Piece{text.String(), was})
			text.Reset()
		}
		was = changed
	}
	k := 0 // of l.Changed
	for i, c := range cells {
		if limit > 0 && len(cells) > limit && i >= limit/2 && i < len(cells)-limit/2 {
			if i == limit/2 {
				flush(false)
				more := "…"
				if o.ASCII {
					more = "..."
				}
				text.WriteString(more)
			}
			continue
		}
		for k < len(l.Changed) && l.Changed[k].End <= c.Source.Start {
			k++
		}
		if changed := k < len(l.Changed) && !l.Changed[k].Empty() && l.Changed[k].Overlaps(c.Source); changed != was || i == 0 {
			flush(changed)
		}
		text.WriteString(c.Text)
	}
	flush(false)
	return out
}

// merge joins the spans that are at most gap bytes apart.
func merge(spans []source.Span, gap int) []source.Span {
	var out []source.Span
	for _, s := range spans {
		if k := len(out) - 1; k >= 0 && s.Start-out[k].End <= gap {
			out[k].End = max(out[k].End, s.End)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// grow returns s with about n bytes more on both sides, within line and not cut
// inside a character.
func grow(text []byte, line, s source.Span, n int) source.Span {
	s.Start = max(s.Start-n, line.Start)
	for s.Start > line.Start && s.Start < line.End && text[s.Start]&0xC0 == 0x80 {
		s.Start--
	}
	s.End = min(s.End+n, line.End)
	for s.End < line.End && text[s.End]&0xC0 == 0x80 {
		s.End++
	}
	return s
}
