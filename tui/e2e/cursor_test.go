package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// twoFaults holds a bare ampersand and code that reads as an element.
const twoFaults = "<conversation_summary>\n<goal>Port it</goal>\n<constraints>Keep it</constraints>\n<decisions>One</decisions>\n" +
	"<state>go build && go test</state>\n<open_items>All of the clock tests\nVec<String> in the exporter</open_items>\n</conversation_summary>"

const (
	faultBackground = "48;2;74;32;36" // of the theme dark, under the bytes of the selected finding
	underCursor     = "\x1b[0;4;7;"
)

// The finding under the cursor is the selected one, in every pane and in its colours,
// and a finding that is selected has the cursor on its first byte.
func TestLinkedSelection(t *testing.T) {
	file := filepath.Join(t.TempDir(), "two.xml")
	if err := os.WriteFile(file, []byte(twoFaults), 0o600); err != nil {
		t.Fatal(err)
	}
	s := boot(t, known, "--theme", "dark", file)
	s.expect("Finding 1 of 2")
	s.send("\t\t\t") // wherever the focus is, around to where it was
	if !strings.Contains(string(s.all), faultBackground+"m&") {
		t.Errorf("the selected finding has another colour: %q", s.all)
	}
	s.send(fmt.Sprintf(":@%d\r", strings.Index(twoFaults, "String>")))
	s.expect("open_items 5/5 · 7:5 · byte ")
	s.expect("<")
	s.expect("Finding 2 of 2 ")
	s.send("\x1b[D")
	s.expect("open_items 5/5 · 7:4 · byte ")
	s.expect(faultBackground + "mString>") // all but the character under the cursor
	s.send("k")
	s.expect("open_items 5/5 · 6:4 · byte ")
	s.expect("Finding 2 of 2, not at the cursor")
	s.send("[")
	s.expect(fmt.Sprintf("state 4/5 · 5:17 · byte %d", strings.Index(twoFaults, "&&")))
	if row := s.expect(faultBackground + "m&"); !strings.Contains(row, underCursor) { // the second of the two
		t.Errorf("no cursor on the first byte of the finding: %q", row)
	}
	s.expect("Finding 1 of 2 ")
	s.send("q")
	s.end(0)
}

// The same character as it lies on disk, as it is decoded and as it reads, with its
// bytes and its name.
func TestRawAndDecoded(t *testing.T) {
	const summary = `<conversation_summary>\n<goal>Keep \u202eMap\u0026lt;K\u0026gt;</goal>\n<constraints>None</constraints>\n` +
		`<decisions>One</decisions>\n<state>Fine</state>\n<open_items>None</open_items>\n</conversation_summary>`
	file := filepath.Join(t.TempDir(), "reply.json")
	if err := os.WriteFile(file, []byte(`{"version":1,"summary":"`+summary+`"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, file)
	s.expect("REJECTED", "all keys")
	s.press("s")
	s.expect("Map&lt;K&gt;")
	s.press("x:2:12" + keyEnter)
	s.expect(`U+202E RIGHT-TO-LEFT OVERRIDE · on disk \u202e`, "e2 80 ae", "⟨U+202E⟩")
	s.press("d")
	s.expect("Map<K>", "entities resolved")
	s.press(":2:16" + keyEnter)
	s.expect(`U+003C LESS-THAN SIGN · written &lt;`, "26 6c 74 3b")
	s.press("r")
	s.expect("goal 1/5 · 1:", `U+005C REVERSE SOLIDUS · \u0026 stands for &  U+0026 AMPERSAND`)
	s.press("s")
	s.expect("goal 1/5 · 2:16", "written &lt;")
	s.press("dx")
	s.expect("Map&lt;K&gt;")
	s.press("q")
	s.ends()
}
