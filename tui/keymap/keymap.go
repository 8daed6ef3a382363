// Package keymap says which keys do what: it knows the names of keys, takes what a
// user wants instead of the built-in keys, and finds what does not go together. It
// is pure: it reads no file and draws nothing.
package keymap

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"compactlens/core/similar"
)

// Contexts is a set of contexts, one bit each, in which an action can be valid. The
// program is in one context at a time. The zero value stands for all of them.
type Contexts uint32

// Overlap reports whether there is a context in both sets.
func (c Contexts) Overlap(d Contexts) bool { return c == 0 || d == 0 || c&d != 0 }

// Row is an action as far as its keys go.
type Row struct {
	ID     string   // stable
	Title  string   // what it does
	Keys   []string // its built-in keys, by name; the first is the one that is shown
	Where  Contexts // where it can be valid
	Needed bool     // it must have a key, or nobody would find out again
}

// Choice is what somebody wants the keys of an action to be.
type Choice struct {
	Action string   // untrusted
	Keys   []string // untrusted; empty leaves the action without a key
}

// Fault is something in a choice that cannot be.
type Fault struct {
	Choice  int    // index of the choice
	Key     int    // index of the key in it; -1 for the action
	Message string // may quote the choice: untrusted
	Other   int    // index of the choice that it does not go together with; -1 for none
}

// always is the key that leaves the program whatever is chosen, and the action that
// has it.
const (
	always   = "ctrl+c"
	leavesBy = "quit"
)

// holder is who has a key: row is an index into the rows, choice into the choices,
// -1 for a built-in key.
type holder struct{ row, choice int }

// Apply returns the keys of every action, by its id, with the choices taken in. Where
// there are faults, what is returned with them is of no use.
func Apply(rows []Row, choices []Choice) (map[string][]string, []Fault) {
	keys := make(map[string][]string, len(rows))
	for _, r := range rows {
		keys[r.ID] = r.Keys
	}
	var faults []Fault
	chosen := make(map[string]int, len(choices))
	for i, c := range choices {
		at := slices.IndexFunc(rows, func(r Row) bool { return r.ID == c.Action })
		if at < 0 {
			faults = append(faults, Fault{Choice: i, Key: -1, Message: unknown(rows, c.Action), Other: -1})
			continue
		}
		names, bad := parse(i, c.Keys)
		faults = append(faults, bad...)
		if c.Action == leavesBy && !slices.Contains(names, always) && len(names) > 0 {
			names = append(names, always)
		}
		if len(names) == 0 && len(bad) == 0 && rows[at].Needed {
			faults = append(faults, Fault{Choice: i, Key: -1, Message: c.Action + " needs a key, or it could not be reached", Other: -1})
		}
		keys[c.Action] = names
		chosen[c.Action] = i
	}
	return keys, append(faults, conflicts(rows, choices, keys, chosen)...)
}

// unknown says that there is no such action, and which may be meant.
func unknown(rows []Row, name string) string {
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	text := "unknown action " + strconv.Quote(name)
	if near := similar.Nearest(name, ids, 1); len(near) > 0 {
		return text + "; did you mean " + near[0] + "?"
	}
	return text + `; "compactlens config init" lists the actions`
}

// parse returns the keys of a choice by their names.
func parse(choice int, texts []string) (names []string, faults []Fault) {
	for k, text := range texts {
		name, err := Parse(text)
		switch {
		case err != nil:
			faults = append(faults, Fault{Choice: choice, Key: k, Message: err.Error(), Other: -1})
		case slices.Contains(names, name):
			faults = append(faults, Fault{Choice: choice, Key: k, Message: strconv.Quote(text) + " stands twice", Other: -1})
		default:
			names = append(names, name)
		}
	}
	return names, faults
}

// conflicts finds keys that two actions have that can be valid at the same time. One
// is told where it was chosen, the last time where both were.
func conflicts(rows []Row, choices []Choice, keys map[string][]string, chosen map[string]int) []Fault {
	holders := make(map[string][]holder)
	var faults []Fault
	for i, r := range rows {
		choice, is := chosen[r.ID]
		if !is {
			choice = -1
		}
		for _, key := range keys[r.ID] {
			for _, o := range holders[key] {
				if rows[o.row].Where.Overlap(r.Where) && (choice >= 0 || o.choice >= 0) {
					faults = append(faults, conflict(rows, choices, key, o, holder{i, choice}))
				}
			}
			holders[key] = append(holders[key], holder{i, choice})
		}
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return a.Choice - b.Choice })
	return faults
}

func conflict(rows []Row, choices []Choice, key string, a, b holder) Fault {
	if a.choice > b.choice {
		a, b = b, a
	}
	if key == always && rows[b.row].ID == leavesBy && a.choice >= 0 {
		a, b = b, a
	}
	at := slices.IndexFunc(choices[b.choice].Keys, func(s string) bool { name, _ := Parse(s); return name == key })
	f := Fault{Choice: b.choice, Key: at, Other: a.choice}
	if key == always {
		f.Other = -1
	}
	other := rows[a.row].ID
	switch {
	case key == always:
		f.Message = always + " always quits"
	case a.choice >= 0:
		f.Message = fmt.Sprintf("%s is a key of %s, too, and both can be meant", strconv.Quote(Text(key)), other)
	default:
		f.Message = fmt.Sprintf("%s is a key of %s, too, and both can be meant; give %s another key, or none: %s = []", strconv.Quote(Text(key)), other, other, other)
	}
	return f
}

// Conflicts returns what in the built-in keys does not go together, each as
// "KEY: ACTION and ACTION".
func Conflicts(rows []Row) []string {
	var all []string
	for i, r := range rows {
		for _, key := range r.Keys {
			for _, o := range rows[:i] {
				if o.Where.Overlap(r.Where) && slices.Contains(o.Keys, key) {
					all = append(all, fmt.Sprintf("%s: %s and %s", Text(key), o.ID, r.ID))
				}
			}
		}
	}
	return all
}

// Shown returns keys as the hints and the help show them: the first two. The key that
// always quits is not shown beside another.
func Shown(keys []string) string {
	var parts []string
	if i := slices.Index(keys, always); i > 0 {
		keys = slices.Delete(slices.Clone(keys), i, i+1)
	}
	for _, k := range keys[:min(len(keys), 2)] {
		parts = append(parts, arrows.Replace(Text(k)))
	}
	return strings.Join(parts, " ")
}

// Named returns what Shown returned with the arrows in words: in ASCII they would look
// like other keys.
func Named(shown string) string { return names.Replace(shown) }

// names writes the names of the arrow keys.
var names = strings.NewReplacer("↑", "up", "↓", "down", "←", "left", "→", "right")

// arrows draws the names of the arrow keys.
var arrows = strings.NewReplacer("pgup", "pgup", "pgdown", "pgdn", "up", "↑", "down", "↓", "left", "←", "right", "→")
