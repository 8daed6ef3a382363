package inspect

import (
	"errors"
	"strings"
	"testing"

	"compactlens/core/content"
	"compactlens/core/loop"
	"compactlens/core/source"
)

func response(role string, usage *content.Usage, blocks ...Block) Evidence {
	return Evidence{
		Reply:            Reply{Form: FormResponse, File: source.NewText(nil), Role: role, Blocks: blocks},
		Usage:            Know(usage, "test"),
		OutputBytes:      Know[int64](65536, "test"),
		MaxSummaryTokens: Know[uint64](4096, "test"),
		Identity: Identity{
			Revision: Know[uint64](7, "test"), ThroughEventID: Know("0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10", "test"),
			Provider: Know("anthropic", "test"), Model: Know("example-model-1", "test"), Fingerprint: Know(strings.Repeat("3f", 32), "test"),
		},
	}
}

func textBlock(s string) Block {
	b := []byte(s)
	return Block{Type: "text", Text: Excerpt{Bytes: b, Map: source.Offsets(0, len(b))}, Span: source.Span{End: len(b)}}
}

func stages(v Verdict) string {
	var out []string
	for _, s := range v.Stages {
		out = append(out, s.Status.String())
	}
	return strings.Join(out, " ")
}

func TestAcceptedResponse(t *testing.T) {
	v := Judge(response("assistant", &content.Usage{OutputTokens: 4096}, textBlock(goodReply)))
	if v.Decision != Accepted || v.Err() != nil || len(v.Findings) != 0 || len(v.Sections) != 5 {
		t.Fatalf("%v %v %+v", v.Decision, v.Reason, v.Findings)
	}
	if got := stages(v); got != strings.TrimSuffix(strings.Repeat("passed ", 8), " ") {
		t.Error(got)
	}
	s := v.Sections[3]
	if got := string(s.Place.File.Of([]byte(goodReply))); got != "Done" {
		t.Errorf("state is %q in the file", got)
	}
}

func TestErrIsTyped(t *testing.T) {
	v := Judge(response("assistant", nil, textBlock(goodReply)))
	var invalid *loop.InvalidSummaryError
	if !errors.As(v.Err(), &invalid) || invalid.Reason != loop.InvalidTokenUsage {
		t.Errorf("%v", v.Err())
	}
}

// The first failed check decides; what it hides is found all the same.
func TestFirstFaultDecidesAndTheRestIsHidden(t *testing.T) {
	broken := replace(replace(goodReply, "Done", "a && b"), "anthropic", "other")
	v := Judge(response("assistant", &content.Usage{OutputTokens: 5102, ReasoningTokens: 900}, textBlock(broken)))
	if v.Decision != Rejected || v.Reason != loop.InvalidTokenLimit {
		t.Fatalf("%v %v", v.Decision, v.Reason)
	}
	var got []string
	for i, f := range v.Findings {
		got = append(got, f.Rule.ID)
		if f.Primary != (i == 0) || (f.HiddenBy == 0) != (i > 0) {
			t.Errorf("%s: primary %v, hidden by %d", f.Rule.ID, f.Primary, f.HiddenBy)
		}
	}
	if strings.Join(got, " ") != "budget/token-limit identity/provider summary/bare-ampersand" {
		t.Error(got)
	}
	if got := v.Stage(StageTokenLimit).Detail; got != "5,102 / 4,096 (+1,006)" {
		t.Error(got)
	}
	if got := stages(v); got != "passed passed passed passed failed not_reached not_reached not_reached" {
		t.Error(got)
	}
}

// An unknown check is never passed; a certain failure behind it decides.
func TestUnknownChecks(t *testing.T) {
	v := Judge(bare(FormText, goodReply))
	if v.Decision != Undetermined || len(v.Missing) != 5 {
		t.Errorf("%v, missing %q", v.Decision, v.Missing)
	}
	v = Judge(bare(FormText, goodReply[:40]))
	if v.Decision != Rejected || v.Reason != loop.InvalidWire || len(v.Missing) == 0 {
		t.Errorf("%v %v, missing %q", v.Decision, v.Reason, v.Missing)
	}
	v = Judge(Evidence{})
	if v.Decision != Undetermined || len(v.Stages) != 0 || len(v.Missing) != 1 {
		t.Errorf("no answer: %+v", v)
	}
}

func TestShapes(t *testing.T) {
	thinking := Block{Type: "thinking", Span: source.Span{Start: 1, End: 2}}
	for _, c := range []struct {
		name string
		e    Evidence
		rule string
	}{
		{"none", response("assistant", nil), "shape/no-blocks"},
		{"role", response("user", nil, textBlock("x")), "shape/role"},
		{"thinking only", response("assistant", nil, thinking), "shape/thinking-only"},
		{"thinking and text", response("assistant", nil, thinking, textBlock(goodReply)), "shape/thinking-with-text"},
		{"two texts", response("assistant", nil, textBlock("a"), Block{Type: "text", Span: source.Span{Start: 5, End: 9}}), "shape/several-texts"},
		{"tool", response("assistant", nil, Block{Type: "tool_use"}), "shape/tool-call"},
		{"refusal", response("assistant", nil, Block{Type: "refusal"}), "shape/refusal"},
		{"image", response("assistant", nil, Block{Type: "image"}), "shape/other-block"},
		{"empty", response("assistant", nil, textBlock("")), "shape/empty-text"},
	} {
		v := Judge(c.e)
		if v.Reason != loop.InvalidOutputShape || v.Findings[0].Rule.ID != c.rule {
			t.Errorf("%s: %v %+v", c.name, v.Reason, v.Findings)
		}
	}
}

func TestByteLimitMarksWhatIsBeyond(t *testing.T) {
	e := response("assistant", &content.Usage{OutputTokens: 1}, textBlock(goodReply))
	e.OutputBytes = Know[int64](100, "test")
	v := Judge(e)
	if v.Reason != loop.InvalidByteLimit || v.Findings[0].Place.File != (source.Span{Start: 100, End: len(goodReply)}) {
		t.Errorf("%v %+v", v.Reason, v.Findings)
	}
}

// No message or quoted value may carry a control byte: they reach terminals.
func TestMessagesAreFitToBeShown(t *testing.T) {
	hostile := replace(goodReply, `"anthropic"`, `"\u001b]0;x\u0007\u202e"`)
	v := Judge(response("assistant", &content.Usage{OutputTokens: 1}, textBlock(hostile)))
	if v.Reason != loop.InvalidIdentity || strings.ContainsAny(v.Findings[0].Message, "\x1b\x07\u202e") {
		t.Errorf("%v %q", v.Reason, v.Findings[0].Message)
	}
}
