package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// judgedMsg brings verdicts on items.
type judgedMsg struct {
	id       int // of the opening
	verdicts map[*item]*judged
	next     int  // index, without the filter, of the first item the command did not look at; -1 for one item alone
	worked   bool // the command worked an item out whole
}

// workOut adds in the background what the journal and the other attempts tell of
// the selected item. It does one item at a time, however fast the selection moves.
func (a *App) workOut() tea.Cmd {
	it := a.list.current()
	if a.working || a.contents.book == nil || it == nil || it.attempt == nil || it.judged != nil && it.judged.whole {
		return nil
	}
	a.working = true
	id, book, ctx := a.opened, a.contents.book, a.ctx
	return func() tea.Msg {
		msg := judgedMsg{id: id, next: -1, worked: true}
		if d, err := book.Open(ctx, it.attempt); err == nil { // else the program ends
			msg.verdicts = map[*item]*judged{it: newJudged(d, true)}
		}
		return msg
	}
}

// judgeFrom judges items of the list in the background, from the i-th on, for a
// short while; take asks for the rest.
func (a *App) judgeFrom(i int) tea.Cmd {
	work := a.list.all[min(i, len(a.list.all)):]
	pending := func(it *item) bool { return it.judged == nil && it.hasReply() }
	for len(work) > 0 && !pending(work[0]) {
		work = work[1:]
	}
	if len(work) == 0 {
		return nil
	}
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
			if todo[k] {
				verdicts[work[k]] = judge(work[k].evidence)
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
		if it.judged == nil || j.whole {
			it.judged = j
		}
	}
	if it := a.list.current(); it != nil && a.reader.judged != it.shown() {
		if a.reader.judged == nil && it.hasReply() {
			a.reader.show(it)
			a.describe()
		} else {
			a.reader.refresh()
			a.detail.refresh(a.described())
		}
	}
	a.fresh = false
	switch {
	case msg.worked:
		a.working = false
		if msg.verdicts == nil {
			return nil
		}
		return a.workOut()
	case msg.next < 0:
		return nil
	}
	return a.judgeFrom(msg.next)
}
