package diagnose_test

import (
	stdjson "encoding/json"
	"fmt"
	"testing"

	"compactlens/core/diagnose"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/testfile"
	"compactlens/core/wire"
	"compactlens/loader/capture"
)

// The answers that a real harness refused have the cause that their scenario says.
func TestLiveInvalidSummaries(t *testing.T) {
	causes := map[string]string{
		"wire-fenced": "code-fence", "wire-unknown-field": "extra-field", "wire-trailing": "two-summaries", "wire-missing-model": "missing-field",
		"identity-fingerprint": "miscopied-identity", "identity-revision": "earlier-revision",
		"output-shape-thinking-plus-text": "thinking-plus-text", "output-shape-empty": "no-answer", "output-shape-refusal": "refusal",
		"byte-limit": "over-byte-limit", "token-usage-missing": "usage-missing", "token-limit": "over-budget",
		"xml-syntax-unescaped-amp": "code-in-section", "xml-syntax-truncated": "cut-in-transit", "xml-root-wrong": "other-vocabulary",
		"xml-root-prose-first": "prose-before", "xml-structure-order": "sections-out-of-order", "xml-structure-markup-in-section": "code-in-section",
		"xml-structure-cdata": "cdata", "xml-structure-trailing-newline": "newline-outside", "xml-content-empty-state": "blank-section",
	}
	const base = "journals/live-invalid-summaries."
	var names []string
	if err := stdjson.Unmarshal(testfile.Must(t, base+"cases.json"), &names); err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		response := testfile.Must(t, fmt.Sprintf("%sresponse-%d.json", base, i+1))
		request := testfile.Must(t, fmt.Sprintf("%sinput-%d.json", base, i+1))
		body, ok := capture.ReadResponse(source.NewText(response), wire.Parse(response))
		asked, ok2 := capture.ReadRequest(wire.Parse(request))
		if !ok || !ok2 {
			t.Fatalf("%s: response %v, request %v", name, ok, ok2)
		}
		e := inspect.Evidence{Reply: body.Reply, Usage: body.Usage, Identity: asked.Identity, MaxSummaryTokens: asked.MaxSummaryTokens, OutputBytes: inspect.Know[int64](65536, "preset")}
		v, all := run(e, diagnose.Context{})
		if v.Decision != inspect.Rejected || all[0].ID != causes[name] {
			t.Errorf("%s: %v %v %v, want %s", name, v.Decision, v.Reason, ids(all), causes[name])
		}
		check(t, v, all)
	}
	if len(names) != len(causes) {
		t.Errorf("%d answers, %d causes", len(names), len(causes))
	}
}
