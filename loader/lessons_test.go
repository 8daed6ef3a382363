package loader_test

import (
	"testing"

	"compactlens/core/inspect"
	"compactlens/loader"
	"compactlens/loader/dossier"
)

// The case of every lesson has exactly the finding of its rule, and the repaired
// case has none and is accepted.
func TestLessons(t *testing.T) {
	lessons := loader.Lessons()
	seen := map[string]bool{}
	for _, l := range lessons {
		id := l.Rule.ID
		if seen[id] {
			t.Errorf("%s stands twice", id)
		}
		seen[id] = true
		v := dossier.Judge(l.Bad).Verdict
		if len(v.Findings) != 1 || v.Findings[0].Rule.ID != id {
			var all []string
			for _, f := range v.Findings {
				all = append(all, f.Rule.ID)
			}
			t.Errorf("%s: the case has the findings %q", id, all)
		}
		want := inspect.Rejected
		if l.Rule.Severity == inspect.SeverityAdvice {
			want = inspect.Accepted
		}
		if v.Decision != want || v.Reason != l.Rule.Reason {
			t.Errorf("%s: the case is %v %v", id, v.Decision, v.Reason)
		}
		if v := dossier.Judge(l.Repaired).Verdict; v.Decision != inspect.Accepted || len(v.Findings) > 0 {
			t.Errorf("%s: the repaired case is %v: %+v", id, v.Decision, v.Findings)
		}
	}
	if without := len(inspect.Rules()) - len(lessons); without > 5 {
		t.Errorf("%d rules have no lesson", without)
	}
	t.Logf("%d lessons", len(lessons))
}

func BenchmarkLessons(b *testing.B) {
	for b.Loop() {
		loader.Lessons()
	}
}
