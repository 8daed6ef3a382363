package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"compactlens/core/conformance"
	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/loop"
)

// requestWant is a verdict of kind input or input_fit.
type requestWant struct {
	OK         bool   `json:"ok"`
	Stage      string `json:"stage"`
	Error      string `json:"error"`
	Field      string `json:"field"`
	Phase      string `json:"phase"`
	CauseField string `json:"cause_field"`

	Messages   int    `json:"messages"`
	Bytes      int    `json:"canonical_bytes"`
	SHA256     string `json:"canonical_sha256"`
	FixedPoint bool   `json:"canonical_is_fixed_point"`

	Limit    int64  `json:"limit"`
	Size     int64  `json:"size"`
	FullSize int64  `json:"full_size"`
	FitSHA   string `json:"sha256"`
	Stubbed  int    `json:"stubbed"`
	Indices  []int  `json:"stubbed_indices"`
}

func (w requestWant) equal(o requestWant) bool {
	same := slices.Equal(w.Indices, o.Indices)
	w.Indices, o.Indices = nil, nil
	return same && fmt.Sprint(w) == fmt.Sprint(o)
}

// requestVerdict states an error of DecodeRequest in the corpus' words.
func requestVerdict(err error) requestWant {
	var (
		wire     *RequestWireError
		input    *loop.CompactionInputError
		key      *event.ModelKeyError
		tooLarge *loop.CompactionInputTooLargeError
	)
	switch {
	case errors.As(err, &wire):
		return requestWant{Error: "wire"}
	case errors.As(err, &input):
		w := requestWant{Error: "field", Field: string(input.Field), Phase: string(input.Phase)}
		if errors.As(err, &key) {
			w.CauseField = string(key.Field)
		}
		return w
	case errors.As(err, &tooLarge):
		return requestWant{Error: "too_large", Limit: tooLarge.Limit, Size: tooLarge.Size, FullSize: tooLarge.FullSize}
	}
	return requestWant{Error: fmt.Sprintf("%T", err)}
}

func sha(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func TestConformanceInput(t *testing.T) {
	conformance.Run(t, "input", func(c conformance.Case) (string, error) {
		raw, err := c.Bytes("raw")
		if err != nil {
			return "", err
		}
		var got, want requestWant
		if err := c.Want(&want); err != nil {
			return "", err
		}
		in, err := DecodeRequest(raw)
		if err != nil {
			got = requestVerdict(err)
		} else {
			canonical, err := EncodeRequest(in)
			if err != nil {
				return "", err
			}
			again, err := DecodeRequest(canonical)
			if err != nil {
				return "", err
			}
			fixed, err := EncodeRequest(again)
			if err != nil {
				return "", err
			}
			got = requestWant{OK: true, Messages: len(in.Transcript), Bytes: len(canonical), SHA256: sha(canonical), FixedPoint: bytes.Equal(canonical, fixed)}
		}
		if !got.equal(want) {
			return fmt.Sprintf("got %+v (%v), want %+v", got, err, want), nil
		}
		return "", nil
	})
}

func TestConformanceInputFit(t *testing.T) {
	conformance.Run(t, "input_fit", func(c conformance.Case) (string, error) {
		raw, err := c.Bytes("raw")
		if err != nil {
			return "", err
		}
		limit, err := conformance.Field[int64](c, "input_bytes")
		if err != nil {
			return "", err
		}
		var got, want requestWant
		if err := c.Want(&want); err != nil {
			return "", err
		}
		in, err := DecodeRequest(raw)
		if err != nil {
			got = requestVerdict(err)
			got.Stage = "input"
		} else if before, err := EncodeRequest(in); err != nil {
			return "", err
		} else {
			fitted, err := FitRequest(in, limit)
			if err != nil {
				got = requestVerdict(err)
			} else {
				got = requestWant{
					OK: true, Size: int64(len(fitted.JSON)), FullSize: fitted.FullSize, FitSHA: sha(fitted.JSON),
					Stubbed: len(fitted.Omitted), Indices: fitted.Omitted,
				}
			}
			if after, err := EncodeRequest(in); err != nil || !bytes.Equal(before, after) {
				return "the input was changed", err
			}
		}
		if !got.equal(want) {
			return fmt.Sprintf("got %+v, want %+v", got, want), nil
		}
		return "", nil
	})
}

// toolHeavy returns a valid input with n tool results of size bytes each.
func toolHeavy(n, size int) loop.CompactionInput {
	in := loop.CompactionInput{
		Basis:              event.ContextBasis{Revision: 7, ThroughEventID: event.UUID{1}},
		Model:              event.ModelKey{Provider: "p", Model: "m"},
		RequestFingerprint: event.RequestFingerprint{1},
		MaxSummaryTokens:   4096,
		Transcript:         []content.Message{&content.UserMessage{Blocks: []content.Block{&content.TextBlock{Text: "go"}}}},
	}
	text := strings.Repeat("0123456789 <tool> output\n", size/25)
	for i := range n {
		id := fmt.Sprintf("call_%d", i)
		in.Transcript = append(in.Transcript,
			&content.AIMessage{Blocks: []content.Block{&content.TextBlock{Text: "[called tool: Bash]"}}, Usage: &content.Usage{OutputTokens: 1}},
			&content.ToolResultMessage{ToolUseID: id, Blocks: []content.Block{&content.TextBlock{Text: text}}})
	}
	return in
}

func BenchmarkFitRequest(b *testing.B) {
	for _, n := range []int{500, 1000} {
		in := toolHeavy(n, 6<<20/n*25/35)
		full, err := EncodeRequest(in)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%d_results", n), func(b *testing.B) {
			b.SetBytes(int64(len(full)))
			for b.Loop() {
				if _, err := FitRequest(in, 400<<10); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecodeRequest(b *testing.B) {
	full, err := EncodeRequest(toolHeavy(500, 6<<20/500))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(full)))
	for b.Loop() {
		if _, err := DecodeRequest(full); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzDecodeRequest(f *testing.F) {
	full, err := EncodeRequest(toolHeavy(2, 30))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(full)
	f.Add([]byte(`{"version":1}`))
	f.Add([]byte(`{"version":1,"transcript":[{"role":"tool","blocks":[{"type":"tool_result","content":[]}]}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		in, err := DecodeRequest(raw)
		if err != nil {
			return
		}
		canonical, err := EncodeRequest(in)
		if err != nil {
			t.Fatal(err)
		}
		again, err := DecodeRequest(canonical)
		if err != nil {
			t.Fatalf("canonical form does not decode: %v", err)
		}
		if fixed, err := EncodeRequest(again); err != nil || !bytes.Equal(canonical, fixed) {
			t.Fatalf("canonical form is no fixed point: %v", err)
		}
	})
}
