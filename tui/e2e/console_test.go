package e2e

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// console is a run of the program on a terminal of 100x30 cells whose input and
// output the test holds. Its environment is only what the test gives it.
type console struct {
	t    *testing.T
	tty  *os.File
	cmd  *exec.Cmd
	all  []byte // everything that was written
	seen int    // how much of it expect went past
}

// boot runs the program with arguments and an environment of "NAME=value" pairs.
func boot(t *testing.T, env []string, args ...string) *console {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // a hang fails the test
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, env...)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 100, Rows: 30})
	if err != nil {
		t.Fatal(err)
	}
	s := &console{t: t, tty: tty, cmd: cmd}
	t.Cleanup(func() { tty.Close(); _ = cmd.Wait() })
	return s
}

// read takes in more output and reports whether there was any.
func (s *console) read() bool {
	buffer := make([]byte, 4096)
	n, err := s.tty.Read(buffer)
	s.all = append(s.all, buffer[:n]...)
	return n > 0 || err == nil
}

// expect waits until text was written behind what was expected before, and returns
// what was written up to it.
func (s *console) expect(text string) string {
	s.t.Helper()
	for {
		if i := strings.Index(string(s.all[s.seen:]), text); i >= 0 {
			before := string(s.all[s.seen : s.seen+i])
			s.seen += i + len(text)
			return before
		}
		if !s.read() {
			s.t.Fatalf("%q was not written; the rest is %q", text, s.all[s.seen:])
		}
	}
}

func (s *console) send(keys string) {
	s.t.Helper()
	if _, err := s.tty.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// end waits for the end of the program and wants its exit code. It returns
// everything that was written.
func (s *console) end(code int) string {
	s.t.Helper()
	for s.read() {
	}
	_ = s.cmd.Wait()
	if got := s.cmd.ProcessState.ExitCode(); got != code {
		s.t.Errorf("exit code %d, want %d: %q", got, code, s.all)
	}
	return string(s.all)
}
