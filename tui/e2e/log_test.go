package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A log tells of messages, and nothing of what is open or was typed.
func TestLog(t *testing.T) {
	log := filepath.Join(t.TempDir(), "interface.log")
	file := cases + "026-less-than-code.xml"
	s := boot(t, append([]string{"COMPACTLENS_LOG=" + log}, known...), file)
	s.expect("REJECTED")
	s.send("/typedword")
	s.expect("typedword")
	s.send("\r\x1b[23~q") // a key that does nothing ends the wait for what follows an escape
	s.end(0)
	b, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"msg=start version=", "msg=message kind=tui.openedMsg", "tea.KeyMsg", "msg=end lines_left_out=0"} {
		if !strings.Contains(string(b), want) {
			t.Errorf("the log lacks %q", want)
		}
	}
	for _, not := range []string{"typedword", "026-less", "conversation_summary"} {
		if strings.Contains(string(b), not) {
			t.Errorf("the log has %q", not)
		}
	}

	s = boot(t, known, "--log", filepath.Join(log, "below"), file)
	if out := s.end(2); !strings.Contains(out, "the log cannot be written") {
		t.Errorf("said: %q", out)
	}
}
