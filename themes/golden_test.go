package themes

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// What each theme sends to terminals of every kind, style by style.
func TestGoldenSequences(t *testing.T) {
	profiles := [...]struct {
		name    string
		profile Profile
	}{{"none", NoColor}, {"16", Color16}, {"256", Color256}, {"true", TrueColor}}
	for _, p := range Builtin() {
		var out strings.Builder
		for r := range roles {
			style, name := r, r.String()
			if r >= Background {
				style, name = Text.On(r), "on "+name
			}
			for _, at := range profiles {
				seq := New(p, Options{Profile: at.profile}).Append(nil, style)
				fmt.Fprintf(&out, "%-14s %-4s %s\n", name, at.name, strings.Trim(string(seq), "\x1b"))
			}
		}
		path := filepath.Join("testdata", p.Name+".txt")
		if *update {
			if err := os.MkdirAll("testdata", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if out.String() != string(want) {
			t.Errorf("%s differs; go test ./themes -update writes it anew. Got:\n%s", path, out.String())
		}
	}
}
