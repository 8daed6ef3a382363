package tui

import "testing"

// Who looks at another view and comes back has the same finding selected, and who moves
// the cursor onto another has that.
func TestAnotherViewSelectsNothing(t *testing.T) {
	d := drive(t, openFiles(t, "../testdata/cases/111-over-token-limit.attempt.json"), 120, 40)
	d.expect("Finding 1 of 2")
	for _, k := range []string{"r", "s", "r", "a", "s", "b", "r", "l", "s"} {
		d.press(k)
		if d.app.reader.finding != 0 {
			t.Fatalf("%s selected finding %d:\n%s", k, d.app.reader.finding+1, d.text())
		}
	}
}
