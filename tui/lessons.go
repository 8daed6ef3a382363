package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/core/loop"
	"compactlens/loader"
	"compactlens/loader/dossier"
	"compactlens/themes"
	"compactlens/themes/highlight"
	"compactlens/tui/canvas"
)

// lesson is what a case of the gallery teaches: a rule, and the case repaired.
type lesson struct {
	rule       *inspect.Rule
	number, of int // among the lessons, from 1
	repaired   inspect.Evidence
	judged     *judged // of repaired; nil until somebody looks at it
}

// lessonGroups returns the lessons in groups by the reason that their rules give, in
// the order of the checks, under one heading.
func lessonGroups(all []loader.Lesson) []group {
	if len(all) == 0 {
		return nil
	}
	groups := []group{{title: "Lessons", note: count(len(all), "rule")}}
	number := 0
	for _, reason := range append(loop.InvalidSummaryReasons(), "") {
		g := group{title: string(reason), inner: true, tells: true}
		if reason == "" {
			g.title = "advice"
		}
		for _, l := range all {
			if l.Rule.Reason != reason {
				continue
			}
			number++
			name := capital(l.Rule.Title)
			g.items = append(g.items, &item{
				name: name, neutral: "Lesson " + strconv.Itoa(number), crumbs: []string{"Lessons", g.title, name}, evidence: l.Bad, beside: l.Context,
				lesson: &lesson{rule: l.Rule, number: number, of: len(all), repaired: l.Repaired},
			})
		}
		if g.note = count(len(g.items), "lesson"); len(g.items) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// capital writes a phrase with a capital.
func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// The rows that a lesson's rule is told in: its title, two of its sentence, or three in
// a narrow pane, and a blank one; one alone, where there is little room.
const (
	headRows   = 4
	headRoom   = 12 // rows of the pane from which there are so many
	headLeast  = 6  // rows of the pane from which there is one
	headNarrow = 72 // cells below which the sentence has a third row
)

// teach makes room above the text for what a lesson teaches.
func (l *layout) teach() {
	rows := 0
	switch {
	case l.text.h > headRoom && l.text.w < headNarrow:
		rows = headRows + 1
	case l.text.h >= headRoom:
		rows = headRows
	case l.text.h >= headLeast:
		rows = 1
	}
	if rows == 0 {
		return
	}
	l.head = rect{l.text.x, l.text.y, l.text.w, rows}
	l.text.y += rows
	l.text.h -= rows
}

// textTop returns the first row below the rule above the text.
func (l *layout) textTop() int { return l.text.y - l.head.h }

// drawLesson tells the rule of a lesson.
func (a *App) drawLesson(area canvas.Area, it *item) {
	if it == nil || it.lesson == nil || area.H == 0 {
		return
	}
	l := it.lesson
	place := fmt.Sprintf("lesson %d of %d", l.number, l.of)
	title, why := capital(l.rule.Title), l.rule.Why
	id := " · " + l.rule.ID
	if it.veil.on {
		title, why, id = it.neutral, "Which rule does it break, and where? "+a.keyOf("reveal")+" tells.", ""
	}
	if area.H == 1 {
		x := area.Fit(2, 0, area.W-3, title, themes.Text|themes.Bold)
		area.Fit(x+2, 0, area.W-x-3, why, themes.Dim)
		return
	}
	end := area.W - 1
	for _, note := range []string{place + id, place} {
		if area.Width(note)+area.Width(title)+6 <= area.W {
			end = area.Right(end, 0, note, themes.Dim) - 1
			break
		}
	}
	area.Fit(2, 0, end-2, title, themes.Text|themes.Bold)
	parts := canvas.Wrap(area.Display(), why, area.W-4)
	room := area.H - 2
	for y, s := range parts[:min(len(parts), room)] {
		if y == room-1 && len(parts) > room {
			s += " …"
		}
		area.Fit(2, y+1, area.W-3, s, themes.Text)
	}
}

// taught returns the index of the finding that a lesson is about, -1 for none: a few rules
// cannot be broken alone, and some not first.
func (it *item) taught(v *inspect.Verdict) int {
	if it.lesson == nil {
		return -1
	}
	return slices.IndexFunc(v.Findings, func(f inspect.Finding) bool { return f.Rule.ID == it.lesson.rule.ID })
}

// opening returns the view that a lesson begins with: the one its case lies in, also
// while the verdict is hidden.
func (r *reader) opening() viewKind {
	if r.item.judged == nil {
		return r.natural()
	}
	for _, f := range r.item.judged.verdict.Findings {
		if k := homeOf(f.Place); r.has(k) {
			return k
		}
	}
	return r.natural()
}

// homeOf returns the view that a place is in.
func homeOf(p inspect.Place) viewKind {
	if p.InSummary {
		return viewSummary
	}
	return viewReply
}

// again returns the verdict on the repaired case that is shown, nil for none.
func (r *reader) again() *inspect.Verdict {
	if r.kind != viewRepaired || r.item == nil || r.item.lesson == nil || r.item.lesson.judged == nil {
		return nil
	}
	return r.item.lesson.judged.verdict
}

// setRepaired shows the text of the repaired case: its summary, unless the lesson is
// about what stands around that.
func (r *reader) setRepaired() {
	l := r.item.lesson
	j := l.judged
	switch {
	case j == nil:
		r.text.SetText(nil, highlight.Plain, r.display)
	case j.reply == nil || j.summary != nil && r.opening() == viewSummary:
		r.text.SetText(j.summary, highlight.XML, r.display)
	default:
		r.text.SetText(j.reply, highlight.GuessReply(j.reply.Bytes()), r.display)
	}
}

// judgeRepaired judges the repaired case once somebody looks at it.
func (a *App) judgeRepaired() tea.Cmd {
	r := &a.reader
	if r.kind != viewRepaired || r.item.lesson.judged != nil {
		return nil
	}
	l := r.item.lesson
	ctx, beside := a.ctx, r.item.beside
	return a.later(func() func(*App) {
		d, err := dossier.JudgeIn(ctx, l.repaired, beside)
		if err != nil {
			return func(*App) {} // the program ends
		}
		j := newJudged(d, false)
		return func(a *App) {
			l.judged = j
			if r := &a.reader; r.kind == viewRepaired {
				r.setRepaired()
			}
		}
	})
}

// repairedLines says how the repaired case is judged, and what remains.
func (r *reader) repairedLines() []line {
	l := r.item.lesson
	if l.judged == nil {
		return []line{{text: "checking the repaired case …", style: themes.Dim}}
	}
	v := l.judged.verdict
	s := verdictState(v)
	lines := []line{{text: s.sign + " " + v.Decision.String() + ", was " + decisionWords(r.judged.verdict), style: s.style | themes.Bold}}
	lines = append(lines, line{label: "mended", text: l.rule.Mend})
	for i := range v.Findings {
		lines = append(lines, line{label: "remains", text: v.Findings[i].Message, style: findingState(&v.Findings[i]).style})
	}
	if len(v.Findings) == 0 {
		lines = append(lines, line{label: "remains", text: "nothing speaks against it"})
	}
	return append(lines, line{label: "next-attempt", text: "the next lesson", key: true})
}

// decisionWords says how v decides, and on which check.
func decisionWords(v *inspect.Verdict) string {
	switch {
	case v.Decision == inspect.Rejected:
		return "rejected " + string(v.Reason)
	case len(v.Findings) > 0:
		return v.Decision.String() + " with advice"
	}
	return v.Decision.String()
}

// step is what comes next in a lesson, and the word for it.
type step struct {
	word string
	run  func(*App) tea.Cmd
}

// nextStep returns what the key of the next step does now: it reveals a verdict that
// is hidden, and goes on in a lesson from the case to its repair and to the repaired
// case. Its word is empty where it moves a page down, as in any other text.
func (a *App) nextStep() step {
	r := &a.reader
	show := func(word string, k viewKind) step {
		return step{word, func(a *App) tea.Cmd {
			a.jumped()
			r.setKind(k)
			if a.layout.text.empty() {
				a.setFocus(paneText)
			}
			a.describe()
			return a.fetch()
		}}
	}
	switch {
	case veiled(a):
		return step{"reveal", does((*App).reveal)}
	case r.item == nil || r.item.lesson == nil || r.judged == nil:
	case r.kind == viewRepair:
		return show("repaired case", viewRepaired)
	case r.kind != viewRepaired && r.has(viewRepair):
		return show("repair", viewRepair)
	case r.kind != viewRepaired:
		return show("repaired case", viewRepaired)
	default:
		return show("the case again", r.opening())
	}
	return step{"", func(a *App) tea.Cmd { return a.moveTimes(a.page()) }}
}

// lessonActions are the actions of the gallery's lessons.
func lessonActions() []action {
	return []action{
		{id: "reveal", group: "Lessons", key: bind("a page down; in a lesson its next step; reveals a hidden verdict", "space", " "),
			hints: func(a *App) string { return a.nextStep().word }, run: func(a *App) tea.Cmd { return a.nextStep().run(a) }},
		{id: "view-repaired", group: "Lessons", where: in(viewRepair), key: bind("from all safe repairs to this one; the repaired case of a lesson", "f", "f"), when: canStepRepair, why: withoutView(viewRepair), run: (*App).stepRepair},
		{id: "hide-verdicts", group: "Lessons", key: bind("hide verdicts until asked for, or show them", "V", "V"), when: canVeil, why: because("there is no verdict to hide"), run: (*App).toggleVeils},
	}
}
