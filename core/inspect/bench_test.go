package inspect

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"compactlens/core/content"
)

// standardDecision decides on a reply with the standard library alone, as the
// runtime does, as far as a speed comparison needs it.
func standardDecision(b []byte) bool {
	var out struct {
		Version *uint8 `json:"version"`
		Basis   *struct {
			Revision *uint64 `json:"revision"`
			Through  *string `json:"through_event_id"`
		} `json:"basis"`
		Model *struct {
			Provider *string `json:"provider"`
			Model    *string `json:"model"`
		} `json:"model"`
		Fingerprint *string `json:"request_fingerprint"`
		Summary     *string `json:"summary"`
	}
	if !json.Valid(b) {
		return false
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if d.Decode(&out) != nil || out.Summary == nil {
		return false
	}
	x := xml.NewDecoder(strings.NewReader(*out.Summary))
	for {
		if _, err := x.Token(); err == io.EOF {
			return true
		} else if err != nil {
			return false
		}
	}
}

// BenchmarkReply compares the whole decision on a reply with the same decision by
// the standard library.
func BenchmarkReply(b *testing.B) {
	for _, size := range []int{2 << 10, 20 << 10, 1 << 20} {
		line := "The worker owns the retry; go test passes with \\u003c-race\\u003e, 41 of 43 \\u2013 see HBL-1203.\\n"
		line = strings.ReplaceAll(line, `\u003c-race\u003e`, `\u0026lt;-race\u0026gt;`)
		text := replace(goodReply, "Done", strings.Repeat(line, size/len(line)))
		e := response("assistant", &content.Usage{OutputTokens: 1}, textBlock(text))
		e.OutputBytes = Know[int64](1<<30, "test")
		if v := Judge(e); v.Decision != Accepted {
			b.Fatalf("%v %v", v.Reason, v.Missing)
		}
		b.Run(fmt.Sprintf("judge/%d", size), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Judge(e)
			}
		})
		b.Run(fmt.Sprintf("standard/%d", size), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				standardDecision([]byte(text))
			}
		})
	}
}
