package inspect

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"

	"compactlens/core/conformance"
	"compactlens/core/content"
	"compactlens/core/loop"
	"compactlens/core/source"
	"compactlens/core/wire"
)

// conformWant is a verdict of kind result or response.
type conformWant struct {
	OK         bool   `json:"ok"`
	Stage      string `json:"stage"`
	Reason     string `json:"reason"`
	Error      string `json:"error"`
	Field      string `json:"field"`
	Phase      string `json:"phase"`
	CauseField string `json:"cause_field"`
	Bytes      int    `json:"summary_bytes"`
	SHA256     string `json:"summary_sha256"`
}

type conformUsage struct {
	Input         uint64 `json:"input_tokens"`
	Output        uint64 `json:"output_tokens"`
	CacheRead     uint64 `json:"cache_read_tokens"`
	CacheCreation uint64 `json:"cache_creation_tokens"`
	Reasoning     uint64 `json:"reasoning_tokens"`
}

// conformEvidence reads the parts that both kinds have: the request, the usage
// and the output limit. A request that does not decode comes back as an error.
func conformEvidence(c conformance.Case) (e Evidence, request error, err error) {
	raw, err := c.Bytes("input")
	if err != nil {
		return e, nil, err
	}
	in, request := wire.DecodeRequest(raw)
	if request == nil {
		e.Identity = IdentityOf(in, "case")
		e.MaxSummaryTokens = Know(in.MaxSummaryTokens, "case")
	}
	u, err := conformance.Field[*conformUsage](c, "usage")
	if err != nil {
		return e, nil, err
	}
	e.Usage = Know[*content.Usage](nil, "case")
	if u != nil {
		e.Usage.Value = &content.Usage{InputTokens: u.Input, OutputTokens: u.Output, CacheReadTokens: u.CacheRead, CacheCreationTokens: u.CacheCreation, ReasoningTokens: u.Reasoning}
	}
	limit, err := conformance.Field[int64](c, "output_bytes")
	e.OutputBytes = Know(limit, "case")
	return e, request, err
}

// conformCompare says how the verdict differs from the measured one.
func conformCompare(want conformWant, e Evidence, request error) string {
	if request != nil || want.Stage == "input" {
		got := "none"
		var field *loop.CompactionInputError
		var bad *wire.RequestWireError
		switch {
		case errors.As(request, &field):
			got = "field " + string(field.Field)
		case errors.As(request, &bad):
			got = "wire "
		}
		if wanted := want.Error + " " + want.Field; want.Stage != "input" || got != wanted {
			return fmt.Sprintf("input error %q, want %q (stage %q)", got, wanted, want.Stage)
		}
		return ""
	}
	v := Judge(e)
	var invalid *loop.InvalidSummaryError
	switch {
	case v.Decision == Undetermined:
		return fmt.Sprintf("undetermined: %q", v.Missing)
	case want.OK != (v.Decision == Accepted):
		return fmt.Sprintf("%v %v, want ok %v %v", v.Decision, v.Reason, want.OK, want.Reason)
	case !want.OK && (!errors.As(v.Err(), &invalid) || string(invalid.Reason) != want.Reason):
		return fmt.Sprintf("reason %v, want %v", v.Reason, want.Reason)
	case !want.OK && (v.Primary() == nil || v.Primary().Reason != v.Reason):
		return "the primary finding does not carry the reason"
	case want.OK:
		sum := sha256.Sum256(v.Summary.Bytes)
		if len(v.Summary.Bytes) != want.Bytes || hex.EncodeToString(sum[:]) != want.SHA256 {
			return "another summary"
		}
		return ""
	}
	primaries := 0
	for _, f := range v.Findings {
		if f.Primary {
			primaries++
		}
	}
	if primaries != 1 {
		return fmt.Sprintf("%d primary findings", primaries)
	}
	return ""
}

func TestConformanceResult(t *testing.T) {
	conformance.Run(t, "result", func(c conformance.Case) (string, error) {
		var want conformWant
		if err := c.Want(&want); err != nil {
			return "", err
		}
		e, request, err := conformEvidence(c)
		if err != nil {
			return "", err
		}
		out, err := c.Bytes("output")
		e.Reply = Reply{Form: FormOutput, File: source.NewText(out), Text: Excerpt{Bytes: out, Map: source.Offsets(0, len(out))}}
		return conformCompare(want, e, request), err
	})
}

func TestConformanceResponse(t *testing.T) {
	conformance.Run(t, "response", func(c conformance.Case) (string, error) {
		var want conformWant
		if err := c.Want(&want); err != nil {
			return "", err
		}
		e, request, err := conformEvidence(c)
		if err != nil {
			return "", err
		}
		role, err := conformance.Field[string](c, "role")
		if err != nil {
			return "", err
		}
		blocks, err := conformance.Field[[]struct {
			Type string `json:"type"`
			Text string `json:"text_b64"`
		}](c, "blocks")
		if err != nil {
			return "", err
		}
		e.Reply = Reply{Form: FormResponse, File: source.NewText(nil), Role: role}
		for i, b := range blocks {
			text, err := c.Expand(b.Text)
			if err != nil {
				return "", err
			}
			e.Reply.Blocks = append(e.Reply.Blocks, Block{Type: b.Type, Text: Excerpt{Bytes: text, Map: source.Offsets(0, len(text))}, Span: source.Span{Start: i, End: i + 1}})
		}
		return conformCompare(want, e, request), nil
	})
}
