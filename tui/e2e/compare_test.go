package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Two summaries are compared: what became of findings and sections, side by side, the
// words that differ underlined in the colour of their side.
func TestComparing(t *testing.T) {
	dir := t.TempDir()
	old := "<conversation_summary>\n<goal>Port it</goal>\n<constraints>none</constraints>\n<decisions>One retry with backoff</decisions>\n<state>go build && go test</state>\n<open_items>x</open_items>\n</conversation_summary>"
	for name, text := range map[string]string{"1-old.xml": old, "2-new.xml": strings.NewReplacer("&&", "&amp;&amp;", "One retry", "Two retries").Replace(old), "3-other.xml": "<conversation_summary/>"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const underlinedError, underlinedPassed = "\x1b[0;1;4;38;2;255;131;128m", "\x1b[0;1;4;38;2;133;199;149m"
	s := boot(t, known, filepath.Join(dir, "1-old.xml"), filepath.Join(dir, "2-new.xml"), filepath.Join(dir, "3-other.xml"))
	s.expect("REJECTED")
	s.send("D")
	s.expect("Compare 1-old.xml with")
	s.send("new")
	s.expect("1 answer")
	s.send("\r")
	s.expect("findings · 1 fixed · 0 new · 0 the same")
	s.expect("decisions · changed")
	s.expect(underlinedError + "retry")
	s.expect("│")
	s.expect(underlinedPassed + "retries")
	s.expect("state · changed")
	s.expect("the same: goal, constraints, open_items")
	s.send("|")
	s.expect(underlinedError + "retry")
	s.send("}}")
	s.expect("change 2 of 3")
	s.send("o")
	s.expect("all lines")
	s.expect("Port it")
	s.send("Y")
	s.expect("Compare › 1-old.xml with 2-new.xml")
	s.expect("[enter goes back to compactlens] ")
	s.send("\r")
	s.expect("change 2 of 3")
	s.send("\x1b")
	s.expect("Checks")
	s.send("q")
	s.end(0)
}
