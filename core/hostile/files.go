package hostile

import "strings"

// Files returns a folder of hostile files by their paths, made from the project's
// own test data, which read returns by its path there, decompressed: a journal of
// several attempts with their requests and answers, provider bodies, bundles,
// damaged answers and summaries, each with text wherever free text may stand.
func Files(read func(name string) ([]byte, error), text string) (map[string][]byte, error) {
	files := map[string][]byte{
		"summary.xml":  []byte("<conversation_summary><goal>" + text + "</goal><" + text + "/><state a='" + text + "'>&" + text + ";</state></conversation_summary>"),
		"text.xml":     []byte("<conversation_summary>" + text),
		"reply.txt":    []byte(`{"version":1,"` + Escape(text) + `":1,"summary":"` + text + `"}`),
		"torn.jsonl":   []byte(`{"type":"` + text + `"}` + "\n{\"type\":\"SessionStarted\",\"v\":1,\"" + text),
		"nothing.json": []byte(text),
		"binary.bin":   []byte("\x00\x01" + text),
	}
	for _, name := range inputs {
		b, err := read(name)
		if err != nil {
			return nil, err
		}
		b = Into(b, text)
		if strings.HasSuffix(name, ".xml") {
			b = []byte(strings.ReplaceAll(string(b), "<goal>", "<goal>"+text))
		}
		files[name] = b
	}
	return files, nil
}

// inputs are the test data that hostile files are made from.
var inputs = []string{
	"journals/live-invalid-summaries.jsonl", "journals/live-invalid-summaries.response-1.json", "journals/live-invalid-summaries.response-2.json",
	"journals/live-invalid-summaries.input-1.json", "journals/live-invalid-summaries.hooks.jsonl",
	"journals/live-canceled-hustle-timeout.ledger.jsonl", "journals/live-committed-manual.jsonl", "journals/live-committed-manual.response-1.json",
	"journals/session-multiloop.jsonl", "journals/session-multiloop.output-1.json",
	"captures/anthropic.valid.response.json", "captures/anthropic.refusal.response.json", "captures/anthropic.thinking-then-text.response.json",
	"captures/openai.valid.response.json", "captures/openai.error-in-200.response.json", "captures/openai-responses.valid.response.json",
	"captures/gemini.valid.response.json", "captures/bedrock-converse.valid.response.json", "captures/openai.request.json",
	"cases/026-less-than-code.xml", "cases/023-nested-item-list.xml", "cases/086-revision-old.json", "cases/088-model-swapped.json",
	"cases/091-good-wire-bad-xml.json", "cases/101-refusal-block.attempt.json", "cases/111-over-token-limit.attempt.json",
	"cases/121-tail-unanswered-call.attempt.json", "cases/128-post-at-limit.attempt.json", "cases/138-interrupted.attempt.json",
}
