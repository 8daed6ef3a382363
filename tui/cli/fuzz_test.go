package cli

import (
	"bytes"
	"strings"
	"testing"

	"compactlens/core/hostile"
)

// FuzzFlags gives check any two flags: what is wrong is said in text, and the exit code
// is one of those there are.
func FuzzFlags(f *testing.F) {
	for _, seed := range [][2]string{
		{"max-summary-tokens=4k", "output-tokens=5"}, {"max-summary-tokens=", "x"}, {"format=json", "strict"}, {"format=\x1b[2J", "revision=-1"}, {"preset=carbon", "tokens=\xff"},
		{"color=always", "theme=mono"}, {"against=\x1b[2J", "strict"}, {"config=/\u202e", "strict"}, {"attempt=1", "reply=x"}, {"help", ""}, {"=", "-"}, {"model=\u202e", "fingerprint=zz"}, {"output-bytes=99999999999999999999", "provider="},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Setenv("HOME", f.TempDir())
	f.Fuzz(func(t *testing.T, first, second string) {
		var out, errs bytes.Buffer
		args := []string{"check", "--" + argument(first), "--" + argument(second), "../../testdata/cases/026-less-than-code.xml"}
		if code := Run(args, strings.NewReader(""), &out, &errs); code < exitAccepted || code > exitUsage {
			t.Fatalf("%q: exit code %d: %s", args, code, errs.String())
		}
		for _, b := range [][]byte{out.Bytes(), errs.Bytes()} {
			if err := hostile.Check(b, hostile.Lines|hostile.Styles); err != nil {
				t.Fatalf("%q: %v", args, err)
			}
		}
	})
}

// argument makes a text fit to be given to a program, which the end of a C string ends.
// A lone -- would make paths of what follows, which may be any on this machine.
func argument(s string) string {
	if s, _, _ = strings.Cut(s, "\x00"); s == "" {
		return "strict"
	}
	return s
}
