package paste

import (
	"math/rand"
	"strings"
	"testing"
)

// FuzzReader reads any input in pieces of any size: what comes out, and what was pasted,
// is the same as in one piece.
func FuzzReader(f *testing.F) {
	const b, e = "\x1b[200~", "\x1b[201~"
	for _, seed := range []string{"jk", "j" + b + "text" + e + "k", b + e + b + "b" + e, b + "\x1b[20" + e, b + "no end", "\x1b\x1b[200~x" + e, e, b + b + e + e} {
		f.Add(seed, int64(1), uint8(1))
	}
	f.Fuzz(func(t *testing.T, in string, seed int64, buffer uint8) {
		whole, want := readAll(t, in, len(in)+room+10, func() int { return len(in) + 1 })
		r := rand.New(rand.NewSource(seed))
		parts, got := readAll(t, in, int(buffer)+1, func() int { return 1 + r.Intn(9) })
		if got != want && !strings.HasPrefix(want, got) {
			t.Fatalf("%q in pieces gives %q, whole %q", in, got, want)
		}
		if len(parts.held) != len(whole.held) {
			t.Fatalf("%q: %d pastes in pieces, %d whole", in, len(parts.held), len(whole.held))
		}
		for n, p := range whole.held {
			if string(parts.held[n].Bytes) != string(p.Bytes) {
				t.Fatalf("%q: paste %d is %q in pieces, %q whole", in, n, parts.held[n].Bytes, p.Bytes)
			}
		}
	})
}
