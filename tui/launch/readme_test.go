package launch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"compactlens/tui"
	"compactlens/tui/settings"
)

// The example of keys that the README gives can be taken as it is.
func TestKeysOfTheReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile("table `\\[keys\\]`[^(]*\\(([^)]*)\\)").FindSubmatch(readme)
	if said == nil {
		t.Fatal("the README gives no example of keys")
	}
	var lines []string
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllSubmatch(said[1], -1) {
		lines = append(lines, string(m[1]))
	}
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte("[keys]\n"+strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := settings.Load(path, true, func(string) string { return "" }, tui.KeyRows())
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 2 || !slices.Contains(s.Keys["next-fault"], "f7") || len(s.Keys["mouse"]) != 0 {
		t.Errorf("%q give %v", lines, s.Keys["next-fault"])
	}
}
