package tui

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/summary"
	"compactlens/tui/clipboard"
)

// copying is the way to the clipboard. The zero value has none.
type copying struct {
	board *clipboard.Board
	flags []string // of the command line: the evidence that it gave
	last  int      // the copying begun last; what came of one before is not said
}

// copyMsg brings what was made or done for copying.
type copyMsg struct{ arrive func(a *App) tea.Cmd }

// copyActions are the actions that take text out of the program.
func copyActions() []action {
	return []action{
		{id: "copy", group: "Copy", key: bind("copy the finding, its place, the summary, JSON, a command …", "y", "y"), hint: "copy", when: hasShown, run: (*App).openCopyMenu},
		{id: "print", group: "Copy", key: bind("print the text without decoration, for the terminal to select; enter comes back", "Y", "Y"), when: hasShown, run: (*App).printOut},
		{id: "export", group: "Copy", key: bind("export the view or the screen as text, a page or a picture", "X", "X"), when: hasShown, run: does((*App).askExport)},
	}
}

// subject returns what can be copied now.
func (a *App) subject() *subject {
	r := &a.reader
	s := &subject{item: r.item, finding: r.finding, section: r.sectionHere(), flags: a.copying.flags, counter: &a.counter, hidden: veiled(a)}
	if a.contents != nil {
		s.book = a.contents.book
	}
	if j := r.judged; j != nil && (r.item.hasReply() || j.dossier.Verdict.HasSummary) {
		s.dossier, s.whole = j.dossier, j.whole
	}
	return s
}

// sectionHere returns the section that is looked at: the one under the cursor, else
// that of the selected finding.
func (r *reader) sectionHere() summary.SectionID {
	if i := r.sectionAtCursor(); i >= 0 {
		return r.judged.verdict.Sections[i].ID
	}
	if f := r.current(); f != nil {
		return f.Section
	}
	return summary.None
}

// openCopyMenu opens the menu and makes in the background what it offers.
func (a *App) openCopyMenu() tea.Cmd {
	s := a.subject()
	ctx, cancel := context.WithCancel(a.ctx)
	m := &copyMenu{all: copyables(), cancel: cancel}
	a.push(m)
	return func() tea.Msg {
		defer cancel()
		offers := s.offers(ctx, m.all)
		return copyMsg{func(a *App) tea.Cmd {
			if !slices.Contains(a.layers, layer(m)) {
				return nil
			}
			a.fresh = false
			return m.take(a, offers)
		}}
	}
}

// offer is what one row of the menu would copy.
type offer struct {
	text []byte
	err  error // why there is nothing
}

// offers makes all of what can be copied.
func (s *subject) offers(ctx context.Context, all []copyable) []offer {
	s.ctx = ctx
	s.complete()
	out := make([]offer, len(all))
	for i, c := range all {
		if ctx.Err() != nil {
			break
		}
		out[i].text, out[i].err = c.of(s)
	}
	return out
}

// copyOut puts b into the clipboard in the background and says what came of it.
func (a *App) copyOut(name string, b []byte) tea.Cmd {
	a.copying.last++
	id, board, ctx := a.copying.last, a.copying.board, a.ctx
	if board == nil {
		board = &clipboard.Board{Mode: clipboard.Off}
	}
	return func() tea.Msg {
		r := board.Copy(ctx, b)
		return copyMsg{func(a *App) tea.Cmd {
			if id == a.copying.last {
				a.notify(name + ": " + r.String())
			}
			return nil
		}}
	}
}
