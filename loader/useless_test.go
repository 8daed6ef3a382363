package loader

import (
	"os"
	"path/filepath"
	"testing"

	"compactlens/loader/problem"
)

// What is of no use without another file is of use when that comes, and of none again
// when it goes; what was opened before says what it said.
func TestUselessUntilTheOtherComes(t *testing.T) {
	kinds := func(w *Workspace) (s string) {
		for _, p := range w.Problems {
			s += p.Kind.String() + "/" + p.Severity().String() + " "
		}
		return s
	}
	live := func(end string) string {
		return string(fileContent(t, find(t, journals, "live-committed-manual."+end)))
	}
	for name, alone := range map[string]problem.Kind{"x.hooks.jsonl": problem.HooksAlone, "x.input-1.json": problem.RequestAlone, "identity.json": problem.IdentityAlone} {
		text := `{"revision":7,"through_event_id":"8f0f7a2e-6f0f-4a53-9a52-5f3f8b1d2c11"}`
		if name != "identity.json" {
			text = live(name[len("x."):])
		}
		dir := write(t, map[string]string{name: text})
		path, journal := filepath.Join(dir, name), filepath.Join(dir, "x.jsonl")
		w := mustOpen(t, Options{}, path, journal)
		before := kinds(w)
		if w.Failed()[0].Kind != alone || w.Problems[0].Severity() != problem.Fatal {
			t.Errorf("%s: %s", name, before)
		}
		if err := os.WriteFile(journal, []byte(live("jsonl")), 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := w.Reopen(t.Context(), []string{journal})
		if err != nil || kinds(x) != "" || len(x.Attempts) != 1 {
			t.Errorf("%s with its journal: %s, %d attempts, %v", name, kinds(x), len(x.Attempts), err)
		}
		if err := os.Remove(journal); err != nil {
			t.Fatal(err)
		}
		y, err := x.Reopen(t.Context(), []string{journal})
		if err != nil || kinds(y) != before || kinds(w) != before || kinds(x) != "" {
			t.Errorf("%s without it: %s, before %s, now of what was before %s, %v", name, kinds(y), before, kinds(w), err)
		}
	}
}
