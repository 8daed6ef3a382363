package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// What the README shows of check is what it prints.
func TestCheckOfTheReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "$ compactlens check summary.xml\n")
	shown, _, _ := strings.Cut(rest, "```")
	t.Chdir(t.TempDir())
	t.Setenv("LC_ALL", "C.UTF-8")
	const text = "<conversation_summary>\n  <goal>Move the exporter</goal>\n  <constraints/>\n  <decisions/>\n  <state>Ran go build && go test; 41 of 43 pass.</state>\n  <open_items/>\n</conversation_summary>"
	if err := os.WriteFile("summary.xml", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := Run([]string{"check", "summary.xml"}, strings.NewReader(""), &out, &errs)
	if got, _, _ := strings.Cut(out.String(), "\n\n"); code != exitRejected || strings.TrimSpace(got) != strings.TrimSpace(shown) {
		t.Errorf("exit code %d: the README shows\n%s\nand what is printed is\n%s%s", code, shown, out.String(), errs.String())
	}
}

// An attempt that ended before a model was called has no answer, so that nothing of one is
// missing: --strict passes it, and no other without an answer.
func TestStrictWithoutACall(t *testing.T) {
	for name, want := range map[string]int{
		"cases/131-tail-too-large.attempt.json": exitAccepted, "cases/143-lane-full.attempt.json": exitAccepted, "journals/live-retained-tail-too-large.jsonl.gz": exitAccepted,
		"cases/138-interrupted.attempt.json": exitRejected, "journals/live-summary-too-large.jsonl.gz": exitRejected,
	} {
		var out, errs bytes.Buffer
		if code := Run([]string{"check", "--strict", "../../testdata/" + name}, strings.NewReader(""), &out, &errs); code != want {
			t.Errorf("%s: exit code %d, want %d: %s%s", name, code, want, out.String(), errs.String())
		}
	}
}
