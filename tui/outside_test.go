package tui

import (
	"errors"
	"os"
	"testing"

	"compactlens/tui/editor"
)

// An editor that failed is told of, with what became of the text and what one can do,
// whatever is told of the file beside it.
func TestAnEditorThatFails(t *testing.T) {
	failed := errors.New("exit status 3")
	for _, c := range []struct {
		name, now     string
		watched       bool
		own           bool
		want, refused []string
	}{
		{"nothing changed", manyFaults, true, true, []string{"ed ($EDITOR): exit status 3", "a.xml is as it was", "e edits it here", "VISUAL or EDITOR names another editor"}, nil},
		{"nothing changed, not watched", manyFaults, false, true, []string{"ed ($EDITOR): exit status 3", "a.xml is as it was", "names another editor"}, nil},
		{"changed", mendedOnce, true, true, []string{"ed ($EDITOR): exit status 3", "reloaded 14:02:11", "1 finding"}, []string{"as it was"}},
		{"changed, not watched", mendedOnce, false, true, []string{"ed ($EDITOR): exit status 3", "a.xml was read again and judged"}, []string{"as it was"}},
		{"a copy", manyFaults, true, false, []string{"ed ($EDITOR): exit status 3", "the copy is dropped, nothing was changed", "names another editor"}, nil},
	} {
		d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
		o := outside{opening: d.app.opened, item: d.app.reader.item, path: d.path("a.xml"), own: c.own, command: editor.Command{Words: []string{"ed"}, From: "$EDITOR"}}
		if !c.watched {
			d.app.live.changes = nil
		}
		if err := os.WriteFile(d.path("a.xml"), []byte(c.now), 0o600); err != nil {
			t.Fatal(err)
		}
		d.send(outsideEnded{o, failed})
		if c.watched && c.now != manyFaults {
			d.changed(map[string]string{"a.xml": c.now})
		}
		d.expect(c.want...)
		d.absent(c.refused...)
		d.later() // what is said of the change goes, and what failed stays
		d.expect("ed ($EDITOR): exit status 3")
		d.absent("reloaded")
		d.press("j")
		d.absent("exit status")
		d.changed(map[string]string{"a.xml": good})
		d.absent("exit status")
		if t.Failed() {
			t.Fatal(c.name)
		}
	}
}
