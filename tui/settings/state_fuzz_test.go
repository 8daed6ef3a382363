package settings

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzState reads any bytes as the state: it is used, or a note says that it is not, and
// what is kept afterwards is read again.
func FuzzState(f *testing.F) {
	for _, seed := range []string{`{"version":1,"theme":{"name":"dark","over":"auto"},"panes":{"list":0.3}}`, "{}", "", "[", `{"version":1e9}`, `{"version":1,"panes":{"list":1e999}}`, "\xff"} {
		f.Add([]byte(seed))
	}
	path := filepath.Join(f.TempDir(), "state.json")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		s, note := LoadState(path)
		if note != "" && s != (State{}) {
			t.Fatalf("%q: %+v is used although %s", b, s, note)
		}
		chosen := ThemeChoice{Name: "dark"}
		if err := SaveState(path, func(s *State) { s.Theme = chosen }); err != nil {
			t.Fatal(err)
		}
		if again, note := LoadState(path); note != "" || again.Theme != chosen || again.Panes != s.Panes {
			t.Fatalf("%q: kept as %+v, %s", b, again, note)
		}
	})
}
