package report

import (
	"bytes"
	"testing"

	"compactlens/core/content"
	"compactlens/core/golden"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/whatif"
)

func TestWhatIf(t *testing.T) {
	reply := []byte(`{"version":1,"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"},"model":{"provider":"p","model":"m"},` +
		`"request_fingerprint":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f","summary":"<conversation_summary/>"}`)
	a := whatif.Attempt{Evidence: inspect.Evidence{
		Reply: inspect.Reply{Form: inspect.FormText, File: source.NewText(reply), Text: excerptOf(reply)},
		Usage: inspect.Know(&content.Usage{OutputTokens: 5102}, "response"),
	}, Kept: inspect.Know[uint64](100_000, "bundle")}
	a.Limits[whatif.MaxSummaryTokens] = inspect.Know[uint64](4096, "preset carbon")
	a.Limits[whatif.InputLimit] = inspect.Know[uint64](106_496, "bundle")
	m := whatif.New(a)
	settings := []whatif.Setting{{Knob: whatif.MaxSummaryTokens, Value: 6000}, {Knob: whatif.KeepRecentTokens, Value: 9}, {Knob: whatif.SafetyMargin, Value: 100}}
	now, lost := a.Limits.Apply(settings, "--set")
	all := []WhatIf{
		{Source: "a\x1b.json", Name: "attempt 2 of 3", Settings: settings, Unused: []whatif.Knob{whatif.KeepRecentTokens}, Lost: lost,
			Was: m.Compute(a.Limits), Now: m.Compute(now), Flips: m.Flips(now), Mends: m.Mends(now)},
		{Source: "b.json", Was: m.Compute(a.Limits), Now: m.Compute(a.Limits), Flips: m.Flips(a.Limits), Mends: m.Mends(a.Limits)},
	}
	var out bytes.Buffer
	if err := WhatIfText(&out, all, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/whatif.text", out.String())
	out.Reset()
	if err := WhatIfJSON(&out, all, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/whatif.json", out.String())
	out.Reset()
	if err := WhatIfText(&out, all, TextOptions{ASCII: true}); err != nil {
		t.Fatal(err)
	}
	for _, r := range out.String() {
		if r > 0x7E {
			t.Errorf("not ASCII: %q", r)
		}
	}
}
