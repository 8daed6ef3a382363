package tui

import (
	"os/exec"
	"strings"
	"testing"

	"compactlens/core/source"
)

func TestShellQuoted(t *testing.T) {
	for in, want := range map[string]string{
		"a.xml": "a.xml", "": "''", "two words": "'two words'", "it's": `'it'\''s'`, "日本.xml": "'日本.xml'", "$(rm -rf x)": "'$(rm -rf x)'",
		"a\nb": `$'a\012b'`, "\x1b[201~'\n": `$'\033[201~\'\012'`, "x\xff": `$'x\377'`, "a\u202eb": `$'a\342\200\256b'`, "back\\\x01": `$'back\\\001'`,
	} {
		if got := shellQuoted(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	if got := commandLine(product, "check", argument("-x.xml"), argument("-"), argument("a b")); got != "compactlens check ./-x.xml - 'a b'" {
		t.Error(got)
	}
}

// What a shell reads is what was quoted, and no shell, terminal or eye is fooled by it.
func FuzzShellQuoted(f *testing.F) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		f.Fatal("bash reads what is quoted here: ", err)
	}
	for _, s := range []string{"", "a b", "it's \\", "\x1b[201~\nrm", "\xff\x80é\u202e\u0301", "$'\\'", "!!", "~", "*", "-n", strings.ReplaceAll(evil(), "\x00", "")} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.Contains(s, "\x00") {
			return // no argument holds one
		}
		q := shellQuoted(s)
		if source.Printable(q) != q {
			t.Fatalf("%q", q)
		}
		out, err := exec.Command(bash, "-c", "printf %s "+q).Output()
		if err != nil || string(out) != s {
			t.Fatalf("%s is read as %q, %v; want %q", q, out, err, s)
		}
	})
}
