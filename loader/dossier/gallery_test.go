package dossier

import (
	"testing"

	"compactlens/core/inspect"
	"compactlens/loader"
)

// Each case of the gallery shows what its title says and nothing beside it: the accepted
// one has no finding, every other the one that decides.
func TestGalleryCasesShowOneThing(t *testing.T) {
	w, err := loader.Gallery(t.Context(), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range dossiers(t, w) {
		want := min(i, 1)
		if n := len(d.Verdict.Findings); n != want || want == 1 && !d.Verdict.Findings[0].Primary || (d.Verdict.Decision == inspect.Accepted) != (i == 0) {
			t.Errorf("%s: %v with %d findings, want %d", d.Attempt.Title, d.Verdict.Decision, n, want)
			for _, f := range d.Verdict.Findings {
				t.Log(f.Rule.ID, f.Message)
			}
		}
	}
}
