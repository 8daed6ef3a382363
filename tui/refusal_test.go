package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/loader"
)

// An attempt that was refused after its answer had passed opens with the refusal: by
// which reason, at which stage and by how much. What there is to say about the answer
// comes after it, and the keys of the findings lead back to it.
func TestRefusalComesFirst(t *testing.T) {
	for _, c := range []struct {
		name, title, over, advice string
		paths                     []string
		findings                  int
	}{
		{"a bundle", "Refused · summary_too_large", "1 token too many: 160,000 with the summary in it", "advice/longer-than-replaced",
			[]string{"../testdata/cases/128-post-at-limit.attempt.json"}, 1},
		{"a journal", "Refused · summary_too_large", "≈ 2,632 tokens too many: ≈ 23,111 with the summary in it", "advice/at-the-start",
			[]string{journals + "live-summary-too-large.jsonl.gz", journals + "live-summary-too-large.response-1.json.gz"}, 2},
		{"another basis", "Refused · stale_basis", "", "advice/longer-than-replaced", []string{"../testdata/cases/136-stale-basis.attempt.json"}, 1},
	} {
		w, err := loader.Open(t.Context(), c.paths, loader.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		d := drive(t, contentsOf(w), 120, 40)
		d.expect("✗ REJECTED", "─ "+c.title, "stage", "the answer passed its checks", c.over)
		d.absent("─ Finding 1")
		if at, _ := d.app.reader.cursor(); d.app.reader.kind != viewSummary || at != 0 {
			t.Errorf("%s: it opens in %s at byte %d", c.name, d.app.reader.kind.title(), at)
		}
		d.press("]")
		d.expect("─ Finding 1 of")
		d.press("[")
		d.expect("─ " + c.title)
		d.press("r l s")
		d.expect("─ " + c.title) // looking at another view selects nothing else
		d.press("[")
		d.expect("the refusal is before all findings")
		d.press("a")
		d.expect("▸ ✗ Refused by "+strings.TrimPrefix(c.title, "Refused · "), "─ "+c.title)
		d.press("tab tab tab j")
		if d.app.focus != paneText {
			d.app.setFocus(paneText)
			d.press("j")
		}
		d.expect("─ Finding 1 of")
		d.press("g")
		d.expect("─ " + c.title)
		d.press("G")
		if got := d.app.reader.finding; got != c.findings-1 {
			t.Errorf("%s: the last row is finding %d of %d", c.name, got+1, c.findings)
		}
		d.press("g s")
		d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		d.expect("─ " + c.title)
		d.send(tea.WindowSizeMsg{Width: 50, Height: 15})
		d.expect("Refused")
		if t.Failed() {
			t.Fatal(c.name)
		}
	}
}

// The step from another attempt leads to the refusal first, too, and a click on its row
// selects it.
func TestRefusalIsCrossedTo(t *testing.T) {
	d := drive(t, openFiles(t, cases+"001-fenced-xml.xml", cases+"128-post-at-limit.attempt.json"), 120, 40)
	d.press("] ]")
	d.expect("─ Refused · summary_too_large")
	d.press("[ [")
	d.expect("001-fenced-xml.xml", "✗ REJECTED xml_structure")
	d.press("n a G tab")
	d.app.setFocus(paneText)
	d.press("G")
	d.expect("─ Finding 1 of 1")
	l := d.app.layout.text
	d.send(tea.MouseMsg{X: l.x + 4, Y: l.y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.expect("─ Refused · summary_too_large", "▸ ✗ Refused by")
	d.send(tea.MouseMsg{X: l.x + 4, Y: l.y + findingRows, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.expect("─ Finding 1 of 1")
}

// The refusal, its list and the panel of limits fit every window.
func TestRefusalFitsEverySize(t *testing.T) {
	d := drive(t, openFiles(t, journals+"live-summary-too-large.jsonl.gz", journals+"live-summary-too-large.response-1.json.gz"), 120, 40)
	for _, view := range []string{"s", "a", "w"} {
		d.press(view)
		for _, w := range []int{0, 1, 7, 20, 30, 38, 40, 44, 50, 63, 80, 100, 120, 200} {
			for _, h := range []int{0, 1, 3, 6, 8, 10, 15, 24, 30, 60} {
				d.send(tea.WindowSizeMsg{Width: w, Height: h})
				if err := fits(d.app.View(), w, h); err != nil {
					t.Fatalf("%s at %dx%d: %v", view, w, h, err)
				}
			}
		}
		d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	}
}

// An attempt that ended before a model was called opens with the reason and by how much
// it was too large; nothing of an answer is asked for.
func TestRefusalWithoutAnAnswer(t *testing.T) {
	for _, c := range []struct{ name, path, over, head string }{
		{"a bundle's sizes", "../testdata/cases/131-tail-too-large.attempt.json", "97 tokens too many: 160,096 with the summary budget in it", "by its sizes"},
		{"a journal", journals + "live-retained-tail-too-large.jsonl.gz", "≈ 786 tokens too many: ≈ 14,097 with the summary budget", "(14)"},
	} {
		w, err := loader.Open(t.Context(), []string{c.path}, loader.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		d := drive(t, contentsOf(w), 120, 40)
		d.expect("REJECTED retained_tail_too_large", "Rejected: retained_tail_too_large", c.head, c.over, "no model was called: nothing to check")
		d.absent("no answer in hand")
		d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		d.expect("REJECTED", c.over[:20])
	}
}

// Where there is no fault to step to under a title that says REJECTED, the key says why
// that is.
func TestNoFaultInARefusedAttempt(t *testing.T) {
	bare := func(name string) *contents { // an attempt whose answer has no finding, not even advice
		t.Helper()
		c := openCases(t, name)
		for _, g := range c.groups {
			for _, it := range g.items {
				j := it.judge(t.Context())
				j.verdict.Findings = nil
				it.judged = j
			}
		}
		return c
	}
	alone := func(c *contents, names ...string) *driver {
		t.Helper()
		d := drive(t, c, 120, 40)
		for _, it := range d.app.list.all {
			if it.judged != nil {
				it.judged.verdict.Findings = nil
			}
		}
		d.app.unveiled()
		return d
	}
	for _, key := range []string{"]", "["} {
		d := alone(bare("136-stale-basis.attempt.json"))
		d.expect("REJECTED stale_basis")
		d.press(key)
		d.expect(key + ": the attempt was refused, stale_basis; there is no fault in its answer")
		d = drive(t, openFiles(t, cases+"143-lane-full.attempt.json"), 120, 40)
		d.expect("REJECTED control_lane_full")
		d.press(key)
		d.expect(key + ": the attempt was refused, control_lane_full; no model was called")
		d = drive(t, openFiles(t, journals+"live-canceled-hustle-timeout.jsonl.gz"), 120, 40)
		d.expect("REJECTED canceled")
		d.press(key)
		d.expect(key + ": the attempt was refused, canceled; no answer is in hand")
		d = alone(openCases(t, "136-stale-basis.attempt.json", "066-valid-minimal.xml"))
		d.expect("REJECTED stale_basis")
		d.press(key)
		d.expect("the attempt was refused, stale_basis; there is no fault in its answer, nor in any other listed")
		d = drive(t, openFiles(t, cases+"143-lane-full.attempt.json", journals+"live-canceled-hustle-timeout.jsonl.gz"), 120, 40)
		d.press("g " + key)
		d.expect("the attempt was refused, c", "no attempt listed has a finding")
		d = drive(t, openFiles(t, cases+"066-valid-minimal.xml"), 120, 40)
		d.app.list.current().judged.verdict.Findings = nil
		d.app.unveiled()
		d.press(key)
		d.expect(key + ": there is no fault here")
	}
}
