package diagnose_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/content"
	"compactlens/core/diagnose"
	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/loop"
	"compactlens/core/source"
	"compactlens/core/wire"
	"compactlens/loader/capture"
)

const cases = "../../testdata/cases"

// want is the cause that the description of each case names. An empty one is a
// case with nothing to say.
var want = map[string]string{
	"001-fenced-xml.xml":                         "code-fence",
	"003-analysis-block-first.xml":               "scratchpad-first",
	"006-root-summary.xml":                       "other-vocabulary",
	"008-cut-mid-word.xml":                       "cut-at-cap",
	"011-cut-before-root-close.xml":              "cut-before-close",
	"013-stray-closers-inside.xml":               "tool-markup-leak",
	"016-self-closed-root.xml":                   "empty-root",
	"018-missing-open-items.xml":                 "section-left-out",
	"021-duplicate-state.xml":                    "duplicate-section",
	"023-nested-item-list.xml":                   "nested-items",
	"026-less-than-code.xml":                     "code-in-section",
	"028-html-in-state.xml":                      "code-in-section",
	"031-cdata-for-code.xml":                     "cdata",
	"033-xml-declaration.xml":                    "xml-declaration",
	"036-pretty-printed.xml":                     "",
	"038-attribute-on-section.xml":               "attribute-on-tag",
	"041-wrong-case-root.xml":                    "wrong-case",
	"043-mismatched-close.xml":                   "mismatched-close",
	"046-state-zero-width.xml":                   "invisible-text",
	"048-nul-char.xml":                           "control-characters",
	"051-tool-call-bracketed.xml":                "tool-call",
	"053-quoted-root-inside.xml":                 "quoted-tag",
	"056-error-as-summary.xml":                   "error-text",
	"058-valid-placeholder.xml":                  "placeholder-summary",
	"061-valid-instruction-inside.xml":           "injected-instruction",
	"063-valid-over-escaped.xml":                 "over-escaped",
	"066-valid-minimal.xml":                      "",
	"068-json-fence-unclosed.txt":                "code-fence",
	"071-json-raw-newline.txt":                   "raw-newline",
	"073-json-cut.txt":                           "cut-at-cap",
	"076-extra-field.json":                       "extra-field",
	"078-version-string.json":                    "wrong-type",
	"081-uuid-uppercase.json":                    "upper-case-id",
	"083-fingerprint-uppercase.json":             "upper-case-id",
	"086-revision-old.json":                      "earlier-revision",
	"088-model-swapped.json":                     "other-model",
	"091-good-wire-bad-xml.json":                 "code-in-section",
	"093-keys-other-case.json":                   "key-spelling",
	"096-valid-wire-spaced.json":                 "",
	"098-thinking-only.attempt.json":             "reasoning-ate-budget",
	"101-refusal-block.attempt.json":             "refusal",
	"103-no-blocks.attempt.json":                 "no-answer",
	"106-byte-limit-masks-fence.attempt.json":    "over-byte-limit code-fence",
	"108-usage-zero-output.attempt.json":         "usage-zero",
	"111-over-token-limit.attempt.json":          "over-budget",
	"113-reasoning-eats-budget.attempt.json":     "reasoning-ate-budget",
	"116-transcript-empty.attempt.json":          "nothing-to-summarise",
	"118-transcript-unknown-role.attempt.json":   "unknown-role",
	"121-tail-unanswered-call.attempt.json":      "unanswered-call",
	"123-tail-parallel-results.attempt.json":     "",
	"126-input-short-results.attempt.json":       "input-too-large",
	"128-post-at-limit.attempt.json":             "summary-too-large",
	"131-tail-too-large.attempt.json":            "tail-too-large",
	"133-tail-image-overcounted.attempt.json":    "image-overcounted",
	"136-stale-basis.attempt.json":               "basis-moved",
	"138-interrupted.attempt.json":               "user-interrupt",
	"141-execution-failed-overload.attempt.json": "provider-failed",
	"143-lane-full.attempt.json":                 "lane-full",
}

// Every case has the cause that its description names, first and mostly alone, and
// every finding has one.
func TestCases(t *testing.T) {
	index, err := os.ReadFile(filepath.Join(cases, "INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for i, line := range strings.Split(strings.TrimSpace(string(index)), "\n") {
		name, rest, _ := strings.Cut(line, "\t")
		reason, _, _ := strings.Cut(rest, "\t")
		if i == 0 {
			continue
		}
		expected, ok := want[name]
		if !ok {
			t.Errorf("%s has no row", name)
			continue
		}
		e, ctx := evidence(t, name)
		v := inspect.Judge(e)
		decision := v.Decision
		diagnose.Advise(e, &v, ctx)
		all := diagnose.Explain(e, &v, ctx)
		var got []string
		for _, d := range all {
			got = append(got, d.ID)
		}
		if v.Decision != decision {
			t.Errorf("%s: the decision changed", name)
		}
		if p := v.Primary(); p != nil && string(p.Reason) != reason {
			t.Errorf("%s: reason %s, want %s", name, p.Reason, reason)
		}
		if strings.Join(got, " ") != expected {
			t.Errorf("%s: causes %q, want %q", name, got, expected)
			for _, d := range all {
				t.Logf("   %+v", d)
			}
			continue
		}
		right++
		for _, f := range v.Findings {
			if f.Cause == "" {
				t.Errorf("%s: %s has no cause", name, f.Rule.ID)
			}
		}
	}
	if right < len(want) {
		t.Errorf("%d of %d", right, len(want))
	}
}

// evidence reads a case and what belongs to it.
func evidence(t *testing.T, name string) (inspect.Evidence, diagnose.Context) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(cases, name))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, ".attempt.json") {
		return bundle(t, b)
	}
	known, err := os.ReadFile(filepath.Join(cases, "IDENTITY.json"))
	if err != nil {
		t.Fatal(err)
	}
	form := inspect.FormText
	if strings.HasSuffix(name, ".xml") {
		form = inspect.FormSummary
	}
	e := plain(form, string(b))
	if figures, ok := capture.ReadFigures(wire.Parse(known), "test"); ok {
		e.Identity, e.OutputBytes, e.MaxSummaryTokens = figures.Identity, figures.OutputBytes, figures.MaxSummaryTokens
	} else {
		t.Fatal("no identity")
	}
	return e, diagnose.Context{}
}

// plain is the evidence of a text alone.
func plain(form inspect.Form, text string) inspect.Evidence {
	b := []byte(text)
	return inspect.Evidence{Reply: inspect.Reply{
		Form: form, File: source.NewText(b), Text: inspect.Excerpt{Bytes: b, Map: source.Offsets(0, len(b))},
	}}
}

// bundle reads an attempt bundle as a caller of this package would.
func bundle(t *testing.T, b []byte) (e inspect.Evidence, ctx diagnose.Context) {
	t.Helper()
	file := source.NewText(b)
	got := capture.ReadBundle(file, wire.Parse(b))
	e.Identity, e.OutputBytes, e.MaxSummaryTokens = got.Identity, got.OutputBytes, got.MaxSummaryTokens
	if got.Response != nil {
		e.Reply, e.Usage = got.Response.Reply, got.Response.Usage
	}
	o := &ctx.Outcome
	o.Recorded, o.Said = got.Outcome, got.CountError
	o.InputLimit, o.MaxSummary = got.Post.InputLimit, got.MaxSummaryTokens
	o.TailTokens, o.TailBytes, o.PostTokens = got.Post.TailTokens, got.Post.TailBytes, got.Post.InputTokens
	if got.BasisNow != nil {
		o.BasisNow = *got.BasisNow
	}
	in, err := wire.DecodeRequest(got.Input.Of(b))
	if o.Request = err; err == nil {
		o.Basis = in.Basis
		o.Request = fits(in, got.InputBytes.Value, &o.Results)
	}
	if !got.RetainedTail.Empty() {
		tail, err := content.DecodeRequest(got.RetainedTail.Of(b))
		if o.Tail = err; err == nil {
			o.Tail = event.ValidateRetained(tail)
		}
	}
	return e, ctx
}

// fits reports a request that is larger than limit, and counts its tool results.
func fits(in loop.CompactionInput, limit int64, results *int) error {
	for _, m := range in.Transcript {
		if result, ok := m.(*content.ToolResultMessage); ok && len(result.Blocks) > 0 {
			*results++
		}
	}
	_, err := wire.FitRequest(in, limit)
	return err
}
