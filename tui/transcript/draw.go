package transcript

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"compactlens/core/content"
	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/themes/highlight"
	"compactlens/tui/canvas"
)

// Draw draws the window on a, which has the size the view was given. The row of the
// cursor is louder where the pane has the focus.
func (v *View) Draw(a canvas.Area, focused bool) {
	if v.blank() || a.Empty() {
		return
	}
	at := v.top
	for y := range a.H {
		v.drawRow(a, y, at)
		if at == v.cursor {
			background := themes.Shade
			if focused {
				background = themes.Selection
			}
			a.Sub(0, y, v.layout.bar, 1).Shade(background)
		}
		next, ok := v.next(at)
		if !ok {
			break
		}
		at = next
	}
	v.drawBar(a, at)
}

func (v *View) drawRow(a canvas.Area, y int, at anchor) {
	p := v.parts()[at.part]
	r := v.chunk(at.chunkID)[at.row]
	if r.kind != rowCut {
		v.drawBand(a, y, p, r)
	}
	switch r.kind {
	case rowHeading:
		v.drawHeading(a, y, int(p.message))
	case rowCut:
		v.drawCut(a, y)
	case rowLabel:
		v.drawLabel(a, y, at.part)
	case rowFold:
		v.drawFold(a, y, v.body(at.part), r)
	case rowText:
		v.drawText(a, y, at.part, r)
	}
}

// drawBand draws the gutter: a thin rule along what is summarised, a heavy one
// along what is kept or was derived. A blank row between two messages has that of
// both, or none.
func (v *View) drawBand(a canvas.Area, y int, p part, r row) {
	if v.layout.band < 0 {
		return
	}
	if r.kind == rowBlank && (p.block == partCut || v.afterCut(p) || int(p.message) == v.doc.source.Derived) {
		return
	}
	glyph, style := "│", themes.Border
	switch {
	case v.doc.kept(int(p.message)):
		glyph, style = "┃", themes.Passed
	case int(p.message) < v.doc.source.Derived:
		glyph, style = "┃", themes.Note
	}
	a.Text(v.layout.band, y, glyph, style)
}

// roleStyles says how a role is written.
var roleStyles = map[content.Role]themes.Style{
	content.RoleUser:      themes.Accent | themes.Bold,
	content.RoleAssistant: themes.Text | themes.Bold,
	content.RoleSystem:    themes.Note | themes.Bold,
	content.RoleTool:      themes.Dim | themes.Bold,
}

// drawHeading draws number, role and what there is to say of a message.
func (v *View) drawHeading(a canvas.Area, y, i int) {
	m := v.doc.source.Messages[i]
	if v.layout.digits > 0 {
		a.Right(v.layout.digits, y, strconv.Itoa(i+1), themes.Faint)
	}
	x := a.Text(v.layout.text, y, string(m.Role()), roleStyles[m.Role()])
	end := v.layout.text + v.layout.width
	switch m := m.(type) {
	case *content.ToolResultMessage:
		v.drawResultHeading(a, x, y, end, i, m)
	case *content.AIMessage:
		if u := m.Usage; u != nil {
			words := fmt.Sprintf("%d in · %d out", u.InputTokens, u.OutputTokens)
			if u.ReasoningTokens > 0 {
				words += fmt.Sprintf(" · %d reasoning", u.ReasoningTokens)
			}
			right(a, x, y, end, words, themes.Faint)
		}
	}
	if i < v.doc.source.Derived {
		right(a, x, y, end, "the summary of an earlier compaction", themes.Note)
	}
	if len(m.Content()) == 0 {
		a.Fit(x+2, y, end-x-2, "empty", themes.Dim)
	}
}

// right draws s before end where there is room for it behind x.
func right(a canvas.Area, x, y, end int, s string, style themes.Style) {
	if a.Width(s) <= end-x-2 {
		a.Right(end, y, s, style)
	}
}

// drawResultHeading says which call a result answers, and how it ended.
func (v *View) drawResultHeading(a canvas.Area, x, y, end, i int, m *content.ToolResultMessage) {
	call, ok := v.doc.calls[i]
	words, style := "answers no call", themes.Warning
	name := ""
	if ok {
		words, style = fmt.Sprintf("answers %d", call.message+1), themes.Faint
		if b, is := v.doc.source.Messages[call.message].Content()[call.block].(*content.ToolUseBlock); is {
			name = b.Name
		}
	}
	if m.IsError {
		words, style = "✗ error · "+words, themes.Error
	}
	if v.Projected() && v.doc.omitted[i] {
		words = "left out to fit · " + words
	}
	x = a.Fit(x+1, y, end-x-1, name, themes.Text)
	right(a, x, y, end, words, style)
}

// drawCut draws the rule where the compaction cuts.
func (v *View) drawCut(a canvas.Area, y int) {
	kept, _ := v.doc.Kept()
	words := fmt.Sprintf(" above: summarised · below: %d kept word for word ", kept)
	if a.Width(words) > v.layout.width {
		words = " cut "
	}
	end := v.layout.text + v.layout.width
	x := max(v.layout.band, 0)
	a.Text(x, y, strings.Repeat("━", end-x), themes.Passed)
	a.Fit(v.layout.text, y, v.layout.width, words, themes.Passed|themes.Bold)
}

// drawLabel draws the label of a block: of a tool call with its input beside it, as
// far as there is room, and what became of it at the right.
func (v *View) drawLabel(a canvas.Area, y, i int) {
	b := v.body(i)
	x, end := v.layout.text, v.layout.text+v.layout.width
	if !b.call {
		x = a.Fit(x, y, end-x, b.label, themes.Dim|themes.Italic)
		a.Fit(x+2, y, end-x-2, b.about, themes.Faint)
		return
	}
	fold := "▸"
	if !v.folded(i) {
		fold = "▾"
	}
	words, style := v.outcome(v.parts()[i])
	if a.Width(words)+12 <= v.layout.width {
		end = a.Right(end, y, words, style) - 2
	}
	x = a.Fit(x, y, end-x, fold+" ", themes.Dim)
	x = a.Fit(x, y, end-x, b.label, themes.Accent)
	if v.folded(i) && b.text.Len() > len("{}") {
		v.drawInput(a, x+2, y, end, b)
	}
}

// drawInput draws the beginning of a tool's input on one row.
func (v *View) drawInput(a canvas.Area, x, y, end int, b *body) {
	flat := bytes.Join(bytes.Fields(b.text.Bytes()[:min(b.text.Len(), 4*v.layout.width)]), []byte{' '})
	runs := highlight.New(source.NewText(flat), highlight.JSON).Runs(nil, source.Span{End: len(flat)})
	v.cells = v.display.Cells(v.cells[:0], flat, 0, 0)
	run := 0
	for _, c := range v.cells {
		if x+c.Width >= end {
			a.Text(x, y, "…", themes.Dim)
			return
		}
		for run+1 < len(runs) && runs[run].End <= c.Source.Start {
			run++
		}
		a.Put(x, y, c, runs[run].Style)
		x += c.Width
	}
}

// outcome says what became of a tool call.
func (v *View) outcome(p part) (string, themes.Style) {
	i, ok := v.doc.results[place{int(p.message), int(p.block)}]
	if !ok {
		return "? no result", themes.Warning
	}
	m := v.doc.source.Messages[i].(*content.ToolResultMessage)
	if m.IsError {
		return fmt.Sprintf("✗ error in %d", i+1), themes.Error
	}
	return fmt.Sprintf("✓ %d · %s", i+1, size(contentSize(m.Blocks))), themes.Faint
}

// drawFold says how much of a block is hidden.
func (v *View) drawFold(a canvas.Area, y int, b *body, r row) {
	hidden := r.span.Of(b.text.Bytes())
	words := "… " + size(len(hidden)) + " more"
	if n := bytes.Count(hidden, []byte{'\n'}); n > 0 {
		words = fmt.Sprintf("… %d lines more, %s", n, size(len(hidden)))
	}
	a.Fit(v.layout.text, y, v.layout.width, words, themes.Note)
}

// drawText draws a row of text.
func (v *View) drawText(a canvas.Area, y, i int, r row) {
	b := v.body(i)
	v.cells = v.display.Cells(v.cells[:0], r.span.Of(b.text.Bytes()), r.span.Start, r.broken.Column)
	var runs []highlight.Run
	if b.colours != nil {
		runs = b.colours.Runs(nil, r.span)
	}
	x, run := v.layout.text+r.broken.Indent, 0
	for _, c := range v.cells {
		style := b.style
		for run+1 < len(runs) && runs[run].End <= c.Source.Start {
			run++
		}
		if run < len(runs) {
			style = runs[run].Style
		}
		if c.Mark && strings.TrimSpace(c.Text) != "" {
			style = style.As(themes.Mark)
		}
		a.Put(x, y, c, v.found(style, i, c.Source))
		x += c.Width
	}
}

// drawBar draws the scroll bar where not everything is on screen: its place comes
// from the parts on screen, so that no rows need to be counted.
func (v *View) drawBar(a canvas.Area, last anchor) {
	_, more := v.next(last)
	if v.layout.bar < 0 || v.top == (anchor{}) && !more {
		return
	}
	all := len(v.parts())
	length := min(max((last.part-v.top.part+1)*v.h/all, 1), v.h)
	from := min(v.top.part*v.h/all, v.h-length)
	if !more {
		from = v.h - length
	}
	for y := range length {
		a.Text(v.layout.bar, from+y, "▐", themes.Border)
	}
}
