package tui

import (
	"strings"
	"testing"

	"compactlens/core/diagnose"
	"compactlens/core/inspect"
)

// What a finding's cause and its rule both advise is said once, and so is what a cause
// and the reason it is hidden behind both tell.
func TestDetailSaysItOnce(t *testing.T) {
	all := []*contents{galleryContents(t), openCases(t, "128-post-at-limit.attempt.json", "113-reasoning-eats-budget.attempt.json", "023-nested-item-list.xml", "106-byte-limit-masks-fence.attempt.json"),
		openFiles(t, journals+"live-invalid-summaries.jsonl.gz")}
	seen := 0
	for _, c := range all {
		for _, g := range c.groups {
			for _, it := range g.items {
				if it.hasReply() {
					it.judged = it.judge(t.Context())
				} else {
					continue
				}
				for i := range it.judged.verdict.Findings {
					_, lines := detailOf(it.judged, i)
					seen += twice(t, it.name, lines)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d findings were looked at", seen)
	}
	d := drive(t, openFiles(t, journals+"session-200.jsonl.gz"), 120, 40)
	for range d.app.list.all {
		twice(t, d.app.reader.item.name, d.app.reader.item.ending())
		d.press("n")
	}
}

// twice complains of sentences of lines that say what others say.
func twice(t *testing.T, name string, lines []line) int {
	t.Helper()
	said := map[string]bool{"cause": true, "likely": true, "next": true, "mend": true, "why": true, "reason": true}
	for i := range lines {
		for k := range lines {
			a, b := lines[i], lines[k]
			if _, text, ok := strings.Cut(b.text, ": "); ok && b.label == "cause" {
				b.text = text
			}
			if a.label == "cause" {
				continue // it may say more exactly what its reason says of several
			}
			if i != k && said[a.label] && said[b.label] && diagnose.Repeats(a.text, b.text) {
				t.Errorf("%s: %s %q is in %s %q", name, a.label, a.text, b.label, b.text)
			}
		}
	}
	return 1
}

// What happened to the file that an answer was kept in is said before everything else.
func TestDamageIsSaidFirst(t *testing.T) {
	for damage, want := range map[inspect.Damage]string{inspect.CutShort: "Damaged: the compressed file is cut short", inspect.Altered: "Damaged: the compressed file is damaged"} {
		for _, text := range []string{good, severalFaults} {
			for _, size := range [][2]int{{120, 40}, {80, 24}, {50, 15}} {
				it := summaryItem("a.xml.gz", text)
				it.evidence.Reply.Damage = damage
				d := drive(t, &contents{groups: []group{{items: []*item{it}}}}, size[0], size[1])
				if shown := strings.Join(strings.Fields(strings.ReplaceAll(d.text(), "│", " ")), " "); !strings.Contains(shown, want) {
					t.Errorf("%v: no %q in %s", size, want, d.text())
				}
			}
		}
	}
}
