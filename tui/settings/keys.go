package settings

import (
	"fmt"
	"strconv"
	"strings"

	"compactlens/tui/keymap"
)

// keysTable is the table of the file that says which keys do what.
const keysTable = "keys"

// ofKeys reports whether a key of the file is, or is in, that table.
func ofKeys(key string) bool { return key == keysTable || strings.HasPrefix(key, keysTable+".") }

// keys returns what the file says of the keys of actions, nil for nothing. What
// cannot be is added to the faults.
func (d *document) keys(actions []keymap.Row) map[string][]string {
	var choices []keymap.Choice
	var entries []entry
	for _, x := range d.entries {
		action, is := strings.CutPrefix(x.key, keysTable+".")
		switch {
		case x.key == keysTable:
			d.want(x, kindTable)
			continue
		case !is:
			continue
		}
		c := keymap.Choice{Action: action}
		values := x.list
		if x.kind != kindList {
			values = []entry{x}
		}
		whole := true
		for _, v := range values {
			if v.kind != kindText {
				d.fault(v.value, "%s must be the name of a key in quotes, or a list of such names", x.key)
				whole = false
				break
			}
			c.Keys = append(c.Keys, v.text)
		}
		if whole {
			choices, entries = append(choices, c), append(entries, x)
		}
	}
	if len(choices) == 0 {
		return nil
	}
	keys, faults := keymap.Apply(actions, choices)
	for _, f := range faults {
		x := &entries[f.Choice]
		at := x.at
		switch {
		case f.Key >= 0 && x.kind == kindList:
			at = x.list[f.Key].value
		case f.Key >= 0:
			at = x.value
		}
		where := ""
		if f.Other >= 0 {
			where = fmt.Sprintf("; that is said on line %d", d.text.Position(entries[f.Other].at).Line)
		}
		d.fault(at, "%s%s", f.Message, where)
	}
	return keys
}

// defaultKeys writes the table of keys for the default file.
func defaultKeys(out *strings.Builder, actions []keymap.Row) {
	out.WriteString(`
# The keys of actions: one, or a list of several; an empty list takes an action its
# keys. Keys are characters, or names such as enter, ctrl+x, alt+x, shift+tab, f5, up,
# pgdown and space. No two actions may share a key where both can be meant.
#[` + keysTable + `]
`)
	for _, r := range actions {
		var keys []string
		for _, k := range r.Keys {
			keys = append(keys, strconv.Quote(keymap.Text(k)))
		}
		value := strings.Join(keys, ", ")
		if len(keys) != 1 {
			value = "[" + value + "]"
		}
		fmt.Fprintf(out, "\n# %s\n#%s = %s\n", r.Title, r.ID, value)
	}
}
