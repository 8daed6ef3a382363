package tui

import (
	"cmp"
	"compactlens/core/event"
	"path/filepath"
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
		"128-post-at-limit.attempt.json": {"summary_too_large", "summary_too_large", "As it was: rejected summary_too_large"},
		"136-stale-basis.attempt.json":   {"stale_basis", "stale_basis", "As it was: rejected stale_basis"},
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
	it.outcome.late = "stale_basis"
	it.judged = newJudged(dossier.Judge(it.evidence), false)
	if it.refused() || it.state().word == "stale_basis" {
		t.Errorf("refused afterwards: %v, %q", it.refused(), it.state().word)
	}
}

// A reason has one spelling wherever it is a name: that of the contract, which checks,
// filters and the command line have, too.
func TestReasonsHaveOneSpelling(t *testing.T) {
	journals, err := filepath.Glob(journals + "*.jsonl.gz")
	if err != nil || len(journals) < 10 {
		t.Fatalf("%d journals, %v", len(journals), err)
	}
	names := map[string]bool{}
	for r := event.CompactRejectReason(1); r.Valid(); r++ {
		names[r.String()] = true
	}
	seen := map[string]bool{}
	for _, path := range append(journals, cases+"128-post-at-limit.attempt.json", cases+"131-tail-too-large.attempt.json", cases+"136-stale-basis.attempt.json") {
		if strings.Contains(path, ".ledger.") {
			continue
		}
		d := drive(t, openFiles(t, path), 160, 50)
		for i := range d.app.list.items {
			d.do(d.app.selectItem(i))
			it := d.app.list.current()
			if it.attempt == nil || it.outcome.word == "" && it.outcome.late == "" {
				continue
			}
			if w := cmp.Or(it.outcome.late, it.outcome.word); names[w] || strings.HasPrefix(w, "unknown_reason_") {
				seen[w] = true
			} else {
				t.Errorf("%s: the reason is called %q", path, w)
			}
			d.press("l")
			frame := d.text()
			for n := range names {
				for _, title := range []string{"REJECTED ", "Rejected: ", "Refused by ", "Refused · ", "✗ "} {
					if words := inWords(n); words != n && strings.Contains(frame, title+words) {
						t.Errorf("%s: %q is called %q:\n%s", path, n, title+words, frame)
					}
				}
			}
		}
	}
	if len(seen) < 6 {
		t.Errorf("seen were only %v", seen)
	}
}
