package terminal

import (
	"bytes"
	"testing"
)

// FuzzAnswers reads any bytes as a terminal's answers, and as keys with answers among
// them: nothing panics, and no key is lost that is outside of what begins like one.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{"\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62c", "\x1b]11;rgb:1/2/3\a", "\x1b]11;rgba:ff/ff/ff/ff\a", "\x1b]11;rgb", "\x1b]11;rgb:\a", "\x1b]11;rgb:////\a", "jk\x1b[?1;2cl", "\x1b", "\x1b[", "\x1b]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if p := parse(b); p.Dark && !p.Known {
			t.Fatalf("%q: %+v", b, p)
		}
		attributes(b)
		var filter filter
		in := bytes.Clone(b)
		kept := in[:filter.strip(in)]
		if !bytes.Contains(b, []byte("\x1b]")) && !bytes.Contains(b, []byte("\x1b[?")) && !bytes.Equal(kept, b) {
			t.Fatalf("%q: %q is left", b, kept)
		}
		if len(kept) > len(b) {
			t.Fatalf("%q: %q is left", b, kept)
		}
	})
}
