package tui

import (
	"io"
	"strings"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
	"compactlens/tui/export"
	"compactlens/tui/textview"
)

// rollOfPage draws all of a page.
type rollOfPage struct {
	page page
	at   int
}

func (r *rollOfPage) Next(a canvas.Area) int {
	n := min(a.H, len(r.page.rows)-r.at)
	r.page.top = r.at
	r.page.draw(a.Sub(margin, 0, a.W-2*margin, n))
	r.at += n
	return n
}

// newRollOfPage returns all of p, w cells wide.
func newRollOfPage(p *page, w int) *rollOfPage {
	r := &rollOfPage{page: page{display: p.display}}
	r.page.setSize(w-2*margin, 1)
	r.page.refresh(p.lines)
	return r
}

// rollOfSheet draws all of a sheet. Its rows may look at what the interface changes, so
// it must not be used in the background.
type rollOfSheet struct {
	rows []sheetRow
	at   int
}

func newRollOfSheet(s *sheet, w int) *rollOfSheet {
	if s.make == nil || w <= 2*margin {
		return &rollOfSheet{}
	}
	return &rollOfSheet{rows: s.make(w - 2*margin)}
}

func (r *rollOfSheet) Next(a canvas.Area) (n int) {
	for ; n < a.H && r.at < len(r.rows); n++ {
		r.rows[r.at](a.Sub(margin, n, a.W-2*margin, 1))
		r.at++
	}
	return n
}

// rollOfCanvas draws what was drawn before.
type rollOfCanvas struct {
	canvas *canvas.Canvas
	at     int
}

func (r *rollOfCanvas) Next(a canvas.Area) (n int) {
	_, h := r.canvas.Size()
	for ; n < a.H && r.at < h; n++ {
		a.Copy(n, r.canvas, r.at)
		r.at++
	}
	return n
}

// rollOfRequest draws the facts of a request, and below them its text.
type rollOfRequest struct {
	facts *rollOfPage
	ruled bool
	text  *textview.Whole
}

func (r *rollOfRequest) Next(a canvas.Area) int {
	n := r.facts.Next(a)
	if n < a.H && !r.ruled {
		a.Text(margin, n, strings.Repeat("─", max(a.W-2*margin, 0)), themes.Border)
		r.ruled = true
		n++
	}
	return n + r.text.Next(a.Sub(0, n, a.W, a.H-n))
}

// roll returns all rows of what the reader shows, w cells wide. ahead says that they
// may be drawn in the background.
func (r *reader) roll(w int) (roll export.Roll, ahead bool) {
	switch {
	case r.showsTranscript():
		return r.transcript.Whole(w), true
	case r.showsRequest():
		return &rollOfRequest{facts: newRollOfPage(&r.request.facts, w), text: r.request.text.Whole(w)}, true
	case r.view() != nil:
		return r.view().Whole(w), true
	case r.kind == viewFindings:
		return newRollOfSheet(&r.findings.sheet, w), false
	case r.kind == viewBudget:
		return newRollOfSheet(&r.budget.sheet, w), false
	case r.kind == viewRepair:
		return newRollOfSheet(&r.repair.sheet, w), false
	case r.kind == viewWhatIf:
		return newRollOfSheet(&r.whatif.sheet, w), false
	}
	return newRollOfPage(&r.facts, w), true
}

// plainText writes all of what is shown without any decoration: a text as it is, else
// the rows w cells wide.
func (a *App) plainText(out io.Writer, w int) error {
	if t := a.reader.textShown(); t != nil {
		return textview.Write(out, t, a.display())
	}
	roll, _ := a.reader.roll(w)
	return writeRoll(out, roll, w, a.canvas.ASCII)
}

func (a *App) display() source.Display { return source.Display{ASCII: a.canvas.ASCII} }

// rollStep is how many rows are drawn at a time.
const rollStep = 200

// writeRoll writes all rows of a roll without their styles.
func writeRoll(out io.Writer, roll export.Roll, w int, ascii bool) error {
	c := canvas.Canvas{ASCII: ascii}
	for {
		c.Reset(w, rollStep)
		n := roll.Next(c.Area())
		rows := strings.SplitAfterN(c.Plain(), "\n", n+1)
		for _, row := range rows[:min(n, len(rows))] {
			if _, err := io.WriteString(out, strings.TrimSuffix(row, "\n")+"\n"); err != nil {
				return err
			}
		}
		if n < rollStep {
			return nil
		}
	}
}
