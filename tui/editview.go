package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/loader/dossier"
	"compactlens/themes/highlight"
	"compactlens/tui/edit"
	"compactlens/tui/textview"
)

// editing is the layer in which a copy of an answer's summary, or of its text, is
// edited. The text follows each key at once; the verdict on the whole answer with the
// text in it follows in the background.
type editing struct {
	opening int
	of      *item
	known   *item // what was in its place when that was told last; nil for nothing
	fate    fate  // what had become of its file then
	draft   dossier.Draft
	buffer  *edit.Buffer
	view    textview.View
	display source.Display
	layout  editLayout

	version int           // of the text; each change makes another
	giveUp  func()        // ends the judging
	asked   int           // the version that is being judged, -1 for none
	shown   *editJudgment // the newest there is
	first   *editJudgment // of the text as it was at first; nil before it is there
	finding int           // index into shown's findings, -1 for none
	lens    *editDiff     // shown over the text; nil for none

	clip    []byte // what was cut
	cutting bool   // the last key cut, too: the next cut adds to it
	keeping bool   // the text is being made an answer, and takes no keys
	notice  string // untrusted
	failed  bool   // the notice says what went wrong
}

// editJudgment is the verdict on one version of the text. It is made in a command and
// never changed.
type editJudgment struct {
	version int
	text    *source.Text // what was judged
	verdict *inspect.Verdict
	spans   []source.Span // of the findings in the text
	here    []bool        // whether they are in it
	bands   []textview.Band
	ledger  editLedger
	dossier *dossier.Dossier // its repairs may not be planned yet
}

// placed sets where the findings and sections are in the text of d.
func (j *editJudgment) placed(d dossier.Draft) {
	v := j.verdict
	j.spans, j.here = make([]source.Span, len(v.Findings)), make([]bool, len(v.Findings))
	for i := range v.Findings {
		j.spans[i], j.here[i] = d.Span(v.Findings[i].Place)
	}
	for _, s := range v.Sections {
		if at, ok := d.Span(s.Element); ok {
			j.bands = append(j.bands, textview.Band{Span: at, Style: sectionStyle(v, s)})
		}
	}
}

// canEditInPlace reports whether there is an answer to edit whose verdict may be seen: it
// follows what is typed.
func canEditInPlace(a *App) bool {
	if a.reader.judged == nil || veiled(a) {
		return false
	}
	_, ok := a.reader.draft()
	return ok
}

// withoutEdit says why there is nothing to edit.
func withoutEdit(a *App) string {
	switch {
	case veiled(a):
		return hiddenWords(a)
	case a.reader.judged == nil && a.reader.item.hasReply():
		return judgingWords
	}
	return "there is no answer here to edit"
}

// editInPlace opens a copy of what is shown for editing, at the fault.
func (a *App) editInPlace() tea.Cmd {
	r := &a.reader
	d, ok := r.draft()
	if !ok {
		return nil
	}
	e := &editing{opening: a.opened, of: r.item, draft: d, buffer: edit.New(d.Text), display: r.display, asked: -1, finding: -1}
	language := highlight.XML
	if !d.Summary {
		language = highlight.GuessReply(d.Text)
	}
	e.view.SetInsert(true)
	e.view.SetText(e.buffer.Text(), language, r.display)
	e.shown = &editJudgment{text: e.buffer.Text(), verdict: r.judged.verdict, dossier: r.judged.dossier}
	e.shown.placed(d)
	a.push(e)
	e.view.Reveal(r.draftOffset(d))
	e.selectAtCursor()
	if e.finding < 0 {
		e.finding = max(r.finding, -1)
	}
	e.annotate()
	return e.judge(a)
}

// stale reports whether the verdict shown is on an older version of the text.
func (e *editing) stale() bool { return e.shown.version != e.version }

// follow shows what changes made of the text, and has it judged.
func (e *editing) follow(a *App, changes []edit.Change) tea.Cmd {
	if len(changes) == 0 {
		return nil
	}
	c := edit.Merge(changes)
	if c.Span.Empty() && c.Size == 0 {
		return nil
	}
	e.view.Splice(e.buffer.Text(), c.Span, c.Size)
	e.version++
	return e.judge(a)
}

// replace puts text in the place of s.
func (e *editing) replace(a *App, s source.Span, text []byte, kind edit.Kind) tea.Cmd {
	return e.follow(a, []edit.Change{e.buffer.Replace(s, text, kind)})
}

// put puts text where the cursor is.
func (e *editing) put(a *App, text []byte, kind edit.Kind) tea.Cmd {
	return e.replace(a, source.At(e.view.Cursor()), e.draft.Valid(text), kind)
}

// paste puts pasted text where the cursor is, as the bytes they are where the text can
// hold any.
func (e *editing) paste(a *App, b []byte) tea.Cmd {
	if e.keeping {
		return nil
	}
	e.cutting, e.notice = false, ""
	e.closeDiff()
	text, _ := lineFeeds(b)
	e.buffer.Break()
	return e.put(a, text, edit.Other)
}

// selectAtCursor selects the finding that the cursor is on, where it is on one.
func (e *editing) selectAtCursor() {
	if e.stale() {
		return // it is not known where they are
	}
	best := -1
	for i, s := range e.shown.spans {
		if e.shown.here[i] && covers(s, e.view.Under()) && (best < 0 || s.Len() < e.shown.spans[best].Len()) {
			best = i
		}
	}
	if best >= 0 && best != e.finding {
		e.finding = best
		e.annotate()
	}
}

// stepFault puts the cursor on the next finding in the text, or the one before, and
// goes round.
func (e *editing) stepFault(n int) {
	count := len(e.shown.verdict.Findings)
	if e.stale() || count == 0 {
		return
	}
	i := e.finding
	for range count {
		if i = ((i+n)%count + count) % count; e.shown.here[i] {
			break
		}
	}
	e.finding = i
	if e.shown.here[i] {
		e.view.SetCursor(e.shown.spans[i].Start)
	}
	e.annotate()
}

// annotate puts the notes of the findings into the text.
func (e *editing) annotate() {
	v := e.shown.verdict
	type owned struct {
		textview.Note
		finding int
	}
	var all []owned
	for i := range v.Findings {
		if f := &v.Findings[i]; e.shown.here[i] {
			all = append(all, owned{textview.Note{Span: e.shown.spans[i], Message: f.Message, Level: noteLevel(f)}, i})
		}
	}
	slices.SortStableFunc(all, func(a, b owned) int { return a.Span.Start - b.Span.Start })
	notes, selected := make([]textview.Note, len(all)), -1
	for i, n := range all {
		if notes[i] = n.Note; n.finding == e.finding {
			selected = i
		}
	}
	e.view.SetBands(e.shown.bands)
	e.view.SetNotes(notes, selected)
}

// changed says in words what was done to the text.
func (e *editing) changed() string {
	switch {
	case !e.buffer.Changed():
		return "unchanged"
	case !e.buffer.Unsaved():
		return "saved"
	}
	return "edited"
}

// holds reports whether something would be lost that somebody wrote.
func (e *editing) holds() bool { return e.buffer.Changed() && e.buffer.Unsaved() }

// ask returns what closes the layer: nothing more than that where nothing would be
// lost, else a question.
func (e *editing) close(a *App) (stay bool) {
	if !e.holds() {
		e.stop()
		return false
	}
	a.push(&leaving{e: e})
	return true
}

// editing returns the layer in which a text is edited where it gets the keys, else
// nil.
func (a *App) editing() *editing {
	if n := len(a.layers); n > 0 {
		if e, is := a.layers[n-1].(*editing); is {
			return e
		}
	}
	return nil
}

// covering returns the index of the last layer that leaves nothing to be seen below it,
// -1 where there is none.
func (a *App) covering() int {
	for i := len(a.layers) - 1; i >= 0; i-- {
		if _, is := a.layers[i].(*editing); is {
			return i
		}
	}
	return -1
}

// unsaved returns the editing, under whatever it has laid over itself, that an
// interruption has to ask about; nil where nothing would be lost, or it was asked.
func (a *App) unsaved() *editing {
	for _, l := range slices.Backward(a.layers) {
		switch l := l.(type) {
		case *leaving:
			return nil
		case *editing:
			if l.holds() {
				return l
			}
		}
	}
	return nil
}

// leaving is the layer that asks what becomes of an edited text.
type leaving struct {
	e    *editing
	w, h int
}

// leftMsg closes an editing.
type leftMsg struct {
	e    *editing
	keep bool // as a scratch answer
}

func (m leftMsg) arrive(a *App) tea.Cmd {
	i := slices.Index(a.layers, layer(m.e))
	if i < 0 {
		return nil
	}
	if !m.keep {
		a.leave(m.e)
		a.notify("the changes were dropped")
		return nil
	}
	a.layers = a.layers[:i+1] // without what it has laid over itself
	e, at, text := m.e, a.clock(), m.e.buffer.Text()
	e.keeping = true
	e.say("keeping it …", false)
	return func() tea.Msg {
		m := handMsg{opening: e.opening, of: e.of, how: "edited", at: at, note: "a copy, changed in place"}
		m.reply, m.err = edited(e.draft, text.Bytes())
		return answeredMsg{e, m}
	}
}

// leave takes an editing away with what it has laid over itself.
func (a *App) leave(e *editing) {
	if i := slices.Index(a.layers, layer(e)); i >= 0 {
		a.layers = slices.Delete(a.layers, i, len(a.layers))
	}
	e.stop()
}

// answeredMsg brings the answer that an edited text makes.
type answeredMsg struct {
	e    *editing
	hand handMsg
}

// arrive puts the answer into the list. What makes none stays to be edited, so that
// nothing that somebody wrote is lost.
func (m answeredMsg) arrive(a *App) tea.Cmd {
	e := m.e
	if !slices.Contains(a.layers, layer(e)) {
		return nil
	}
	e.keeping = false
	if m.hand.err != nil {
		e.say("not kept: "+reason(m.hand.err), true)
		return nil
	}
	a.leave(e)
	return m.hand.arrive(a)
}
