package dossier

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/loader"
)

// #N names the N-th attempt below the path in the order of check, of whatever it is;
// what is not there is told with the path and how many there are.
func TestPickByNumber(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"alone/a.xml": "<conversation_summary/>", "three/a.xml": "<conversation_summary/>", "three/b/c.xml": "<a/>", "three/d.json": `{"version":1,"summary":"x"}`, "three/README.md": "# Notes",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	alone, three, journals := filepath.Join(dir, "alone/a.xml"), filepath.Join(dir, "three"), "../../testdata/journals"
	for _, c := range []struct {
		path, key string
		want      string // of the error; empty for none
	}{
		{alone, "1", ""}, {alone, "2", alone + "#2: there is no such attempt; the only one is 1"}, {alone, "0", "#0: there is no such attempt"}, {alone, "-1", "#-1: there is no such attempt"},
		{three, "1", ""}, {three, "3", ""}, {three, "4", three + "#4: there is no such attempt; they are numbered from 1 to 3"}, {three, "a.xml", three + "#a.xml: there is no such attempt"},
		{three, "", three + ": there is more than one answer; name one, as in " + three + "#1 (" + three + "/a.xml), " + three + "#2 (" + three + "/b/c.xml), "},
		{journals, "7", ""}, {journals + "/live-committed-manual.response-1.json", "1", ""}, {journals + "/live-invalid-summaries.jsonl.gz", "21", ""},
	} {
		w, err := loader.Open(context.Background(), []string{c.path}, loader.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		b := NewBook(w)
		all, err := b.Pick(c.key)
		if c.key == "" {
			_, err = b.answered("")
		}
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s#%s: %v, want %q", c.path, c.key, err, c.want)
			}
			continue
		}
		r, rerr := b.Report(context.Background(), ReportOptions{})
		if err != nil || rerr != nil || len(all) != 1 {
			t.Errorf("%s#%s: %d attempts, %v, %v", c.path, c.key, len(all), err, rerr)
			continue
		}
		n := int(c.key[0] - '0')
		if len(c.key) == 2 {
			n = n*10 + int(c.key[1]-'0')
		}
		if all[0] != w.Attempts[n-1] || all[0].Name() != r.Attempts[n-1].Name {
			t.Errorf("%s#%s: another attempt", c.path, c.key)
		}
	}
}
