package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/loader/dossier"
)

// judgedMsg brings verdicts on items.
type judgedMsg struct {
	id       int // of the opening
	verdicts map[*item]*judged
	next     int  // index, without the filter, of the first item the command did not look at; -1 for one item alone
	worked   bool // the command worked an item out whole
}

// working is an item that is being worked out whole.
type working struct {
	item   *item
	cancel context.CancelFunc
}

// workOut adds in the background what the journal and the other attempts tell of
// the selected item, and what can be mended. It does one item at a time, however
// fast the selection moves, and begins with a large one when its verdict is there.
func (a *App) workOut() tea.Cmd {
	it := a.list.current()
	if a.working != nil || it == nil || it.judged == nil && it.large() || it.judged != nil && it.judged.whole {
		return nil
	}
	var known *dossier.Dossier
	if it.judged != nil {
		known = it.judged.dossier
	}
	book := a.contents.book
	alone := book == nil || it.attempt == nil
	if alone && (known == nil || known.Planned) {
		return nil
	}
	ctx, cancel := context.WithCancel(a.ctx)
	a.working = &working{it, cancel}
	id := a.opened
	return func() tea.Msg {
		msg := judgedMsg{id: id, next: -1, worked: true}
		var d *dossier.Dossier
		var err error
		if alone {
			d, err = known.WithPlan(ctx)
		} else {
			d, err = book.OpenKnown(ctx, it.attempt, known)
		}
		if err == nil { // else something else is looked at, or the program ends
			msg.verdicts = map[*item]*judged{it: newJudged(d, !alone)}
		}
		return msg
	}
}

// sight is the selected item while its answer is judged, before all others.
type sight struct {
	item   *item
	cancel context.CancelFunc
	missed bool // judging an earlier one was ended before its time
}

// indexedMsg says that a large answer's lines were counted: its text can be shown.
type indexedMsg struct {
	id   int // of the opening
	item *item
	then tea.Cmd // judges it
}

// look begins to judge the selected item, where it was not, and ends what is done
// for a large one that was selected before.
func (a *App) look(it *item) tea.Cmd {
	if s := &a.sight; s.item != nil && s.item != it && s.item.large() {
		s.cancel()
		s.missed = s.missed || s.item.judged == nil
	}
	a.sight.item = nil
	if w := a.working; w != nil && w.item != it && w.item.large() {
		w.cancel()
	}
	if it == nil || it.judged != nil || !it.hasReply() {
		return nil
	}
	ctx, cancel := context.WithCancel(a.ctx)
	a.sight.item, a.sight.cancel = it, cancel
	id := a.opened
	see := func() tea.Msg {
		msg := judgedMsg{id: id, next: -1, verdicts: map[*item]*judged{}}
		if j := it.judge(ctx); j != nil {
			msg.verdicts[it] = j
		}
		return msg
	}
	if !it.large() || it.indexed {
		return see
	}
	return func() tea.Msg {
		it.evidence.Reply.File.LineCount()
		return indexedMsg{id, it, see}
	}
}

// arrive shows the text of an answer that is still being judged.
func (m indexedMsg) arrive(a *App) tea.Cmd {
	m.item.indexed = m.id == a.opened
	if r := &a.reader; m.item.indexed && r.item == m.item && r.judged == nil {
		r.show(m.item)
		a.describe()
	}
	return m.then
}

// saw takes note that the selected item was judged, and returns what is to be done
// then.
func (a *App) saw() tea.Cmd {
	s := &a.sight
	if s.item == nil || s.item.judged == nil {
		return nil
	}
	s.cancel()
	s.item = nil
	if a.judging {
		return a.workOut()
	}
	return tea.Batch(a.workOut(), a.judgeFrom(len(a.list.all))) // those that were missed
}

// judgeFrom judges items of the list in the background, from the i-th on, for a
// short while; take asks for the rest.
func (a *App) judgeFrom(i int) tea.Cmd {
	work := a.list.all[min(i, len(a.list.all)):]
	pending := func(it *item) bool { return it.judged == nil && it.hasReply() && it != a.sight.item }
	a.judging = false
	for len(work) > 0 && !pending(work[0]) {
		work = work[1:]
	}
	switch missed := a.sight.missed && a.sight.item == nil; {
	case len(work) == 0 && missed:
		a.sight.missed = false
		return a.judgeFrom(0)
	case len(work) == 0:
		return nil
	}
	a.judging = true
	first, id, ctx := len(a.list.all)-len(work), a.opened, a.ctx
	todo := make([]bool, len(work)) // what to do is read here, not in the command
	for k, it := range work {
		todo[k] = pending(it)
	}
	return func() tea.Msg {
		const slice = 50 * time.Millisecond
		verdicts := make(map[*item]*judged)
		begin := time.Now()
		k := 0
		for ; k < len(work) && ctx.Err() == nil && (len(verdicts) == 0 || time.Since(begin) < slice); k++ {
			if !todo[k] {
				continue
			}
			if j := work[k].judge(ctx); j != nil {
				verdicts[work[k]] = j
			}
		}
		return judgedMsg{id: id, verdicts: verdicts, next: first + k}
	}
}

// take keeps verdicts that came back and asks for more.
func (a *App) take(msg judgedMsg) tea.Cmd {
	if msg.id != a.opened {
		return nil
	}
	for it, j := range msg.verdicts {
		if it.hasReply() && j.dossier.Evidence.Reply.File != it.evidence.Reply.File {
			continue // it has another answer by now
		}
		if it.judged == nil || j.adds(it.judged) {
			it.judged = j
		}
	}
	if it := a.list.current(); it != nil && a.reader.judged != it.shown() {
		if a.reader.judged == nil && it.hasReply() {
			a.reader.arrive(it)
			a.describe()
		} else {
			a.reader.refresh()
			a.detail.refresh(a.described())
		}
	}
	a.forgetWaiting()
	a.fresh = false
	switch {
	case msg.worked:
		if a.working != nil {
			a.working.cancel()
		}
		a.working = nil
		if msg.verdicts == nil && a.ctx.Err() != nil {
			return nil
		}
		return a.workOut()
	case msg.next < 0:
		return a.saw()
	}
	return tea.Batch(a.saw(), a.judgeFrom(msg.next))
}
