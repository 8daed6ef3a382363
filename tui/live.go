package tui

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/loader/problem"
	"compactlens/loader/watch"
)

// live is what follows the files that are open. The zero value follows none.
type live struct {
	begin   func(ctx context.Context) changes // nil: nothing is watched
	every   time.Duration                     // how often files are looked at whose changes nobody tells of
	changes changes                           // nil until the files are open
	reopen  func(ctx context.Context, c *contents, paths []string) (*contents, error)

	tick func(time.Duration, tea.Msg) tea.Cmd

	reloads   int    // how often something was opened again
	flashed   string // what a notice says of the last time; empty where it is gone
	flashes   int    // how often something was said of a change
	following bool   // the newest attempt is stayed on
	newest    *item  // that was, while following
	revisions revisions
}

// changes tells when files changed.
type changes interface {
	// Next waits for the next change. The error is the context's.
	Next(ctx context.Context) (watch.Change, error)
}

// The times of following files.
const (
	flashTime   = 4 * time.Second        // that a notice of a change stays
	againTime   = 100 * time.Millisecond // until a file that cannot be read is read once more
	settledTime = 3 * time.Second        // without growth, until half a record is a fault
)

// changedMsg tells that files may have changed.
type changedMsg struct {
	id    int // of the opening
	paths []string
	polls string // instead of that: why the files are looked at from now on
}

// reloadedMsg brings what is in the files now.
type reloadedMsg struct {
	id       int // of the opening
	contents *contents
	err      error
	at       time.Time
	fate     func(path string) fate // what became of a file
	growing  bool                   // a journal ends with half a record, and grew
	since    int                    // how often something had been opened again when it began
	paths    []string               // that were read again
}

// flashEndMsg ends what a notice says of a change.
type flashEndMsg struct{ flash int }

// settledMsg ends the time in which a journal may grow on.
type settledMsg struct{ reloads int }

func newLive() live {
	return live{every: watch.UsualEvery, tick: func(d time.Duration, msg tea.Msg) tea.Cmd {
		return tea.Tick(d, func(time.Time) tea.Msg { return msg })
	}}
}

// awaitChange waits for the next change of the files. Nothing else is waited for
// while they are read, so that what happens meanwhile is told of together.
func (a *App) awaitChange() tea.Cmd {
	l := &a.live
	if l.changes == nil {
		return nil
	}
	id, ctx, changes := a.opened, a.ctx, l.changes
	return func() tea.Msg {
		c, err := changes.Next(ctx)
		if err != nil {
			return nil // the program ends
		}
		return changedMsg{id: id, paths: c.Paths, polls: c.Polls}
	}
}

// tellPolling says once that the files are looked at because nobody tells of changes.
func (a *App) tellPolling(msg changedMsg) tea.Cmd {
	if msg.id != a.opened {
		return nil
	}
	words := "the files are looked at every " + everyWords(a.live.every) + ": " + msg.polls
	if a.notice != "" && a.notice != a.live.flashed {
		words = a.notice + " · " + words
	}
	a.notify(words)
	return a.awaitChange()
}

// everyWords writes a time of looking for people, a second without a number.
func everyWords(d time.Duration) string {
	if d == time.Second {
		return "second"
	}
	return d.String()
}

// reload reads what changed.
func (a *App) reload(msg changedMsg) tea.Cmd {
	if msg.id != a.opened || a.contents == nil {
		return nil
	}
	r := reloading{ctx: a.ctx, was: a.contents, paths: msg.paths, open: a.live.reopen}
	if it := a.reader.item; it != nil {
		r.selected = it.keys()
	}
	id, since, now := a.opened, a.live.reloads, a.clock
	return func() tea.Msg {
		msg := r.run()
		msg.id, msg.since, msg.at, msg.paths = id, since, now(), r.paths
		return msg
	}
}

// reloading is what the command that reads files again needs.
type reloading struct {
	ctx      context.Context
	was      *contents
	paths    []string
	selected []string // keys of the item shown
	open     func(ctx context.Context, c *contents, paths []string) (*contents, error)
}

// run opens again, and once more where a file cannot be read right after it changed:
// it is mostly being written.
func (r *reloading) run() reloadedMsg {
	c, err := r.open(r.ctx, r.was, r.paths)
	if err == nil && r.broke(c) {
		wait := time.NewTimer(againTime)
		defer wait.Stop()
		select {
		case <-r.ctx.Done():
		case <-wait.C:
			c, err = r.open(r.ctx, c, r.paths)
		}
	}
	msg := reloadedMsg{contents: c, err: err}
	if err != nil || c == nil {
		return msg
	}
	r.judge(c)
	c.know()
	msg.fate = c.fates()
	msg.growing = c.growing()
	return msg
}

// broke reports whether a file that was read before cannot be now.
func (r *reloading) broke(c *contents) bool {
	if c.workspace == nil || r.was.workspace == nil {
		return false
	}
	good := r.was.there()
	for _, p := range c.workspace.Problems {
		if p.Severity() == problem.Fatal && p.Kind != problem.NotFound && good(p.Path) {
			return true
		}
	}
	return false
}

// judge judges the answers that changed: the one shown, and others for as long as
// judgeFirst may take.
func (r *reloading) judge(c *contents) {
	shown := map[string]bool{}
	for _, k := range r.selected {
		shown[k] = true
	}
	begin := time.Now()
	for _, g := range c.groups {
		for _, it := range g.items {
			if !it.hasReply() || r.was.texts[it.evidence.Reply.File] {
				continue
			}
			quick := it.evidence.Reply.File.Len() <= quickBytes && time.Since(begin) < quickTime
			if r.ctx.Err() == nil && (quick || it.keyed(shown)) {
				it.judged = it.judge(r.ctx)
			}
		}
	}
}

// keyed reports whether one of the keys of it is in set.
func (it *item) keyed(set map[string]bool) bool {
	for _, k := range it.keys() {
		if set[k] {
			return true
		}
	}
	return false
}

// growing reports whether a journal grew and ends with half a record.
func (c *contents) growing() bool {
	if c.workspace == nil {
		return false
	}
	for _, s := range c.workspace.Sources {
		if s.Growing && len(s.Index().Unfinished()) > 0 {
			return true
		}
	}
	return false
}

// reloaded shows what is in the files now. What is selected and where one is stays.
func (a *App) reloaded(msg reloadedMsg) tea.Cmd {
	if msg.id != a.opened || a.contents == nil {
		return nil
	}
	if msg.since != a.live.reloads { // others were read meanwhile, which it knows nothing of
		return a.reload(changedMsg{id: msg.id, paths: msg.paths})
	}
	a.live.reloads++
	if msg.contents == nil || msg.err != nil {
		if msg.err != nil && a.ctx.Err() == nil {
			a.notify("the files changed and cannot be read again: " + msg.err.Error())
		}
		return a.awaitChange()
	}
	cmds := []tea.Cmd{a.awaitChange()}
	m := a.merge(msg)
	for _, it := range m.added {
		it.veil.on = a.veils && it.hasReply()
	}
	cmds = append(cmds, a.renew(m), a.renewLayers(), a.followNewest(m.added))
	if words := m.words(a.reader.item, a.display()); words != "" && !veiled(a) { // else what was said before stays
		a.endFlash()
		if len(m.changed) == 1 && m.changed[0].new == a.reader.item && hasOlder(a) {
			words += " · " + a.keyOf("older-revision") + " shows what was there before"
		}
		cmds = append(cmds, a.flash("reloaded "+msg.at.Format("15:04:05")+" · "+words, &m))
	}
	if msg.growing {
		cmds = append(cmds, a.live.tick(settledTime, settledMsg{a.live.reloads}))
	}
	return tea.Batch(cmds...)
}

// settled reads the files once more after a journal that ended with half a record
// grew no further.
func (a *App) settledGrowth(msg settledMsg) tea.Cmd {
	if msg.reloads != a.live.reloads {
		return nil
	}
	reload := a.reload(changedMsg{id: a.opened})
	if reload == nil {
		return nil
	}
	return func() tea.Msg {
		m, is := reload().(reloadedMsg)
		if !is {
			return nil
		}
		return lateMsg{m}
	}
}

// lateMsg is a reloadedMsg while changes are waited for already.
type lateMsg struct{ reloadedMsg }

// late shows what is in the files, unless they were read again meanwhile.
func (a *App) late(msg lateMsg) tea.Cmd {
	if msg.since != a.live.reloads {
		return nil
	}
	changes := a.live.changes
	a.live.changes = nil // they are waited for
	cmd := a.reloaded(msg.reloadedMsg)
	a.live.changes = changes
	return cmd
}

// flash says what changed and marks the rows of it, for a moment or until the next
// key.
func (a *App) flash(words string, m *merged) tea.Cmd {
	words = a.withFailure(words)
	a.notify(words)
	a.live.flashed = words
	for _, c := range m.changed {
		c.new.flashed = true
	}
	for _, it := range slices.Concat(m.added, m.gone) {
		it.flashed = true
	}
	a.live.flashes++
	return a.live.tick(flashTime, flashEndMsg{a.live.flashes})
}

// endFlash takes away what was said of a change, where nothing was said since.
func (a *App) endFlash() {
	if a.live.flashed == "" {
		return
	}
	if a.notice == a.live.flashed {
		a.notice = a.streams.failed
	}
	a.live.flashed, a.fresh = "", false
	for _, it := range a.list.all {
		it.flashed = false
	}
}

// liveMsg handles the messages of following files.
func (a *App) liveMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case changedMsg:
		if msg.polls != "" {
			return a.tellPolling(msg)
		}
		return a.reload(msg)
	case reloadedMsg:
		return a.reloaded(msg)
	case lateMsg:
		return a.late(msg)
	case settledMsg:
		return a.settledGrowth(msg)
	case flashEndMsg:
		if msg.flash == a.live.flashes {
			a.endFlash()
		}
	}
	return nil
}
