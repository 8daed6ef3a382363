package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	keyCtrlS  = "\x13"
	keyCtrlT  = "\x14"
	keyCtrlU  = "\x15"
	keyUndo   = "\x1f" // ctrl+_
	keyDelete = "\x1b[3~"
)

// A fault is edited away in place: the verdict follows the keys, undo brings it back,
// the difference is shown, the copy is saved elsewhere and the original is as it was.
func TestEditInPlace(t *testing.T) {
	dir := t.TempDir()
	file, saved := filepath.Join(dir, "summary.xml"), filepath.Join(dir, "saved.xml")
	if err := os.WriteFile(file, []byte(bareAmpersand), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, file)
	s.expect("REJECTED xml_syntax", "all keys")
	s.press("e")
	s.expect("Summary · a copy", "unchanged · 1 → 1 finding", "line 5 column 25")
	s.press(keyDelete + keyDelete + "and")
	s.expect("edited · 1 → 0 findings", "ACCEPTED", "Nothing speaks against this answer.")
	s.press(keyUndo + keyUndo + keyUndo)
	s.expect("unchanged", "REJECTED xml_syntax")
	s.press("\x1br\x1br\x1br") // alt+r
	s.expect("edited", "ACCEPTED")
	s.press(keyCtrlT)
	s.expect("what differs from the original", "-   <state>Ran é go build && go test.", "+   <state>Ran é go build and go test.")
	s.press(keyCtrlT)
	s.expect("line 5 column")
	s.press(keyCtrlS + keyCtrlU + file + keyEnter)
	s.expect("not saved: this is where the answer itself comes from")
	s.press(keyCtrlS + keyCtrlU + saved + keyEnter)
	s.expect("saved, 235 bytes")
	s.press(pasteBegin + "a & b" + pasteEnd)
	s.expect("REJECTED xml_syntax")
	s.press("\x03") // ctrl+c
	s.expect("Leave the changed text?")
	s.press("k")
	s.expect("+ edited", "REJECTED xml_syntax")
	s.press("q")
	s.ends()
	if got := read(t, file); got != bareAmpersand {
		t.Errorf("the original holds %q", got)
	}
	if got := read(t, saved); got != strings.Replace(bareAmpersand, "&&", "and", 1) {
		t.Errorf("the copy holds %q", got)
	}
}
