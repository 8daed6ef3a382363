package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/loader"
	"compactlens/loader/dossier"
)

// openCases opens cases of the contract as the interface does.
func openCases(t *testing.T, names ...string) *contents {
	t.Helper()
	for i := range names {
		names[i] = "../testdata/cases/" + names[i]
	}
	w, err := loader.Open(t.Context(), names, loader.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return contentsOf(w)
}

// An attempt that was refused after its answer had passed is no accepted one; what
// the checks say of the answer and how the attempt ended are told apart.
func TestRefusedAfterwards(t *testing.T) {
	for name, c := range map[string]struct{ word, end, was string }{
		"128-post-at-limit.attempt.json": {"summary too large", "summary_too_large", "As it was: rejected summary_too_large"},
		"136-stale-basis.attempt.json":   {"stale basis", "stale_basis", "As it was: rejected stale_basis"},
	} {
		all := openCases(t, name)
		d := drive(t, all, 120, 40)
		d.expect("✗ REJECTED "+c.word+" · the answer passed its checks", "✗ "+name[:9], "Checks of the answer", "✓ xml")
		d.send(tea.WindowSizeMsg{Width: 50, Height: 15}) // the verdict stays, what else there is to say does not
		d.expect("✗ REJECTED " + c.word)
		d.absent("· the answer passed")
		d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
		d.absent("ACCEPTED", "✓ accepted")
		it := all.groups[0].items[0]
		if s := it.state(); s.sign != "✗" || s.word != c.word || !it.rejected() {
			t.Errorf("%s: the list says %q %q", name, s.sign, s.word)
		}
		d.press("w")
		d.expect(c.was)
		d.absent("As it was: accepted")
		d.press("l")
		lines := causeLines(it.judged)
		if len(lines) == 0 || !strings.Contains(lines[0].text, map[string]string{"128": "reaches the input limit", "136": "while the summary was written"}[name[:3]]) {
			t.Errorf("%s: the first cause is %v", name, lines)
		}
	}
}

// Whatever was recorded, an answer that fails its checks is rejected for that.
func TestRefusedForItsAnswer(t *testing.T) {
	it := replyItem("9", "no JSON", 10)
	it.outcome.late = "stale basis"
	it.judged = newJudged(dossier.Judge(it.evidence), false)
	if it.refused() || it.state().word == "stale basis" {
		t.Errorf("refused afterwards: %v, %q", it.refused(), it.state().word)
	}
}
