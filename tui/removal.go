package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"
)

// removedLimit bounds the removed answers that can be brought back.
const removedLimit = 20

// removalActions are the actions that take answers given by hand away again.
func removalActions() []action {
	return []action{
		{id: "remove-answer", group: "Editing", key: bind("take an answer given by hand off the list", "delete", "delete"), when: canRemove, why: because("only answers given by hand, marked +, can be taken off the list"), run: (*App).removeAnswer},
		{id: "restore-answer", group: "Editing", key: bind("bring back the answer that was taken off last", "U", "U"), when: canRestore, why: because("nothing was taken off the list"), run: (*App).restoreAnswer},
	}
}

// canRemove reports whether the selected answer was given by hand: all others lie in
// files, which are never touched.
func canRemove(a *App) bool {
	it := a.list.current()
	return it != nil && it.scratch != nil
}

func canRestore(a *App) bool { return len(a.removed) > 0 && a.contents != nil }

// removeAnswer takes the selected answer off the list. It is kept to be brought back,
// as it is stored nowhere else.
func (a *App) removeAnswer() tea.Cmd {
	a.leaveRevision()
	it, i := a.list.current(), a.list.selected
	a.contents.remove(it)
	if len(a.removed) == removedLimit {
		a.removed = slices.Delete(a.removed, 0, 1)
	}
	a.removed = append(a.removed, it)
	a.list.set(a.contents)
	a.fresh = false
	a.notify("off the list: " + it.called() + "; " + a.keyOf("restore-answer") + " brings it back")
	return a.selectItem(max(i-1, 0))
}

// restoreAnswer brings back the answer that was taken off last.
func (a *App) restoreAnswer() tea.Cmd {
	last := len(a.removed) - 1
	it := a.removed[last]
	a.removed = a.removed[:last]
	it.scratch.of = it.scratch.of.newestOf() // its files may have changed meanwhile
	a.notify("on the list again: " + it.called())
	return a.addItem(it)
}

// remove takes a scratch item out, and the group that only it was in.
func (c *contents) remove(it *item) {
	for g := range c.groups {
		i := slices.Index(c.groups[g].items, it)
		if i < 0 {
			continue
		}
		if c.groups[g].items = slices.Delete(slices.Clone(c.groups[g].items), i, i+1); len(c.groups[g].items) == 0 && c.groups[g].title == scratchGroup {
			c.groups = slices.Delete(slices.Clone(c.groups), g, g+1)
		}
		return
	}
}
