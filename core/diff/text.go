package diff

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

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
	text, _ := d.First(o, math.MaxInt)
	return text
}

// First returns the first n lines of Text, and how many there are more. It costs no
// more than those.
func (d Diff) First(o TextOptions, n int) (text string, more int) {
	var out strings.Builder
	line := func(sign string, rest func() string) {
		if n--; n < 0 {
			more++
			return
		}
		out.WriteString(sign)
		out.WriteString(rest())
		out.WriteByte('\n')
	}
	alike := d.endAlike()
	for i := range d.Hunks {
		h := &d.Hunks[i]
		if !o.Part || len(d.Hunks) > 1 {
			line("", h.Header)
		}
		for k := range h.Lines {
			l := &h.Lines[k]
			line(l.Op.sign(), func() string { return d.show(*l, o) })
			if !l.Ended && !(o.Part && alike) {
				line("\\ "+NoBreak, func() string { return "" })
			}
		}
	}
	return out.String(), more
}

// NoBreak is what is said below a line that is Unended.
const NoBreak = "no line break at the end"

// endAlike reports whether both texts end with a line break, or neither does.
func (d Diff) endAlike() bool {
	return bytes.HasSuffix(d.Old, []byte{'\n'}) == bytes.HasSuffix(d.New, []byte{'\n'})
}

// Unended reports whether l is the end of one text, without a line break there, while the
// other text ends with one: two such lines may differ in nothing else.
func (d Diff) Unended(l Line) bool {
	return l.Op != Same && !l.Ended && !d.endAlike()
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
	more := Piece{Text: more(o)}
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

// more stands for what is not shown.
func more(o TextOptions) string {
	if o.ASCII {
		return "..."
	}
	return "…"
}

// pieces appends the part of l in span. Where it has more than limit cells, half of
// them are shown from each end; 0 is no limit.
func (d Diff) pieces(out []Piece, l Line, span source.Span, limit int, o TextOptions) []Piece {
	w := writer{changed: l.Changed, out: out}
	head, tail := d.ends(l, span, limit, o)
	for _, c := range head {
		w.cell(c)
	}
	if tail != nil {
		w.flush(false)
		w.text.WriteString(more(o))
		for _, c := range tail {
			w.cell(c)
		}
	}
	w.flush(false)
	return w.out
}

// ends returns the cells of l in span: all of them and no tail or, where there are
// more than limit, as many from each end as come to it. It keeps no others.
func (d Diff) ends(l Line, span source.Span, limit int, o TextOptions) (head, tail []source.Cell) {
	text, display := span.Of(d.side(l)), source.Display{ASCII: o.ASCII}
	if limit <= 0 || len(text) <= limit { // no cell shows less than a byte
		return display.Cells(nil, text, span.Start, 0), nil
	}
	if head, tail, ok := quickEnds(display, text, span.Start, limit); ok {
		return head, tail
	}
	n := 0
	last := make([]source.Cell, limit-limit/2) // of all that are not in head, round and round
	display.Each(text, span.Start, 0, func(c source.Cell) bool {
		if n < limit/2 {
			head = append(head, c)
		} else {
			last[(n-limit/2)%len(last)] = c
		}
		n++
		return true
	})
	if n <= limit {
		return append(head, last[:n-len(head)]...), nil
	}
	first := (n - limit/2) % len(last)
	last = append(last[first:len(last):len(last)], last[:first]...)
	return head, last[len(last)-limit/2:]
}

// maxCell is more bytes than any cell shows.
const maxCell = 64

// quickEnds is ends of a text that is so long, and ends so, that what is in the middle
// needs no look.
func quickEnds(display source.Display, text []byte, base, limit int) (head, tail []source.Cell, ok bool) {
	from := len(text) - limit*maxCell
	if from <= limit*maxCell {
		return nil, nil, false
	}
	end := text[from:]
	if bytes.IndexByte(end, '\t') >= 0 {
		return nil, nil, false // how wide it is depends on all before it
	}
	begin := 1 // between two characters of ASCII a cell ends
	for ; begin < len(end) && (end[begin-1] >= utf8.RuneSelf || end[begin] >= utf8.RuneSelf); begin++ {
	}
	tail = display.Cells(nil, end[begin:], base+from+begin, 0)
	if len(tail) < limit {
		return nil, nil, false
	}
	head = display.Cells(nil, text[:limit*maxCell], base, 0)
	return head[:limit/2], tail[len(tail)-limit/2:], true
}

// writer puts cells together to pieces of one look.
type writer struct {
	changed []source.Span // in order of place
	out     []Piece
	text    strings.Builder
	was     bool // text is of what changed
}

func (w *writer) cell(c source.Cell) {
	for len(w.changed) > 0 && w.changed[0].End <= c.Source.Start {
		w.changed = w.changed[1:]
	}
	if changed := len(w.changed) > 0 && !w.changed[0].Empty() && w.changed[0].Overlaps(c.Source); changed != w.was {
		w.flush(changed)
	}
	w.text.WriteString(c.Text)
}

// flush ends a piece.
func (w *writer) flush(changed bool) {
	if w.text.Len() > 0 {
		w.out = append(w.out, Piece{w.text.String(), w.was})
		w.text.Reset()
	}
	w.was = changed
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
