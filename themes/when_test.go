package themes

import (
	"strings"
	"testing"
)

func TestWhen(t *testing.T) {
	for _, c := range []struct {
		when     string
		terminal bool
		env      string
		want     Profile
	}{
		{"auto", true, "TERM=xterm-256color", Color256},
		{"auto", false, "TERM=xterm-256color", NoColor},
		{"auto", false, "TERM=xterm-256color CLICOLOR_FORCE=1", Color256},
		{"auto", false, "CLICOLOR_FORCE=1", Color16},
		{"auto", false, "CLICOLOR_FORCE=0 TERM=xterm", NoColor},
		{"auto", true, "TERM=xterm CLICOLOR=0", NoColor},
		{"auto", true, "TERM=xterm CLICOLOR=1", Color16},
		{"auto", true, "TERM=xterm NO_COLOR=1 CLICOLOR_FORCE=1", NoColor},
		{"auto", true, "TERM=dumb", NoColor},
		{"never", true, "TERM=xterm CLICOLOR_FORCE=1", NoColor},
		{"always", false, "", Color16},
		{"always", false, "TERM=xterm COLORTERM=truecolor NO_COLOR=1", TrueColor},
		{"always", false, "TERM=dumb", Color16},
	} {
		w, ok := ParseWhen(c.when)
		if !ok || w.String() != c.when {
			t.Errorf("%s reads as %v", c.when, w)
		}
		got := w.Profile(c.terminal, func(key string) string {
			for kv := range strings.FieldsSeq(c.env) {
				if k, v, _ := strings.Cut(kv, "="); k == key {
					return v
				}
			}
			return ""
		})
		if got != c.want {
			t.Errorf("%s, terminal %v, %s: profile %d, want %d", c.when, c.terminal, c.env, got, c.want)
		}
	}
	if _, ok := ParseWhen("sometimes"); ok {
		t.Error("sometimes is accepted")
	}
}
