package e2e

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/creack/pty"
)

// exitLimit is how long a command may take on a terminal that never answers. The
// fault this guards against costs five seconds.
const exitLimit = 300 * time.Millisecond

// A command must not ask the terminal anything: one that never answers would
// hold it up, and the question would stand in its output.
func TestSilentTerminal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.xml")
	if err := os.WriteFile(file, []byte("<conversation_summary/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"version"}, 0},
		{[]string{"check", file}, 1},
		{[]string{"check", "--format", "json", file}, 1},
	} {
		var out []byte
		var took time.Duration
		for range 3 { // a busy machine may delay one run; the stall delays every one
			out, took = silent(t, c.args, c.code)
			if took < exitLimit {
				break
			}
		}
		if took >= exitLimit {
			t.Errorf("%v: took %v", c.args, took)
		}
		if bytes.IndexByte(out, 0x1b) >= 0 {
			t.Errorf("%v: wrote escape sequences: %q", c.args, out)
		}
		if len(out) == 0 {
			t.Errorf("%v: wrote nothing", c.args)
		}
	}
}

// silent runs the program on a terminal that never answers and returns all it
// wrote.
func silent(t *testing.T, args []string, code int) ([]byte, time.Duration) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color")
	start := time.Now()
	tty, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	out, _ := io.ReadAll(tty) // ends with an error when the program closes its side
	_ = cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Errorf("%v: exit code %d, want %d: %s", args, got, code, out)
	}
	return out, time.Since(start)
}
