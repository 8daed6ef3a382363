package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// editLayout says what is where while a text is edited. Parts that there is no room
// for are empty.
type editLayout struct {
	w, h                                           int
	title, strip, text, findings, ledger, hintsRow rect
}

// The most findings that are listed, and the heights below which parts are left out,
// in cells.
const (
	editFindings   = 5
	editWithLedger = 16
	editWithStrip  = 11
	editWithTitle  = 4
)

func (e *editing) setSize(w, h int) {
	l := editLayout{w: w, h: h}
	top, bottom := 0, h
	row := func(y int) rect { return rect{0, y, w, 1} }
	if h >= editWithTitle {
		l.title, l.hintsRow = row(0), row(h-1)
		top, bottom = 1, h-1
	}
	if h >= editWithStrip {
		l.strip = row(1)
		top = 3 // and the rule above the text
		rows := min(max(h/6, 1), editFindings)
		if h >= editWithLedger {
			bottom--
			l.ledger = row(bottom)
		}
		l.findings = rect{0, bottom - rows, w, rows}
		bottom -= rows + 1
	}
	l.text = rect{0, top, w, max(bottom-top, 0)}
	e.layout = l
	e.view.SetSize(l.text.w, l.text.h)
	e.place()
}

// place gives the difference the room of the text.
func (e *editing) place() {
	if e.lens != nil {
		e.lens.setSize(e.layout.text.w, e.layout.text.h)
		e.layDiff()
	}
}

func (e *editing) draw(c canvas.Area) {
	c.Fill(themes.Text)
	l := &e.layout
	part := func(r rect) canvas.Area { return c.Sub(r.x, r.y, r.w, r.h) }
	if !l.title.empty() {
		e.drawTitle(part(l.title))
		defer e.drawHints(part(l.hintsRow), c) // over all else, where there is much to say
	}
	if !l.strip.empty() {
		drawStrip(part(l.strip), e.shown.verdict)
		title, note := e.paneTitle()
		drawRule(c, l.text.x, l.text.y-1, l.text.w, heading(title, true), note, true)
		drawRule(c, l.findings.x, l.findings.y-1, l.findings.w, heading("Findings", false), e.staleNote(), false)
		e.drawFindings(part(l.findings))
	}
	if !l.ledger.empty() {
		e.drawLedger(part(l.ledger))
	}
	if e.lens != nil {
		e.lens.draw(part(l.text), true)
		return
	}
	e.view.Draw(part(l.text), true)
}

// paneTitle names what is edited, and says where the cursor is.
func (e *editing) paneTitle() (title, note string) {
	title = "Summary · a copy"
	if !e.draft.Summary {
		title = "Reply's text · a copy"
	}
	if k := e.known; k != nil && (!k.gone.IsZero() || !k.sameAnswer(e.of)) {
		title += " of what the file held before"
	}
	if e.lens != nil {
		return title + " · what differs from the original", ""
	}
	t := e.view.Text()
	note = lineColumn(t, e.view.Cursor()) + " · " + count(t.Len(), "byte")
	if n := t.Len() - e.buffer.Original().Len(); n > 0 {
		note += " (+" + grouped(n) + ")"
	} else if n < 0 {
		note += " (-" + grouped(-n) + ")"
	}
	return title, note
}

func (e *editing) staleNote() string {
	if e.stale() {
		return "judging …"
	}
	return ""
}

// drawTitle says what is edited, what became of its findings, and what the verdict is.
func (e *editing) drawTitle(row canvas.Area) {
	end := row.W - 1
	s := verdictState(e.shown.verdict)
	style := s.style
	if e.stale() {
		style = themes.Dim
	}
	if v := e.shown.verdict; v.Decision == inspect.Rejected && row.W >= wordsWidth {
		end = row.Right(end, 0, string(v.Reason), style) - 1
	}
	end = row.Right(end, 0, strings.ToUpper(e.shown.verdict.Decision.String()), style|themes.Bold) - 1
	end = row.Right(end, 0, s.sign, style|themes.Bold) - 2
	words := "scratch · " + e.changed()
	if e.first != nil {
		was := len(e.first.verdict.Findings)
		words += fmt.Sprintf(" · %s%s %s %s", grouped(was), more(e.first.verdict), row.Display().Arrow(), found(e.shown.verdict))
	}
	x := 1
	if name := strings.Join(e.of.trail(), " › "); row.Width(name)+row.Width(words)+3 <= end-x {
		x = row.Fit(x, 0, end-x, name, themes.Dim)
		x = row.Fit(x, 0, end-x, " › ", themes.Faint)
	}
	row.Fit(x, 0, end-x, words, themes.Text|themes.Bold)
}

// drawFindings lists the findings around the selected one.
func (e *editing) drawFindings(area canvas.Area) {
	v := e.shown.verdict
	if len(v.Findings) == 0 {
		text, style := "Nothing speaks against this answer.", themes.Passed
		if v.Decision == inspect.Undetermined {
			text = "Nothing speaks against this answer, but not every check could be made."
			style = themes.Warning
		}
		area.Fit(2, 0, area.W-3, text, style)
		return
	}
	top := max(min(e.finding-area.H/2, len(v.Findings)-area.H), 0)
	for y := range min(area.H, len(v.Findings)-top) {
		i := top + y
		f, row := &v.Findings[i], area.Sub(0, y, area.W, 1)
		s := findingState(f)
		if i == e.finding {
			row.Text(0, 0, "▸", themes.Accent)
		}
		row.Text(2, 0, s.sign, s.style)
		end := row.W - 1
		if at := e.placeOf(i); at != "" && row.W >= wordsWidth {
			end = row.Right(end, 0, at, themes.Faint) - 2
		}
		head := f.Message
		if f.Section != 0 {
			head = f.Section.String() + ": " + head
		}
		row.Fit(4, 0, end-4, head, themes.Text)
		if i == e.finding {
			row.Shade(themes.Shade)
		}
	}
}

// placeOf says where finding i is in the text.
func (e *editing) placeOf(i int) string {
	switch {
	case e.stale():
		return "" // not known
	case !e.shown.here[i]:
		return "outside this text"
	}
	return lineColumn(e.view.Text(), e.shown.spans[i].Start)
}

// drawLedger says what the text costs, section by section.
func (e *editing) drawLedger(row canvas.Area) {
	l := e.shown.ledger
	if !l.counted {
		text := "counting tokens …"
		if e.buffer.Text().Len() > countedBytes {
			text = "too large to count its tokens while it is edited"
		}
		row.Fit(1, 0, row.W-2, text, themes.Dim)
		return
	}
	head := "≈ " + count(l.total, "token")
	if e.first != nil && e.first.ledger.counted && e.first.ledger.total != l.total {
		head += ", was " + grouped(e.first.ledger.total)
	}
	x := row.Fit(1, 0, row.W-2, head, themes.Text)
	for _, s := range l.sections {
		text := " · " + s.id.String() + " " + grouped(s.tokens)
		if x+row.Width(text) > row.W-1 {
			return
		}
		x = row.Text(x, 0, text, themes.Dim)
	}
	if t := e.shown.verdict.Tokens; t.Output.Set {
		text := " · reported for the original: " + inspect.Thousands(t.Output.Value)
		if x+row.Width(text) < row.W {
			row.Text(x, 0, text, themes.Faint)
		}
	}
}

// say says something in the row of hints, until the next key.
func (e *editing) say(text string, failed bool) { e.notice, e.failed = text, failed }

// drawHints draws what there is to say, or the keys that there is room for.
func (e *editing) drawHints(row, whole canvas.Area) {
	if e.notice != "" {
		style := themes.Warning
		if e.failed {
			style = themes.Error
		}
		drawNotice(whole, e.notice, style)
		return
	}
	const gap = 3
	write := func(k key.Binding, hint string, x int) int {
		x = row.Text(x, 0, k.Help().Key, themes.Accent)
		return row.Text(x+1, 0, hint, themes.Dim) + gap
	}
	leave := "leave"
	if e.lens != nil {
		leave = "the text again"
	}
	x := write(editCloses(), leave, 1)
	for _, c := range editKeys() {
		if c.hint == "" {
			continue
		}
		if x+row.Width(c.key.Help().Key)+1+row.Width(c.hint) > row.W-1 {
			return
		}
		x = write(c.key, c.hint, x)
	}
}

// mouse scrolls the text and puts the cursor where one clicks.
func (e *editing) mouse(m tea.MouseMsg) {
	if m.Action != tea.MouseActionPress || !e.layout.text.contains(m.X, m.Y) {
		return
	}
	rows := 0
	switch m.Button {
	case tea.MouseButtonWheelUp:
		rows = -wheelRows
	case tea.MouseButtonWheelDown:
		rows = wheelRows
	case tea.MouseButtonLeft:
		if e.lens == nil && e.view.Click(m.X-e.layout.text.x, m.Y-e.layout.text.y) {
			e.buffer.Break()
			e.selectAtCursor()
		}
		return
	}
	if e.lens != nil {
		e.lens.scroll(rows)
		return
	}
	e.view.ScrollBy(rows)
}

// newEditHelp returns the layer that lists the keys of editing.
func newEditHelp(a *App) *help {
	h := &help{page: page{display: a.canvas.Area().Display()}, title: "Keys while a text is edited"}
	var lines []line
	for _, c := range editKeys() {
		lines = append(lines, line{label: a.label(c.key), text: c.key.Help().Desc, key: true})
	}
	lines = append(lines, line{label: editCloses().Help().Key, text: editCloses().Help().Desc, key: true})
	h.page.set(lines)
	return h
}

func (l *leaving) setSize(w, h int) { l.w, l.h = w, h }

func (l *leaving) press(_ *App, k tea.KeyMsg) (stay bool, cmd tea.Cmd) {
	switch k.String() {
	case "k", "K", "enter":
		return false, func() tea.Msg { return leftMsg{l.e, true} }
	case "d", "D":
		return false, func() tea.Msg { return leftMsg{l.e, false} }
	case "esc", "n":
		return false, nil
	}
	return true, nil
}

// leavingWidth is how wide the box is where there is room.
const leavingWidth = 72

func (l *leaving) draw(c canvas.Area) {
	rows, w := min(5, l.h), min(max(l.w-4, 0), leavingWidth)
	inside := drawBox(c.Sub((l.w-w)/2, max(l.h-rows-1, 0)/2, w, rows), "Leave the changed text?")
	for y, row := range []struct{ key, text string }{
		{"k", "keep it as another answer of the attempt, in the list"}, {"d", "drop the changes"}, {"esc", "go on editing"},
	} {
		if y >= inside.H {
			return
		}
		x := inside.Text(0, y, row.key, themes.Accent)
		inside.Fit(max(x+1, 5), y, inside.W-max(x+1, 5), row.text, themes.Text)
	}
}
