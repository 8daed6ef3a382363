package tui

import (
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
)

// revision is one of the answers that a file held since it was opened. It is shown as
// an item of its own that has no attempt: nothing of it is on disk any more.
type revision struct {
	of    *item // the newest
	index int   // from 0, the oldest
	kept  *keptRevision
}

// keptRevision is an answer that was in a file.
type keptRevision struct {
	at       time.Time // when it was noticed; of the first, when the files were opened
	evidence inspect.Evidence
	judged   *judged // nil until somebody looked at it
}

// Evidence returns what the answer is judged by.
func (k *keptRevision) Evidence() inspect.Evidence { return k.evidence }

// revisions are the answers that the files held before, by the newest item of each.
type revisions struct {
	of   map[*item][]*keptRevision // the last is what is in the file now
	size int                       // bytes of all that are not in a file any more
}

// The bounds of what is kept of former answers.
const (
	maxRevisions     = 20       // of one answer
	maxRevisionBytes = 64 << 20 // of all answers
)

// revise keeps what the answers were that changed.
func (a *App) revise(m merged) {
	r := &a.live.revisions
	for _, c := range m.changed {
		r.add(c, m.at)
	}
	for old, all := range r.of {
		if now := old.newestOf(); now != old {
			delete(r.of, old)
			r.of[now] = all
		}
	}
}

// add keeps the answer before and the one after a change.
func (r *revisions) add(c change, at time.Time) {
	if !c.old.hasReply() || !c.new.hasReply() || c.old.evidence.Reply.File == c.new.evidence.Reply.File {
		return
	}
	if r.of == nil {
		r.of = map[*item][]*keptRevision{}
	}
	all := r.of[c.old]
	if len(all) == 0 {
		all = []*keptRevision{{evidence: c.old.evidence, judged: c.old.judged.over(false, false)}}
		if a := c.old.attempt; a != nil && a.Reply != nil {
			all[0].at = a.Reply.Source.Modified
		}
	} else {
		all[len(all)-1].judged = c.old.judged.over(false, false)
	}
	r.size += c.old.evidence.Reply.File.Len()
	r.of[c.old] = append(all, &keptRevision{at: at, evidence: c.new.evidence})
	r.bound(c.old)
}

// bound forgets the oldest answers of it, and of others, where there are too many.
func (r *revisions) bound(it *item) {
	drop := func(it *item) {
		r.size -= r.of[it][0].evidence.Reply.File.Len()
		r.of[it] = r.of[it][1:]
	}
	for len(r.of[it]) > maxRevisions {
		drop(it)
	}
	for r.size > maxRevisionBytes {
		oldest := it
		for x, all := range r.of {
			if len(all) > 1 && (len(r.of[oldest]) < 2 || all[0].at.Before(r.of[oldest][0].at)) {
				oldest = x
			}
		}
		if len(r.of[oldest]) < 2 {
			return
		}
		drop(oldest)
	}
}

// former returns the answers of the item shown, and which of them that is.
func (a *App) former() (all []*keptRevision, index int) {
	it := a.reader.item
	if it == nil {
		return nil, 0
	}
	if it.revision != nil {
		all = a.live.revisions.of[it.revision.of]
		return all, slices.Index(all, it.revision.kept)
	}
	all = a.live.revisions.of[it]
	return all, len(all) - 1
}

// formerItems returns the answers that an item can be compared with: those that its
// file held before, the newest first, and where one of them is shown, the one that is in
// the file now.
func (a *App) formerItems(it *item) []*item {
	if it == nil {
		return nil
	}
	base, shown := it, (*keptRevision)(nil)
	if it.revision != nil {
		base, shown = it.revision.of, it.revision.kept
	}
	all := a.live.revisions.of[base]
	var items []*item
	if shown != nil {
		items = append(items, base)
	}
	for i, k := range slices.Backward(all) {
		if k != shown && i < len(all)-1 {
			items = append(items, newRevision(base, k, i, len(all)))
		}
	}
	return items
}

func hasOlder(a *App) bool {
	all, i := a.former()
	return len(all) > 1 && i > 0
}

func hasNewer(a *App) bool {
	all, i := a.former()
	return i >= 0 && i < len(all)-1
}

// stepRevision shows the answer n changes later, earlier where n is negative. The
// place in the text is kept.
func (a *App) stepRevision(n int) tea.Cmd {
	all, i := a.former()
	i = max(min(i+n, len(all)-1), 0)
	was := a.reader.item
	now := was
	if was.revision != nil {
		now = was.revision.of
	}
	if i < len(all)-1 {
		now = newRevision(now, all[i], i, len(all))
	}
	a.list.replace(was, now)
	a.fresh = false
	a.renewReader(was, now)
	if now.judged != nil {
		return tea.Batch(a.workOut(), a.fetch())
	}
	id, e := a.opened, now.evidence
	return func() tea.Msg {
		return judgedMsg{id: id, verdicts: map[*item]*judged{now: judge(e)}, next: -1}
	}
}

// stayOnRevision goes on showing a former answer after the files were read again. It
// reports false where that was forgotten.
func (a *App) stayOnRevision(was, now *item) bool {
	all := a.live.revisions.of[now]
	i := slices.Index(all, was.revision.kept)
	if i < 0 || now == nil {
		return false
	}
	shown := newRevision(now, was.revision.kept, i, len(all))
	shown.judged = was.judged
	a.list.replace(now, shown)
	a.reader.item = shown
	a.detail.refresh(a.described())
	return true
}

// leaveRevision has the list show the newest answer again, before something else is
// selected.
func (a *App) leaveRevision() {
	if it := a.list.current(); it != nil && it.revision != nil {
		a.list.replace(it, it.revision.of)
	}
}

// newRevision returns the item of a former answer of it.
func newRevision(it *item, k *keptRevision, index, count int) *item {
	at := fmt.Sprintf("revision %d of %d · %s", index+1, count, k.at.Format("15:04:05"))
	shown := *it
	shown.attempt, shown.heir = nil, nil
	shown.evidence, shown.judged = k.evidence, k.judged
	shown.crumbs = append(slices.Clone(it.crumbs), at)
	shown.facts = append([]line{{label: "revision", text: at + "; this is what was in the file, and is no more"}, {}}, it.facts...)
	shown.revision = &revision{of: it, index: index, kept: k}
	return &shown
}

// replace shows another item in the row of one.
func (l *list) replace(old, now *item) {
	if i := l.index(old); i >= 0 {
		l.rows[l.items[i]].item = now
	}
}
