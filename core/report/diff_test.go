package report

import (
	"bytes"
	"strings"
	"testing"

	"compactlens/core/compare"
	"compactlens/core/golden"
	"compactlens/core/inspect"
	"compactlens/core/source"
)

func TestDiff(t *testing.T) {
	side := func(name, text string) Attempt {
		b := []byte(text)
		v := inspect.Judge(inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormSummary, File: source.NewText(b), Text: excerptOf(b)}})
		return Attempt{Source: name, File: source.NewText(b), Verdict: &v}
	}
	var long strings.Builder
	for i := range 12 {
		long.WriteString("- item " + string(rune('a'+i)) + "\n")
	}
	old := side("old\x1b.xml", "<conversation_summary>\n<goal>Port it</goal>\n<constraints>"+long.String()+"</constraints>\n<decisions/>\n<state>go build && go test\u202e</state>\n<open_items>x</open_items>\n</conversation_summary>")
	new := side("new.xml", "<conversation_summary>\n<goal>Port it</goal>\n<constraints>"+strings.NewReplacer("item a", "item A", "item l", "item L").Replace(long.String())+"</constraints>\n<decisions/>\n<state>go build &amp;&amp; go test</state>\n</conversation_summary>")
	d := Diff{Old: old, New: new, Comparison: compare.Verdicts(old.Verdict, new.Verdict)}
	var out bytes.Buffer
	if err := DiffText(&out, d, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/diff.text", out.String())
	out.Reset()
	if err := DiffJSON(&out, d, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/diff.json", out.String())
	out.Reset()
	if err := DiffText(&out, d, TextOptions{ASCII: true}); err != nil {
		t.Fatal(err)
	}
	for _, r := range out.String() {
		if r > 0x7E || r < 0x20 && r != '\n' {
			t.Errorf("not ASCII: %q", r)
		}
	}
}
