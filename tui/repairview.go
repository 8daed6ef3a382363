package tui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/core/repair"
	"compactlens/core/source"
	"compactlens/loader"
	"compactlens/loader/atomic"
	"compactlens/themes"
)

// repairView is the review of the selected finding's repair, or of all safe ones.
// The zero value reviews nothing.
type repairView struct {
	sheet
	making  repairKey          // what is being made, or was made
	stop    context.CancelFunc // ends the making; nil where none was begun
	made    *mended            // nil until it is there
	allSafe bool               // all safe repairs instead of the selected finding's
	notice  []line             // what came of writing
}

// repairKey names what is reviewed: all safe repairs of an answer, or one.
type repairKey struct {
	judged *judged
	all    bool
	index  int // of the repair in its plan; -1 where the finding has none
}

// mended is an answer with repairs made, judged anew.
type mended struct {
	key     repairKey
	outcome repair.Outcome
	review  repair.Review
	done    bool // some repair was made; else outcome and review are empty
}

// repairOf returns the index in the plan of the selected finding's repair, -1 where
// it has none.
func (r *reader) repairOf() int {
	for i, x := range r.judged.dossier.Plan.Repairs {
		if x.Finding == r.finding && r.finding >= 0 {
			return i
		}
	}
	return -1
}

// mendAnswer makes the repairs that are reviewed, in a copy.
func (a *App) mendAnswer() tea.Cmd {
	r := &a.reader
	if r.kind != viewRepair {
		if v := &r.repair; v.made == nil || v.made.key != v.making { // it is made anew when somebody looks again
			v.end()
			v.making = repairKey{}
		}
		return nil
	}
	key := repairKey{judged: r.judged, all: r.repair.allSafe, index: r.repairOf()}
	if key.all {
		key.index = -1
	}
	if r.repair.making == key {
		return nil
	}
	r.repair.end()
	ctx, stop := context.WithCancel(a.ctx)
	r.repair.making, r.repair.stop = key, stop
	return a.later(func() func(*App) {
		m := makeMended(ctx, key)
		if ctx.Err() != nil {
			return func(*App) {} // something else is looked at
		}
		return func(a *App) {
			if v := &a.reader.repair; v.making == key {
				v.made, v.top = m, 0
				a.reader.layRepair()
			}
		}
	})
}

// end ends the making of what is no longer looked at.
func (v *repairView) end() {
	if v.stop != nil {
		v.stop()
	}
}

func makeMended(ctx context.Context, key repairKey) *mended {
	m := &mended{key: key}
	d := key.judged.dossier
	if key.all {
		m.outcome, _ = d.Mend(ctx, repair.Safe) // cut short where ctx ended, which the caller sees
		m.done = len(m.outcome.Passes) > 0
	} else {
		m.outcome, m.done = d.MendOne(ctx, key.index)
	}
	if m.done {
		m.review, _ = m.outcome.Review(ctx, repair.Reviewed)
	}
	return m
}

// layRepair lays the review out anew.
func (r *reader) layRepair() {
	v := &r.repair
	v.refresh(func(w int) []sheetRow { return v.lay(r, w) })
}

func (v *repairView) lay(r *reader, w int) []sheetRow {
	d := r.display
	if v.made == nil {
		return textRows(d, w, "mending a copy …", themes.Dim)
	}
	m := v.made
	if !m.done {
		return v.nothingRows(d, m, w)
	}
	rows := textRows(d, w, afterWords(m.key.all, m.outcome.Verdict, m.key.judged.verdict), verdictState(&m.outcome.Verdict).style|themes.Bold)
	if n := errorCount(&m.outcome.Verdict); n > 0 {
		rows = append(rows, textRows(d, w, count(n, "fault")+" left.", themes.Text)...)
	}
	title := func(text string) {
		rows = append(append(rows, blankRow), textRows(d, w, text, themes.Text|themes.Bold)...)
	}
	review := m.review
	if len(review.Summary.Hunks) > 0 {
		title("The decoded summary")
		rows = append(rows, diffRows(d, review.Summary, w)...)
	}
	if len(review.File.Hunks) > 0 {
		text := "The file as it lies on disk"
		if review.LongLines {
			text += ", its long lines cut to what differs"
		}
		title(text)
		rows = append(rows, diffRows(d, review.File, w)...)
	}
	return rows
}

// nothingRows says why there is nothing to review.
func (v *repairView) nothingRows(d source.Display, m *mended, w int) []sheetRow {
	say := func(text string, style themes.Style) []sheetRow { return textRows(d, w, text, style) }
	plan := m.key.judged.dossier.Plan
	switch {
	case m.key.all:
		return say("There is no safe repair.", themes.Warning|themes.Bold)
	case m.key.index < 0:
		return say("This finding has no repair of its own.", themes.Text|themes.Bold)
	case plan.Repairs[m.key.index].Risk == repair.Refused:
		return append(say("Not mended.", themes.Warning|themes.Bold), say(sentence(plan.Repairs[m.key.index].Reason), themes.Text)...)
	}
	return say("The mended file could not be read as the answer it was.", themes.Warning|themes.Bold)
}

// sentence writes a phrase with a capital and a full stop.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// errorCount returns how many findings of v are faults.
func errorCount(v *inspect.Verdict) (n int) {
	for i := range v.Findings {
		if v.Findings[i].Severity == inspect.SeverityError {
			n++
		}
	}
	return n
}

// afterWords says what the verdict is after a repair, and was before.
func afterWords(all bool, now inspect.Verdict, was *inspect.Verdict) string {
	words := func(v *inspect.Verdict) string {
		if v.Decision == inspect.Rejected {
			return "rejected " + string(v.Reason)
		}
		return v.Decision.String()
	}
	s := verdictState(&now)
	after := "After it: "
	if all {
		after = "After all of them: "
	}
	return after + s.sign + " " + words(&now) + ", was " + words(was)
}

// lines says in the detail pane what is reviewed, at what risk, and what is left.
func (v *repairView) lines(r *reader) (title string, lines []line) {
	defer func() { lines = append(slices.Clone(v.notice), lines...) }()
	plan := r.judged.dossier.Plan
	if v.allSafe {
		title = fmt.Sprintf("All safe repairs · %d of %d", plan.Count(repair.Safe), len(plan.Repairs))
		return title, v.allLines(plan)
	}
	if r.onRefusal() {
		return "Repair", []line{{text: "The answer passed its checks: no repair of it would change that the attempt was refused.", style: themes.Bold}}
	}
	title = fmt.Sprintf("Repair of finding %d of %d", r.finding+1, len(r.judged.verdict.Findings))
	i := r.repairOf()
	if i < 0 {
		return title, []line{{text: "This finding has no repair of its own.", style: themes.Bold}}
	}
	x := plan.Repairs[i]
	title += " · " + riskWords(x.Risk)
	lines = append(lines, line{text: sentence(x.Title), style: riskStyle(x.Risk) | themes.Bold})
	switch {
	case x.Risk == repair.Refused:
		lines = append(lines, line{label: "because", text: x.Reason})
	case x.Reason != "":
		lines = append(lines, line{label: "changes", text: x.Reason, style: themes.Warning})
	default:
		lines = append(lines, line{label: "keeps", text: "every section reads as before"})
	}
	if f := r.current(); f != nil {
		lines = append(lines, line{label: "finding", text: f.Message}, line{label: "where", text: where(r.judged, f)})
	}
	if n := plan.Count(repair.Safe); n > 1 || n == 1 && x.Risk != repair.Safe {
		lines = append(lines, line{label: "repair-safe", text: "all safe repairs together: " + grouped(n), key: true})
	}
	return title, append(lines, v.writeLine()...)
}

// allLines lists what is made and what is not.
func (v *repairView) allLines(plan repair.Plan) (lines []line) {
	if v.made != nil && v.made.done && v.made.key.all {
		for _, t := range repair.Tally(v.made.outcome.Applied()) {
			lines = append(lines, line{label: "safe", text: t.String()})
		}
		plan = v.made.outcome.Left
	}
	for _, x := range plan.Repairs {
		if x.Risk != repair.Safe {
			lines = append(lines, line{label: "left", text: x.Rule + ": " + repairWords(x), style: riskStyle(x.Risk)})
		}
	}
	lines = append(lines, line{label: "repair-safe", text: "the selected finding's alone", key: true})
	return append(lines, v.writeLine()...)
}

func (v *repairView) writeLine() []line {
	if v.made == nil || !v.made.done {
		return nil
	}
	return []line{{label: "write-repair", text: "write the mended copy to a new file", key: true}}
}

func riskWords(r repair.Risk) string {
	return [...]string{"safe", "changes the meaning", "refused"}[r]
}

func riskStyle(r repair.Risk) themes.Style {
	return [...]themes.Style{themes.Passed, themes.Warning, themes.Hidden}[r]
}

// repairActions are the actions of the review.
func repairActions() []action {
	return []action{
		{id: "repair-safe", group: "Repair", where: in(viewRepair), key: bind("all safe repairs together, or this one alone", "F", "F"), hint: "all safe", hints: safeWords, when: onRepair, run: (*App).toggleSafe},
		{id: "write-repair", group: "Repair", where: in(viewRepair), key: bind("write the mended copy to a new file", "W", "W"), hint: "write", when: canWrite, why: because("nothing is mended"), run: does((*App).askWhere)},
	}
}

// canStepRepair reports whether the key of repairs leads on from the repair shown.
func canStepRepair(a *App) bool { return onAllSafe(a) || canView(viewRepaired)(a) }

// stepRepair goes from all safe repairs back to one, and from that of a lesson to the
// repaired case.
func (a *App) stepRepair() tea.Cmd {
	if onAllSafe(a) {
		return a.toggleSafe()
	}
	return view(viewRepaired)(a)
}

func onAllSafe(a *App) bool { return onRepair(a) && a.reader.repair.allSafe }

// safeWords is the hint of the key that goes from one repair to all and back.
func safeWords(a *App) string {
	if onAllSafe(a) {
		return "this repair alone"
	}
	return "all safe"
}

func onRepair(a *App) bool { return a.reader.kind == viewRepair }

// toggleSafe reviews all safe repairs, or the selected finding's alone again.
func (a *App) toggleSafe() tea.Cmd {
	v := &a.reader.repair
	v.allSafe = !v.allSafe
	v.notice, v.top = nil, 0
	a.describe()
	return a.fetch()
}

func canWrite(a *App) bool {
	v := &a.reader.repair
	return onRepair(a) && v.made != nil && v.made.done && v.made.key == v.making
}

// askWhere asks for the path of a new file for the mended copy.
func (a *App) askWhere() {
	m := a.reader.repair.made
	p := newQuestion("Write the mended copy", a.reader.suggestedPath(), "a new file; the original stays as it is · tab completes")
	p.complete, p.waits = completePath, true
	p.accept = func(a *App, path string) (string, tea.Cmd) {
		if strings.TrimSpace(path) == "" {
			return "a path is needed", nil
		}
		return "", func() tea.Msg {
			_, err := atomic.WriteFile(expandHome(path), m.outcome.File, atomic.Options{New: true})
			return writtenMsg{asked: p, of: m.key, path: path, size: len(m.outcome.File), err: err}
		}
	}
	a.push(p)
}

// writtenMsg says what came of writing a mended copy.
type writtenMsg struct {
	asked *question // for the path
	of    repairKey // what was mended
	path  string
	size  int
	err   error
}

// arrive says what is wrong where the path was asked for, and keeps that; else, what was
// written, beside the repair.
func (m writtenMsg) arrive(a *App) tea.Cmd {
	problem := notWritten(m.err)
	open := m.asked.settle(a, problem)
	v := &a.reader.repair
	switch {
	case open && problem != "":
	case onRepair(a) && v.making == m.of:
		v.notice = writingLines(m.path, m.size, problem)
		a.detail.refresh(a.described())
	case problem != "":
		a.notify(problem + ": " + m.path)
	default:
		a.notify("written, " + count(m.size, "byte") + ": " + m.path)
	}
	return nil
}

// notWritten says why the mended copy was not written; empty where it was.
func notWritten(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, fs.ErrExist):
		return "not written: there is a file of this name, which stays as it is"
	}
	return "not written: " + writeSays(err)
}

// writingLines says what came of writing size bytes to path.
func writingLines(path string, size int, problem string) []line {
	if problem != "" {
		return []line{{text: sentence(problem), style: themes.Error | themes.Bold}, {label: "file", text: path}}
	}
	return []line{{text: "Written, " + count(size, "byte") + ". The original is as it was.", style: themes.Passed | themes.Bold}, {label: "file", text: path}}
}

// suggestedPath returns a name beside the original for the mended copy.
func (r *reader) suggestedPath() string { return suggested(r.item, ".mended") }

// suggested returns a name beside the file of an answer for a changed copy, with what
// was done to it before its ending.
func suggested(it *item, done string) string {
	a := it.attempt
	if a == nil || a.Reply == nil || a.Reply.Source.Path == loader.Stdin || !filepath.IsLocal(filepath.Base(a.Reply.Source.Path)) || it.scratch != nil {
		return strings.TrimPrefix(done, ".") + ".txt"
	}
	path := strings.TrimSuffix(a.Reply.Source.Path, ".gz")
	if a.Title != "" {
		path = filepath.Base(path) // a case of the gallery lies in no folder
	}
	ext := filepath.Ext(path)
	return strings.TrimSuffix(path, ext) + done + ext
}
