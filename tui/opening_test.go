package tui

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// While something is being opened, and where nothing could be, only the keys that do
// something are offered, and the others say why they do not.
func TestKeysWhileOpening(t *testing.T) {
	for _, failed := range []bool{false, true} {
		d := &driver{t: t, app: newApp(t.Context(), testTheme(false, 0), func(context.Context, func(string)) (*contents, error) { return nil, nil })}
		d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
		d.app.Init() // what it begins has not ended
		if failed {
			d.app.loading, d.app.failed = nil, "there is no such file"
		}
		d.app.fresh = false
		d.expect("? all keys", "q quit")
		d.absent("pane", "zoom", "go to")
		for _, key := range []string{"tab", "z", ":", "j", "G", ">", "<", "space"} {
			before := d.text()
			d.press(key)
			d.expect("nothing is open yet")
			if len(d.app.layers) > 0 || d.app.zoom || d.app.focus != paneText {
				t.Errorf("%s does something before anything is open", key)
			}
			d.press("esc")
			if got := d.text(); got != before {
				t.Errorf("after %s and esc:\n%s\nwas\n%s", key, got, before)
			}
		}
		for _, key := range []string{"?", "T"} {
			d.press(key)
			if len(d.app.layers) != 1 {
				t.Errorf("%s opens nothing", key)
			}
			d.press("esc")
		}
		d.press("?")
		d.absent("next pane", "to the start")
		d.press("esc M")
		d.expect("mouse")
	}
}

// Every key that the bar offers right after the start is one of the table's that do
// something without contents.
func TestEarlyActionsNeedNothing(t *testing.T) {
	a := newApp(t.Context(), testTheme(false, 0), nil)
	var early []string
	for i := range a.actions {
		if c := &a.actions[i]; c.valid(a) {
			early = append(early, c.id)
		}
	}
	if got, want := strings.Join(early, " "), "theme help back suspend quit mouse"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
