// Package tokens counts tokens with a real vocabulary. It is apart from core so
// that core stays small: the vocabulary adds about 7 MB to a binary and takes some
// 20 ms and 20 MB to load, which happens at the first count and never before.
package tokens

import (
	"sync"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer/codec"

	"compactlens/core/ledger"
)

// O200k counts with the o200k_base vocabulary of OpenAI's models. For any other
// model it is an estimate. The zero value is ready; it may be used by several
// goroutines, and must not be copied after its first use.
type O200k struct {
	once  sync.Once
	codec *codec.Codec
}

var _ ledger.Counter = (*O200k)(nil)

// Name returns "o200k_base".
func (o *O200k) Name() string { return "o200k_base" }

func (o *O200k) load() *codec.Codec {
	o.once.Do(func() { o.codec = codec.NewO200kBase() })
	return o.codec
}

// Count returns the number of tokens in text, and a quarter of its bytes where the
// tokenizer fails.
func (o *O200k) Count(text []byte) int {
	n, err := o.load().Count(valid(text))
	if err != nil {
		return ledger.Quarter{}.Count(text)
	}
	return n
}

// Ends returns for each token the byte offset at which it ends.
func (o *O200k) Ends(text []byte) []int {
	_, tokens, err := o.load().Encode(valid(text))
	if err != nil {
		return ledger.Quarter{}.Ends(text)
	}
	ends := make([]int, len(tokens))
	at := 0
	for i, t := range tokens {
		at += len(t)
		ends[i] = at
	}
	if at != len(text) { // the vocabulary does not know some byte
		return ledger.Quarter{}.Ends(text)
	}
	return ends
}

// valid returns text with a question mark for every byte that is no UTF-8, so that
// it keeps its length: the tokenizer would put three bytes in the place of one.
func valid(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError && n == 1 {
			out = append(out, '?')
		} else {
			out = append(out, text[:n]...)
		}
		text = text[n:]
	}
	return string(out)
}
