package dossier

import (
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/whatif"
	"compactlens/loader"
)

// What-if does not contradict what was recorded: with nothing changed every attempt ends
// as its journal or bundle says, and no sentence says otherwise. It asks for nothing that
// is known.
func TestWhatIfAgreesWithTheRecord(t *testing.T) {
	var names []string
	for _, pattern := range []string{journals + "/live-*.jsonl.gz", journals + "/session-200.jsonl.gz", cases + "/*.attempt.json"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		names = append(names, found...)
	}
	seen := map[event.CompactRejectReason]int{}
	for _, name := range names {
		for _, preset := range []string{"", loader.NoPreset} {
			for _, d := range dossiers(t, open(t, loader.Options{Preset: preset}, name)) {
				r := d.WhatIf(nil)
				say := func(format string, args ...any) {
					t.Helper()
					t.Errorf("%s %s (preset %q): "+format, append([]any{filepath.Base(name), r.Name, preset}, args...)...)
				}
				switch recorded := d.Attempt.RejectReason; {
				case d.Attempt.Terminal == loader.Committed:
					if r.Was.Decision != inspect.Accepted {
						say("committed, and what-if says %v", r.Was.Result)
					}
				case recorded != 0:
					seen[recorded]++
					if r.Was.Reject != recorded || r.Now.Result != r.Was.Result {
						say("rejected %v, and what-if says %v", recorded, r.Was.Result)
					}
					failed := 0
					for _, s := range r.Now.Steps {
						if s.Status == inspect.Failed {
							failed++
						}
					}
					if failed != 1 {
						say("%d steps failed: %+v", failed, r.Now.Steps)
					}
					if recorded == event.CompactRejectSummaryTooLarge || recorded == event.CompactRejectRetainedTailTooLarge {
						if h := r.Now.Replacement.Headline(); strings.HasPrefix(h, "fits") || strings.Contains(h, "any size") {
							say("rejected %v, and the next request %q", recorded, h)
						}
					}
				}
				for _, s := range r.Now.Steps {
					if r.Now.InputLimit.Set && strings.Contains(s.Detail, "the input limit") || r.Now.Verdict.Form != inspect.FormNone && strings.Contains(s.Detail, "needs the model's answer") {
						say("%v: %s", s.ID, s.Detail)
					}
					if d.NoCall() && s.ID == whatif.StepAnswer && !strings.Contains(s.Detail, "no model was called") && s.Detail != "not reached" {
						say("no model was called, and of the answer it says %v %s", s.Status, s.Detail)
					}
				}
			}
		}
	}
	if len(seen) < 12 {
		t.Errorf("only %d reasons: %v", len(seen), seen)
	}
}

// Of a summary that nobody has, what is known is that it did not fit: limits under which
// even the least such summary is too large refuse it, others decide nothing.
func TestWhatIfOfAnUnknownSummary(t *testing.T) {
	d := dossiers(t, open(t, loader.Options{}, journals+"/live-summary-too-large.jsonl.gz"))[0]
	for _, c := range []struct {
		knob  whatif.Knob
		value uint64
		want  event.CompactRejectReason
		say   string
	}{
		{whatif.InputLimit, 20_480, event.CompactRejectSummaryTooLarge, "at least 20,480"},
		{whatif.InputLimit, 20_000, event.CompactRejectSummaryTooLarge, "at least 20,480"},
		{whatif.InputLimit, 20_481, 0, "at least 20,480"},
		{whatif.InputLimit, 100_000, 0, "at least 20,480"},
	} {
		r := d.WhatIf([]whatif.Setting{{Knob: c.knob, Value: c.value}})
		s := r.Now.Steps[whatif.StepReplacement]
		if r.Now.Reject != c.want || r.Now.Decision == inspect.Accepted || !strings.Contains(s.Detail, c.say) || !strings.Contains(r.Now.Replacement.Headline(), c.say) {
			t.Errorf("%v %d: %v, %q, %q", c.knob, c.value, r.Now.Result, s.Detail, r.Now.Replacement.Headline())
		}
		if r.Now.Replacement.Total.Set {
			t.Errorf("%v %d: the total is a fact: %+v", c.knob, c.value, r.Now.Replacement.Total)
		}
	}
	flips := ""
	for _, f := range d.WhatIf(nil).Flips {
		flips += f.String() + "\n"
	}
	if !strings.Contains(flips, "input_limit from 20,481 on: undetermined") {
		t.Errorf("the flips are\n%s", flips)
	}
}
