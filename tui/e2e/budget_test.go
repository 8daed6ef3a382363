package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The budget, other limits, the findings and a repair in the program itself.
func TestBudgetAndRepair(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "faults.xml")
	text := "<conversation_summary>\n<goal>Port it</goal>\n<constraints/>\n<decisions/>\n<state>go build && go test, n < 3</state>\n</conversation_summary>"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, "../../testdata/cases/113-reasoning-eats-budget.attempt.json", file)
	s.expect("REJECTED", "all keys")
	s.press("n")
	s.expect("must be written") // only there: what is drawn before the next key cannot be left out
	s.press("p")
	s.expect("the budget was used up before the text began, 904 tokens over")
	s.press("b")
	s.expect("5,000 of 4,096 tokens, 904 over", "budget 4,096", "reasoning", "4,700", "o200k_base", "Cutting the sections cannot make it fit")
	s.press("w")
	s.expect("As it was: rejected token_limit", "max_summary_tokens", "≥ 5,000")
	s.press(".")
	s.expect("Would be accepted, was rejected token_limit")
	s.press("\x1b[D") // left
	s.expect("Still rejected token_limit")
	s.press(keyEnter + "6k" + keyEnter)
	s.expect("6,000", "Would be accepted")
	s.press("x")
	s.expect("As it was")
	s.press("n")
	s.expect("faults.xml")
	s.press("a")
	s.expect("primary", "hidden by 1", "safe repair")
	s.press("f")
	s.expect("After it: ", "go build &", "every section reads as before")
	s.press("F")
	s.expect("After all of them: ", "accepted, was rejected xml_syntax")
	s.press("W")
	s.expect("Write the mended copy", "faults.mended.xml")
	s.press(keyEnter)
	s.expect("The original is as it was.")
	s.press("q")
	s.ends()
	got, err := os.ReadFile(filepath.Join(dir, "faults.mended.xml"))
	if err != nil || !strings.Contains(string(got), "&amp;&amp;") || !strings.Contains(string(got), "<open_items/>") {
		t.Errorf("the copy: %v %s", err, got)
	}
	if was, err := os.ReadFile(file); err != nil || string(was) != text {
		t.Errorf("the original: %v %s", err, was)
	}
}
