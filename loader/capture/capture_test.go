package capture

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"compactlens/core/event"
	"compactlens/core/source"
	"compactlens/core/testfile"
	"compactlens/core/wire"
)

func TestResponsesAgainstTheRealDecoders(t *testing.T) {
	var verdicts []struct {
		File, Dialect, FinishReason string
		Blocks                      []string
		Usage                       *uint64 `json:"usage_output_tokens"`
		RejectReason                int     `json:"reject_reason"`
	}
	if err := json.Unmarshal(testfile.Must(t, "captures/verdicts.json"), &verdicts); err != nil {
		t.Fatal(err)
	}
	for _, v := range verdicts {
		b := testfile.Must(t, "captures/"+v.File)
		d := Detect(b, v.File, false)
		if d.Kind != KindResponse {
			t.Errorf("%s: detected as %v", v.File, d.Kind)
			continue
		}
		file := source.NewText(b)
		r, ok := ReadResponse(file, d.Doc)
		if !ok || (r.Error != "") != (v.RejectReason == 8) {
			t.Errorf("%s: ok %v, error %q, reject reason %d", v.File, ok, r.Error, v.RejectReason)
		}
		if v.RejectReason == 8 {
			continue
		}
		var blocks []string
		for _, b := range r.Reply.Blocks {
			blocks = append(blocks, strings.ToUpper(b.Type[:1])+b.Type[1:])
			checkBlock(t, v.File, file, b.Span, b.Text.Bytes)
		}
		if fmt.Sprint(blocks) != fmt.Sprint(v.Blocks) || string(r.Dialect) != v.Dialect || r.Reply.FinishReason == "" {
			t.Errorf("%s: %s blocks %v, want %v, finish %q", v.File, r.Dialect, blocks, v.Blocks, r.Reply.FinishReason)
		}
		if !r.Usage.Set || (r.Usage.Value == nil) != (v.Usage == nil) || v.Usage != nil && r.Usage.Value.OutputTokens != *v.Usage {
			t.Errorf("%s: usage %+v", v.File, r.Usage)
		}
	}
}

// checkBlock checks that a block's span and its text's way back lead to bytes of
// the file that write the text.
func checkBlock(t *testing.T, name string, file *source.Text, span source.Span, text []byte) {
	t.Helper()
	if span.Empty() || span.End > file.Len() {
		t.Errorf("%s: block at %v of %d", name, span, file.Len())
	}
	quoted, _ := json.Marshal(string(text))
	if raw := string(span.Of(file.Bytes())); len(text) > 0 && !strings.Contains(raw, strings.Trim(string(quoted), `"`)[:9]) {
		t.Errorf("%s: the block's bytes are not those of its text", name)
	}
}

func TestRequestsInEveryDialect(t *testing.T) {
	for _, dialect := range []Dialect{OpenAI, OpenAIResponses, Anthropic, Gemini, BedrockConverse} {
		name := string(dialect) + ".request.json.gz"
		b := testfile.Must(t, "captures/"+name)
		d := Detect(b, name, false)
		r, ok := ReadRequest(d.Doc)
		if d.Kind != KindRequest || !ok || r.Dialect != dialect {
			t.Errorf("%s: detected as %v, %v %s", name, d.Kind, ok, r.Dialect)
			continue
		}
		id := r.Identity
		got := fmt.Sprint(id.Revision.Value, id.ThroughEventID.Value, id.Provider.Value, id.Model.Value, id.Fingerprint.Value, r.MaxSummaryTokens.Value, r.Messages > 10)
		if want := "37d77acf28-f054-435a-9689-4e6b49a8518blmstudioqwen3-coder-30b983df1c87ec0f30abac9e784430aa07baecacdc364770027f9d04fd53d8ac21f4096 true"; strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s: got %s", name, got)
		}
		if _, err := wire.DecodeRequest(r.Text.Bytes); err != nil {
			t.Errorf("%s: the text is no request: %v", name, err)
		}
		if start := r.Text.Map.Start(0); b[start] != '{' {
			t.Errorf("%s: the text begins at %q", name, b[start])
		}
	}
}

func TestCases(t *testing.T) {
	entries, err := os.ReadDir("../../testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		want := KindReply
		switch name := e.Name(); {
		case name == "IDENTITY.json":
			want = KindIdentity
		case name == "INDEX.tsv":
			want = KindUnknown
		case strings.HasSuffix(name, ".attempt.json"):
			want = KindBundle
		case strings.HasSuffix(name, ".xml"):
			want = KindSummary
		}
		b := testfile.Must(t, "cases/"+e.Name())
		for _, asked := range []bool{false, want != KindUnknown} {
			d := Detect(b, e.Name(), asked)
			if d.Kind != want {
				t.Errorf("%s: detected as %v, want %v", e.Name(), d.Kind, want)
			}
		}
		if _, binary := Binary(b); binary {
			t.Errorf("%s: taken for binary", e.Name())
		}
	}
}

func TestDetect(t *testing.T) {
	const sum = "<conversation_summary><goal>g</goal></conversation_summary>"
	const reply = `{"version":1,"summary":"<conversation_summary/>"}`
	for _, c := range []struct {
		name, in string
		found    Kind // in a folder
		asked    Kind // named by a person
	}{
		{"a.xml", sum, KindSummary, KindSummary},
		{"a.xml", "prose alone", KindSummary, KindSummary},
		{"a.xml", "{not json}", KindSummary, KindSummary},
		{"a.xml", reply, KindReply, KindReply},
		{"a.txt", sum, KindSummary, KindSummary},
		{"a.txt", "Here you are:\n" + sum, KindSummary, KindSummary},
		{"a.txt", "```json\n" + reply + "\n```", KindReply, KindReply},
		{"a.txt", "Sure!\n" + reply, KindReply, KindReply},
		{"a.txt", reply[:20], KindReply, KindReply},
		{"a.txt", `{"ver`, KindReply, KindReply},
		{"a.txt", "notes of a meeting", KindUnknown, KindSummary},
		{"a.md", "# How\n\n" + sum, KindUnknown, KindSummary},
		{"a.md", "```xml\n" + sum + "\n```", KindSummary, KindSummary},
		{"a.md", "# How\n\nIt answers `" + reply + "`", KindUnknown, KindReply},
		{"a.md", "```json\n" + reply + "\n```", KindReply, KindReply},
		{"x.output-3.txt", "I cannot help with that.", KindReply, KindReply},
		{"x.response-3.json", "I cannot help with that.", KindReply, KindReply},
		{"a", "\uFEFF" + reply, KindReply, KindReply},
		{"a.json", `{"a":1}`, KindUnknown, KindReply},
		{"a.json", `[1]`, KindUnknown, KindReply},
		{"a.json", `{"summary":"x","name":"a package"}`, KindUnknown, KindReply},
		{"a.json", `{"SUMMARY":"<conversation_summary/>"}`, KindReply, KindReply},
		{"a.json", `{"version":1,"model":"m"}`, KindUnknown, KindReply},
		{"a.json", `{"error":"overloaded"}`, KindResponse, KindResponse},
		{"a.json", `{"role":"assistant","blocks":[]}`, KindResponse, KindResponse},
		{"a.json", `{"choices":[{"message":{"content":"x"`, KindResponse, KindResponse},
		{"a.json", `{"messages":[{"role":"user","content":"hello"}]}`, KindUnknown, KindReply},
		{"a.json", "<!DOCTYPE html><p>Bad gateway", KindResponse, KindResponse},
		{"a.txt", "data: {\"choices\":[]}\n", KindUnknown, KindUnknown},
		{"a.txt", "[Assistant tool call]: " + sum, KindSummary, KindSummary},
	} {
		if got := Detect([]byte(c.in), c.name, false); got.Kind != c.found {
			t.Errorf("%s %q: found as %v, want %v", c.name, c.in, got.Kind, c.found)
		}
		if got := Detect([]byte(c.in), c.name, true); got.Kind != c.asked {
			t.Errorf("%s %q: asked for and taken as %v, want %v", c.name, c.in, got.Kind, c.asked)
		}
	}
}

func TestParseName(t *testing.T) {
	for _, c := range []struct {
		in, stem string
		role     Role
		number   int
	}{
		{"d/live-x.jsonl", "live-x", RoleNone, 0},
		{"live-x.ledger.jsonl.gz", "live-x", RoleNone, 0},
		{"live-x.crash.jsonl", "live-x.crash", RoleNone, 0},
		{"live-x.response-12.json", "live-x", RoleReply, 12},
		{"live-x.output-3.txt", "live-x", RoleReply, 3},
		{"live-x.input-3.json.gz", "live-x", RoleRequest, 3},
		{"openai.valid.response.json", "openai.valid", RoleReply, 0},
		{"openai.request.json", "openai", RoleRequest, 0},
		{"output.txt", "", RoleReply, 0},
		{"response-3.json", "", RoleReply, 3},
		{"a.response-0.json", "a.response-0", RoleNone, 0},
		{"a.response-x.json", "a.response-x", RoleNone, 0},
		{"plain", "plain", RoleNone, 0},
	} {
		if n := ParseName(c.in); n.Stem != c.stem || n.Role != c.role || n.Number != c.number {
			t.Errorf("%s: %+v", c.in, n)
		}
	}
}

func TestBundle(t *testing.T) {
	b := testfile.Must(t, "cases/136-stale-basis.attempt.json")
	file := source.NewText(b)
	got := ReadBundle(file, wire.Parse(b))
	if got.Outcome != event.CompactRejectStaleBasis || got.BasisNow == nil || got.BasisNow.Revision != 8 || got.Identity.Revision.Value != 7 ||
		got.OutputBytes.Value != 65536 || got.MaxSummaryTokens.From != "bundle" || got.InputLimit.Value != 160000 {
		t.Errorf("got %+v", got)
	}
	if r := got.Response; r == nil || len(r.Reply.Blocks) != 1 || r.Reply.Role != "assistant" || r.Usage.Value.OutputTokens != 310 || r.Reply.File != file {
		t.Errorf("response %+v", got.Response)
	}
	if got.Request == nil || got.Request.Messages != 4 || b[got.Input.Start] != '{' {
		t.Errorf("request %+v", got.Request)
	}
	tail := ReadBundle(file, wire.Parse(testfile.Must(t, "cases/131-tail-too-large.attempt.json")))
	if tail.Post.TailTokens.Value != 156000 || tail.Post.InputLimit.Value != 160000 || tail.Response != nil {
		t.Errorf("post %+v", tail.Post)
	}
}

func TestEcho(t *testing.T) {
	whole := string(testfile.Must(t, "cases/096-valid-wire-spaced.json"))
	for name, text := range map[string]string{
		"whole": whole, "fenced": "```json\n" + whole + "```", "prose": "Here it is: " + whole, "cut": whole[:strings.Index(whole, "conversation_summary")],
	} {
		id := Echo([]byte(text))
		if id.Revision.Value != 7 || id.ThroughEventID.Value != "0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10" || id.Model.Value != "example-model-1" || !id.Fingerprint.Set {
			t.Errorf("%s: %+v", name, id)
		}
	}
}

func TestFigures(t *testing.T) {
	f, ok := ReadFigures(wire.Parse(testfile.Must(t, "cases/IDENTITY.json")), "against")
	if !ok || f.Identity.Provider.Value != "anthropic" || f.Identity.Model.Value != "example-model-1" || f.OutputBytes.Value != 65536 || f.MaxSummaryTokens.Value != 4096 || f.Identity.Fingerprint.From != "against" {
		t.Errorf("%v %+v", ok, f)
	}
}

func TestHook(t *testing.T) {
	line := `{"attempt_id":"31ae1485-1221-4da2-bf85-7741b6fb3734","error_chain":["a","b"],"has_output":false,"outcome":3}`
	h, ok := ReadHook([]byte(line))
	if !ok || h.Outcome != 3 || len(h.Errors) != 2 || h.AttemptID.String() != "31ae1485-1221-4da2-bf85-7741b6fb3734" {
		t.Errorf("%v %+v", ok, h)
	}
	if d := Detect([]byte(line+"\n"), "a.hooks.jsonl", false); d.Kind != KindHooks {
		t.Errorf("detected as %v", d.Kind)
	}
}

// checkDetect states what holds of every document: reading what was detected does
// not fail, and every place lies in the file.
func checkDetect(t *testing.T, b []byte, name string) {
	for _, asked := range []bool{false, true} {
		d := Detect(b, name, asked)
		file := source.NewText(b)
		switch d.Kind {
		case KindResponse:
			r, ok := ReadResponse(file, d.Doc)
			if !ok {
				t.Fatalf("%q: detected as a response and not read as one", b)
			}
			for _, k := range r.Reply.Blocks {
				if k.Span.Start < 0 || k.Span.End > len(b) || k.Text.Map.Start(len(k.Text.Bytes)) > len(b) {
					t.Fatalf("%q: block outside the file: %+v", b, k.Span)
				}
			}
		case KindRequest:
			if _, ok := ReadRequest(d.Doc); !ok {
				t.Fatalf("%q: detected as a request and not read as one", b)
			}
		case KindBundle:
			ReadBundle(file, d.Doc)
		case KindReply:
			Echo(b)
		case KindIdentity:
			if _, ok := ReadFigures(d.Doc, ""); !ok {
				t.Fatalf("%q: detected as an identity and not read as one", b)
			}
		}
	}
	Binary(b)
}

func FuzzDetect(f *testing.F) {
	for _, s := range []string{"", "{", `{"version":1,"summary":""}`, "```json\n{\"basis\":", "<html>", `{"policy":{},"input":{"transcript":[],"basis":{}},"response":{"blocks":[{"type":"text"}]}}`, `{"through_event_id":1,"revision":2}`} {
		f.Add([]byte(s), "a.json")
	}
	f.Fuzz(checkDetect)
}

func FuzzResponse(f *testing.F) {
	for _, s := range []string{
		`{"choices":[{"message":{"content":"x","reasoning_content":"y","tool_calls":[{}]},"finish_reason":"stop"}],"usage":{"completion_tokens":1}}`,
		`{"type":"message","content":[{"type":"text","text":"a\u0041"},{"type":"thinking"}],"stop_reason":"end_turn"}`,
		`{"candidates":[{"content":{"parts":[{"text":"a","thought":true},{"functionCall":{}}]}}],"usageMetadata":{"thoughtsTokenCount":2}}`,
		`{"output":{"message":{"content":[{"text":"a"},{"reasoningContent":{}}]}}}`,
		`{"object":"response","output":[{"type":"reasoning","summary":[{"text":"a"}]},{"type":"message","content":[{"type":"output_text","text":"b"}]}]}`,
		`{"message":{"role":"assistant","blocks":[{"Text":"a","type":"text"}]},"usage":null}`, `{"error":{"message":""}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) { checkDetect(t, b, "a.response.json") })
}
