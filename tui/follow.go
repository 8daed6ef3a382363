package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// liveActions are the keys of following files.
func liveActions() []action {
	// In the view of repairs, the key makes all of them.
	elsewhere := (in(viewKinds) - 1) &^ in(viewRepair) // every view's bit is below that of their number
	return []action{
		{id: "follow", group: "Live", where: elsewhere, key: bind("stay on the newest attempt as they land, or no more", "F", "F"), hint: "follow", when: canFollow, why: withoutFollowing, run: (*App).toggleFollow},
		{id: "older-revision", group: "Live", key: bind("the answer as it was before it changed", "(", "("), when: hasOlder, why: because("there is no older revision"), run: func(a *App) tea.Cmd { return a.stepRevision(-a.times()) }},
		{id: "newer-revision", group: "Live", key: bind("the answer as it was next", ")", ")"), when: hasNewer, why: because("there is no newer revision"), run: func(a *App) tea.Cmd { return a.stepRevision(a.times()) }},
	}
}

// canFollow reports whether files are watched and there is an attempt. Where a repair may
// come, the key waits for it; following can be ended at any time.
func canFollow(a *App) bool {
	return a.live.changes != nil && a.contents != nil && (a.live.following || !repairComes(a))
}

// toggleFollow begins to stay on the newest attempt, or ends it.
func (a *App) toggleFollow() tea.Cmd {
	a.fresh = false
	if a.live.following {
		a.live.following, a.live.newest = false, nil
		a.notify("no longer following")
		return nil
	}
	a.live.following = true
	a.notify("following: the newest attempt is shown as it lands; " + a.keyOf("follow") + " ends it")
	return a.followNewest(nil)
}

// followNewest goes to the newest attempt, while that is stayed on.
func (a *App) followNewest(added []*item) tea.Cmd {
	l := &a.live
	if !l.following {
		return nil
	}
	i := a.list.newest()
	if i < 0 {
		return nil
	}
	if l.newest = a.list.rows[a.list.items[i]].item; l.newest == a.list.current() && len(added) == 0 {
		return nil
	}
	if l.newest == a.reader.item {
		return nil
	}
	return a.selectItem(i)
}

// leaveNewest ends following where somebody went to another attempt.
func (a *App) leaveNewest() {
	l := &a.live
	if !l.following || l.newest == nil {
		return
	}
	l.newest = l.newest.newestOf()
	it := a.list.current()
	if it == l.newest || it != nil && it.revision != nil && it.revision.of == l.newest {
		return
	}
	l.following, l.newest = false, nil
	a.notify("no longer following; " + a.keyOf("follow") + " follows again")
}

// newest returns the index of the newest of the items listed, -1 where there is none.
func (l *list) newest() int {
	best, at := -1, time.Time{}
	for i, row := range l.items {
		it := l.rows[row].item
		if it.problem || it.scratch != nil || !it.gone.IsZero() {
			continue
		}
		if t := it.time(); best < 0 || !t.Before(at) {
			best, at = i, t
		}
	}
	return best
}

// time returns when the attempt began, else when its file was written.
func (it *item) time() time.Time {
	if it.at.IsZero() && it.attempt != nil && it.attempt.Source != nil {
		return it.attempt.Source.Modified
	}
	return it.at
}
