package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/tui/keymap"
	"compactlens/tui/textview"
)

// The cursor of the text shown and what is selected follow each other: moving the
// cursor selects the finding under it and marks the section around it, and selecting
// a finding puts the cursor on its first byte.

// linked is the place that the selection was last made to follow.
type linked struct {
	kind   viewKind
	text   *source.Text
	cursor int
}

// cursor returns the offset of the character under the cursor, in trueText; ok is
// false where no text is shown.
func (r *reader) cursor() (offset int, ok bool) {
	v := r.view()
	if v == nil || v.Text() == nil {
		return 0, false
	}
	return r.trueSpan(source.At(v.Cursor())).Start, true
}

// underCursor returns the bytes of the character under the cursor, in trueText; ok is
// false where no text is shown. At the end of the text they are an empty span.
func (r *reader) underCursor() (s source.Span, ok bool) {
	v := r.view()
	if v == nil || v.Text() == nil {
		return s, false
	}
	return r.trueSpan(v.Under()), true
}

// setCursor puts the cursor on the character at offset of trueText, and scrolls only
// where it would not be on screen. Without a text it does nothing.
func (r *reader) setCursor(offset int) {
	if v := r.view(); v != nil {
		v.SetCursor(r.shownSpan(source.At(offset)).Start)
	}
}

// leftPlace is where a text was left for another view of the same item.
type leftPlace struct {
	is      bool
	kind    viewKind
	at, top int // offsets of the cursor and of the first byte on screen, in trueText
	finding int // the selected one
}

// leave remembers the place in the text shown.
func (r *reader) leave() {
	if at, ok := r.cursor(); ok && (r.kind == viewSummary || r.kind == viewReply) {
		top := r.trueSpan(source.At(r.text.Offset())).Start
		r.left = leftPlace{is: true, kind: r.kind, at: at, top: top, finding: r.finding}
	}
}

// returnTo puts the cursor on the character it was on when a text was left, where the
// text that is shown now has it and nothing else was selected since. It reports whether
// that is so.
func (r *reader) returnTo() bool {
	l := &r.left
	if !l.is || l.finding != r.finding {
		return false
	}
	if l.kind == r.kind {
		r.text.ScrollTo(r.shownSpan(source.At(l.top)).Start)
		r.setCursor(l.at)
		return true
	}
	if !r.judged.verdict.HasSummary {
		return false
	}
	e := &r.judged.verdict.Summary
	at := e.Map.Start(l.at)
	if r.kind == viewSummary {
		if file := e.Map.Span(source.Span{End: len(e.Bytes)}); !file.Contains(l.at) && l.at != file.End {
			return false
		}
		at = e.Map.Decoded(l.at)
	}
	r.text.Reveal(r.shownSpan(source.At(at)).Start)
	return true
}

// sectionAtCursor returns the index, among the verdict's sections, of the one that the
// cursor is in, its tags included; -1 for none.
func (r *reader) sectionAtCursor() int {
	s, ok := r.underCursor()
	if !ok || r.judged == nil {
		return -1
	}
	for i := range r.judged.verdict.Sections {
		if e := placeSpan(r.judged.verdict.Sections[i].Element, r.kind); e != nil && covers(*e, s) {
			return i
		}
	}
	return -1
}

// covers reports whether a place that findings or sections have is under the cursor,
// which is on the bytes of under.
func covers(place, under source.Span) bool {
	if place.Empty() || under.Empty() {
		return under.Contains(place.Start)
	}
	return place.Overlaps(under)
}

// findingAtCursor returns the index of the finding under the cursor: the shortest of
// several, and the selected one of several as short; -1 for none.
func (r *reader) findingAtCursor() int {
	under, ok := r.underCursor()
	if !ok || r.judged == nil {
		return -1
	}
	best, least := -1, 0
	for i := range r.judged.verdict.Findings {
		s := r.spanIn(&r.judged.verdict.Findings[i], r.kind)
		if s == nil || !covers(*s, under) {
			continue
		}
		if n := s.Len(); best < 0 || n < least || n == least && i == r.finding {
			best, least = i, n
		}
	}
	return best
}

// strayed reports whether the selected finding is in the text shown and the cursor is
// not on it.
func (r *reader) strayed() bool {
	under, ok := r.underCursor()
	s := r.spanIn(r.current(), r.kind)
	return ok && s != nil && !covers(*s, under)
}

// settle marks the section that the cursor is in and takes what is selected for what
// belongs to the place.
func (r *reader) settle() (moved bool) {
	var now linked
	if at, ok := r.cursor(); ok {
		now = linked{r.kind, r.textShown(), at}
	}
	if now == r.linked {
		return false
	}
	r.linked = now
	if r.kind == viewSummary || r.kind == viewReply {
		r.text.SetBand(r.bandOf(r.sectionAtCursor()))
	}
	return true
}

// bandOf returns the index of a section's band, -1 for none.
func (r *reader) bandOf(section int) int {
	if section < 0 {
		return -1
	}
	band := 0
	for _, s := range r.judged.verdict.Sections[:section] {
		if placeSpan(s.Element, r.kind) != nil {
			band++
		}
	}
	return band
}

// link makes the selection follow the cursor. It is asked after every message and
// every key, and does something only where the cursor is at another place.
func (a *App) link() tea.Cmd {
	r := &a.reader
	if !r.settle() || r.judged == nil || r.kind != viewSummary && r.kind != viewReply {
		return nil
	}
	a.fresh = false
	if i := r.findingAtCursor(); i >= 0 && i != r.finding {
		r.finding = i
		r.annotate()
		a.describe()
		return a.fetch()
	}
	a.detail.refresh(a.described())
	return nil
}

// cursorActions are the keys that move the cursor of a text.
func cursorActions() []action {
	step := func(id, title, shown, keys string, n int, move func(v *textview.View, n int), limit int) action {
		return action{id: id, group: "Cursor", where: textViews(), key: bind(title, shown, keys), when: inText, why: outsideText, run: does(func(a *App) {
			move(a.reader.view(), n*min(a.times(), limit))
		})}
	}
	const wordLimit = 2_000
	return []action{
		step("right", "the next character", "→", "right", 1, (*textview.View).StepCharacter, moveLimit),
		step("left", "the character before", "←", "left", -1, (*textview.View).StepCharacter, moveLimit),
		step("next-word", "the next word", "W", "W", 1, (*textview.View).StepWord, wordLimit),
		step("previous-word", "the start of this word, and the one before", "B", "B", -1, (*textview.View).StepWord, wordLimit),
		{id: "line-start", group: "Cursor", where: textViews(), key: bind("to the start of the line", "^", "^"), when: inText, why: outsideText, run: does(func(a *App) { a.reader.view().LineStart() })},
		{id: "line-end", group: "Cursor", where: textViews(), key: bind("to the end of the line", "$", "$"), when: inText, why: outsideText, run: does(func(a *App) { a.reader.view().LineEnd() })},
	}
}

// textViews are the views that can show a text with a cursor.
func textViews() keymap.Contexts { return in(viewSummary, viewReply, viewRequest, viewRepaired) }

// inText reports whether the cursor of a text is what keys move.
func inText(a *App) bool { return a.focus == paneText && onText(a) }

// clickText puts the cursor on what is at x, y of the pane, where it shows a text.
func (r *reader) clickText(x, y int) {
	v := r.view()
	if v == nil {
		return
	}
	if r.showsRequest() {
		y -= r.request.textTop()
	}
	if y >= 0 {
		v.Click(x, y)
	}
}
