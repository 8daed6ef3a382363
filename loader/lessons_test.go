package loader_test

import (
	"slices"
	"testing"

	"compactlens/core/inspect"
	"compactlens/loader"
	"compactlens/loader/dossier"
)

// Every rule has a lesson. Its case has exactly the finding of the rule, and that of
// the rule which cannot but be broken with it; the repaired case has none and is accepted.
func TestLessons(t *testing.T) {
	lessons := loader.Lessons()
	seen := map[string]bool{}
	for _, l := range lessons {
		id := l.Rule.ID
		if seen[id] {
			t.Errorf("%s stands twice", id)
		}
		seen[id] = true
		judge := func(e inspect.Evidence) inspect.Verdict {
			d, err := dossier.JudgeIn(t.Context(), e, l.Context)
			if err != nil {
				t.Fatal(err)
			}
			return d.Verdict
		}
		v := judge(l.Bad)
		var all []string
		for _, f := range v.Findings {
			all = append(all, f.Rule.ID)
		}
		findings, first := []string{id}, l.Rule
		if l.Rule.Also != "" {
			findings = append(findings, l.Rule.Also)
			if len(v.Findings) > 0 {
				first = v.Findings[0].Rule
			}
		}
		slices.Sort(all)
		slices.Sort(findings)
		if !slices.Equal(all, findings) {
			t.Errorf("%s: the case has the findings %q", id, all)
		}
		want := inspect.Rejected
		if l.Rule.Severity == inspect.SeverityAdvice {
			want = inspect.Accepted
		}
		if v.Decision != want || v.Reason != first.Reason {
			t.Errorf("%s: the case is %v %v", id, v.Decision, v.Reason)
		}
		if v := judge(l.Repaired); v.Decision != inspect.Accepted || len(v.Findings) > 0 {
			t.Errorf("%s: the repaired case is %v: %+v", id, v.Decision, v.Findings)
		}
	}
	for _, r := range inspect.Rules() {
		if !seen[r.ID] {
			t.Errorf("%s has no lesson", r.ID)
		}
	}
}

func BenchmarkLessons(b *testing.B) {
	for b.Loop() {
		loader.Lessons()
	}
}
