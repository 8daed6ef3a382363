package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// session is the program on a terminal of its own.
type session struct {
	t      *testing.T
	tty    *os.File
	output chan string // what it writes, in pieces; closed at its end
	seen   string      // what it wrote since the last key, without sequences
}

// answerLimit is how long the program may take to show something. It is generous:
// a test that fails waits for it.
const answerLimit = 20 * time.Second

var sequence = regexp.MustCompile(`\x1b(\[[0-9;?<>=]*[a-zA-Z]|\][^\a\x1b]*(\a|\x1b\\))`)

// start runs the program in a window of 120x40 cells.
func start(t *testing.T, args ...string) *session {
	t.Helper()
	cmd := exec.Command(binary, append([]string{"--theme", "dark"}, args...)...)
	home := t.TempDir()
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 120, Rows: 40})
	if err != nil {
		t.Fatal(err)
	}
	s := &session{t: t, tty: tty, output: make(chan string)}
	done := make(chan struct{})
	go func() {
		defer close(s.output)
		b := make([]byte, 64<<10)
		for {
			n, err := tty.Read(b)
			select {
			case s.output <- string(b[:n]):
			case <-done:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		close(done)
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		tty.Close()
	})
	return s
}

// press types keys; what was shown before no longer counts.
func (s *session) press(keys string) {
	s.t.Helper()
	s.seen = ""
	if _, err := s.tty.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// expect waits until words were written, in any of the rows drawn anew.
func (s *session) expect(words ...string) {
	s.t.Helper()
	s.await(func(written string) string { return sequence.ReplaceAllString(written, "") }, words...)
}

// expectSequences waits until sequences were written.
func (s *session) expectSequences(all ...string) {
	s.t.Helper()
	s.await(func(written string) string { return written }, all...)
}

// await waits until words are in what was written, as part sees it.
func (s *session) await(part func(string) string, words ...string) {
	s.t.Helper()
	limit := time.After(answerLimit)
	for _, w := range words {
		for !strings.Contains(part(s.seen), w) {
			select {
			case more, open := <-s.output:
				if !open {
					s.t.Fatalf("the program ended without %q: %q", w, s.seen)
				}
				s.seen += more
			case <-limit:
				s.t.Fatalf("no %q: %q", w, part(s.seen))
			}
		}
	}
}

// ends waits for the end of the program.
func (s *session) ends() {
	s.t.Helper()
	limit := time.After(answerLimit)
	for {
		select {
		case _, open := <-s.output:
			if !open {
				return
			}
		case <-limit:
			s.t.Fatal("the program does not end")
		}
	}
}

const (
	keyEnter  = "\r"
	keyEscape = "\x1b"
	keyCtrlO  = "\x0f"
	keyCtrlR  = "\x12"
)

// Search, places, filter, counts and marks in the program itself.
func TestMoving(t *testing.T) {
	dir := t.TempDir()
	text := "<conversation_summary>\n<goal>" + strings.Repeat("a line of the goal\n", 300) + "the needle & more</goal>\n</conversation_summary>"
	for name, b := range map[string]string{"one.xml": text, "two.xml": "<conversation_summary/>"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, filepath.Join(dir, "one.xml"), filepath.Join(dir, "two.xml"))
	s.expect("REJECTED", "all keys")
	s.press("/needle")
	s.expect("1/1", "literal")
	s.press(keyCtrlR)
	s.expect("regexp")
	s.press("(")
	s.expect("missing closing )")
	s.press(keyEscape)
	s.expect("all keys")
	s.press(":999")
	s.expect("the text has 303 lines")
	s.press("\x15" + "120:3" + keyEnter) // ctrl+u empties the prompt
	s.expect("120")
	s.press("5j")
	s.expect("125:3")
	s.press("mag") // the mark's prompt is gone before it is drawn
	s.expect("conversation_summary")
	s.press("'a")
	s.expect("125:3")
	s.press(keyCtrlO)
	s.expect("conversation_summary")
	s.press("&two")
	s.expect("Attempts · two", "1 of 2")
	s.press(keyEnter)
	s.expect("all keys")
	s.press("q")
	s.ends()
}
