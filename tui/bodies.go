package tui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/themes"
	"compactlens/tui/canvas"
	"compactlens/tui/textview"
	"compactlens/tui/transcript"
)

// body is what the main pane shows in one of its views.
type body interface {
	draw(a canvas.Area, focused bool)
	move(n int)   // by rows, with the cursor where there is one
	scroll(n int) // the window alone
	home()
	end()
	height(limit int) int // rows that all of it needs, at most limit
}

// textBody is a text with notes and a cursor.
type textBody struct{ *textview.View }

func (b textBody) draw(a canvas.Area, focused bool) { b.Draw(a, focused) }
func (b textBody) move(n int)                       { b.MoveBy(n) }
func (b textBody) scroll(n int)                     { b.ScrollBy(n) }
func (b textBody) home()                            { b.Home() }
func (b textBody) end()                             { b.End() }
func (b textBody) height(limit int) int             { return b.RowCount(limit) }

// pageBody is a page with a margin.
type pageBody struct{ *page }

func (b pageBody) draw(a canvas.Area, _ bool) { b.page.draw(a.Sub(2, 0, a.W-4, a.H)) }
func (b pageBody) scroll(n int)               { b.move(n) }
func (b pageBody) height(limit int) int       { return min(len(b.rows), limit) }

// transcriptBody is a transcript with a cursor.
type transcriptBody struct{ *transcript.View }

func (b transcriptBody) draw(a canvas.Area, focused bool) { b.Draw(a, focused) }
func (b transcriptBody) move(n int)                       { b.MoveBy(n) }
func (b transcriptBody) scroll(n int)                     { b.ScrollBy(n) }
func (b transcriptBody) home()                            { b.Home() }
func (b transcriptBody) end()                             { b.End() }
func (b transcriptBody) height(limit int) int             { return limit } // they are long

// requestBody is a request.
type requestBody struct{ *requestView }

func (b requestBody) draw(a canvas.Area, focused bool) { b.requestView.draw(a, focused) }

func (b requestBody) height(limit int) int { return limit } // they are long

// body returns what is shown.
func (r *reader) body() body {
	switch {
	case r.kind == viewSummary || r.kind == viewReply || r.kind == viewRepaired:
		return textBody{&r.text}
	case r.showsTranscript():
		return transcriptBody{&r.transcript}
	case r.showsRequest():
		return requestBody{&r.request}
	case r.kind == viewFindings:
		return findingsBody{&r.findings, r}
	case r.kind == viewBudget:
		return &r.budget
	case r.kind == viewRepair:
		return &r.repair
	case r.kind == viewWhatIf:
		return &r.whatif
	}
	return pageBody{&r.facts}
}

// showsTranscript reports whether a transcript is on screen, and not the reason for
// which there is none.
func (r *reader) showsTranscript() bool {
	return r.kind == viewTranscript && r.material != nil && r.material.transcript != nil
}

// showsRequest is showsTranscript for the request.
func (r *reader) showsRequest() bool {
	return r.kind == viewRequest && r.material != nil && r.material.request != nil
}

// setMaterial keeps the material of the item shown; nil forgets it.
func (r *reader) setMaterial(m *material) {
	r.material, r.fetching = m, nil
	var document *transcript.Document
	var q *request
	if m != nil {
		document, q = m.transcript, m.request
	}
	r.transcript.SetDocument(document, r.display)
	r.request.show(q, r.display)
	if m != nil && (r.kind == viewTranscript || r.kind == viewRequest) {
		r.facts.set(r.page())
	}
}

// page returns the paragraphs of the page in the place of what the view would show.
func (r *reader) page() []line {
	switch {
	case r.kind == viewLife:
		return r.journal()
	case r.material == nil:
		return []line{{text: "following the journal …", style: themes.Dim}}
	case r.kind == viewTranscript:
		return r.material.noTranscript
	case r.kind == viewRequest:
		return r.material.noRequest
	}
	return nil
}

// choose shows the item in a view that somebody asked for, which then stays while
// one goes from item to item.
func (a *App) choose(k viewKind) tea.Cmd {
	r := &a.reader
	if k == viewRepair && r.kind != k {
		r.repairFrom = r.kind
	}
	r.setKind(k)
	r.chosen, r.hasChosen = k, k >= viewLife
	if k > viewLife {
		a.setFocus(paneText)
	}
	a.describe()
	return a.fetch()
}

// leaveRepair shows the view that the repair was looked at from.
func (a *App) leaveRepair() tea.Cmd {
	a.jumped()
	if k := a.reader.repairFrom; k != viewRepair && a.reader.has(k) {
		return a.choose(k)
	}
	return a.choose(a.reader.natural())
}

// transcriptNote says where in the transcript one is.
func (r *reader) transcriptNote() string {
	t := &r.transcript
	document := t.Document()
	note := fmt.Sprintf("message %s of %s", grouped(t.Message()+1), grouped(document.Len()))
	if t.Projected() {
		return "as sent · " + note
	}
	if kept, known := document.Kept(); known {
		note += fmt.Sprintf(" · %s kept", grouped(kept))
	}
	return note
}

// The actions of the transcript and the request, and when they do something.

func onTranscript(a *App) bool { return a.reader.showsTranscript() }

func canToggleSent(a *App) bool {
	r := &a.reader
	return r.showsTranscript() && r.material.request != nil || r.showsRequest() && r.material.request.pretty.text != nil
}

// toggleSent shows what the runtime sends instead of what is easier to read, or
// back.
func (a *App) toggleSent() {
	r := &a.reader
	if r.showsTranscript() {
		r.transcript.SetProjected(!r.transcript.Projected())
		return
	}
	r.request.setAsSent(!r.request.asSent, r.display)
}

func hasPartner(a *App) bool { return onTranscript(a) && a.reader.transcript.HasPartner() }

func hasCut(a *App) bool { return onTranscript(a) && a.reader.transcript.HasCut() }

// enter looks at the selected item, or unfolds what the cursor is on.
func (a *App) enter() {
	switch r := &a.reader; {
	case a.focus == paneList:
		a.setFocus(paneText)
	case onWhatIf(a):
		a.typeValue()
	case r.kind == viewFindings:
		r.lay(r.natural())
		r.mark()
	default:
		r.transcript.Toggle()
	}
}

func canEnter(a *App) bool {
	return inList(a) || a.focus == paneText && (onTranscript(a) || onWhatIf(a) || a.reader.kind == viewFindings && hasFaults(a))
}
