package tui

import (
	"testing"
)

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		name, write, keys string
		want, not         []string
	}{
		{"it says what can be typed", "", "", []string{"10 of 10", "name, reason, rule", "rule:"}, nil},
		{"text", "xml", "", []string{"Attempts · xml", "many-faults.xml", "3 of 10"}, []string{"harborline", "broken.jsonl"}},
		{"a heading", "harbor", "", []string{"harborline", "6 of 10"}, []string{"many-faults.xml"}},
		{"not", "!xml", "", []string{"broken.jsonl", "7 of 10"}, []string{"empty.xml"}},
		{"reason", "reason:xml_", "", []string{"many-faults.xml", "empty.xml", "2 of 10"}, []string{"good.xml"}},
		{"the recorded reason", "reason:stale", "", []string{"▸ ✗ 11", "1 of 10"}, nil},
		{"verdict", "verdict:accepted", "", []string{"▸ ✓ good.xml", "ACCEPTED", "1 of 10"}, []string{"many-faults.xml xml"}},
		{"both", "verdict:rejected !reason:xml", "", []string{"harborline"}, []string{"many-faults.xml"}},
		{"rule", "rule:bare-ampersand", "", []string{"many-faults.xml", "1 of 10"}, []string{"empty.xml"}},
		{"a rule in plain words", "summary/bare-ampersand", "", []string{"many-faults.xml", "1 of 10"}, []string{"empty.xml"}},
		{"part of a rule", "bare-amp", "", []string{"many-faults.xml", "1 of 10"}, []string{"empty.xml"}},
		{"not that rule", "!bare-amp xml", "", []string{"2 of 10", "empty.xml"}, []string{"many-faults.xml"}},
		{"a reason as the contract writes it", "stale_basis", "", []string{"▸ ✗ 11", "1 of 10"}, nil},
		{"a reason in words", "stale basis", "", []string{"▸ ✗ 11", "1 of 10"}, nil},
		{"the same behind its field", "reason:stale_basis", "", []string{"▸ ✗ 11", "1 of 10"}, nil},
		{"case", "RULE:Bare-Ampersand", "", []string{"1 of 10"}, nil},
		{"an unknown field is text", "what:ever", "", []string{"0 of 10", "nothing matches the filter"}, nil},
		{"half a term", "rule:", "", []string{"10 of 10"}, []string{"Attempts ·"}},
		{"nothing", "zzz", "", []string{"0 of 10", "nothing matches the filter"}, []string{"REJECTED"}},
		{"and back", "zzz", "ctrl+u", []string{"▸ ✗ many-faults.xml", "REJECTED", "1/10"}, nil},
		{"kept", "xml", "enter", []string{"Attempts · xml", "1/3", "all keys"}, nil},
		{"one moves among them", "verdict:rejected", "enter j j", []string{"3/6", "▸ ? 8"}, nil},
		{"esc clears", "xml", "esc", []string{"1/10", "all keys"}, []string{"Attempts ·"}},
		{"later, too", "empty", "enter esc", []string{"3/10", "▸ ✗ empty.xml"}, []string{"Attempts ·"}},
		{"changed later", "em", "enter & p t y", []string{"filter empty", "1 of 10"}, nil},
	} {
		d := drive(t, sample(), 120, 40)
		d.press("&")
		d.write(c.write)
		d.press(c.keys)
		d.expect(c.want...)
		d.absent(c.not...)
		if t.Failed() {
			t.Fatalf("after %s", c.name)
		}
	}
}

// Verdicts that come later change what a filter shows, and every item is judged
// although the list does not show it.
func TestFilterFollowsVerdicts(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	for _, it := range d.app.list.all {
		it.judged = nil
	}
	d.do(d.app.setFilter("rule:bare-ampersand", d.app.reader.item))
	d.expect("nothing matches the filter")
	d.do(d.app.judgeFrom(0))
	d.expect("1/1", "REJECTED", "must be written &amp;")
	for _, it := range d.app.list.all {
		if it.hasReply() && it.judged == nil {
			t.Errorf("%s was not judged", it.name)
		}
	}
}

// The heading of a session stays above those of its loops, and goes with them.
func TestFilterKeepsHeadings(t *testing.T) {
	outer, inner := group{title: "session", items: nil}, group{title: "worker", inner: true, items: []*item{{name: "1", outcome: outcome{kind: outcomeCommitted}}}}
	other := group{title: "other", items: []*item{{name: "2", outcome: outcome{kind: outcomeOpen}}}}
	d := drive(t, &contents{groups: []group{outer, inner, other}}, 120, 40)
	d.press("&")
	d.write("verdict:committed")
	d.expect("session", "worker", "1 of 2")
	d.absent("other")
	d.press("ctrl+u")
	d.write("verdict:open")
	d.expect("other", "1 of 2")
	d.absent("session", "worker")
}

// A filter that matches nothing says how to see everything again.
func TestFilterThatMatchesNothing(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.press("& z z z z enter")
	d.expect("nothing matches the filter", "esc shows all")
	d.press("esc")
	d.absent("nothing matches")
}

// A mended case of the gallery is written into the folder one is in.
func TestSuggestedPathOfTheGallery(t *testing.T) {
	d := drive(t, galleryContents(t), 120, 40)
	for d.app.reader.item.name != "Code with a bare ampersand" {
		d.press("n")
	}
	d.press("f W")
	d.expect("08-xml-syntax.attempt.mended.json", "tab completes")
	d.absent("gallery/")
}

// Plain words find an attempt that was refused after its answer had passed, and the advice
// on its answer.
func TestFilterFindsRefusals(t *testing.T) {
	c := openCases(t, "128-post-at-limit.attempt.json", "136-stale-basis.attempt.json", "001-fenced-xml.xml", "066-valid-minimal.xml")
	for words, want := range map[string]string{
		"summary_too_large": "1 of 4", "too large": "1 of 4", "stale_basis": "1 of 4", "reason:summary_too": "1 of 4",
		"summary/code-fence": "1 of 4", "code-fence": "1 of 4", "xml_structure": "1 of 4", "longer-than": "2 of 4",
	} {
		d := drive(t, c, 120, 40)
		d.press("n n n n n n") // so that each was worked out
		d.press("&")
		d.write(words)
		d.expect(want)
	}
}
