package dossier

import "testing"

func TestFirstLines(t *testing.T) {
	for _, c := range []struct {
		text  string
		n     int
		first string
		more  int
	}{
		{"", 2, "", 0}, {"a", 2, "a", 0}, {"a\nb\n", 2, "a\nb\n", 0}, {"a\nb\nc", 2, "a\nb\n", 1}, {"a\nb\nc\nd\n", 2, "a\nb\n", 2},
	} {
		if first, more := firstLines(c.text, c.n); first != c.first || more != c.more {
			t.Errorf("%q: %q and %d, want %q and %d", c.text, first, more, c.first, c.more)
		}
	}
}
