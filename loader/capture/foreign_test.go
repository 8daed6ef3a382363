package capture

import (
	"testing"

	"compactlens/core/source"
)

// Files of other agents and tools are called what they are, also where a person named
// them, and never judged as broken replies.
func TestFilesOfOthers(t *testing.T) {
	for _, c := range []struct{ in, about string }{
		{`{"sessionId":"s","projectHash":"a","messages":[]}`, "a session of the Gemini CLI, another agent"},
		{`[{"role":"user","parts":[{"text":"x"}]}]`, "a session of the Gemini CLI, another agent"},
		{`{"info":{"id":"s"},"messages":[{"info":{},"parts":[]}]}`, "a session of opencode, another agent"},
		{`{"version":2,"status":"success","eval":{},"samples":[]}`, "a log of Inspect AI"},
		{`{"trace":{},"observations":[]}`, "a trace of Langfuse"},
		{`{"id":"r","run_type":"llm","trace_id":"t","outputs":{}}`, "a run of LangSmith"},
		{`[{"conversations":[{"from":"human","value":"x"}]}]`, "conversations to train a model with"},
	} {
		if d := Detect([]byte(c.in), "a.json", true); d.Kind != KindUnknown || d.About != c.about {
			t.Errorf("%s: %v, %q", c.in, d.Kind, d.About)
		}
	}
	for _, c := range []struct{ in, about string }{
		{"{\"type\":\"summary\",\"summary\":\"title\",\"leafUuid\":\"u\"}\n", "a session of Claude Code, another agent"},
		{"not JSON\n\n{\"parentUuid\":null,\"isSidechain\":false,\"sessionId\":\"s\"}", "a session of Claude Code, another agent"},
		{`{"timestamp":"t","type":"session_meta","payload":{}}`, "a session of the Codex CLI, another agent"},
		{`{"type":"session","version":3,"id":"p","cwd":"/w"}`, "a session of pi, another agent"},
		{`{"messages":[{"role":"user","content":"x"}]}`, "conversations to train a model with"},
		{`{"type":"session"}`, "JSON lines of another form"},
		{"", "JSON lines of another form"},
	} {
		if about := AboutLines([]byte(c.in)); about != c.about {
			t.Errorf("%s: %q", c.in, about)
		}
	}
}

// A reply that is broken in whatever way stays a reply.
func TestNoReplyIsTakenForAFileOfOthers(t *testing.T) {
	for _, in := range []string{
		`{"version":1,"summary":"x","messages":[{"role":"user","content":"x"}]}`,
		`{"summary":"x","run_type":1,"trace_id":2}`,
		`{"summary":"<conversation_summary>`,
		`{"goal":"x"}`,
	} {
		if d := Detect([]byte(in), "a.json", true); d.Kind != KindReply {
			t.Errorf("%s: %v, %q", in, d.Kind, d.About)
		}
	}
}

// Of a gateway's record of request and response the response is read.
func TestExchange(t *testing.T) {
	in := []byte(`{"request":{"model":"m","messages":[]},"response":{"type":"message","role":"assistant","stop_reason":"end_turn","content":[{"type":"text","text":"{}"}],"usage":{"input_tokens":1,"output_tokens":7}}}`)
	d := Detect(in, "a.json", false)
	r, ok := ReadResponse(source.NewText(in), d.Doc)
	if d.Kind != KindResponse || !ok || len(r.Reply.Blocks) != 1 || string(r.Reply.Blocks[0].Text.Bytes) != "{}" {
		t.Fatalf("%v: %+v", d.Kind, r)
	}
	if at := r.Reply.Blocks[0].Text.Map.Start(0); in[at] != '{' || in[at+1] != '}' {
		t.Errorf("the text is said to stand at %d", at)
	}
}
