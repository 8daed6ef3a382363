package tui

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/diff"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/repair"
	"compactlens/core/summary"
	"compactlens/loader/dossier"
	"compactlens/themes"
	"compactlens/tui/textview"
)

// judge has the text judged as it is now. One version is judged at a time: judging an
// older one is given up, and when that is done the newest is asked for.
func (e *editing) judge(a *App) tea.Cmd {
	if e.asked >= 0 {
		e.giveUp()
		return nil
	}
	ctx, giveUp := context.WithCancel(a.ctx)
	e.asked, e.giveUp = e.version, giveUp
	draft, edited, version := e.draft, e.buffer.Text(), e.version
	counter := &a.counter
	return func() tea.Msg {
		defer giveUp()
		j, text := &editJudgment{version: version, text: edited}, edited.Bytes()
		made, ok := draft.Glance(ctx, text)
		if made.Dossier == nil || ctx.Err() != nil {
			return editJudgedMsg{e: e, version: version}
		}
		j.verdict, j.dossier = &made.Verdict, made.Dossier
		if ok {
			j.placed(made.Draft)
		} else {
			j.placed(dossier.Draft{}) // the text is there and cannot be found in the answer any more
		}
		j.ledger = countEdited(counter, text, j)
		return editJudgedMsg{e, version, j}
	}
}

// stop ends what runs for the editing: nobody sees it any more.
func (e *editing) stop() {
	if e.asked >= 0 {
		e.giveUp()
	}
	e.closeDiff()
}

// editJudgedMsg brings the verdict on a version of an edited text.
type editJudgedMsg struct {
	e        *editing
	version  int
	judgment *editJudgment // nil where it was given up, or the answer can no longer be read as one
}

func (m editJudgedMsg) arrive(a *App) tea.Cmd {
	e := m.e
	if !slices.Contains(a.layers, layer(e)) {
		return nil
	}
	e.asked = -1
	if m.version != e.version {
		return e.judge(a)
	}
	if m.judgment == nil {
		e.say("the answer cannot be read as one with this text in it", true)
		return nil
	}
	e.take(m.judgment)
	return nil
}

// take shows a verdict on the text as it is now. The finding that was selected stays so,
// where it is still there; but where the checks stop at another one than before, that is
// selected.
func (e *editing) take(j *editJudgment) {
	was, moved := e.shown, alikeEnds(e.shown.text, j.text)
	selected, primary := e.finding, was.primary()
	e.shown = j
	if e.first == nil {
		e.first = j
	}
	e.finding = j.like(was, selected, moved)
	if now := j.primary(); now >= 0 && (primary < 0 || j.known(now, moved) != was.known(primary, moved)) {
		e.finding = now
		e.annotate()
		return
	}
	if e.finding < 0 && len(j.verdict.Findings) > 0 {
		e.finding = 0
		e.selectAtCursor()
	}
	e.annotate()
}

// primary returns the index of the finding that the checks stop at, -1 for none.
func (j *editJudgment) primary() int {
	return slices.IndexFunc(j.verdict.Findings, func(f inspect.Finding) bool { return f.Primary })
}

// known returns what finding i is known by in a version of the text that begins and ends
// with as much alike as e says.
func (j *editJudgment) known(i int, e ends) sameFault {
	f := &j.verdict.Findings[i]
	if !j.here[i] {
		return sameFault{rule: f.Rule, section: f.Section}
	}
	return e.known(f, j.text, j.spans[i])
}

// like returns the index of the finding that is finding i of was, or else is one of its
// rule in its section; -1 for none.
func (j *editJudgment) like(was *editJudgment, i int, moved ends) int {
	if i < 0 || i >= len(was.verdict.Findings) {
		return -1
	}
	old, k := &was.verdict.Findings[i], was.known(i, moved)
	near := -1
	for n := range j.verdict.Findings {
		f := &j.verdict.Findings[n]
		if j.known(n, moved) == k {
			return n
		}
		if near < 0 && f.Rule == old.Rule && f.Section == old.Section {
			near = n
		}
	}
	return near
}

// noteLevel returns how loud the note of a finding is.
func noteLevel(f *inspect.Finding) textview.Level {
	switch {
	case f.Primary:
		return textview.Primary
	case f.Severity == inspect.SeverityAdvice:
		return textview.Advice
	}
	return textview.Hidden
}

// sectionStyle returns the style of a section's band: loud where a fault is.
func sectionStyle(v *inspect.Verdict, s inspect.Section) themes.Style {
	style := themes.Faint
	for i := range v.Findings {
		f := &v.Findings[i]
		if f.Place.InSummary && f.Severity == inspect.SeverityError && s.Element.Summary.Overlaps(f.Place.Summary) {
			if f.Primary {
				return themes.Error
			}
			style = themes.Hidden
		}
	}
	return style
}

// countedBytes is the size of the largest text whose tokens are counted while it is
// edited: counting takes longer than judging.
const countedBytes = 256 << 10

// editLedger says what the text costs. The zero value is not counted.
type editLedger struct {
	counted  bool
	total    int // tokens of the text
	sections []sectionTokens
}

type sectionTokens struct {
	id     summary.SectionID
	tokens int
}

// countEdited counts the tokens of text and of the sections in it.
func countEdited(c ledger.Counter, text []byte, j *editJudgment) (l editLedger) {
	if len(text) > countedBytes {
		return l
	}
	l.counted, l.total = true, c.Count(text)
	for _, s := range j.verdict.Sections {
		l.sections = append(l.sections, sectionTokens{s.ID, c.Count(s.Place.Summary.Of(j.verdict.Summary.Bytes))})
	}
	return l
}

// editDiff is how the text differs from what it was.
type editDiff struct {
	sheet
	made bool
	diff diff.Diff
	stop func() // ends the comparing
}

// toggleDiff shows how the text differs from what it was, or the text again.
func (e *editing) toggleDiff(a *App) tea.Cmd {
	if e.lens != nil {
		e.closeDiff()
		return nil
	}
	ctx, stop := context.WithCancel(a.ctx)
	lens := &editDiff{stop: stop}
	e.lens = lens
	e.place()
	old, now := e.buffer.Original(), e.buffer.Text()
	return func() tea.Msg {
		d, err := diff.Compare(ctx, old.Bytes(), now.Bytes(), diff.Options{Context: diff.Context, Read: repair.Reviewed})
		if err != nil {
			return nil // nobody looks at it any more
		}
		return comparedMsg{e, lens, d}
	}
}

// closeDiff shows the text again.
func (e *editing) closeDiff() {
	if e.lens != nil {
		e.lens.stop()
		e.lens = nil
	}
}

// comparedMsg brings how a text differs from what it was.
type comparedMsg struct {
	e    *editing
	lens *editDiff
	diff diff.Diff
}

func (m comparedMsg) arrive(*App) tea.Cmd {
	if m.e.lens == m.lens {
		m.lens.made, m.lens.diff = true, m.diff
		m.e.layDiff()
	}
	return nil
}

func (e *editing) layDiff() {
	l, d := e.lens, e.display
	l.refresh(func(w int) []sheetRow {
		switch {
		case !l.made:
			return textRows(d, w, "comparing …", themes.Dim)
		case len(l.diff.Hunks) == 0:
			return textRows(d, w, "Nothing is changed.", themes.Text)
		}
		return diffRows(d, l.diff, w)
	})
}
