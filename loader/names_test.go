package loader

import (
	"path/filepath"
	"testing"

	"compactlens/core/testfile"
)

// What a file is does not hang on the ending of its name, where somebody names it.
func TestKindsByAnyName(t *testing.T) {
	const summary = "<conversation_summary><goal>Move it</goal><constraints/><decisions/><state>Half</state><open_items/></conversation_summary>"
	const lines = "<conversation_summary>\n<goal>Move it</goal>\n<constraints/>\n<decisions/>\n<state>Half</state>\n<open_items/>\n</conversation_summary>\n"
	live := func(end string) string {
		return string(fileContent(t, find(t, journals, "live-committed-manual."+end)))
	}
	for want, texts := range map[Kind][]string{
		KindSummary:  {summary, lines, "\n" + lines, "```xml\n" + lines + "```\n", "Here it is:\n" + summary, "\uFEFF" + summary},
		KindReply:    {live("output-1.txt"), `{"version":1,"basis":{},"model":{},"summary":"x"}`, "```json\n{\"version\":1,\"summary\":\"x\"}\n```\n"},
		KindResponse: {live("response-1.json")},
		KindRequest:  {live("input-1.json")},
		KindBundle:   {`{"policy":{"max_summary_tokens":4096},"outcome":"invalid_summary"}`},
		KindIdentity: {`{"revision":7,"through_event_id":"8f0f7a2e-6f0f-4a53-9a52-5f3f8b1d2c11"}`},
		KindHooks:    {live("hooks.jsonl")},
		KindJournal:  {live("jsonl")},
	} {
		for _, text := range texts {
			for _, name := range []string{"h", "h.json", "h.log", "h.txt", "h.md", "h.jsonl", "h.ndjson", "h.JSONL", "h.jsonl.gz"} {
				b := text
				if filepath.Ext(name) == ".gz" {
					b = string(testfile.Zipped(t, []byte(text)))
				}
				dir := write(t, map[string]string{name: b})
				w := mustOpen(t, Options{}, filepath.Join(dir, name))
				if got := w.Sources[0].Kind; got != want {
					t.Errorf("%s with %.40q: %s, want %s (%v)", name, text, got, want, w.Problems)
				}
			}
		}
	}
	// Lines of JSON that are each something else are no answer.
	for _, text := range []string{"{}\n{}\n", `{"version":1,"summary":"x"}` + "\n" + `{"version":1,"summary":"y"}` + "\n", `{"a":1}`, `{"version":1,"summary":"x`, "  \n\n"} {
		dir := write(t, map[string]string{"h.jsonl": text})
		if w := mustOpen(t, Options{}, filepath.Join(dir, "h.jsonl")); w.Sources[0].Kind != KindUnknown {
			t.Errorf("%q: %s", text, w.Sources[0].Kind)
		}
	}
}
