package e2e

import (
	"strings"
	"testing"
)

const cases = "../../testdata/cases/"

// The dialogue on a terminal: what a screen reader gets is lines of words, and not
// one sequence.
func TestAccessibleOnATerminal(t *testing.T) {
	for name, c := range map[string]struct {
		env  []string
		args []string
	}{
		"by flag":       {[]string{"TERM=xterm-256color", "COLORTERM=truecolor"}, []string{"--accessible"}},
		"by variable":   {[]string{"TERM=xterm-256color", "ACCESSIBLE=1"}, nil},
		"by terminal":   {[]string{"TERM=dumb"}, nil},
		"over terminal": {[]string{"TERM=dumb", "COMPACTLENS_ACCESSIBLE=0"}, []string{"--accessible"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := boot(t, c.env, append(c.args, cases+"026-less-than-code.xml", cases+"066-valid-minimal.xml")...)
			s.expect("2 attempts, 0 problems.")
			s.expect("Attempt 1 of 2.")
			s.expect("rejected xml_syntax")
			s.expect("Command: ")
			s.send("finding\n")
			s.expect("Finding 1 of 1, error, summary/bare-less-than")
			s.expect("Place: line 1, column ")
			s.expect("Repair, safe: write < as &lt;")
			s.expect("Command: ")
			s.send("explain\n")
			s.expect("summary/bare-less-than")
			s.expect("Command: ")
			s.send("fix\n")
			s.expect("The result would be accepted")
			s.expect("Command: ")
			s.send("next\n")
			s.expect("Attempt 2 of 2.")
			s.expect("accepted")
			s.expect("Command: ")
			s.send("list\n")
			s.expect("1, ")
			s.expect("2, ")
			s.expect("Command: ")
			s.send("previous\n")
			s.expect("Attempt 1 of 2.")
			s.expect("Command: ")
			s.send("quit\n")
			onlyLines(t, s.end(0))
		})
	}
}

// onlyLines fails where something but lines of text was written.
func onlyLines(t *testing.T, all string) {
	t.Helper()
	for i, c := range []byte(all) {
		if c < 0x20 && c != '\n' && !(c == '\r' && i+1 < len(all) && all[i+1] == '\n') || c == 0x7F {
			t.Errorf("the byte %02x was written: %q", c, all[max(i-20, 0):min(i+20, len(all))])
			return
		}
	}
}

// The end of the input, and an interrupt, end the dialogue; the exit code tells an
// interrupt.
func TestAccessibleEnds(t *testing.T) {
	for keys, code := range map[string]int{"\x04": 0, "\x03": 130} {
		s := boot(t, []string{"TERM=dumb"})
		s.expect("Command: ")
		s.send(keys)
		s.end(code)
	}
}

// What is opened may come from standard input: the commands come from the terminal.
func TestAccessibleWithStandardInput(t *testing.T) {
	s := boot(t, []string{"TERM=xterm"}, "--accessible", "-")
	s.send("<conversation_summary><goal>a & b</goal></conversation_summary>\n\x04")
	s.expect("1 attempt, 0 problems.")
	s.expect("Command: ")
	s.send("finding 1\n")
	s.expect("Finding 1 of ")
	s.expect("Command: ")
	s.send("quit\n")
	s.end(0)
}

// In a locale that is not UTF-8, nothing but ASCII is written, by the dialogue or by
// the interface.
func TestOtherLocales(t *testing.T) {
	s := boot(t, []string{"TERM=dumb", "LC_ALL=C"}, cases+"026-less-than-code.xml")
	s.expect("Command: ")
	s.send("finding\nfix\nquit\n")
	all := s.end(0)
	s = boot(t, []string{"TERM=xterm", "LANG=de_DE.ISO-8859-1", "TMUX=x"}, cases+"026-less-than-code.xml")
	s.expect("REJECTED")
	s.send("?")
	s.expect("Keys")
	s.send("q")
	s.send("q")
	all += s.end(0)
	if i := strings.IndexFunc(all, func(r rune) bool { return r >= 0x80 }); i >= 0 {
		t.Errorf("not ASCII: %q", all[max(i-30, 0):min(i+30, len(all))])
	}
}
