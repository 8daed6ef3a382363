package dossier

import (
	"errors"
	"path/filepath"
	"regexp"
	"testing"

	"compactlens/core/history"
	"compactlens/core/inspect"
	"compactlens/core/whatif"
	"compactlens/loader"
)

// keepFewer matches the advice to keep fewer messages.
var keepFewer = regexp.MustCompile(`(?i)keep fewer|other policy`)

// To keep fewer messages is advised only where fewer can be kept: with the least tail that
// any policy gives, there would be fewer. What is advised agrees with what-if.
func TestFewerMessagesAreAdvisedWhereTheyCanBeKept(t *testing.T) {
	advised, not := 0, 0
	names, err := filepath.Glob(journals + "/*.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if filepath.Base(name) == "session-20000.jsonl.gz" {
			continue
		}
		for _, d := range dossiers(t, open(t, loader.Options{}, name)) {
			var nothing *history.NothingToCompactError
			tr, err := d.Transcript()
			if d.Cause.Sizes == nil && !errors.As(d.Cause.Err, &nothing) || err != nil {
				continue
			}
			// What the strictest policy keeps.
			l := d.Limits()
			least := inspect.Known[int]{}
			if l[whatif.KeepRecentTokens].Set {
				head, _, err := tr.Context.Cut(history.Policy{KeepRecentSegments: 1, KeepRecentTokens: 1, MaxSummaryTokens: 1})
				if least = inspect.Know(len(head), ""); err != nil {
					least = inspect.Know(0, "")
				}
			}
			fewer := tr.Cut && least.Value > tr.Head || tr.CutErr != nil && least.Value > 0
			r := d.Report(ReportOptions{})
			for _, x := range r.Diagnoses {
				if !keepFewer.MatchString(x.Next) {
					not++
					continue
				}
				if advised++; !fewer {
					t.Errorf("%s %s: %s", filepath.Base(name), r.Name, x.Next)
				}
			}
		}
	}
	if advised == 0 && not == 0 {
		t.Error("nothing was advised")
	}
	for _, c := range []struct {
		name string
		want bool
	}{{"128-post-at-limit", true}, {"131-tail-too-large", true}} { // who knows how many
		r, err := NewBook(open(t, loader.Options{}, cases+"/"+c.name+".attempt.json")).Report(t.Context(), ReportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Attempts[0].Diagnoses[0].Next; !regexp.MustCompile(`(?i)keep fewer messages where more than the last segment is kept`).MatchString(got) {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}
