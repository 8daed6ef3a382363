package inspect

import (
	"slices"
	"strings"
	"testing"

	"compactlens/core/loop"
	"compactlens/core/source"
	"compactlens/core/summary"
	"compactlens/core/wire"
)

func TestRuleTable(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if seen[r.ID] {
			t.Errorf("%s stands twice", r.ID)
		}
		seen[r.ID] = true
		if (r.Reason == "") != (r.Severity == SeverityAdvice) {
			t.Errorf("%s has the reason %q and the severity %v", r.ID, r.Reason, r.Severity)
		}
		if r.Title == "" || r.Say == "" || r.What == "" || r.Why == "" || r.Mend == "" {
			t.Errorf("%s is not complete: %+v", r.ID, r)
		}
		if (r.Bad == "") != (r.Good == "") && r.Bad != "" {
			t.Errorf("%s has a bad example and no good one", r.ID)
		}
	}
	for _, k := range summary.Kinds() {
		if !seen["summary/"+k.String()] {
			t.Errorf("the grammar's fault %v has no rule", k)
		}
	}
	for _, k := range wire.FaultKinds() {
		room := "wire/"
		if k.Syntax() {
			room = "json/"
		}
		if !seen[room+k.String()] {
			t.Errorf("the reply's fault %v has no rule", k)
		}
	}
	if len(seen) != len(Rules()) || len(seen) < len(summary.Kinds())+len(wire.FaultKinds()) {
		t.Errorf("%d rules", len(seen))
	}
}

// bare returns the evidence of a summary or a reply text alone.
func bare(form Form, text string) Evidence {
	b := []byte(text)
	return Evidence{Reply: Reply{Form: form, File: source.NewText(b), Text: Excerpt{Bytes: b, Map: source.Offsets(0, len(b))}}}
}

// Every bad example breaks exactly its own rule, for the reason the table names,
// and every good one none.
func TestRuleExamples(t *testing.T) {
	for _, r := range Rules() {
		if r.Reason == "" {
			continue // advice is not given here; what gives it tests its examples
		}
		form := FormText
		if strings.HasPrefix(r.ID, "summary/") {
			form = FormSummary
		}
		if r.Bad != "" {
			v := Judge(bare(form, r.Bad))
			var ids []string
			for _, f := range v.Findings {
				ids = append(ids, f.Rule.ID)
			}
			want, first := []string{r.ID}, &r
			if r.Also != "" {
				want = append(want, r.Also)
				if len(ids) > 0 {
					first = RuleByID(ids[0])
				}
			}
			slices.Sort(ids)
			slices.Sort(want)
			if !slices.Equal(ids, want) {
				t.Errorf("%s: the bad example breaks %v", r.ID, ids)
			} else if v.Decision != Rejected || v.Reason != first.Reason || !v.Findings[0].Primary {
				t.Errorf("%s: the bad example is %v %v, want %v", r.ID, v.Decision, v.Reason, r.Reason)
			}
		}
		if r.Good != "" {
			if v := Judge(bare(form, r.Good)); v.Decision == Rejected || len(v.Findings) > 0 {
				t.Errorf("%s: the good example is %v: %+v", r.ID, v.Decision, v.Findings)
			}
		}
	}
}

func TestReasonsAreTheTen(t *testing.T) {
	used := map[loop.InvalidSummaryReason]bool{}
	for _, r := range Rules() {
		if r.Severity == SeverityError {
			used[r.Reason] = true
		}
	}
	for _, r := range loop.InvalidSummaryReasons() {
		if !used[r] {
			t.Errorf("no rule gives %v", r)
		}
		delete(used, r)
	}
	if len(used) > 0 {
		t.Errorf("reasons the contract does not know: %v", used)
	}
}
