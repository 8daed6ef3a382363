//go:build unix

package e2e

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// rejected is a summary that is rejected at once.
func rejected(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.xml")
	if err := os.WriteFile(file, []byte("<conversation_summary/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A terminal that never answers, standard input that is a file, signals, no
// alternate screen, the smallest windows: however the interface ends, the terminal is
// left in order and the exit code says why.
func TestHowItEnds(t *testing.T) {
	file := rejected(t)
	for _, c := range []struct {
		name       string
		args       []string
		stdin      string // path of what standard input is; empty is the terminal
		signal     syscall.Signal
		code       int
		cols, rows uint16
	}{
		{name: "quit", args: []string{file}},
		{name: "input from nothing", args: []string{file}, stdin: os.DevNull},
		{name: "input from a file", args: []string{"-"}, stdin: file},
		{name: "SIGTERM", args: []string{file}, signal: syscall.SIGTERM, code: 143},
		{name: "SIGINT", args: []string{file}, signal: syscall.SIGINT, code: 130},
		{name: "SIGHUP", args: []string{file}, signal: syscall.SIGHUP, code: 129},
		{name: "SIGQUIT", args: []string{file}, signal: syscall.SIGQUIT, code: 131},
		{name: "SIGABRT", args: []string{file}, signal: syscall.SIGABRT, code: 134},
		{name: "SIGSEGV", args: []string{file}, signal: syscall.SIGSEGV, code: 139},
		{name: "SIGBUS", args: []string{file}, signal: syscall.SIGBUS, code: 128 + int(syscall.SIGBUS)},
		{name: "no alternate screen", args: []string{"--no-alt-screen", file}},
		{name: "SIGABRT without alternate screen", args: []string{"--no-alt-screen", file}, signal: syscall.SIGABRT, code: 134},
		{name: "SIGTERM without alternate screen", args: []string{"--no-alt-screen", file}, signal: syscall.SIGTERM, code: 143},
		{name: "no mouse", args: []string{"--no-mouse", file}},
		{name: "1x1", args: []string{file}, cols: 1, rows: 1},
		{name: "2x1", args: []string{file}, cols: 2, rows: 1},
		{name: "1x50", args: []string{file}, cols: 1, rows: 50},
		{name: "500x2", args: []string{file}, cols: 500, rows: 2, signal: syscall.SIGTERM, code: 143},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := open(t, opening{args: c.args, stdin: c.stdin, cols: c.cols, rows: c.rows})
			if c.cols > 0 {
				x.expect(0, "\x1b[?2026l") // there is no room for words
				x.send("?jjtabnTz\x1b[A/")
			} else {
				x.expect(0, "REJECTED")
			}
			if c.signal != 0 {
				if err := x.cmd.Process.Signal(c.signal); err != nil {
					t.Fatal(err)
				}
			} else {
				x.send("\x03")
			}
			x.end(c.code)
		})
	}
}

// What the keyboard sends as signals ends the dialogue, too, and the terminal is as it
// was.
func TestHowTheDialogueEnds(t *testing.T) {
	for keys, code := range map[string]int{"quit\r": 0, "\x04": 0, "\x03": 130, "\x1c": 131} {
		x := open(t, opening{args: []string{"--accessible", rejected(t)}})
		x.expect(0, "Command: ")
		x.send(keys)
		x.end(code)
	}
}

// A terminal that has stopped reading does not keep the interface from ending, and the
// line discipline is what it was.
func TestTerminalThatStopsReading(t *testing.T) {
	for name, end := range map[string]func(*terminal) (code int){
		"quit":    func(x *terminal) int { x.send("q"); return 0 },
		"SIGTERM": func(x *terminal) int { _ = x.cmd.Process.Signal(syscall.SIGTERM); return 143 },
	} {
		t.Run(name, func(t *testing.T) {
			// The frame of such a window is larger than what the system keeps for a reader.
			x := open(t, opening{args: []string{rejected(t)}, cols: 600, rows: 300, env: known, deaf: true})
			if _, err := io.ReadFull(x.tty, make([]byte, 20<<10)); err != nil { // the frame is being written
				t.Fatal(err)
			}
			want := end(x)
			if got := x.wait(); got != want {
				t.Errorf("exit code %d, want %d", got, want)
			}
			x.disciplined()
		})
	}
}

// A terminal that goes away ends the program.
func TestTerminalThatGoesAway(t *testing.T) {
	for _, args := range [][]string{{rejected(t)}, {"--accessible", rejected(t)}, {"--no-alt-screen", rejected(t)}} {
		x := open(t, opening{args: args, deaf: true})
		if _, err := x.tty.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		x.own.Close()
		x.tty.Close()
		if code := x.wait(); code != 129 {
			t.Errorf("%v: exit code %d", args, code)
		}
	}
}

// ctrl+z gives the terminal to the shell as the shell wants it, fg gives it back as the
// interface wants it, and the end is in order.
func TestStoppingAndGoingOn(t *testing.T) {
	file := rejected(t)
	x := open(t, opening{program: "/bin/sh", args: []string{"-i"}, env: append([]string{"PS1=shell> ", "ENV="}, known...)})
	x.expect(0, "shell> ")
	x.send("'" + binary + "' '" + file + "'\r")
	at := x.expect(0, "REJECTED")
	for range 2 {
		x.send("\x1a")
		at = x.expect(at, "shell> ")
		if left := modesLeft(string(x.await("", func(string) bool { return true }))); len(left) > 0 {
			t.Errorf("the shell gets the terminal with the modes %v", left)
		}
		x.send("echo $((6*7)); stty -a\r")
		at = x.expect(at, "42\r\n") // what is typed is echoed and taken by lines
		at = x.expect(at, " icanon")
		at = x.expect(at, "shell> ")
		x.send("fg\r")
		at = x.expect(at, "\x1b[?1049h")
		x.expect(at, "\x1b[?1002h")
		at = x.expect(at, "REJECTED")
	}
	x.send("?")
	at = x.expect(at, "all keys")
	x.send("qq")
	at = x.expect(at, "shell> ")
	x.send("echo rc=$?; exit\r")
	x.expect(at, "rc=0")
	x.wait()
	x.disciplined()
	x.inOrder(x.await("", func(string) bool { return true }))
}

// Where no shell could go on with the program, ctrl+z says so and stops nothing.
func TestStoppingWithoutAShell(t *testing.T) {
	x := open(t, opening{args: []string{rejected(t)}, env: known})
	at := x.expect(0, "REJECTED")
	x.send("\x1a")
	x.expect(at, "no shell")
	x.send("q")
	x.end(0)
}

// A reader of a report that has seen enough ends it without a word.
func TestReaderThatGoesAway(t *testing.T) {
	data, err := filepath.Abs("../../testdata/journals")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"text", "json", "html", "linear"} {
		cmd := exec.Command(binary, "check", "--format", format, data)
		var said strings.Builder
		cmd.Stderr = &said
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 10)); err != nil {
			t.Fatal(err)
		}
		out.Close()
		_ = cmd.Wait()
		status, is := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !is || !(status.Signaled() && status.Signal() == syscall.SIGPIPE) && cmd.ProcessState.ExitCode() != 2 || strings.Contains(said.String(), "internal") {
			t.Errorf("%s: ends with %v: %s", format, cmd.ProcessState, said.String())
		}
	}
}

// A disk that is full under a report is an error with a reason.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return // a system without it
	}
	defer full.Close()
	for _, args := range [][]string{{"check", rejected(t)}, {"check", "--format", "json", rejected(t)}, {"explain"}, {"fix", rejected(t)}, {"version"}, {"config", "init"}} {
		cmd := exec.Command(binary, args...)
		cmd.Stdout = full
		said, _ := cmd.StderrPipe()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(said)
		_ = cmd.Wait()
		if cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(b), "no space left") {
			t.Errorf("%v: exit code %d: %s", args, cmd.ProcessState.ExitCode(), b)
		}
	}
}

// A window that changes its size all the time, also to none, breaks nothing.
func TestResizing(t *testing.T) {
	x := open(t, opening{args: []string{rejected(t)}, env: known})
	x.expect(0, "REJECTED")
	for i := range 60 {
		if err := pty.Setsize(x.tty, &pty.Winsize{Cols: uint16(i * 37 % 150), Rows: uint16(i * 23 % 50)}); err != nil {
			t.Fatal(err)
		}
		x.send([]string{"j", "?", "z", "\t", "a", "n"}[i%6])
	}
	x.send("\x03")
	x.end(0)
}
