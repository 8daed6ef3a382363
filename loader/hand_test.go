package loader

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/inspect"
)

func TestReadReply(t *testing.T) {
	const reply = `{"version":1,"summary":"<conversation_summary/>"}`
	quoted, _ := json.Marshal(reply)
	for _, c := range []struct {
		name, in string
		kind     Kind
		form     inspect.Form
		wrapped  bool
		why      string // of the error; empty for none
	}{
		{"a summary", "<conversation_summary/>", KindSummary, inspect.FormSummary, false, ""},
		{"another root", "<summary>x</summary>", KindSummary, inspect.FormSummary, false, ""},
		{"a reply", reply, KindReply, inspect.FormText, false, ""},
		{"a reply in a string", string(quoted), KindReply, inspect.FormText, true, ""},
		{"a refusal", "I cannot help with that.", KindReply, inspect.FormText, false, ""},
		{"openai", `{"choices":[{"message":{"content":"x"}}]}`, KindResponse, inspect.FormResponse, false, ""},
		{"anthropic", `{"type":"message","content":[{"type":"text","text":"x"}]}`, KindResponse, inspect.FormResponse, false, ""},
		{"gemini", `{"candidates":[{"content":{"parts":[{"text":"x"}]}}]}`, KindResponse, inspect.FormResponse, false, ""},
		{"bedrock", `{"output":{"message":{"content":[{"text":"x"}]}}}`, KindResponse, inspect.FormResponse, false, ""},
		{"an error", `{"error":{"message":"overloaded"}}`, 0, 0, false, "an error came instead of an answer"},
		{"a request", `{"transcript":[],"basis":{"revision":1}}`, 0, 0, false, "it is no answer but: request"},
		{"a picture", "\x89PNG\r\n", 0, 0, false, "it is no text but a picture"},
		{"a stream", "data: {}\n", 0, 0, false, "it is no answer but: a stream of server-sent events"},
		{"nothing", " \n", 0, 0, false, "it holds no text"},
	} {
		r, err := ReadReply("pasted", []byte(c.in))
		var hand *HandError
		if c.why != "" {
			if !errors.As(err, &hand) || hand.Why != c.why {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil || r.Source.Kind != c.kind || r.Reply.Form != c.form || (r.Wrapped != "") != c.wrapped {
			t.Errorf("%s: %v, %+v", c.name, err, r)
		}
	}
}

func TestOpenReply(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	ctx := context.Background()
	r, err := OpenReply(ctx, write("a.txt", "<conversation_summary/>"))
	if err != nil || r.Source.Kind != KindSummary || string(r.Reply.File.Bytes()) != "<conversation_summary/>" {
		t.Errorf("%v %+v", err, r)
	}
	r, err = OpenReply(ctx, filepath.Join("..", "testdata", "captures", "anthropic.valid.response.json"))
	if err != nil || r.Source.Kind != KindResponse {
		t.Errorf("%v %+v", err, r)
	}
	for _, path := range []string{filepath.Join(dir, "missing"), dir, write("empty", ""), write("j.jsonl", strings.Repeat(`{"type":"x"}`+"\n", 3))} {
		var hand *HandError
		if r, err := OpenReply(ctx, path); !errors.As(err, &hand) {
			t.Errorf("%s: %v %+v", filepath.Base(path), err, r)
		}
	}
}

// The attempt with another answer is judged by its own evidence; the attempt itself
// stays as it is.
func TestAnswered(t *testing.T) {
	w, err := Gallery(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := w.Attempts[0]
	was := a.Reply
	r, err := ReadReply("pasted", []byte(`{"version":1}`))
	if err != nil {
		t.Fatal(err)
	}
	other := a.Answered(r)
	if a.Reply != was || other.Reply != r {
		t.Error("the answer is in the wrong attempt")
	}
	got, want := other.Evidence(), a.Evidence()
	if got.Identity != want.Identity || got.OutputBytes != want.OutputBytes || got.MaxSummaryTokens != want.MaxSummaryTokens {
		t.Errorf("other evidence: %+v, want %+v", got, want)
	}
	if got.Usage.Set {
		t.Errorf("the usage of the other answer: %+v", got.Usage)
	}
	if loose := (*Attempt)(nil).Answered(r); loose.Source != r.Source {
		t.Errorf("%+v", loose)
	}
}

func TestOpenReplyOfAFolder(t *testing.T) {
	_, err := OpenReply(t.Context(), t.TempDir())
	var hand *HandError
	if !errors.As(err, &hand) || !strings.Contains(hand.Why, "it is a folder") {
		t.Errorf("a folder: %v", err)
	}
}
