package wire

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"compactlens/core/source"
)

// FuzzUnquote decodes strings as encoding/json does, with a way back for every byte, and
// whatever else without a panic.
func FuzzUnquote(f *testing.F) {
	for _, seed := range []string{`"a"`, `"\u0026\n\ud83d\ude00\ud83d"`, `"\q\u12"`, `"`, `'a'`, "\"\xff\"", `"\\\""`, ""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		whole := source.Span{End: len(b)}
		got, back := UnquoteMapped(b, whole)
		if plain := Unquote(b, whole); string(plain) != string(got) {
			t.Fatalf("%q: %q without a way back, %q with one", b, plain, got)
		}
		before := 0
		for at := range len(got) + 1 {
			start := back.Start(at)
			if start < before || start > len(b) {
				t.Fatalf("%q: byte %d of %q comes from byte %d, the one before from %d", b, at, got, start, before)
			}
			before = start
		}
		var want string
		if len(b) == 0 || b[0] != '"' || json.Unmarshal(b, &want) != nil || !utf8.Valid(b) || b[len(b)-1] != '"' {
			return
		}
		if string(got) != want {
			t.Fatalf("%q: %q, want %q", b, got, want)
		}
	})
}
