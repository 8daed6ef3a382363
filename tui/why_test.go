package tui

import (
	"strings"
	"testing"
	"time"
)

// A key of the table that does nothing now says why, and one of no table is silent.
func TestKeysSayWhyNot(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"t", "t: this item has no transcript"},
		{"s", "s: it is shown already"},
		{"N", "N: nothing is searched for, / searches"},
		{"ctrl+o", "ctrl+o: there is nowhere to go back to"},
		{"}", "}: not in this view"},
		{"right", "→: the cursor is in the text, tab goes there"},
		{"F", "F: the files are not watched"},
		{"V a", "a: the verdict is hidden, space reveals it"},
		{"H", ""},
	} {
		d := drive(t, sample(), 120, 40)
		before := d.app.notice
		d.press(c.keys)
		switch {
		case c.want == "" && d.app.notice != before:
			t.Errorf("%s says %q", c.keys, d.app.notice)
		default:
			d.expect(c.want)
		}
		d.press("j")
		if d.app.notice != "" {
			t.Errorf("%s: %q stays", c.keys, d.app.notice)
		}
	}
}

// Every action of the table that does nothing now has words for it, in every view.
func TestEveryActionSaysWhyNot(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	for _, k := range strings.Fields("s r l a f b w tab n n n n n n n n") {
		d.press(k)
		for i := range d.app.actions {
			if c := &d.app.actions[i]; !c.valid(d.app) && d.app.whyNot(c) == "" {
				t.Errorf("%s says nothing", c.id)
			}
		}
	}
	d = drive(t, &contents{}, 80, 24)
	d.press("y")
	d.expect("y: nothing is selected")
}

// The repair is left for the view it was looked at from.
func TestLeavingTheRepair(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	for _, from := range []string{"s", "b", "a"} {
		d.press(from)
		was := d.app.reader.kind
		d.press("f")
		d.expect("F all safe")
		d.press("F")
		d.expect("F this repair alone", "All safe repairs")
		d.press("f")
		d.expect("F all safe")
		d.press("esc")
		if now := d.app.reader.kind; now != was {
			t.Errorf("esc leads from the repair to %s, not to %s", now.title(), was.title())
		}
	}
}

// What is gone is called by its name, whatever is known of it.
func TestWhatIsGoneHasAName(t *testing.T) {
	it := summaryItem("a.xml", good)
	it.gone, it.fate = time.Unix(0, 0).UTC(), fateGone
	if got := it.goneLine().text; !strings.HasPrefix(got, "a.xml is gone since 00:00") {
		t.Error(got)
	}
	former := newRevision(it, &keptRevision{evidence: it.evidence}, 0, 2)
	if got := former.goneLine().text; !strings.HasPrefix(got, "a.xml is gone") {
		t.Error(got)
	}
}
