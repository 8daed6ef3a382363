package dossier

import (
	"context"
	"strings"
	"testing"

	"compactlens/loader"
)

// FuzzSplitKey takes any argument apart into a path and a key that make it up, and picks
// by any key without a panic.
func FuzzSplitKey(f *testing.F) {
	for _, seed := range []string{"a.jsonl#3", "#", "a#b#c", "a", "", "#1", "a#-1", "a#99999999999999999999", "\x00#\xff"} {
		f.Add(seed)
	}
	w, err := loader.Open(context.Background(), []string{"../../testdata/cases/026-less-than-code.xml"}, loader.Options{}, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, arg string) {
		path, key := SplitKey(arg)
		if path+"#"+key != arg && (path != arg || key != "") || strings.Contains(key, "#") || path == "" && arg != "" {
			t.Fatalf("%q: %q and %q", arg, path, key)
		}
		all, err := NewBook(w).Pick(key)
		if (err == nil) == (len(all) == 0) {
			t.Fatalf("%q: %d attempts, %v", key, len(all), err)
		}
	})
}
