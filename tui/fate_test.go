package tui

import (
	"os"
	"path/filepath"
	"testing"
)

// What was read and holds nothing to judge is there still.
func TestFateOfWhatHoldsNothingToJudge(t *testing.T) {
	for name, data := range map[string]string{"a.input-1.json": "journals/live-committed-manual.input-1.json", "a.hooks.jsonl": "journals/live-committed-manual.hooks.jsonl"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, mustRead(t, data), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, from := range []string{path, filepath.Dir(path)} {
			if f := openFiles(t, from).fates()(path); f != fateRead {
				t.Errorf("%s, opened as %s: %d", path, from, f)
			}
		}
	}
}
