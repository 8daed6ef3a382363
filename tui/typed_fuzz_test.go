package tui

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzParseFilter takes any words as a filter: nothing panics, and they are kept.
func FuzzParseFilter(f *testing.F) {
	for _, seed := range []string{"reason:xml !accepted goal", "rule:", "!", "!!x", "::", "verdict:\x00", ""} {
		f.Add(seed)
	}
	groups := sample().groups
	f.Fuzz(func(t *testing.T, words string) {
		p := parseFilter(words)
		if p.active() && strings.TrimSpace(p.words) == "" || len(p.terms) > len(strings.Fields(words)) {
			t.Fatalf("%q: %+v", words, p)
		}
		for g := range groups {
			for _, it := range groups[g].items {
				p.matches(&groups[g], it)
			}
		}
	})
}

// FuzzJSONEscapeAt finds escapes at every byte of any text: where it finds one the byte
// is in it, and in a string of JSON it stands for what that says.
func FuzzJSONEscapeAt(f *testing.F) {
	for _, seed := range []string{`a\nb`, `\ud83d\ude00`, `\\u0041`, `\u004`, `\\\\\"`, `\`, "\xff\\u00e9"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for at := range b {
			how, what, ok := jsonEscapeAt(b, at)
			if !ok {
				continue
			}
			var want string
			if !strings.Contains(string(b), string(how)) || json.Unmarshal([]byte(`"`+string(how)+`"`), &want) != nil || want != string(what) {
				t.Fatalf("%q at %d: %q stands for %q, want %q", b, at, how, what, want)
			}
		}
	})
}

// FuzzDroppedFile takes any paste for the path of a file: only what is there is one.
func FuzzDroppedFile(f *testing.F) {
	path := filepath.Join(f.TempDir(), "a b.xml")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{path, "'" + path + "'", "file://" + path, strings.ReplaceAll(path, " ", `\ `), "~", "file://%zz", "\x00", "'"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, pasted []byte) {
		if got, ok := droppedFile(pasted); ok {
			if info, err := os.Stat(got); err != nil || !info.Mode().IsRegular() || !filepath.IsAbs(got) {
				t.Fatalf("%q: %q, %v", pasted, got, err)
			}
		}
	})
}
