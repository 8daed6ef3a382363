package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/tui/keymap"
)

// rebound returns a driver with keys of one's own: "ACTION KEY KEY".
func rebound(t *testing.T, w, h int, choices ...string) *driver {
	t.Helper()
	var all []keymap.Choice
	for _, c := range choices {
		f := strings.Fields(c)
		all = append(all, keymap.Choice{Action: f[0], Keys: f[1:]})
	}
	keys, faults := keymap.Apply(KeyRows(), all)
	if faults != nil {
		t.Fatal(faults)
	}
	d := drive(t, sample(), w, h)
	d.app.rebind(keys)
	d.app.fresh = false
	return d
}

func TestKeysOfOnesOwn(t *testing.T) {
	d := rebound(t, 120, 40, "edit", "next-fault e ctrl+e", "help h", "next-attempt down", "down j", "filter")
	d.expect("e ctrl+e next fault", "↓ next attempt", "h all keys")
	d.press("e")
	d.expect("Finding 2 of 2")
	d.press("] ?")
	d.expect("Finding 2 of 2")
	d.absent("─ Keys")
	d.press("e")
	d.expect("the last of 2 findings here; e ctrl+e goes on")
	d.press("down")
	d.expect("good.xml", "2/10")
	d.press("& x")
	d.expect("2/10")
	d.press("h")
	d.expect("Keys", "e ctrl+e", "↓")
	d.press("G")
	d.expect("no key")
	d.press("h")
	d.absent("─ Keys")
	d.press(": f i l t e r enter x m l enter")
	d.expect("Attempts · xml")
}

// What is said of keys elsewhere is said of those that were chosen.
func TestKeysInWords(t *testing.T) {
	d := rebound(t, 120, 40, "repair-safe S", "write-repair", "mouse ctrl+y")
	d.press("f")
	d.expect("S all safe", "S        all safe repairs", ":        write the mended copy")
	d.press("ctrl+y")
	d.expect("ctrl+y leaves it to the terminal")
}

// Every action can be given another key, and two of views that are never shown
// together the same.
func TestEveryActionCanBeRebound(t *testing.T) {
	for _, r := range KeyRows() {
		keys, faults := keymap.Apply(KeyRows(), []keymap.Choice{{Action: r.ID, Keys: []string{"f19"}}})
		if faults != nil || keys[r.ID][0] != "f19" {
			t.Errorf("%s: %v %v", r.ID, keys[r.ID], faults)
		}
	}
	rebound(t, 120, 40, "more f19", "repair-safe f19")
	if _, faults := keymap.Apply(KeyRows(), []keymap.Choice{{Action: "more", Keys: []string{"n"}}}); len(faults) != 1 {
		t.Errorf("a key of all views in one: %v", faults)
	}
}

// What is said of a pasted answer names the key that there is.
func TestKeysOfOnesOwnInWords(t *testing.T) {
	d := rebound(t, 120, 40, "open-reply ctrl+l")
	d.app.now = twoMinutesPastTwo
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(good), Paste: true})
	for _, l := range d.app.reader.item.scratch.facts {
		if l.label == "note" && !strings.Contains(l.text, "A file opened with ctrl+l is exact.") {
			t.Errorf("%q", l.text)
		}
	}
}
