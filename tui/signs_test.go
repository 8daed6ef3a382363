package tui

import (
	"testing"

	"compactlens/core/inspect"
	"compactlens/themes"
	"compactlens/tui/canvas"
	"compactlens/tui/textview"
)

// Every state has its own sign, and every level of a note its own mark, also where only
// ASCII can be drawn.
func TestSignsAreToldApart(t *testing.T) {
	signs := []string{signPassed, signError, signHidden, signAdvice, signUnknown, signProblem, signNotReached}
	var marks []string
	for l := textview.Primary; l <= textview.Limit; l++ {
		marks = append(marks, l.Mark())
	}
	for name, all := range map[string][]string{"signs": signs, "marks": marks} {
		for _, ascii := range []bool{false, true} {
			c := canvas.Canvas{ASCII: ascii}
			c.Reset(len(all), 1)
			for x, s := range all {
				c.Area().Text(x, 0, s, themes.Text)
			}
			drawn, seen := sgr.ReplaceAllString(c.Render(testTheme(false, themes.NoColor)), ""), map[rune]bool{}
			for _, r := range drawn {
				if seen[r] {
					t.Errorf("%s: %q stands for two in %q (ASCII %v)", name, r, drawn, ascii)
				}
				seen[r] = true
			}
			if len(seen) != len(all) {
				t.Errorf("%s: %q has %d of %d", name, drawn, len(seen), len(all))
			}
		}
	}
	for _, f := range []struct {
		finding inspect.Finding
		sign    string
	}{
		{inspect.Finding{Primary: true, HiddenBy: -1}, signError}, {inspect.Finding{}, signHidden}, {inspect.Finding{HiddenBy: -1}, signHidden},
		{inspect.Finding{Severity: inspect.SeverityAdvice, HiddenBy: -1}, signAdvice},
	} {
		if s := findingState(&f.finding); s.sign != f.sign {
			t.Errorf("%+v: %+v", f.finding, s)
		}
	}
}
