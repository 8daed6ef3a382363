package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// product is how the title calls the program.
const product = "compactlens"

// draw draws the frame.
func (a *App) draw() string {
	c := &a.canvas
	over := a.covering()
	if over < 0 {
		a.drawOn(c)
	} else {
		c.Reset(a.w, a.h)
	}
	for _, l := range a.layers[max(over, 0):] {
		l.draw(c.Area())
	}
	return c.Render(a.theme)
}

// drawOn draws on c what lies below the layers.
func (a *App) drawOn(c *canvas.Canvas) {
	c.Reset(a.w, a.h)
	switch {
	case a.layout.words:
		a.drawWords(c.Area())
	case a.contents == nil:
		a.drawTitle(c)
		a.drawWaiting(c)
		a.drawHints(c)
	default:
		a.drawTitle(c)
		a.drawPanes(c)
		a.drawHints(c)
	}
}

// drawTitle says where one is and what the verdict is.
func (a *App) drawTitle(c *canvas.Canvas) {
	row := sub(c, a.layout.title)
	end := row.W - 1
	if it := a.list.current(); it != nil {
		words, s := a.headline(it)
		words = firstFitting(row, words, end-row.Width(s.sign+s.word)-3)
		end = row.Right(end, 0, words, s.style) - 1
		end = row.Right(end, 0, strings.ToUpper(s.word), s.style|themes.Bold) - 1
		end = row.Right(end, 0, s.sign, s.style|themes.Bold) - 2
	}
	if a.live.following {
		end = row.Right(end, 0, "following", themes.Accent) - 2
	}
	x := 1
	crumbs := a.crumbs()
	// What does not fit is left out from the outside in.
	for len(crumbs) > 1 && row.Width(strings.Join(crumbs, " › ")) > end-x {
		crumbs = crumbs[1:]
	}
	for i, s := range crumbs {
		style := themes.Dim
		if i == len(crumbs)-1 {
			style = themes.Text | themes.Bold
		}
		if i > 0 {
			x = row.Fit(x, 0, end-x, " › ", themes.Faint)
		}
		x = row.Fit(x, 0, end-x, s, style)
	}
}

// firstFitting returns as many of the first parts of words as fit into w cells: the
// verdict before them has to stay.
func firstFitting(a canvas.Area, words string, w int) string {
	for words != "" && a.Width(words) > w {
		words = words[:max(strings.LastIndex(words, " · "), 0)]
	}
	return words
}

// crumbs returns where one is, from the outside in. What was opened is not named again
// where it is all there is.
func (a *App) crumbs() []string {
	crumbs := []string{product}
	opened := ""
	if a.contents != nil && a.contents.title != "" {
		opened = a.contents.title
		crumbs = append(crumbs, opened)
	}
	if it := a.list.current(); it != nil {
		trail := it.trail()
		if len(trail) > 0 && (trail[0] == opened || trail[0] == shorten(opened)) {
			trail = trail[1:]
		}
		crumbs = append(crumbs, trail...)
	}
	return crumbs
}

// headline returns the verdict on it in one word, and what else there is to say.
func (a *App) headline(it *item) (words string, s state) {
	s = it.state()
	if it.veil.on {
		return "", state{s.sign, "verdict hidden", s.style}
	}
	if it.judged == nil || !it.hasReply() {
		if it.outcome.kind == outcomeRejected {
			return it.outcome.word, state{s.sign, "rejected", s.style}
		}
		if it.judged == nil && it.hasReply() {
			s.word = checking
		}
		return "", s
	}
	v := it.judged.verdict
	if it.refused() {
		return it.outcome.late + " · " + answerWords(v), state{s.sign, "rejected", s.style}
	}
	s.word = v.Decision.String()
	if v.Decision == inspect.Rejected {
		words = string(v.Reason)
	}
	recorded := ""
	switch {
	case it.outcome.kind == outcomeRejected && v.Decision == inspect.Rejected:
		recorded = it.outcome.word
	case it.outcome.kind == outcomeRejected:
		recorded = "recorded as " + it.outcome.word
	case it.outcome.kind == outcomeCommitted && v.Decision == inspect.Rejected:
		recorded = "recorded as committed"
	}
	if words != "" && recorded != "" {
		words += " · "
	}
	return words + recorded, s
}

// answerWords says what the checks say of an answer that they do not reject.
func answerWords(v *inspect.Verdict) string {
	if v.Decision == inspect.Accepted {
		return "the answer passed its checks"
	}
	return "the checks of the answer are undetermined"
}

// drawPanes draws the panes and their rules.
func (a *App) drawPanes(c *canvas.Canvas) {
	l, all := &a.layout, c.Area()
	it := a.list.current()
	if !l.list.empty() {
		drawRule(all, l.list.x, l.list.y-1, l.list.w, heading(a.list.heading(), a.focus == paneList), a.list.position(), a.focus == paneList)
		a.list.draw(sub(c, l.list), a.focus == paneList)
	}
	if !l.text.empty() {
		note := fitNote(a.reader.notes(), l.text.w, width(slices.Concat(a.tabs())))
		drawRule(all, l.text.x, l.textTop()-1, l.text.w, a.tabsBeside(note), note, a.focus == paneText)
		a.drawLesson(sub(c, l.head), it)
		a.reader.draw(sub(c, l.text), a.focus == paneText)
	}
	if !l.detail.empty() {
		note := ""
		if above, below := a.detail.more(); above || below {
			note = "↓ more"
		}
		drawRule(all, l.detail.x, l.detail.y-1, l.detail.w, heading(a.above, a.focus == paneDetail), note, a.focus == paneDetail)
		a.detail.draw(sub(c, l.detail).Sub(2, 0, l.detail.w-4, l.detail.h))
	}
	if !l.checks.empty() {
		drawRule(all, l.checks.x, l.checks.y-1, l.checks.w, heading(a.checksTitle(), false), "", false)
		a.drawChecks(sub(c, l.checks), it)
	}
	if !l.strip.empty() {
		if it != nil && it.judged != nil && it.hasReply() && !it.veil.on {
			drawStrip(sub(c, l.strip), a.shownVerdict())
		} else {
			a.drawChecks(sub(c, l.strip), it)
		}
	}
	if l.divider >= 0 {
		a.drawDivider(all)
	}
}

// drawChecks draws the checks of it, or says why there are none.
func (a *App) drawChecks(area canvas.Area, it *item) {
	switch {
	case it == nil || it.problem || it.hasReply() && it.judged == nil:
	case it.veil.on:
		area.Fit(1, 0, area.W-2, "verdict hidden", themes.Dim)
	case !it.hasReply():
		none := "no answer in hand to check"
		if it.judged != nil && it.judged.dossier.NoCall() {
			none = "no model was called: nothing to check"
		}
		area.Fit(1, 0, area.W-2, none, themes.Dim)
	default:
		drawChecks(area, a.shownVerdict())
	}
}

// drawDivider draws the rule between left and right and joins it to the others.
func (a *App) drawDivider(all canvas.Area) {
	l := &a.layout
	for y := range l.body.h {
		glyph := "│"
		switch l.body.y + y {
		case l.list.y - 1:
			glyph = "┬"
		case l.checks.y - 1:
			glyph = "┼"
			if l.detail.y != l.checks.y {
				glyph = "┤"
			}
		case l.detail.y - 1:
			glyph = "├"
		}
		all.Text(l.divider, l.body.y+y, glyph, themes.Border)
	}
}

// shownVerdict returns the verdict whose checks are shown: the item's, or in the
// panel of limits the one under those that are tried.
func (a *App) shownVerdict() *inspect.Verdict {
	if tried := a.reader.tried(); tried != nil {
		return tried
	}
	if again := a.reader.again(); again != nil {
		return again
	}
	return a.reader.item.judged.verdict
}

func (a *App) checksTitle() string {
	switch {
	case a.reader.tried() != nil:
		return "Checks · what if"
	case a.reader.again() != nil:
		return "Checks · repaired case"
	}
	if it := a.list.current(); it != nil && it.refused() && !it.veil.on {
		return "Checks of the answer"
	}
	return "Checks"
}

// tabs returns the names of the views there are, the one shown in loud, and what
// stands behind them.
func (a *App) tabs() (all, more []part) {
	for k := range viewKinds {
		switch {
		case k == a.reader.kind && a.focus == paneText:
			all = append(all, part{k.title(), themes.Accent | themes.Bold})
		case k == a.reader.kind:
			all = append(all, part{k.title(), themes.Text | themes.Bold})
		case a.reader.has(k):
			all = append(all, part{k.title(), themes.Dim})
		}
	}
	if a.zoom {
		more = append(more, part{"[zoom]", themes.Accent})
	}
	return all, append(more, a.search.chip()...)
}

// width returns how many cells parts of a title need, a blank before each.
func width(parts []part) (n int) {
	for _, p := range parts {
		n += source.Width(source.Printable(p.text)) + 1
	}
	return n
}

// tabsBeside returns the tabs and what stands behind them. Where there is no room for
// all beside the note, the last tabs are left out, but never that of the view shown.
func (a *App) tabsBeside(note string) []part {
	all, more := a.tabs()
	room := a.layout.text.w - 4 - width(more) // without the pointer and blanks around them
	if note != "" {
		room -= source.Width(source.Printable(note)) + 4
	}
	if width(all) <= room {
		return append(all, more...)
	}
	for i := len(all) - 1; i >= 0 && width(all)+2 > room; i-- {
		if all[i].style == themes.Dim {
			all = slices.Delete(all, i, i+1)
		}
	}
	return append(append(all, part{"…", themes.Faint}), more...)
}

// drawHints draws the keys that do something now, as many as there is room for;
// those that are last in the table stand at the right and come first.
func (a *App) drawHints(c *canvas.Canvas) {
	row := sub(c, a.layout.hints)
	if a.notice != "" {
		if !row.Empty() {
			drawNotice(c.Area(), a.notice, themes.Warning)
		}
		return
	}
	width := func(act *action) int { return row.Width(act.key.Help().Key) + 1 + row.Width(act.words(a)) }
	write := func(act *action, x int) {
		x = row.Text(x, 0, act.key.Help().Key, themes.Accent)
		row.Text(x+1, 0, act.words(a), themes.Dim)
	}
	const gap = 3
	end := row.W - 1
	for i := range slices.Backward(a.actions) {
		if act := &a.actions[i]; act.always && end-width(act) > 0 {
			end -= width(act)
			write(act, end)
			end -= gap
		}
	}
	x := 1
	if a.count > 0 {
		x = row.Text(x, 0, strconv.Itoa(a.count), themes.Accent|themes.Bold) + gap
	}
	for _, act := range a.hinted() {
		if x+width(act) > end {
			break
		}
		write(act, x)
		x += width(act) + gap
	}
}

// hinted returns the actions whose hints stand on the left, in their order: those
// whose words depend on what comes next are before all others.
func (a *App) hinted() []*action {
	var next, others []*action
	for i := range a.actions {
		act := &a.actions[i]
		switch {
		case act.words(a) == "" || act.always || !act.key.Enabled() || !act.valid(a):
		case act.hints != nil && act.hint == "":
			next = append(next, act)
		default:
			others = append(others, act)
		}
	}
	return append(next, others...)
}

// drawWaiting says that something is being opened, or why nothing was.
func (a *App) drawWaiting(c *canvas.Canvas) {
	body := sub(c, a.layout.body)
	y := body.H / 3
	if a.loading == nil {
		for i, s := range canvas.Wrap(body.Display(), a.failed, body.W-4) {
			body.Text(2, y+i, s, themes.Error)
		}
		return
	}
	x := body.Text(2, y, a.loading.spinner.View(), themes.Accent)
	x = body.Text(x+1, y, "opening", themes.Text)
	body.Fit(x+1, y, body.W-x-3, a.loading.progress.latest(), themes.Dim)
	body.Text(2, y+1, a.keyOf("back")+" stops", themes.Faint)
}

// drawWords tells in words what there is no room to show.
func (a *App) drawWords(area canvas.Area) {
	y := 0
	say := func(text string, style themes.Style) {
		if text == "" {
			return
		}
		for _, s := range canvas.Wrap(area.Display(), text, area.W) {
			area.Text(0, y, s, style)
			y++
		}
	}
	it := a.list.current()
	switch {
	case a.loading != nil:
		say("opening "+a.loading.progress.latest(), themes.Dim)
		return
	case it == nil:
		say(a.failed, themes.Error)
		return
	}
	words, s := a.headline(it)
	say(s.sign+" "+s.word+" "+words, s.style|themes.Bold)
	if it.veil.on {
		say(a.keyOf("reveal")+" reveals it", themes.Warning)
	}
	if f := a.reader.current(); f != nil {
		say(where(a.reader.judged, f), themes.Dim)
		say(f.Message, themes.Text)
	}
	say(fmt.Sprintf("%s (%s)", it.called(), a.list.position()), themes.Dim)
}
