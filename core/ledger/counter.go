// Package ledger says what a compaction's tokens were spent on: the answer's
// against the summary budget, and the next request's against the input limit.
//
// A provider reports one number for a whole answer. The split of it is an estimate:
// a tokenizer counts the parts, and the counts are scaled to the report. Every
// ledger names its method. The runtime itself never counts the summary's text; it
// compares the report with the budget, and it estimates whole requests by their
// bytes. The package is pure; tokenizers are handed in.
package ledger

// Counter splits text into tokens.
type Counter interface {
	// Name names the method, e.g. "o200k_base".
	Name() string
	// Count returns the number of tokens in text.
	Count(text []byte) int
	// Ends returns for each token the byte offset in text at which it ends. The
	// offsets never fall and the last is len(text). Bytes that are no UTF-8 count
	// as some character.
	Ends(text []byte) []int
}

// BytesPerToken is what the runtime's own estimate divides the bytes of an encoded
// request by.
const BytesPerToken = 4

// Quarter is the Counter that takes four bytes for a token, as the runtime does
// with whole requests. It needs no vocabulary.
type Quarter struct{}

// Name returns "bytes/4".
func (Quarter) Name() string { return "bytes/4" }

// Count returns the bytes of text divided by four, rounded up.
func (Quarter) Count(text []byte) int { return (len(text) + BytesPerToken - 1) / BytesPerToken }

// Ends returns every fourth offset, and the end.
func (q Quarter) Ends(text []byte) []int {
	ends := make([]int, 0, q.Count(text))
	for at := BytesPerToken; at < len(text); at += BytesPerToken {
		ends = append(ends, at)
	}
	if len(text) > 0 {
		ends = append(ends, len(text))
	}
	return ends
}

// Estimate returns the tokens that the runtime's estimate gives so many bytes.
func Estimate(bytes uint64) uint64 { return bytes/BytesPerToken + min(bytes%BytesPerToken, 1) }
