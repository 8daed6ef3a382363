package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/summary"
	"compactlens/themes/highlight"
)

// The summary can be shown with its entities resolved. That text is derived: places
// are told in the bytes of the summary all the same, and the map between the two
// leads there and back.

// resolved is a summary with its entities resolved. It is made in a command and never
// changed.
type resolved struct {
	of    *source.Text // the summary
	text  *source.Text
	m     source.Map // from text to the summary
	count int        // how many entities were resolved
}

// resolving is how the entities of the summary are shown.
type resolving struct {
	on     bool      // somebody wants them resolved
	made   *resolved // of the item shown; nil until it is there
	making summaryOf // what is being resolved; the zero value for nothing
	stop   func()    // ends that; nil where nothing was begun
}

// end ends the resolving of what nobody looks at any more.
func (s *resolving) end() {
	if s.stop != nil {
		s.stop()
	}
	s.making = summaryOf{}
}

// summaryOf names a summary of an item: either can be another after a change on disk.
type summaryOf struct {
	item *item
	text *source.Text
}

// showsResolved reports whether the text shown is a summary with its entities
// resolved.
func (r *reader) showsResolved() bool {
	made := r.resolving.made
	return r.kind == viewSummary && made != nil && r.text.Text() == made.text
}

// trueText returns the text that places are told in: the summary where it is shown
// with its entities resolved, else the text shown; nil where none is.
func (r *reader) trueText() *source.Text {
	if r.showsResolved() {
		return r.resolving.made.of
	}
	return r.textShown()
}

// trueSpan returns the bytes of trueText that write those of the text shown.
func (r *reader) trueSpan(s source.Span) source.Span {
	if r.showsResolved() {
		return r.resolving.made.m.Span(s)
	}
	return s
}

// shownSpan returns the bytes of the text shown that those of trueText write.
func (r *reader) shownSpan(s source.Span) source.Span {
	if r.showsResolved() {
		return r.resolving.made.m.DecodedSpan(s)
	}
	return s
}

// shownIn returns where p is in the text shown, nil where it is not in it.
func (r *reader) shownIn(p inspect.Place) *source.Span {
	s := placeSpan(p, r.kind)
	if s == nil || !r.showsResolved() {
		return s
	}
	shown := r.shownSpan(*s)
	return &shown
}

// laySummary shows the summary, with its entities resolved where somebody wants that
// and it was done.
func (r *reader) laySummary() {
	made := r.resolving.made
	if text := r.textOf(viewSummary); !r.resolving.on || made == nil || made.of != text {
		r.text.SetText(text, highlight.XML, r.display)
		return
	}
	r.text.SetText(made.text, highlight.Plain, r.display)
	r.text.SetDerived(made.of, highlight.XML, made.m)
}

// toggleResolved shows the summary with its entities resolved, or as it is.
func (a *App) toggleResolved() tea.Cmd {
	r := &a.reader
	r.resolving.on = !r.resolving.on
	r.layAgain()
	return a.resolveEntities()
}

// canDecode reports whether the decoded summary as it is can be shown and is not.
func canDecode(a *App) bool {
	return canView(viewSummary)(a) || a.reader.resolving.on && onSummary(a)
}

// showDecoded shows the summary, and where that is on screen with its entities resolved,
// as it is.
func (a *App) showDecoded() tea.Cmd {
	if a.reader.kind == viewSummary {
		return a.toggleResolved()
	}
	return view(viewSummary)(a)
}

// resolveEntities resolves the entities of the summary in the background, where they
// are to be shown resolved and are not yet.
func (a *App) resolveEntities() tea.Cmd {
	r := &a.reader
	s := &r.resolving
	if !s.on || r.kind != viewSummary || r.judged == nil || r.judged.summary == nil {
		s.end()
		return nil
	}
	of := r.judged.summary
	making := summaryOf{r.item, of}
	if s.making == making || s.made != nil && s.made.of == of {
		return nil
	}
	s.end()
	ctx, stop := context.WithCancel(a.ctx)
	s.making, s.stop = making, stop
	return a.later(func() func(*App) {
		all, err := summary.ResolveContext(ctx, of.Bytes())
		if err != nil {
			return func(*App) {} // nobody looks at it any more
		}
		made := &resolved{of: of, text: source.NewText(all.Bytes), m: all.Map, count: all.Count}
		made.text.LineCount() // builds the index here and not while drawing
		return func(a *App) {
			s := &a.reader.resolving
			if s.making != making {
				return // of an answer that was since judged anew
			}
			s.making, s.made = summaryOf{}, made
			if a.reader.kind == viewSummary && s.on {
				a.reader.layAgain()
			}
		}
	})
}

// resolvedWords says for the pane's title that entities are shown resolved; it is
// empty where they are not.
func (r *reader) resolvedWords() string {
	s := &r.resolving
	switch {
	case !s.on || r.kind != viewSummary:
		return ""
	case !r.showsResolved():
		return "resolving…"
	case s.made.count == 0:
		return "no entities"
	}
	return "entities resolved"
}

func onSummary(a *App) bool { return a.reader.kind == viewSummary && a.reader.textShown() != nil }

// rawActions switch between the bytes and what they stand for.
func rawActions() []action {
	return []action{
		{id: "resolve", group: "Raw and decoded", where: in(viewSummary), key: bind("the summary with its entities resolved, and as it is", "d", "d"), hint: "entities", when: onSummary, why: because("there is no summary here"), run: (*App).toggleResolved},
		{id: "hex", group: "Raw and decoded", where: textViews(), key: bind("the bytes under the cursor, and what they are", "x", "x"), hint: "bytes", when: onText, why: because("there is no text here"), run: does((*App).toggleHex)},
	}
}
