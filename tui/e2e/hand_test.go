package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The marks that a terminal puts around what is pasted.
const pasteBegin, pasteEnd = "\x1b[200~", "\x1b[201~"

// A reply that is pasted, escaped and with the line ends of a terminal, is judged as
// an answer of the selected attempt; one of some megabytes and bytes that are no
// UTF-8 come through; a file is opened with its path completed.
func TestReplyInHand(t *testing.T) {
	s := start(t)
	s.expect("Gallery", "all keys")
	s.press("6n")
	s.expect("REJECTED xml_syntax")

	s.press(pasteBegin + strings.ReplaceAll(strings.ReplaceAll(bareAmpersand, "&&", "and"), "\n", "\r") + pasteEnd)
	s.expect("ACCEPTED", "+ pasted", "nothing is stored")

	escaped, err := json.Marshal(`{"version":1,"summary":"<conversation_summary/>"}`)
	if err != nil {
		t.Fatal(err)
	}
	s.press(pasteBegin + string(escaped) + pasteEnd)
	s.expect("REJECTED wire", "taken out of a JSON string")

	s.press(pasteBegin + strings.Replace(bareAmpersand, "é go build && go", "\xff and \x01", 1) + pasteEnd)
	s.expect("REJECTED xml_syntax", "⟨FF⟩ and ␁ test")

	large := strings.Replace(bareAmpersand, "One retry.", strings.Repeat("a line of the decisions\r", 200_000), 1)
	s.press(pasteBegin + large + pasteEnd)
	s.expect("summary/bare-ampersand", "4,800,143") // the title is what it was, and may not be written again

	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "an answer.xml"), []byte(strings.ReplaceAll(bareAmpersand, "&&", "and")), 0o600); err != nil {
		t.Fatal(err)
	}
	s.press("O" + dir + "/an\t")
	s.expect("an answer.xml")
	s.press(keyEnter)
	s.expect("ACCEPTED", "+ an answer.xml")

	s.press("\x1b[3~") // delete
	s.expect("off the list: an answer.xml", "U brings it back")
	s.press("U")
	s.expect("on the list again: an answer.xml", "ACCEPTED", "+ an answer.xml")
	s.press("q")
	s.ends()
}

// A journal holds no answers: the one that somebody captured is pasted onto its
// attempt, and is judged by what the journal knows of it.
func TestReplyInHandToAJournal(t *testing.T) {
	const data = "../../testdata/journals/live-committed-manual"
	s := start(t, data+".jsonl.gz")
	s.expect("committed", "all keys")
	answer := read(t, data+".output-1.txt")
	s.press(pasteBegin + answer + pasteEnd)
	s.expect("+ pasted", "212 / 4,096", "as requested", "five sections in order")
	s.press("l")
	s.expect("scratch", "stored nowhere", "CompactionCommitted")
	s.press(pasteBegin + strings.Replace(answer, `"revision":37`, `"revision":36`, 1) + pasteEnd)
	s.expect("REJECTED identity")
	s.press("q")
	s.ends()
}
