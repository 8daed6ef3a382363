package tui

import (
	"strings"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/themes/highlight"
	"compactlens/tui/canvas"
	"compactlens/tui/textview"
)

// requestView shows a request: what there is to say of it, and below its JSON. The
// zero value shows nothing.
type requestView struct {
	request *request
	asSent  bool // byte for byte instead of laid out for reading
	facts   page
	text    textview.View
	w, h    int
}

// show shows q, laid out for reading where it can be.
func (v *requestView) show(q *request, d source.Display) {
	v.request, v.asSent = q, false
	v.facts.display = d
	v.facts.set(nil)
	v.text.SetText(nil, highlight.Plain, d)
	if q == nil {
		return
	}
	v.facts.set(q.facts)
	v.setAsSent(q.pretty.text == nil, d)
}

// setAsSent shows the JSON as it was sent, or laid out for reading.
func (v *requestView) setAsSent(on bool, d source.Display) {
	l := v.request.pretty
	if on || l.text == nil {
		l, on = v.request.sent, true
	}
	v.asSent = on
	v.text.SetText(l.text, highlight.JSON, d)
	v.text.SetNotes(l.notes, -1)
	v.layOut()
}

func (v *requestView) setSize(w, h int) {
	if w == v.w && h == v.h {
		return
	}
	v.w, v.h = w, h
	v.layOut()
}

// layOut gives the facts as many rows as they need, and no more than a third.
func (v *requestView) layOut() {
	v.facts.setSize(max(v.w-4, 0), 0)
	rows := min(len(v.facts.rows), v.h/3)
	v.facts.setSize(max(v.w-4, 0), rows)
	v.text.SetSize(v.w, v.h-v.textTop())
}

// textTop returns the row that the text begins on: a blank one is above it.
func (v *requestView) textTop() int {
	if v.facts.h == 0 {
		return 0
	}
	return v.facts.h + 1
}

func (v *requestView) draw(a canvas.Area, focused bool) {
	v.facts.draw(a.Sub(2, 0, a.W-4, v.facts.h))
	top := v.textTop()
	if top > 0 {
		a.Text(2, top-1, strings.Repeat("─", max(a.W-4, 0)), themes.Border)
	}
	v.text.Draw(a.Sub(0, top, a.W, a.H-top), focused)
}

func (v *requestView) move(n int)   { v.text.MoveBy(n) }
func (v *requestView) scroll(n int) { v.text.ScrollBy(n) }
func (v *requestView) home()        { v.text.Home() }
func (v *requestView) end()         { v.text.End() }

// note says how the JSON is shown.
func (v *requestView) note() string {
	if v.asSent {
		return "as sent"
	}
	return "laid out"
}
