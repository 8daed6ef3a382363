package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"sort"

	"compactlens/core/content"
	"compactlens/core/source"
	"compactlens/core/wire"
	"compactlens/themes"
)

// Places in a transcript are offsets, as in a text: each part has a stretch of them
// that is at least as long as its text. They hold for one form of one document.

// room returns how many offsets a part needs in a form.
func (d *Document) room(p part, projected bool) int {
	if p.block < 0 {
		return 1
	}
	m := d.source.Messages[p.message]
	block := m.Content()[p.block]
	n := len(wire.OmittedToolResult) + textLength(block)
	if projected && d.projects(int(p.message)) {
		if m.Role() == content.RoleTool { // all blocks in one text
			for _, b := range m.Content() {
				n += textLength(b) + maxMark
			}
		}
		return n + maxMark
	}
	if call, ok := block.(*content.ToolUseBlock); ok && call != nil {
		n += prettyLength(call.Input)
	}
	return n + maxMark
}

// maxMark is more than the words that stand for a block, without its own text.
const maxMark = 96

// textLength bounds the text of a block, however it is shown.
func textLength(block content.Block) int {
	switch b := block.(type) {
	case *content.TextBlock:
		if b != nil {
			return len(b.Text)
		}
	case *content.RefusalBlock:
		if b != nil {
			return len(b.Text)
		}
	case *content.ThinkingBlock:
		if b != nil {
			return len(b.Thinking)
		}
	case *content.DocumentBlock:
		if b != nil {
			return len(b.Text) + len(b.MediaType) + len(b.Name) + maxMark
		}
	case *content.ImageBlock:
		if b != nil {
			return len(b.MediaType) + len(b.Source.URL) + maxMark
		}
	case *content.AudioBlock:
		if b != nil {
			return len(b.MediaType) + maxMark
		}
	case *content.ToolUseBlock:
		if b != nil {
			return len(b.Name)
		}
	case *content.ToolResultBlock:
		n := 0
		if b != nil {
			for _, inner := range b.Content {
				n += textLength(inner) + maxMark
			}
		}
		return n
	}
	return 0
}

// prettyLength returns the length of a tool's input as it is laid out.
func prettyLength(input json.RawMessage) int {
	var b bytes.Buffer
	if len(input) > maxPretty || json.Indent(&b, input, "", "  ") != nil {
		return len(input)
	}
	return b.Len()
}

// Finder finds what is looked for in one text: spans in order that do not overlap,
// and whether there are more. The error is the context's.
type Finder func(ctx context.Context, text []byte) (spans []source.Span, more bool, err error)

// maxHits bounds how many hits are kept.
const maxHits = 1 << 20

// Find returns the places at which find finds something in the texts of all blocks,
// in one of the two forms, and whether there are more. It may take long.
func (d *Document) Find(ctx context.Context, projected bool, find Finder) (hits []source.Span, more bool, err error) {
	f := &d.forms[formIndex(projected)]
	for i, p := range f.parts {
		if p.block < 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return hits, more, err
		}
		text := d.bodyOf(p, projected).text.Bytes()
		spans, cut, err := find(ctx, text)
		if err != nil {
			return hits, more, err
		}
		more = more || cut
		for _, s := range spans {
			if len(hits) == maxHits {
				return hits, true, nil
			}
			hits = append(hits, s.Shift(f.starts[i]))
		}
	}
	return hits, more, nil
}

func formIndex(projected bool) int {
	if projected {
		return formRequest
	}
	return formJournal
}

// partAt returns the part that an offset lies in, and the offset in its text.
func (f *form) partAt(offset int) (part, in int) {
	part = max(sort.SearchInts(f.starts, offset+1)-1, 0)
	return part, max(offset-f.starts[part], 0)
}

// SetHits marks places that a search found in the form that is shown, sorted, and
// the one that is looked at; -1 for none. Nothing moves.
func (v *View) SetHits(hits []source.Span, current int) { v.hits, v.hit = hits, current }

// Place returns the place of the first row on screen.
func (v *View) Place() int {
	if v.blank() {
		return 0
	}
	return v.offset(v.top)
}

// offset returns the place of a row.
func (v *View) offset(a anchor) int {
	at := v.doc.forms[v.form].starts[a.part]
	if rows := v.chunk(a.chunkID); a.row < len(rows) && v.parts()[a.part].block >= 0 {
		at += rows[a.row].span.Start
	}
	return at
}

// row returns the row of text that shows a place, and whether it is shown: a fold may
// hide it.
func (v *View) row(offset int) (anchor, bool) {
	i, in := v.doc.forms[v.form].partAt(offset)
	at := anchor{chunkID: chunkID{part: i}}
	if v.parts()[i].block < 0 {
		return v.heading(i), true
	}
	b := v.body(i)
	if !v.folded(i) {
		at.line = min(b.text.LineOf(in), b.lines()-1)
		line := b.text.Line(at.line)
		at.segment = min(max(in-line.Start, 0)/v.layout.segment, v.segmentsOf(line)-1)
		if at.segment > 0 && v.segment(b.text, line, at.segment).Start > in {
			at.segment-- // the border was moved on to the start of a character
		}
	}
	shown := false
	for k, r := range v.chunk(at.chunkID) {
		if r.kind == rowText && r.span.Start <= in {
			at.row, shown = k, in < r.span.End || r.span.Empty()
		}
	}
	return at, shown
}

// Shows reports whether a place is on screen.
func (v *View) Shows(offset int) bool {
	if v.blank() {
		return false
	}
	at, shown := v.row(offset)
	return shown && v.shows(at)
}

// Visit moves the cursor to a place and unfolds what hides it.
func (v *View) Visit(offset int) {
	if v.blank() {
		return
	}
	at, shown := v.row(offset)
	if p := v.parts()[at.part]; !shown && v.folded(at.part) {
		v.toggled[place{int(p.message), int(p.block)}] = !v.unfold
		v.forget()
		at, _ = v.row(offset)
		v.top = v.nearest(v.top) // it may have been a row of the fold
	}
	v.cursor = at
	if !v.shows(at) {
		v.top = at
		v.moveTop(-v.h / 3)
	}
	v.reveal()
}

// ScrollTo has the window begin at a place, with the cursor on it.
func (v *View) ScrollTo(offset int) {
	if v.blank() {
		return
	}
	v.cursor, _ = v.row(offset)
	v.top = v.cursor
	v.clamp()
}

// found returns the style of a cell that shows bytes of part i, where a hit lies over
// them: hits are reversed, so that they are seen without colour, and the one looked
// at is bold and underlined besides.
func (v *View) found(style themes.Style, i int, s source.Span) themes.Style {
	if len(v.hits) == 0 {
		return style
	}
	s = s.Shift(v.doc.forms[v.form].starts[i])
	k := sort.Search(len(v.hits), func(k int) bool { return v.hits[k].End > s.Start })
	switch {
	case k == len(v.hits) || !v.hits[k].Overlaps(s):
		return style
	case k == v.hit:
		return themes.Warning | themes.Reverse | themes.Bold | themes.Underline
	}
	return themes.Accent | themes.Reverse
}
