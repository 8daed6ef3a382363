package tokens

import (
	"strings"
	"testing"
	"unicode/utf8"

	"compactlens/core/ledger"
)

var texts = []string{
	"", "a", "hello world", "Move the invoice exporter to the queue worker.", "日本語のテキスト", "👩‍👩‍👧 family", "\xff\xfe half \xf0\x9f",
	"if n < limit && ok { return }\n\n\tnext", strings.Repeat("ab", 900), "<|endoftext|>", "e\u0301\u0301",
}

// Counts of the vocabulary, as every implementation of it gives them.
func TestKnownCounts(t *testing.T) {
	var o O200k
	for text, want := range map[string]int{"hello world": 2, "a": 1, "": 0, "tiktoken is great!": 6, "お誕生日おめでとう": 8} {
		if got := o.Count([]byte(text)); got != want {
			t.Errorf("%q has %d tokens, want %d", text, got, want)
		}
	}
}

// Offsets never fall, end at the end, and there is one for each token.
func TestEnds(t *testing.T) {
	for _, c := range []ledger.Counter{new(O200k), ledger.Quarter{}} {
		for _, text := range texts {
			b := []byte(text)
			ends := c.Ends(b)
			if len(ends) != c.Count(b) {
				t.Errorf("%s: %q has %d ends and %d tokens", c.Name(), text, len(ends), c.Count(b))
			}
			last := 0
			for _, e := range ends {
				if e < last || e > len(b) {
					t.Errorf("%s: %q: %v", c.Name(), text, ends)
					break
				}
				last = e
			}
			if last != len(b) {
				t.Errorf("%s: %q ends at %d", c.Name(), text, last)
			}
		}
	}
}

func TestInvalidBytesKeepTheLength(t *testing.T) {
	if got := valid([]byte("a\xffb\xe2\x82c")); got != "a?b??c" || !utf8.ValidString(got) {
		t.Errorf("%q", got)
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		var o O200k
		o.Count([]byte("x"))
	}
}

func BenchmarkEnds64KiB(b *testing.B) {
	var o O200k
	text := []byte(strings.Repeat("The worker retries with backoff; 41 of 43 tests pass in ./internal/yard.\n", 900))[:64<<10]
	o.Count(text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		o.Ends(text)
	}
}
