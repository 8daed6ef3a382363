package tui

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/report"
	"compactlens/loader/dossier"
	"compactlens/themes"
	"compactlens/tui/canvas"
	"compactlens/tui/diffview"
	"compactlens/tui/export"
)

// diffLayer shows how one answer differs from another, over everything else.
type diffLayer struct {
	old, new *item
	view     diffview.View
	id       int    // of the comparison that is made; what comes of others is dropped
	stop     func() // ends the making; nil where none was begun
	failed   string // why there is none; untrusted
	report   *report.Diff
	notice   func() string // what is said instead of the hints; untrusted
	forced   bool          // somebody chose side by side, or one below the other
	w, h     int
}

// splitWidth is the width from which on the two stand side by side.
const splitWidth = 100

// diffActions are the actions that compare.
func diffActions() []action {
	return []action{
		{id: "compare", group: "Copy", key: bind("compare with another attempt, by section and by finding", "D", "D"), hint: "compare", when: canCompare, why: because("there is nothing to compare with"), run: does(func(a *App) { a.pickOther(a.list.current(), nil) })},
	}
}

// diffKey is a key that the layer has for itself.
type diffKey struct {
	key  key.Binding
	hint func(l *diffLayer) string
	run  func(a *App, l *diffLayer) (stay bool, cmd tea.Cmd)
}

// diffKeys returns the table of the layer's keys, in the order of its hints.
func diffKeys() []diffKey {
	says := func(s string) func(*diffLayer) string { return func(*diffLayer) string { return s } }
	row := func(k key.Binding, hint func(*diffLayer) string, f func(l *diffLayer)) diffKey {
		return diffKey{k, hint, func(_ *App, l *diffLayer) (bool, tea.Cmd) {
			f(l)
			return true, nil
		}}
	}
	return []diffKey{
		row(bind("next change", "}", "}", "n"), says("next change"), func(l *diffLayer) { l.view.StepChange(1) }),
		row(bind("previous change", "{", "{", "p"), says("previous"), func(l *diffLayer) { l.view.StepChange(-1) }),
		row(bind("side by side, or in one column", "|", "|"), func(l *diffLayer) string {
			if l.view.Split() {
				return "in one column"
			}
			return "side by side"
		}, func(l *diffLayer) {
			l.forced = true
			l.view.SetForm(l.view.All(), !l.view.Split())
		}),
		row(bind("all lines, or only what changed", "o", "o"), func(l *diffLayer) string {
			if l.view.All() {
				return "only what changed"
			}
			return "all lines"
		}, func(l *diffLayer) { l.view.SetForm(!l.view.All(), l.view.Split()) }),
		{bind("close the comparison", "esc", "esc", "q"), says("back"), func(_ *App, l *diffLayer) (bool, tea.Cmd) {
			l.end()
			return false, nil
		}},
		{bind("the old one as the new one, and back", "x", "x"), says("swap"), func(a *App, l *diffLayer) (bool, tea.Cmd) {
			l.old, l.new = l.new, l.old
			return true, l.make(a)
		}},
		{bind("compare with another one", "D", "D"), says("another"), func(a *App, l *diffLayer) (bool, tea.Cmd) {
			a.pickOther(l.new, l)
			return true, nil
		}},
	}
}

// help returns the layer that shows the keys of this one.
func (l *diffLayer) help(a *App) *help {
	h := &help{page: page{display: a.display()}, title: "Keys · comparing"}
	var lines []line
	for _, c := range diffKeys() {
		lines = append(lines, line{label: c.key.Help().Key, text: c.key.Help().Desc, key: true})
	}
	lines = append(lines, line{})
	for i := range a.actions {
		c := &a.actions[i]
		switch c.id {
		case "copy", "print", "export", "down", "up", "half-down", "half-up", "page-down", "page-up", "top", "bottom":
			text := c.key.Help().Desc
			if c.id == "copy" {
				text = "copy the comparison as text"
			}
			lines = append(lines, line{label: c.key.Help().Key, text: text, key: true})
		}
	}
	h.page.set(lines)
	return h
}

// copy copies the comparison as the command diff prints it.
func (l *diffLayer) copy(a *App) tea.Cmd {
	if l.report == nil {
		return nil
	}
	told, text := *l.report, report.TextOptions{ASCII: a.canvas.ASCII}
	return func() tea.Msg { // it may be long
		var out bytes.Buffer
		if err := report.DiffText(&out, told, text); err != nil {
			return nil // a Buffer never fails
		}
		return copyMsg{func(a *App) tea.Cmd { return a.copyOut("comparison as text", out.Bytes()) }}
	}
}

// compareItems compares an item with another: the one that stands first in the list is
// the old one.
func (a *App) compareItems(over *diffLayer, it, other *item) tea.Cmd {
	old, new := other, it
	older := it.revision != nil && other.revision != nil && it.revision.index < other.revision.index
	if older || slices.Index(a.list.all, it) < slices.Index(a.list.all, other) { // what a file held before is not in the list
		old, new = it, other
	}
	if over == nil {
		over = &diffLayer{notice: func() string { return a.notice }}
		defer func() { a.push(over) }()
	}
	over.old, over.new = old, new
	return over.make(a)
}

// make compares the two in the background.
func (l *diffLayer) make(a *App) tea.Cmd {
	l.report = nil
	l.view.SetDocument(nil, a.display())
	return l.remake(a, 0)
}

// remake compares them in the background and shows the n-th change, or the start where
// n is 0. Until then what was compared before is shown.
func (l *diffLayer) remake(a *App, n int) tea.Cmd {
	l.id++
	l.failed = ""
	l.end()
	ctx, stop := context.WithCancel(a.ctx)
	l.stop = stop
	id, old, new := l.id, a.answerOf(ctx, l.old), a.answerOf(ctx, l.new)
	names := [2]string{l.old.label(), l.new.label()}
	return func() tea.Msg {
		told, doc, err := compared(ctx, old, new, names)
		if ctx.Err() != nil {
			return nil // nobody waits for it any more
		}
		return copyMsg{func(a *App) tea.Cmd {
			if l.id != id {
				return nil
			}
			a.fresh = false
			if err != nil {
				l.failed = err.Error()
				return nil
			}
			l.view.SetDocument(doc, a.display())
			l.view.StepChange(n)
			l.report = &told
			return nil
		}}
	}
}

// end ends the making of a comparison that nobody looks at any more.
func (l *diffLayer) end() {
	if l.stop != nil {
		l.stop()
	}
}

// compared works out two answers and compares them. The error is the context's, or
// says why there is no answer.
func compared(ctx context.Context, old, new func() (*dossier.Dossier, error), names [2]string) (told report.Diff, doc *diffview.Document, err error) {
	x, err := old()
	if err != nil {
		return told, nil, err
	}
	y, err := new()
	if err != nil {
		return told, nil, err
	}
	if told, err = y.Compare(ctx, x); err != nil {
		return told, nil, err
	}
	doc, err = diffview.New(ctx, names[0], names[1], told.Comparison)
	return told, doc, err
}

// answerOf returns what works out an item's answer, in the background, until ctx ends.
func (a *App) answerOf(ctx context.Context, it *item) func() (*dossier.Dossier, error) {
	e, j := it.evidence, it.judged
	if j != nil && (j.whole || it.attempt == nil) {
		return func() (*dossier.Dossier, error) { return j.dossier, nil }
	}
	if a.contents != nil && a.contents.book != nil && it.attempt != nil {
		book := a.contents.book
		return func() (*dossier.Dossier, error) { return book.Open(ctx, it.attempt) }
	}
	return func() (*dossier.Dossier, error) { return dossier.JudgeContext(ctx, e) }
}

func (l *diffLayer) setSize(w, h int) {
	l.w, l.h = w, h
	if !l.forced {
		l.view.SetForm(l.view.All(), w >= splitWidth)
	}
	l.view.SetSize(w, max(h-l.head()-1, 0))
}

// head returns how many rows stand above the comparison: the title, and where there is
// room the names.
func (l *diffLayer) head() int {
	if l.h < 8 {
		return 1
	}
	return 3
}

func (l *diffLayer) press(a *App, k tea.KeyMsg) (stay bool, cmd tea.Cmd) {
	if k.Paste {
		return true, nil
	}
	for _, c := range diffKeys() {
		if key.Matches(k, c.key) {
			return c.run(a, l)
		}
	}
	for i := range a.actions {
		if !key.Matches(k, a.actions[i].key) {
			continue
		}
		switch a.actions[i].id {
		case "print":
			return true, l.print(a)
		case "export":
			a.pushExporter(l.picture(a))
		case "copy":
			return true, l.copy(a)
		case "help":
			a.push(l.help(a))
		default:
			l.move(a.actions[i].id)
		}
	}
	return true, nil
}

// move scrolls as the action of that name does elsewhere.
func (l *diffLayer) move(id string) {
	v, page := &l.view, max(l.h-l.head()-1, 2)
	switch id {
	case "down":
		v.ScrollBy(1)
	case "up":
		v.ScrollBy(-1)
	case "half-down":
		v.ScrollBy(page / 2)
	case "half-up":
		v.ScrollBy(-page / 2)
	case "page-down":
		v.ScrollBy(page)
	case "page-up":
		v.ScrollBy(-page)
	case "top":
		v.Home()
	case "bottom":
		v.End()
	}
}

// wheel scrolls by rows.
func (l *diffLayer) wheel(rows int) { l.view.ScrollBy(rows) }

// title says what is compared.
func (l *diffLayer) title() string {
	return "Compare › " + l.old.label() + " with " + l.new.label()
}

// titleIn is title in so many cells: what the two names begin with alike is left out of
// the second, then of both.
func (l *diffLayer) titleIn(a canvas.Area, w int) string {
	old, new := l.old.label(), l.new.label()
	shortOld, shortNew := diffview.Apart(old, new)
	for _, s := range []string{l.title(), "Compare › " + old + " with " + shortNew, "Compare › " + shortOld + " with " + shortNew} {
		if a.Width(s) <= w {
			return s
		}
	}
	return shortOld + " with " + shortNew
}

// note says how it is shown and where one is.
func (l *diffLayer) note() string {
	at, of := l.view.Changes()
	words := count(of, "change")
	if at > 0 {
		words = fmt.Sprintf("change %s of %s", grouped(at), grouped(of))
	}
	if l.view.All() {
		return words + " · all lines"
	}
	return words + " · only what changed"
}

func (l *diffLayer) draw(c canvas.Area) {
	c.Fill(themes.Text)
	title := c.Sub(0, 0, c.W, 1)
	end := title.W - 1
	if l.view.Document() != nil && title.W > 60 {
		end = title.Right(end, 0, l.note(), themes.Dim) - 2
	}
	x := title.Text(1, 0, product+" › ", themes.Dim)
	title.Fit(x, 0, end-x, l.titleIn(title, end-x), themes.Text|themes.Bold)
	body := c.Sub(0, l.head(), c.W, c.H-l.head()-1)
	switch {
	case l.failed != "":
		for i, s := range canvas.Wrap(c.Display(), "They could not be compared: "+l.failed, max(c.W-4, 1)) {
			body.Text(2, i, s, themes.Error)
		}
	case l.view.Document() == nil:
		body.Text(2, 0, "comparing …", themes.Dim)
	default:
		if l.head() > 1 {
			l.view.Legend(c.Sub(0, 1, c.W, 1))
			c.Text(0, 2, strings.Repeat("─", c.W), themes.Border)
		}
		l.view.Draw(body)
	}
	if said := l.notice(); said != "" {
		drawNotice(c, said, themes.Warning)
		return
	}
	l.drawHints(lastRow(c))
}

// drawHints draws the keys of the layer, as many as there is room for.
func (l *diffLayer) drawHints(row canvas.Area) {
	x := 1
	for _, c := range diffKeys() {
		shown, hint := c.key.Help().Key, c.hint(l)
		if x+row.Width(shown)+1+row.Width(hint) > row.W-1 {
			return
		}
		x = row.Text(x, 0, shown, themes.Accent)
		x = row.Text(x+1, 0, hint, themes.Dim) + 3
	}
}

// print prints all of the comparison without decoration.
func (l *diffLayer) print(a *App) tea.Cmd {
	w := max(l.w, 1)
	return a.printText(func(out io.Writer) error {
		if _, err := io.WriteString(out, a.display().String(l.title())+"\n\n"); err != nil {
			return err
		}
		return writeRoll(out, l.view.Whole(w), w, a.canvas.ASCII)
	})
}

// picture returns the comparison for an export.
func (l *diffLayer) picture(a *App) picture {
	p := picture{title: product + " › " + l.title(), note: l.note(), name: fileName(l.old.called()) + "-" + fileName(l.new.called()) + "-diff", width: max(l.w, 1)}
	p.screen = &canvas.Canvas{ASCII: a.canvas.ASCII}
	p.screen.Reset(l.w, l.h)
	l.draw(p.screen.Area())
	p.roll = func() (export.Roll, bool) { return l.view.Whole(p.width), true }
	doc := l.view.Document()
	p.items = []*item{l.old, l.new}
	p.same = func(*App) bool { return doc == l.view.Document() }
	p.again = l.picture
	return p
}
