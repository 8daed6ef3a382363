package tui

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
)

// brink is where the next step leaves the findings of an item, after it was said
// that there are no more of them.
type brink struct {
	item    *item
	finding int
	forward bool
}

// findings returns how many findings are known of the answer of it.
func (it *item) findings() int {
	if it == nil || it.judged == nil || !it.hasReply() {
		return 0
	}
	return len(it.judged.verdict.Findings)
}

// tells reports whether there is a finding in the answer of it, or a refusal, to step to.
func (it *item) tells() bool { return it.findings() > 0 || it.refused() }

// unknown reports whether the answer of it was not judged yet.
func (it *item) unknown() bool { return it.judged == nil && it.hasReply() }

// canStepFault reports whether there may be a finding to go to.
func canStepFault(a *App) bool {
	return hasFaults(a) || len(a.list.items) > 1 && !veiled(a)
}

// stepFault selects the n-th finding from here, backward where n is negative. It
// stops at the last of the item and says so; from there the next step goes on with
// the next item that has findings.
func (a *App) stepFault(n int) tea.Cmd {
	forward := n > 0
	here := brink{a.reader.item, a.reader.finding, forward}
	count := a.reader.item.findings()
	if count == 0 || a.brink != nil && *a.brink == here {
		return a.cross(n)
	}
	to := a.reader.finding + n
	if at := max(min(to, count-1), a.reader.item.leastFinding()); at != to && at == a.reader.finding {
		a.atBrink(here, count)
		return nil
	}
	return a.toFinding(to)
}

// atBrink says that there are no more findings of the item.
func (a *App) atBrink(here brink, count int) {
	a.brink = &here
	last, key := "last", a.keyOf("next-fault")
	if !here.forward {
		last, key = "first", a.keyOf("previous-fault")
	}
	text := fmt.Sprintf("the %s of %s findings here; %s goes on", last, grouped(count), key)
	switch {
	case here.finding < 0:
		text = fmt.Sprintf("the refusal is before all findings here; %s goes on", key)
	case count == 1:
		text = fmt.Sprintf("the only finding here; %s goes on", key)
	}
	if len(a.list.items) > 1 {
		text += " with the " + map[bool]string{true: "next", false: "previous"}[here.forward] + " attempt that has any"
	} else {
		text += " from the " + map[bool]string{true: "first", false: "last"}[here.forward]
	}
	a.notify(text)
}

// toFinding selects finding i of the item, or the refusal, the nearest where there is
// none.
func (a *App) toFinding(i int) tea.Cmd {
	count := a.reader.item.findings()
	if count == 0 || a.reader.item.veil.on {
		return nil
	}
	a.reader.selectFinding(max(min(i, count-1), a.reader.item.leastFinding()))
	a.describe()
	return a.fetch()
}

// crossing is a search for the next item with findings that had to judge some first.
type crossing struct {
	id   int
	stop context.CancelFunc // nil for none
}

// forget has what is still searched for not be gone to.
func (c *crossing) forget() {
	if c.stop != nil {
		c.stop()
		c.stop = nil
	}
	c.id++
}

// crossedMsg ends such a search.
type crossedMsg struct {
	judgedMsg
	crossing int
	steps    int
	to       *item // nil where nothing has findings
}

// around returns the items listed in the order of a search: behind the selected one
// forward or backward and round to itself.
func (l *list) around(forward bool) []*item {
	n := len(l.items)
	all := make([]*item, 0, n)
	for k := 1; k <= n; k++ {
		i := l.selected + k
		if !forward {
			i = l.selected - k + n
		}
		all = append(all, l.rows[l.items[i%n]].item)
	}
	return all
}

// cross goes to the nearest item that has findings, and |n|-1 findings into it. Those
// not judged yet are judged in the background.
func (a *App) cross(n int) tea.Cmd {
	if len(a.list.items) == 0 {
		return nil
	}
	all := a.list.around(n > 0)
	for i, it := range all {
		if it.tells() || it.veil.on { // to skip what is hidden would tell that nothing is wrong with it
			return a.crossTo(it, n)
		}
		if it.unknown() {
			return a.crossLater(all[i:], n)
		}
	}
	a.noneListed()
	return nil
}

// noneListed says that there is nothing to go to; beside that, why the attempt shown was
// refused all the same.
func (a *App) noneListed() {
	words := "no attempt listed has a finding"
	if refused := a.reader.item.refusalWords(); refused != "" {
		words = refused + " · " + words
	}
	a.notify(words)
}

// crossLater judges items until one has findings.
func (a *App) crossLater(items []*item, n int) tea.Cmd {
	ctx, stop := context.WithCancel(a.ctx)
	a.crossing.forget()
	a.crossing.stop = stop
	a.notify("looking for the next finding …")
	type work struct {
		it   *item
		todo bool // what to do is read here, not in the command
		has  bool
	}
	var all []work
	for _, it := range items {
		all = append(all, work{it, it.unknown(), it.tells()})
	}
	msg := crossedMsg{crossing: a.crossing.id, steps: n}
	msg.id, msg.next = a.opened, -1
	return func() tea.Msg {
		msg.verdicts = make(map[*item]*judged)
		for _, w := range all {
			if ctx.Err() != nil {
				break
			}
			if w.todo {
				j := w.it.judge(ctx)
				if j == nil {
					break
				}
				msg.verdicts[w.it] = j
				w.has = len(j.verdict.Findings) > 0 || w.it.refusedBy(j)
			}
			if w.has {
				msg.to = w.it
				break
			}
		}
		return msg
	}
}

// crossed keeps the verdicts of a search and goes to what it found, unless somebody
// pressed another key meanwhile.
func (a *App) crossed(msg crossedMsg) tea.Cmd {
	cmd := tea.Batch(a.take(msg.judgedMsg), a.refilterJudged())
	if msg.id != a.opened || msg.crossing != a.crossing.id {
		return cmd
	}
	a.crossing.forget()
	if msg.to == nil || a.list.index(msg.to) < 0 {
		a.noneListed()
		return cmd
	}
	a.notify("")
	return tea.Batch(cmd, a.crossTo(msg.to, msg.steps))
}

// crossTo selects it and its finding |n|, counted from its first or from its refusal, or
// from its last where n is negative.
func (a *App) crossTo(it *item, n int) tea.Cmd {
	from, to := a.list.selected, a.list.index(it)
	finding := it.leastFinding() + n - 1
	if n < 0 {
		finding = it.findings() + n
	}
	var cmd tea.Cmd
	if to != from {
		a.jumped()
		cmd = a.selectItem(to)
	}
	switch forward := n > 0; {
	case to == from && it.refusalWords() != "":
		a.notify(it.refusalWords() + ", nor in any other listed")
	case to == from && forward:
		a.notify("round to the first finding: no other attempt has any")
	case to == from:
		a.notify("round to the last finding: no other attempt has any")
	case forward && to < from:
		a.notify("round to the first attempt that has findings")
	case !forward && to > from:
		a.notify("round to the last attempt that has findings")
	}
	return tea.Batch(cmd, a.toFinding(finding))
}
