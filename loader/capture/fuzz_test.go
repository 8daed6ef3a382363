package capture

import (
	"strings"
	"testing"

	"compactlens/core/source"
	"compactlens/core/wire"
)

// FuzzDocuments reads any bytes as a bundle, a request, figures and a hook's line: nothing
// panics, and excerpts lie in the document.
func FuzzDocuments(f *testing.F) {
	for _, seed := range []string{
		`{"policy":{"max_summary_tokens":1},"input":{"transcript":[],"basis":{"revision":1}},"response":{"blocks":[{"type":"text","text":"a"}]},"usage":{"output_tokens":1}}`,
		`{"messages":[{"role":"user","content":"{\"version\":1,\"transcript\":[]}"}],"max_tokens":10}`,
		`{"system":"x","messages":[{"role":"user","content":[{"type":"text","text":"{}"}]}]}`,
		`{"contents":[{"parts":[{"text":"{\"version\":1}"}]}],"generationConfig":{"maxOutputTokens":5}}`,
		`{"attempt_id":"9070dfd3-9c61-43ad-a457-3cbca6b2c526","outcome":3,"error_chain":["a",1]}`, `{"attempt_id":"9070dfd3-9c61-43ad-a457-3cbca6b2c526","outcome":300,"error_chain":[]}`,
		`{"through_event_id":"x","revision":-1,"model":{"provider":[]}}`, "{", "", "[[[", "null",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		doc := wire.Parse(b)
		bundle := ReadBundle(source.NewText(b), doc)
		_ = bundle
		if r, ok := ReadRequest(doc); ok && len(r.Text.Bytes) > 4*len(b) {
			t.Fatalf("%q: a request of %d bytes", b, len(r.Text.Bytes))
		}
		ReadFigures(doc, "a file")
		if h, ok := ReadHook(b); ok && (h.Outcome < 0 || h.Outcome > 255) {
			t.Fatalf("%q: outcome %d", b, h.Outcome)
		}
	})
}

// FuzzParseName takes any name apart: what it is made of is in it.
func FuzzParseName(f *testing.F) {
	for _, seed := range []string{"a.response-3.json", "response-3.json", "a.b.output-1.txt.gz", "a.ledger.jsonl", ".", "..", "", "a.reply-.txt", "a.reply-99999999999999999999.x", "/x/\x00.input", "a.reply--5.json"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		n := ParseName(path)
		if !strings.HasPrefix(n.Base, n.Stem) || !strings.Contains(n.Base, n.Word) || n.Number < 0 || (n.Role == 0) != (n.Word == "") {
			t.Fatalf("%q: %+v", path, n)
		}
	})
}
