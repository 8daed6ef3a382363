package diagnose

import (
	"regexp"
	"strings"
	"testing"

	"compactlens/core/event"
	"compactlens/core/inspect"
)

func TestTableIsComplete(t *testing.T) {
	seen := map[string]bool{}
	id := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	for _, c := range Causes() {
		if seen[c.ID] || !id.MatchString(c.ID) {
			t.Errorf("%q stands twice or is no id", c.ID)
		}
		seen[c.ID] = true
		for _, text := range []string{c.Title, c.What, c.Sign, c.Next} {
			if text == "" || strings.Contains(text, "\n") {
				t.Errorf("%s is not complete: %+v", c.ID, c)
			}
		}
		for _, text := range []string{c.What, c.Sign, c.Next} {
			if !strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q is no sentence", c.ID, text)
			}
		}
	}
	for _, r := range inspect.Rules() {
		if !seen[usual[r.ID]] {
			t.Errorf("the rule %s has no cause", r.ID)
		}
	}
	for rule := range special {
		if usual[rule] == "" {
			t.Errorf("%s is looked at closer and is no rule", rule)
		}
	}
	if len(usual) != len(inspect.Rules()) {
		t.Errorf("%d rows for %d rules", len(usual), len(inspect.Rules()))
	}
	for _, r := range event.CompactRejectReasons() {
		if r != event.CompactRejectInvalidSummary && !seen[byReason[r]] {
			t.Errorf("the reason %v has no cause", r)
		}
	}
}

// What to do about a size depends on which messages are kept: there is a sentence for
// each, and none advises what cannot be done.
func TestSmaller(t *testing.T) {
	for _, id := range []string{"summary-too-large", "tail-too-large"} {
		seen := map[string]bool{causeByID(id).Next: true}
		for _, o := range []Outcome{{Kept: KeptMore}, {Kept: KeptLast}, {Kept: KeptNone}, {Kept: KeptLast, CannotFit: true}} {
			next := o.smaller(id)
			if fewer := strings.Contains(next, "Keep fewer"); next == "" || seen[next] || fewer != (o.Kept == KeptMore) {
				t.Errorf("%s, %+v: %q", id, o, next)
			}
			if o.CannotFit && strings.Contains(next, "shorter summary") {
				t.Errorf("%s: %q", id, next)
			}
			seen[next] = true
		}
		if next := (Outcome{}).smaller(id); next != "" {
			t.Errorf("%s: %q", id, next)
		}
	}
	if next := (Outcome{Kept: KeptLast}).smaller("lane-full"); next != "" {
		t.Error(next)
	}
}
