package diagnose

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/wire"
)

// scene is one attempt while its causes are looked for.
type scene struct {
	e       inspect.Evidence
	v       *inspect.Verdict
	ctx     Context
	text    inspect.Excerpt // the answer's text, or the bare summary
	hasText bool
	summary []byte

	reply    *wire.Reply    // of text; read on demand
	others   map[string]hit // what whole texts are that are no answer at all; found on demand
	keys     *hit           // what the reply's unknown keys say together; found on demand
	identity *hit           // the one cause of all identity findings; found on demand
}

func newScene(e inspect.Evidence, v *inspect.Verdict, ctx Context) *scene {
	s := &scene{e: e, v: v, ctx: ctx, summary: v.Summary.Bytes}
	s.text, s.hasText = e.Reply.Answer()
	return s
}

// wire returns the reply in the answer's text as far as it can be read.
func (s *scene) wire() *wire.Reply {
	if s.reply == nil {
		r := wire.Reply{}
		if s.hasText && s.e.Reply.Form != inspect.FormSummary {
			r = wire.DecodeReply(s.text.Bytes)
		}
		s.reply = &r
	}
	return s.reply
}

// frame returns the text that the place of a finding is in and the span there: the
// summary, or else the answer's text.
func (s *scene) frame(f *inspect.Finding) ([]byte, source.Span) {
	if f.Place.InSummary {
		return s.summary, f.Place.Summary
	}
	at := source.Span{Start: s.text.Map.Decoded(f.Place.File.Start), End: s.text.Map.Decoded(f.Place.File.End)}
	return s.text.Bytes, at.Clamp(len(s.text.Bytes))
}

// stretch returns what stands at a finding, at most limit bytes of it.
func (s *scene) stretch(f *inspect.Finding, limit int) []byte {
	b, at := s.frame(f)
	at.End = min(at.End, at.Start+limit)
	return at.Of(b)
}

// has reports whether v has a finding of rule.
func (s *scene) has(rule string) bool {
	return slices.ContainsFunc(s.v.Findings, func(f inspect.Finding) bool { return f.Rule.ID == rule })
}

// ending is what a finish reason says.
type ending uint8

const (
	endUnknown ending = iota
	endDone           // the model ended by itself
	endCap            // it was stopped at a token cap
	endRefusal        // it refused, or a filter stopped it
	endTool           // it wants a tool to be called
)

// endings are the finish reasons of the provider dialects, in lower case.
var endings = map[string]ending{
	"stop": endDone, "end_turn": endDone, "stop_sequence": endDone, "completed": endDone, "complete": endDone, "eos": endDone,
	"length": endCap, "max_tokens": endCap, "max_output_tokens": endCap, "max_length": endCap, "token_limit": endCap,
	"model_length": endCap, "model_context_window_exceeded": endCap, "incomplete": endCap,
	"refusal": endRefusal, "content_filter": endRefusal, "content_filtered": endRefusal, "guardrail_intervened": endRefusal, "safety": endRefusal,
	"recitation": endRefusal, "prohibited_content": endRefusal, "blocklist": endRefusal, "spii": endRefusal,
	"tool_use": endTool, "tool_calls": endTool, "function_call": endTool, "malformed_function_call": endTool,
}

// finish returns what the answer's finish reason says.
func (s *scene) finish() ending { return endings[strings.ToLower(s.e.Reply.FinishReason)] }

// finishSentence quotes the finish reason, if there is one.
func (s *scene) finishSentence() []string {
	if s.e.Reply.FinishReason == "" {
		return nil
	}
	return []string{"The finish reason is " + source.Printable(s.e.Reply.FinishReason) + "."}
}

// usualCaps are output caps that providers and clients set by themselves.
var usualCaps = []uint64{256, 512, 1000, 1024, 2000, 2048, 4000, 4096, 8000, 8192, 16000, 16384, 32000, 32768, 64000, 65536}

// capped returns the signs that the model was stopped at an output cap, and how
// good they are together. No sign is no sentence.
func (s *scene) capped() (Confidence, []string) {
	sure, why := Possible, []string(nil)
	if s.finish() == endCap {
		sure, why = Certain, s.finishSentence()
	}
	out, limit := s.v.Tokens.Output, s.v.Tokens.Limit
	switch {
	case !out.Set || out.Value == 0:
	case limit.Set && out.Value == limit.Value:
		sure = Certain
		why = append(why, fmt.Sprintf("%s output tokens were reported, exactly the summary budget.", inspect.Thousands(out.Value)))
	case slices.Contains(usualCaps, out.Value) && s.finish() != endDone:
		sure = max(sure, Likely)
		why = append(why, fmt.Sprintf("%s output tokens were reported, a usual cap.", inspect.Thousands(out.Value)))
	}
	return sure, why
}

// holdsRoot reports whether the contract's root element is opened in b.
func holdsRoot(b []byte) bool { return bytes.Contains(b, []byte("<conversation_summary")) }

// tagName returns the name of the tag at the start of b, empty where none is.
func tagName(b []byte) string {
	b = bytes.TrimLeft(bytes.TrimPrefix(b, []byte("<")), "/")
	end := bytes.IndexAny(b, " \t\r\n/>=")
	if end < 0 {
		end = len(b)
	}
	return string(b[:min(end, 64)])
}
