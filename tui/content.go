package tui

import (
	"context"
	"slices"
	"time"

	"compactlens/core/diagnose"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/loader"
	"compactlens/loader/dossier"
	"compactlens/themes"
)

// contents is what was opened, as the interface shows it: attempts in groups.
type contents struct {
	title  string // what was opened, for the title
	groups []group
	book   *dossier.Book // works out the attempts of items; nil where they have nothing to read

	workspace *loader.Workspace     // what it was made of; nil where it was not opened from files
	texts     map[*source.Text]bool // the answers' files as they were opened
	byKey     map[string]*item      // the first item with each key; nil until they were worked out
}

// group is a heading of the list with what belongs to it.
type group struct {
	title string
	note  string // a few words beside the title
	inner bool   // it is part of the group before: a loop of a session
	tells bool   // the title says what is wrong with the items
	items []*item
}

// item is one row of the list that can be selected: an attempt, or a problem.
type item struct {
	name    string    // how the list calls it: a number, a file name
	neutral string    // what it is called while its verdict is hidden; empty where the name tells nothing
	crumbs  []string  // where it is, from the outside in
	trigger string    // manual, auto, or empty
	at      time.Time // when it began; zero is unknown
	problem bool      // something could not be read; facts say what
	idle    bool      // of a problem: the file was read, and nothing in it is to be judged

	attempt  *loader.Attempt  // nil for a problem
	evidence inspect.Evidence // what its answer is judged by
	beside   diagnose.Context // what is known beside it, where no attempt tells
	outcome  outcome          // what was recorded of it
	recorded []line           // how it ended
	meaning  []line           // what that means in general, until the journal tells the cause
	missing  []line           // without an answer in hand, how to give one
	facts    []line           // what else is known, for the journal's page

	judged  *judged // nil until it was judged
	indexed bool    // the lines of a large answer's file were counted
	lesson  *lesson // what it teaches; nil for nothing
	veil    veil    // hides its verdict until somebody asks

	scratch *scratch // nil where the answer was not given by hand

	flashed  bool      // it changed just now, or is new, which its row shows for a moment
	gone     time.Time // when it was noticed that its file cannot be read any more; zero while it can
	fate     fate      // what became of that file
	heir     *item     // what took its place when the files were read again; nil while it is shown
	revision *revision // what it shows instead of the newest answer; nil for that

	known  []string // its keys, where they were worked out beforehand
	paired int      // the reload, from 1, in which it was brought together with what was shown
}

// outcome is how an attempt ended as its journal recorded it. The zero value is
// one that has no journal.
type outcome struct {
	kind outcomeKind
	word string // the recorded reason, as the contract writes it
	late string // the reason it is refused for where its answer passes, as the contract writes it; perhaps of figures and not recorded
}

type outcomeKind uint8

const (
	outcomeNone      outcomeKind = iota // no journal tells
	outcomeOpen                         // the journal has no end of it
	outcomeCommitted                    // the transcript was replaced
	outcomeRejected                     // it was not
)

// hasReply reports whether there is an answer to judge.
func (it *item) hasReply() bool { return it.evidence.Reply.Form != inspect.FormNone }

// ending returns how the attempt ended, why, and how to give an answer that is not
// in hand.
func (it *item) ending() []line {
	lines := slices.Clone(it.recorded)
	if r := refusedUnanswered(it); r != 0 && len(lines) == 0 {
		lines = append(lines, line{text: "Rejected: " + rejectWords(r) + ", by its sizes.", style: themes.Error | themes.Bold})
	}
	if it.judged != nil && !it.hasReply() {
		lines = append(lines, tooLargeBy(it.judged)...)
	}
	if why := causeLines(it.judged); len(why) > 0 {
		lines = append(lines, why...)
	} else {
		lines = append(lines, it.meaning...)
	}
	return append(lines, it.missing...)
}

// judged is a verdict with what is needed to show it. It is made in a command and
// never changed. The verdict on an answer alone comes first; what the journal and
// the other attempts add to it comes later, as another one.
type judged struct {
	dossier *dossier.Dossier
	verdict *inspect.Verdict // the dossier's
	whole   bool             // the journal and the other attempts were looked at
	summary *source.Text     // the decoded summary; nil where there is none
	reply   *source.Text     // the file as it lies on disk; nil where there is none, or where it is the summary
	life    []line           // of the attempt, as a page; nil where no journal was followed
	cause   []line           // what ended it; nil where no journal was followed
}

// large reports whether judging the answer takes so long that one would wait.
func (it *item) large() bool { return it.hasReply() && it.evidence.Reply.File.Len() > quickBytes }

// judge judges an answer alone. It may take long for a large one.
func judge(e inspect.Evidence) *judged { return newJudged(dossier.Judge(e), false) }

// judge judges the answer alone; of a large one the repairs are left for later. It
// returns nil where ctx ended.
func (it *item) judge(ctx context.Context) *judged {
	look := dossier.JudgeIn
	if it.large() {
		look = dossier.GlanceIn
	}
	d, err := look(ctx, it.evidence, it.beside)
	if err != nil {
		return nil
	}
	return newJudged(d, false)
}

// adds reports whether j tells more than other, of the same answer.
func (j *judged) adds(other *judged) bool {
	return j.whole || !other.whole && j.dossier.Planned && !other.dossier.Planned
}

func newJudged(d *dossier.Dossier, whole bool) *judged {
	j := &judged{dossier: d, verdict: &d.Verdict, whole: whole}
	if j.verdict.HasSummary {
		j.summary = source.NewText(j.verdict.Summary.Bytes)
		if f := d.Evidence.Reply.File; j.verdict.Form == inspect.FormSummary && f.Len() == j.summary.Len() && f.Len() > quickBytes {
			j.summary = f // a large one is not gone through again
		}
		j.summary.LineCount() // builds the index here and not while drawing
	}
	if r := d.Evidence.Reply; r.File != nil && (r.Form != inspect.FormSummary || j.summary == nil) {
		j.reply = r.File
		j.reply.LineCount()
	}
	if d.Life != nil {
		b := newBiography(d)
		j.life, j.cause = b.page(), b.cause()
	}
	return j
}

// rejected reports whether the answer in hand is rejected; without one, whether the
// journal says so.
func (it *item) rejected() bool {
	if it.judged != nil && it.hasReply() {
		return it.judged.verdict.Decision == inspect.Rejected || it.refused()
	}
	return it.outcome.kind == outcomeRejected
}

// refused reports whether the attempt was refused although nothing speaks against its
// answer.
func (it *item) refused() bool { return it.judged != nil && it.refusedBy(it.judged) }

// refusedBy reports the same where j is what its answer is judged.
func (it *item) refusedBy(j *judged) bool {
	return it.hasReply() && it.outcome.late != "" && j.verdict.Decision != inspect.Rejected
}

// The bounds of looking for an item to begin with.
const (
	quickBytes = 256 << 10
	quickTime  = 100 * time.Millisecond
)

// judgeFirst judges answers up to the first that is rejected, or that a journal
// says was, so that one can begin with it. Large answers are passed over, and it
// takes no longer than a moment. Nothing may be shown of c before it is done.
func judgeFirst(ctx context.Context, c *contents) {
	begin := time.Now()
	for _, g := range c.groups {
		for _, it := range g.items {
			if ctx.Err() != nil || time.Since(begin) > quickTime {
				return
			}
			if it.hasReply() && !it.large() {
				it.judged = it.judge(ctx)
			}
			if it.rejected() {
				return
			}
		}
	}
}

// state is what a sign, a word and a colour say of an item or a check.
type state struct {
	sign  string
	word  string
	style themes.Style
}

// state returns what the list and the title say of it: why the attempt was refused
// after its answer had passed, else the verdict on its answer, where there is one; else
// what was recorded.
func (it *item) state() state {
	if it.veil.on {
		return state{signNotReached, "", themes.Dim}
	}
	switch {
	case it.idle:
		return state{signNotReached, "nothing to judge", themes.Dim}
	case it.problem:
		return state{signProblem, "unreadable", themes.Warning}
	case it.refused():
		return state{signError, it.outcome.late, themes.Error}
	case it.judged != nil && it.hasReply():
		return verdictState(it.judged.verdict)
	case it.hasReply() && it.outcome.kind == outcomeNone:
		return state{signNotReached, "", themes.Dim}
	}
	switch it.outcome.kind {
	case outcomeCommitted:
		return state{signPassed, "committed", themes.Passed}
	case outcomeRejected:
		return state{signError, it.outcome.word, themes.Error}
	}
	return state{signUnknown, "no terminal", themes.Warning}
}

// verdictState returns the sign and word of a verdict.
func verdictState(v *inspect.Verdict) state {
	switch v.Decision {
	case inspect.Accepted:
		return state{signPassed, "accepted", themes.Passed}
	case inspect.Rejected:
		return state{signError, string(v.Reason), themes.Error}
	}
	return state{signUnknown, "undetermined", themes.Warning}
}

// stageState returns the sign and word of a check's status.
func stageState(s inspect.Status) state {
	switch s {
	case inspect.Passed:
		return state{signPassed, "passed", themes.Passed}
	case inspect.Failed:
		return state{signError, "failed", themes.Error}
	case inspect.Unknown:
		return state{signUnknown, "unknown", themes.Warning}
	}
	return state{signNotReached, "not reached", themes.Dim}
}
