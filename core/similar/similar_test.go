package similar

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"goal", "goal", 0}, {"goal", "gaol", 1}, {"goal", "goals", 1}, {"goal", "gal", 1}, {"goal", "gold", 2},
		{"", "abc", 3}, {"état", "etat", 1}, {"decisions", "constraints", 9},
	} {
		if got := Distance(c.a, c.b); got != c.want || Distance(c.b, c.a) != got {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"summary/bare-ampersand", "summary/bare-less-than", "json/cut", "xml_structure", "stale_basis"}
	for name, want := range map[string]string{
		"summary/bare-ampersnd": "summary/bare-ampersand",
		"bare-ampersand":        "summary/bare-ampersand",
		"xml-strucutre":         "xml_structure",
		"STALE":                 "stale_basis",
		"cut":                   "json/cut",
		"quite another":         "",
		"":                      "",
		strings.Repeat("x", 99): "",
	} {
		got := append(Nearest(name, names, 3), "")
		if got[0] != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
