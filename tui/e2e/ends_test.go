//go:build unix

package e2e

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// A terminal that never answers, standard input that is a file, signals: however
// the interface ends, the terminal is left in order and the exit code says why.
func TestHowItEnds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.xml")
	if err := os.WriteFile(file, []byte("<conversation_summary/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		args   []string
		stdin  string // path of what standard input is; empty is the terminal
		signal syscall.Signal
		code   int
	}{
		{name: "quit", args: []string{file}},
		{name: "input from nothing", args: []string{file}, stdin: os.DevNull},
		{name: "input from a file", args: []string{"-"}, stdin: file},
		{name: "SIGTERM", args: []string{file}, signal: syscall.SIGTERM, code: 143},
		{name: "SIGINT", args: []string{file}, signal: syscall.SIGINT, code: 130},
		{name: "SIGHUP", args: []string{file}, signal: syscall.SIGHUP, code: 129},
		{name: "SIGQUIT", args: []string{file}, signal: syscall.SIGQUIT, code: 131},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, code := drawn(t, c.args, c.stdin, func(tty *os.File, p *os.Process) error {
				if c.signal != 0 {
					return p.Signal(c.signal)
				}
				_, err := tty.Write([]byte("q"))
				return err
			})
			if code != c.code {
				t.Errorf("exit code %d, want %d: %q", code, c.code, out)
			}
			for _, undone := range []string{"\x1b[?1049l", "\x1b[?25h", "\x1b[?1002l"} {
				if !bytes.Contains(out, []byte(undone)) {
					t.Errorf("the terminal is left without %q", undone)
				}
			}
		})
	}
}

// drawn runs the interface on a terminal that never answers, calls end when its
// first frame is there, and returns all that was written and the exit code.
func drawn(t *testing.T, args []string, stdin string, end func(*os.File, *os.Process) error) ([]byte, int) {
	t.Helper()
	tty, process, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, args...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = process, process, process
	// The terminal is standard output in the child: that one becomes its own.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
	if stdin != "" {
		f, err := os.Open(stdin)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		cmd.Stdin = f
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	process.Close()
	var out bytes.Buffer
	for ended, b := false, make([]byte, 1<<16); ; {
		n, err := tty.Read(b)
		out.Write(b[:n])
		if !ended && bytes.Contains(out.Bytes(), []byte("REJECTED")) {
			ended = true
			if err := end(tty, cmd.Process); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil { // the program closed its side
			break
		}
	}
	_ = cmd.Wait()
	if _, err := io.Copy(&out, tty); err == nil && out.Len() == 0 {
		t.Error("nothing was drawn")
	}
	return out.Bytes(), cmd.ProcessState.ExitCode()
}
