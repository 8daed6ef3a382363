package themes

import (
	"fmt"
	"strings"
	"testing"

	"compactlens/core/golden"
)

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
		golden.Check(t, "testdata/"+p.Name+".txt", out.String())
	}
}
