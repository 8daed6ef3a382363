package capture

import (
	"time"

	"compactlens/core/content"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/wire"
)

// Dialect is whose JSON a body is written in.
type Dialect string

// The dialects. Neutral is the harness's own form, as a wrapped model client sees
// it and as an attempt bundle spells it.
const (
	Neutral         Dialect = "neutral"
	OpenAI          Dialect = "openai"
	OpenAIResponses Dialect = "openai-responses"
	Anthropic       Dialect = "anthropic"
	Gemini          Dialect = "gemini"
	BedrockConverse Dialect = "bedrock-converse"
)

// Response is one captured answer of a model, or the error that came instead.
type Response struct {
	Dialect Dialect
	Reply   inspect.Reply                 // FormResponse; FormNone where an error came instead
	Usage   inspect.Known[*content.Usage] // set where an answer came: the body says or lacks it
	Model   string                        // as the provider names it; untrusted
	Call    int                           // number of the call as the capture counts them, from 1; 0 is unknown
	Created time.Time                     // zero is unknown
	Error   string                        // the provider's words, or why the body is none; untrusted; empty where an answer came
	Broken  bool                          // the body is no valid JSON, as a rule because it is cut: what the provider said is not known
	Note    string                        // what the runtime's decoder does with this body that surprises; may be empty
}

// maxError bounds the provider's words that are kept, in bytes.
const maxError = 400

// ReadResponse reads the body that doc is, a document of file. ok is false where
// it is no response of a known dialect. A page of HTML, for which doc has no root,
// is an error that came instead of an answer.
func ReadResponse(file *source.Text, doc wire.Document) (r Response, ok bool) {
	if doc.Root.Kind == wire.NoValue {
		return Response{Dialect: Neutral, Error: "a page of HTML instead of JSON"}, true
	}
	n := root(doc)
	read := responseReader(n)
	if read == nil {
		return r, false
	}
	r.Reply = inspect.Reply{Form: inspect.FormResponse, File: file, Role: "assistant"}
	read(n, &r)
	if r.Error != "" {
		r.Reply = inspect.Reply{}
		r.Error = r.Error[:min(len(r.Error), maxError)]
		r.Broken = len(doc.Faults) > 0
		return r, true
	}
	if len(doc.Faults) > 0 {
		return Response{Dialect: r.Dialect, Error: "the body is not valid JSON", Broken: true}, true
	}
	if !r.Usage.Set {
		r.Usage = inspect.Know[*content.Usage](nil, "response")
	}
	return r, true
}

// responseReader tells the dialect of a body by its members.
func responseReader(n node) func(node, *Response) {
	switch {
	case n.key("choices").is(wire.Array):
		return readOpenAI
	case n.key("candidates").is(wire.Array), n.key("usageMetadata").is(wire.Object) && n.key("promptFeedback").is(wire.Object):
		return readGemini
	case n.key("output", "message").is(wire.Object):
		return readBedrock
	case n.key("output").is(wire.Array) && (n.key("object").str() == "response" || n.key("status").there()):
		return readOpenAIResponses
	case n.key("content").is(wire.Array) && (n.key("type").str() == "message" || n.key("stop_reason").there()):
		return readAnthropic
	case n.key("message", "blocks").is(wire.Array), n.key("blocks").is(wire.Array) && n.key("role").is(wire.String):
		return readNeutral
	case n.key("error").there(), n.key("type").str() == "error", n.key("__type").there() && n.key("message").is(wire.String):
		return readError
	}
	return nil
}

// block appends a block of the given type at the value at, with the text at text.
func (r *Response) block(typ string, at, text node) {
	r.Reply.Blocks = append(r.Reply.Blocks, inspect.Block{Type: typ, Text: text.excerpt(), Span: at.v.Span})
}

func readOpenAI(n node, r *Response) {
	r.Dialect = OpenAI
	r.common(n)
	if n.key("error").there() {
		readError(n, r)
		return
	}
	choice := n.key("choices").first()
	message := choice.key("message")
	r.Reply.FinishReason = choice.key("finish_reason").str()
	if t := message.either("reasoning_content", "reasoning"); t.str() != "" {
		r.block("thinking", t, t)
	}
	switch c := message.key("content"); {
	case c.is(wire.Array):
		r.Note = "the content is a list of parts, which the runtime reads as no content at all"
	case c.str() != "":
		r.block("text", c, c)
	}
	if t := message.key("refusal"); t.str() != "" {
		r.block("refusal", t, t)
	}
	for _, call := range message.key("tool_calls").items() {
		r.block("tool_use", call, node{})
	}
}

func readOpenAIResponses(n node, r *Response) {
	r.Dialect = OpenAIResponses
	r.common(n)
	if n.key("error").there() {
		readError(n, r)
		return
	}
	r.Reply.FinishReason = n.key("status").str()
	if reason := n.key("incomplete_details", "reason").str(); reason != "" {
		r.Reply.FinishReason = reason
	}
	for _, item := range n.key("output").items() {
		switch typ := item.key("type").str(); typ {
		case "reasoning":
			r.block("thinking", item, item.key("summary").first().key("text"))
		case "message":
			for _, part := range item.key("content").items() {
				switch t := part.key("type").str(); t {
				case "output_text":
					r.block("text", part, part.key("text"))
				case "refusal":
					r.block("refusal", part, part.key("refusal"))
				default:
					r.block(t, part, node{})
				}
			}
		case "function_call":
			r.block("tool_use", item, node{})
		default:
			r.block(typ, item, node{})
		}
	}
}

func readAnthropic(n node, r *Response) {
	r.Dialect = Anthropic
	r.common(n)
	r.Reply.FinishReason = n.key("stop_reason").str()
	for _, part := range n.key("content").items() {
		switch typ := part.key("type").str(); typ {
		case "text", "thinking":
			r.block(typ, part, part.key(typ))
		case "redacted_thinking":
			r.block("thinking", part, node{})
		default:
			r.block(typ, part, node{})
		}
	}
}

func readGemini(n node, r *Response) {
	r.Dialect = Gemini
	r.common(n)
	if n.key("error").there() {
		readError(n, r)
		return
	}
	candidate := n.key("candidates").first()
	r.Reply.FinishReason = candidate.key("finishReason").str()
	for _, part := range candidate.key("content", "parts").items() {
		text := part.key("text")
		switch {
		case text.is(wire.String) && part.key("thought").sure():
			r.block("thinking", part, text)
		case text.is(wire.String):
			r.block("text", part, text)
		default:
			r.block("tool_use", part, node{})
		}
	}
}

func readBedrock(n node, r *Response) {
	r.Dialect = BedrockConverse
	r.common(n)
	r.Reply.FinishReason = n.key("stopReason").str()
	for _, part := range n.key("output", "message", "content").items() {
		switch text := part.key("text"); {
		case text.is(wire.String):
			r.block("text", part, text)
		case part.key("reasoningContent").there():
			r.block("thinking", part, part.key("reasoningContent", "reasoningText", "text"))
		default:
			r.block("tool_use", part, node{})
		}
	}
}

// readNeutral reads the harness's own form: block fields as Go names them or in
// lower case, the message alone or beside usage and finish reason.
func readNeutral(n node, r *Response) {
	r.Dialect = Neutral
	r.common(n)
	if n.key("error").there() {
		readError(n, r)
		return
	}
	r.Reply.FinishReason = n.either("finish_reason", "FinishReason").str()
	message := n.key("message")
	if !message.there() {
		message = n
	}
	if !r.Usage.Set {
		r.usage(message.key("usage"))
	}
	r.Reply.Role = message.key("role").str()
	for _, b := range message.key("blocks").items() {
		text := b.either("Text", "text")
		typ := b.key("type").str()
		if typ == "thinking" {
			text = b.either("Thinking", "thinking")
		}
		r.block(typ, b, text)
	}
}

// readError reads what came instead of an answer.
func readError(n node, r *Response) {
	if r.Dialect == "" {
		r.Dialect = Neutral
		r.common(n)
		if n.key("type").str() == "error" {
			r.Dialect = Anthropic
		} else if n.key("error").is(wire.Object) {
			r.Dialect = OpenAI
		}
	}
	e := n.key("error")
	switch {
	case e.is(wire.String):
		r.Error = e.str()
	case e.key("message").str() != "":
		r.Error = e.key("message").str()
	case e.key("type").str() != "":
		r.Error = e.key("type").str()
	default:
		r.Error = n.key("message").str()
	}
	if r.Error == "" {
		r.Error = "an error without a message"
	}
}

// common reads what several dialects have under the same names.
func (r *Response) common(n node) {
	r.Model = n.either("model", "modelVersion").str()
	if s, ok := n.either("created", "created_at").uint(); ok && s < 1<<40 {
		r.Created = time.Unix(int64(s), 0).UTC()
	}
	if c, ok := n.key("attempt").uint(); ok && c < 1<<30 {
		r.Call = int(c)
	}
	r.usage(n.either("usage", "usageMetadata"))
}

// counters lists the names of each counter over all dialects, as paths; the ones
// a dialect has are added up.
var counters = [...]struct {
	of    func(*content.Usage) *uint64
	paths [][]string
}{
	{func(u *content.Usage) *uint64 { return &u.InputTokens }, [][]string{{"prompt_tokens"}, {"input_tokens"}, {"promptTokenCount"}, {"inputTokens"}, {"InputTokens"}}},
	{func(u *content.Usage) *uint64 { return &u.OutputTokens }, [][]string{{"completion_tokens"}, {"output_tokens"}, {"candidatesTokenCount"}, {"thoughtsTokenCount"}, {"outputTokens"}, {"OutputTokens"}}},
	{func(u *content.Usage) *uint64 { return &u.CacheReadTokens }, [][]string{{"prompt_tokens_details", "cached_tokens"}, {"input_tokens_details", "cached_tokens"}, {"cache_read_input_tokens"}, {"cache_read_tokens"}, {"cachedContentTokenCount"}, {"cacheReadInputTokens"}, {"CacheReadTokens"}}},
	{func(u *content.Usage) *uint64 { return &u.CacheCreationTokens }, [][]string{{"cache_creation_input_tokens"}, {"cache_creation_tokens"}, {"cacheWriteInputTokens"}, {"CacheCreationTokens"}}},
	{func(u *content.Usage) *uint64 { return &u.ReasoningTokens }, [][]string{{"completion_tokens_details", "reasoning_tokens"}, {"output_tokens_details", "reasoning_tokens"}, {"reasoning_tokens"}, {"thoughtsTokenCount"}, {"ReasoningTokens"}}},
}

// usage reads a usage object; anything else leaves the usage unknown.
func (r *Response) usage(n node) {
	if !n.is(wire.Object) {
		return
	}
	u := new(content.Usage)
	for _, c := range counters {
		for _, path := range c.paths {
			if v, ok := n.key(path...).uint(); ok {
				*c.of(u) += v
			}
		}
	}
	r.Usage = inspect.Know(u, "response")
}
