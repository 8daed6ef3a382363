package textview

import (
	"io"
	"slices"
	"unicode/utf8"

	"compactlens/core/source"
	"compactlens/themes/highlight"
	"compactlens/tui/canvas"
)

// Whole draws a text from its first row to its last, without cursor and scroll bar. It
// shares nothing that changes with the view it was made from, so that it may be used by
// another goroutine.
type Whole struct {
	view View
	at   anchor
	done bool
}

// Whole returns all of the text with its notes, w cells wide.
func (v *View) Whole(w int) *Whole {
	x := &Whole{done: v.text == nil || w <= 0}
	x.view = View{
		text: v.text, origin: v.origin, language: v.language, derived: v.derived, notes: v.notes, selected: v.selected, bands: slices.Clone(v.bands), band: -1,
		beyond: v.beyond, hits: v.hits, hit: v.hit, cursor: -1, want: -1, follow: -1, display: v.display,
	}
	if !x.done {
		x.view.colours = highlight.New(v.origin, v.language)
		x.view.w, x.view.h = w, 1
		x.view.forget()
	}
	return x
}

// Next draws the next rows on a, which is as wide as was said, and returns how many; 0
// behind the last.
func (x *Whole) Next(a canvas.Area) (n int) {
	v := &x.view
	var runs []highlight.Run
	for ; n < a.H && !x.done; n++ {
		r := v.rowAt(x.at)
		if r.note != nil {
			v.drawNote(a, n, r)
		} else {
			runs = v.colours.Runs(runs[:0], v.written(r.span))
			v.drawText(a, n, x.at, r, runs, false)
		}
		v.drawBand(a, n, r)
		next, ok := v.next(x.at)
		x.at, x.done = next, !ok
	}
	return n
}

// Write writes a text without any decoration: untrusted bytes are marks, tabs are tabs.
// A line of any length takes little memory. The error is the writer's.
func Write(w io.Writer, t *source.Text, d source.Display) error {
	var cells []source.Cell
	var out []byte
	b := t.Bytes()
	for i := range t.LineCount() {
		line := t.Line(i)
		if i > 0 && i == t.LineCount()-1 && line.Empty() {
			return nil // behind the last line feed
		}
		for at := line.Start; at < line.End; {
			end := min(at+segmentSize, line.End)
			for n := 0; n < utf8.UTFMax-1 && end < line.End && !utf8.RuneStart(b[end]); n++ {
				end++
			}
			cells, out = d.Cells(cells[:0], b[at:end], at, 0), out[:0]
			for _, c := range cells {
				if b[c.Source.Start] == '\t' {
					out = append(out, '\t')
					continue
				}
				out = append(out, c.Text...)
			}
			if _, err := w.Write(out); err != nil {
				return err
			}
			at = end
		}
		if _, err := w.Write([]byte{'\n'}); err != nil {
			return err
		}
	}
	return nil
}
