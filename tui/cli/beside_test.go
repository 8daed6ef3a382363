package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// A journal that was named alone says once which answers lie beside it, until they are
// given.
func TestAnswersBesideAJournal(t *testing.T) {
	files := map[string][]byte{"b/other.response-1.json": []byte("{}")}
	var given []string
	for _, name := range []string{"live-invalid-summaries", "live-committed-manual"} {
		paths, err := filepath.Glob(journalsDir + name + ".*")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			base := strings.TrimSuffix(filepath.Base(path), ".gz")
			if strings.Contains(base, ".jsonl") && !strings.HasSuffix(base, name+".jsonl") {
				continue
			}
			files["a/"+base] = testFile(t, path)
			if strings.HasSuffix(base, name+".jsonl") {
				files["b/"+base] = files["a/"+base]
			} else if strings.Contains(base, ".response-") && name == "live-invalid-summaries" {
				given = append(given, "a/"+base)
			}
		}
	}
	place(t, files)
	const hint = "beside the journal; give"
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{"a/live-invalid-summaries.jsonl"}, "-1."},
		{[]string{"a/live-committed-manual.jsonl"}, "live-committed-manual."},
		{[]string{"b/live-invalid-summaries.jsonl"}, ""},
		{[]string{"a"}, ""},
		{append(given, "a/live-invalid-summaries.jsonl"), ""},
	} {
		for _, format := range []string{"text", "json", "linear", "html"} {
			_, out, errs := run(append([]string{"check", "--format", format}, c.paths...)...)
			n := strings.Count(out, hint)
			if want := map[bool]int{true: 1}[c.want != ""]; n != want || !strings.Contains(out, c.want) {
				t.Errorf("check --format %s %s: %d hints: %.600s%s", format, c.paths[0], n, out, errs)
			}
		}
	}
}
