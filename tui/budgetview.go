package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/source"
	"compactlens/themes"
)

// budgetView shows what an answer's tokens were spent on, and how large the next
// request is. The zero value has counted nothing.
type budgetView struct {
	sheet
	counting *judged // whose answer is being counted, or was
	counted  bool
	answer   *ledger.Answer      // nil where there is no text to count
	next     *ledger.Replacement // nil until the limits are known
}

// over reports whether the answer is over its budget, so that the text shows where
// it ends.
func over(v *inspect.Verdict) bool {
	t := v.Tokens
	return t.Output.Set && t.Limit.Set && t.Output.Value > t.Limit.Value
}

// countTokens counts the answer's tokens, where a view shows them.
func (a *App) countTokens() tea.Cmd {
	r := &a.reader
	inText := (r.kind == viewSummary || r.kind == viewReply) && over(r.judged.verdict)
	if r.kind != viewBudget && !inText || r.budget.counting == r.judged {
		return nil
	}
	r.budget.counting = r.judged
	j, counter := r.judged, &a.counter
	return a.later(func() func(*App) {
		l, ok := j.dossier.Ledger(counter)
		return func(a *App) {
			b := &a.reader.budget
			b.counted, b.answer = true, nil
			if ok {
				b.answer = &l
			}
			a.reader.annotate()
			a.reader.revealEnd()
			a.reader.layBudget()
		}
	})
}

// layBudget lays the page out anew.
func (r *reader) layBudget() {
	b := &r.budget
	b.refresh(func(w int) []sheetRow { return b.lay(r.display, r.judged, w) })
}

func (b *budgetView) lay(d source.Display, j *judged, w int) []sheetRow {
	if !b.counted {
		return textRows(d, w, "counting tokens …", themes.Dim)
	}
	next := b.next != nil && b.next.Known()
	switch {
	case b.answer != nil && next:
		return slices.Concat(b.answerRows(d, j, w), []sheetRow{blankRow, blankRow}, nextRows(d, j, b.next, w))
	case b.answer != nil:
		return b.answerRows(d, j, w)
	case next:
		return nextRows(d, j, b.next, w)
	case j != nil && j.verdict.Form != inspect.FormNone:
		return textRows(d, w, "The answer has no text whose tokens could be counted.", themes.Dim)
	}
	return textRows(d, w, "No answer is in hand whose tokens could be counted, and the sizes of the next request are not known.", themes.Dim)
}

// answerRows is the ledger of the answer.
func (b *budgetView) answerRows(d source.Display, j *judged, w int) []sheetRow {
	l := b.answer
	style := themes.Text
	if l.Over > 0 {
		style = themes.Error
	}
	rows := textRows(d, w, l.Headline(), style|themes.Bold)
	if l.Limit.Set {
		total := l.Output.Value
		if !l.Output.Set {
			for _, r := range l.Rows {
				total += r.Tokens
			}
		}
		rows = append(append(rows, blankRow), meterRows(w, total, l.Limit.Value, "budget")...)
	}
	rows = append(rows, blankRow)
	var all []entry
	for _, r := range l.Rows {
		e := entry{name: r.Name(), about: r.Estimate, tokens: r.Tokens, note: l.Advice(r), style: themes.Warning, bar: themes.Accent}
		switch {
		case r.Kind != ledger.Section:
			e.bar = themes.Dim
		case r.Cut > 0:
			e.bar = themes.Warning
		}
		if e.note == "" && r.Kind == ledger.Reasoning && !r.Estimate {
			e.note, e.style = "reported", themes.Dim
		}
		all = append(all, e)
	}
	rows = append(append(rows, ledgerRows(d, w, all)...), blankRow)
	say := func(text string, style themes.Style) {
		if text != "" {
			rows = append(rows, textRows(d, w, text, style)...)
		}
	}
	say(l.Hopeless(), themes.Warning)
	end, key := endWords(j, l)
	if key != "" {
		end += " " + key + " shows it."
	}
	say(end, themes.Text)
	say("≈ is an estimate: split by "+l.Method+".", themes.Dim)
	say(l.Note, themes.Dim)
	if l.Limit.Set && l.Limit.From != "" {
		say("The budget is known from: "+l.Limit.From+".", themes.Dim)
	}
	return rows
}

// endWords says where the budget ends, and which key shows it.
func endWords(j *judged, l *ledger.Answer) (words, key string) {
	at := l.End.Beyond
	switch {
	case !l.End.Known:
		return "", ""
	case l.End.BeforeText:
		return "The budget was used up before the text began.", ""
	case at.InSummary && j.summary != nil:
		return "The budget ends in the summary, at " + lineColumn(j.summary, at.Summary.Start) + ".", "s"
	case at.InFile && j.reply != nil:
		return "The budget ends outside the summary, at " + lineColumn(j.reply, at.File.Start) + " of the reply.", "r"
	}
	return "", ""
}

// nextRows is the ledger of the request after the replacement.
func nextRows(d source.Display, j *judged, r *ledger.Replacement, w int) []sheetRow {
	style := themes.Text
	if r.Over > 0 || r.BeforeOver > 0 || r.CannotFit > 0 {
		style = themes.Error
	}
	headline := r.Headline()
	if least := leastSummary(j); least > 0 && !r.Total.Set {
		headline, style = "too large: the summary had at least ≈ "+inspect.Thousands(least)+" tokens, or it would have fitted", themes.Error
	}
	rows := textRows(d, w, "Next request: "+headline, style|themes.Bold)
	used := r.Total
	if !used.Set || r.BeforeOver > 0 {
		used = r.BeforeCall.Or(used)
	}
	if r.Limit.Set && used.Set {
		rows = append(append(rows, blankRow), meterRows(w, used.Value, r.Limit.Value, "limit")...)
	}
	rows = append(rows, blankRow)
	var all []entry
	for _, l := range r.Lines() {
		e := entry{name: l.Name, tokens: l.Tokens, note: l.From, style: themes.Dim}
		e.about = e.name != "input limit" && l.From != "journal" && l.From != "bundle"
		all = append(all, e)
	}
	return append(rows, ledgerRows(d, w, all)...)
}

// leastSummary returns how many tokens a summary must have had that the journal says
// was too large, and that nobody gave; 0 where that is not the case.
func leastSummary(j *judged) uint64 {
	if j == nil || j.dossier.Attempt == nil || j.dossier.Attempt.RejectReason != event.CompactRejectSummaryTooLarge {
		return 0
	}
	if z := j.dossier.Cause.Sizes; z != nil && z.TailKnown && !z.SummaryKnown {
		return z.Summary
	}
	return 0
}

// aboutBudget reports whether the selected finding is that the budget is missed.
func (r *reader) aboutBudget() bool {
	f := r.current()
	return f != nil && f.Stage() == inspect.StageTokenLimit
}

// revealEnd scrolls to where the budget ends, where that is the selected finding and
// nobody has moved yet.
func (r *reader) revealEnd() {
	if s, _, ok := r.beyond(); ok && r.aboutBudget() && r.text.Offset() == 0 && r.text.Cursor() == 0 {
		r.text.Reveal(s.Start)
	}
}

// budgetLines puts into what the detail pane says of the budget where it ends and
// what to cut.
func (r *reader) budgetLines(lines []line) []line {
	l := r.budget.answer
	if l == nil || !r.aboutBudget() {
		return lines
	}
	var cuts []string
	for _, row := range l.Rows {
		if l.CutsFit && row.Cut > 0 {
			cuts = append(cuts, grouped(int(row.Cut))+" in "+row.Name())
		}
	}
	for i := range lines {
		if words, _ := endWords(r.judged, l); lines[i].label == "where" && words != "" {
			lines[i].text = words
		}
		if lines[i].label == "found" && len(cuts) > 0 {
			lines = slices.Insert(lines, i+1, line{label: "cut ≈", text: strings.Join(cuts, ", ")})
			break
		}
	}
	return lines
}

// beyond returns what of the text shown is over the budget, and a note at the
// place where it ends; ok is false where nothing is.
func (r *reader) beyond() (s source.Span, message string, ok bool) {
	l := r.budget.answer
	if l == nil || r.budget.counting == nil || !l.End.Known {
		return s, "", false
	}
	p := r.shownIn(l.End.Beyond)
	if p == nil || p.Empty() {
		return s, "", false
	}
	message = "the budget ends here (≈), " + count(int(l.Over), "token") + " over"
	if l.End.BeforeText {
		message = "the budget was used up before the text began, " + count(int(l.Over), "token") + " over"
	}
	return *p, message, true
}
