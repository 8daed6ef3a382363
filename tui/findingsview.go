package tui

import (
	"fmt"

	"compactlens/core/inspect"
	"compactlens/core/repair"
	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// findingsView lists all findings of an answer: what the runtime stops at, and what
// it hides. The zero value lists nothing.
type findingsView struct {
	sheet
	selected int // row of findings; the refusal has the first where there is one
}

// findingRows is how many rows a finding takes.
const findingRows = 2

// layFindings lays the list out anew.
func (r *reader) layFindings() {
	v := &r.findings
	v.selected = max(r.finding-r.item.leastFinding(), 0)
	v.refresh(func(w int) []sheetRow { return append(r.refusalRows(), findingsRows(r.display, r.judged, w)...) })
	v.revealSelected()
}

func (v *findingsView) revealSelected() {
	if len(v.rows) < (v.selected+2)*findingRows {
		v.reveal(len(v.rows) - 1) // what stands behind the last
	}
	v.reveal(v.selected*findingRows + findingRows - 1)
	v.reveal(v.selected * findingRows)
}

// refusalRows lists the refusal of an attempt whose answer passed its checks.
func (r *reader) refusalRows() []sheetRow {
	if r.judged == nil || r.item.leastFinding() == 0 {
		return nil
	}
	it, j := r.item, r.judged
	return []sheetRow{func(a canvas.Area) {
		a.Text(0, 0, signError, themes.Error)
		a.Fit(2, 0, a.W-2, refusalHead(it), themes.Text)
	}, func(a canvas.Area) {
		x := a.Fit(5, 0, a.W-5, "refused", themes.Error)
		x = a.Fit(x, 0, a.W-x, " · ", themes.Faint)
		a.Fit(x, 0, a.W-x, answerWords(j.verdict), themes.Dim)
	}}
}

// findingsRows lists the findings of j.
func findingsRows(d source.Display, j *judged, w int) []sheetRow {
	if j == nil {
		return nil
	}
	if len(j.verdict.Findings) == 0 {
		return textRows(d, w, "Nothing speaks against this answer.", themes.Passed)
	}
	var rows []sheetRow
	for i := range j.verdict.Findings {
		f := &j.verdict.Findings[i]
		s := findingState(f)
		head := fmt.Sprintf("%d  %s", i+1, f.Message)
		if f.Section != 0 {
			head = fmt.Sprintf("%d  %s: %s", i+1, f.Section, f.Message)
		}
		rows = append(rows, func(a canvas.Area) {
			a.Text(0, 0, s.sign, s.style)
			a.Fit(2, 0, a.W-2, head, themes.Text)
		}, func(a canvas.Area) {
			x := a.Fit(5, 0, a.W-5, s.word, s.style)
			for _, p := range []part{repairPart(j, i), {shortPlace(j, f), themes.Dim}, {f.Rule.ID, themes.Dim}} {
				if p.text == "" {
					continue
				}
				x = a.Fit(x, 0, a.W-x, " · ", themes.Faint)
				x = a.Fit(x, 0, a.W-x, p.text, p.style)
			}
		})
	}
	if j.verdict.More {
		rows = append(rows, textRows(d, w, "and more faults: "+j.verdict.MoreWhy, themes.Warning)...)
	}
	return rows
}

// findingState says whether the runtime stops at a finding, or what hides it.
func findingState(f *inspect.Finding) state {
	switch {
	case f.Severity == inspect.SeverityAdvice:
		return state{signAdvice, "advice", themes.Note}
	case f.Primary:
		return state{signError, "primary", themes.Error}
	case f.HiddenBy >= 0:
		return state{signHidden, fmt.Sprintf("hidden by %d", f.HiddenBy+1), themes.Hidden}
	}
	return state{signHidden, "hidden", themes.Hidden}
}

// shortPlace says where a finding is, as compilers do.
func shortPlace(j *judged, f *inspect.Finding) string {
	switch {
	case f.Place.InSummary && j.summary != nil:
		return lineColumn(j.summary, f.Place.Summary.Start)
	case f.Place.InFile && j.reply != nil:
		return "file " + lineColumn(j.reply, f.Place.File.Start)
	}
	return ""
}

// repairPart says whether a finding can be mended.
func repairPart(j *judged, i int) part {
	r, ok := j.dossier.Plan.For(i)
	switch {
	case !ok:
		return part{}
	case r.Risk == repair.Refused:
		return part{"no repair", themes.Dim}
	case r.Risk == repair.Safe:
		return part{"safe repair", themes.Passed}
	}
	return part{"repair changes the meaning", themes.Warning}
}

// draw draws the list; the selected finding stands out.
func (v *findingsView) draw(a canvas.Area, focused bool) {
	v.sheet.draw(a, focused)
	background := themes.Shade
	if focused {
		background = themes.Selection
	}
	if y := v.selected*findingRows - v.top; y < a.H && len(v.rows) >= (v.selected+1)*findingRows {
		part := a.Sub(0, y, a.W, findingRows)
		if y >= 0 {
			a.Text(0, y, "▸", themes.Accent)
		}
		part.Shade(background)
	}
}

// findingsBody is the list; moving in it selects.
type findingsBody struct {
	*findingsView
	r *reader
}

func (b findingsBody) move(n int) {
	least, last := b.r.item.leastFinding(), len(b.r.judged.verdict.Findings)-1
	if last < least {
		return
	}
	b.r.finding = max(min(b.r.finding+n, last), least)
	b.selected = b.r.finding - least
	b.revealSelected()
}

func (b findingsBody) home()                { b.move(-len(b.rows)) }
func (b findingsBody) end()                 { b.move(len(b.rows)) }
func (b findingsBody) height(limit int) int { return min(len(b.rows), limit) }
