//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"

	"compactlens/core/hostile"
)

// opening says what is run on a terminal, and on which one.
type opening struct {
	program    string   // its path; empty is the program under test
	args       []string // of it
	env        []string // "NAME=value" pairs beside PATH and folders of its own
	stdin      string   // path of what standard input is; empty is the terminal
	cols, rows uint16   // of the window; 0 is 80x24
	deaf       bool     // nothing of what is written is read before hear is called
	home       string   // the folder for the program's files; empty makes one
	lowly      bool     // run by a user who may not write everywhere; see lowlyUser
}

// terminal is a pseudo-terminal that controls a session of its own, with a program on
// it. It stays what it is when the program ends, so that one sees how it was left.
type terminal struct {
	t        *testing.T
	home     string // the folder that the program's files are in
	tty, own *os.File
	cmd      *exec.Cmd
	before   *term.State // the line discipline at first
	ended    chan struct{}

	mu   sync.Mutex
	more *sync.Cond
	out  []byte
	done bool // nothing more will be written
}

// open starts a program on a new terminal.
func open(t *testing.T, o opening) *terminal {
	t.Helper()
	tty, own, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	size := &pty.Winsize{Cols: 80, Rows: 24}
	if o.cols > 0 {
		size = &pty.Winsize{Cols: o.cols, Rows: o.rows}
	}
	if err := pty.Setsize(tty, size); err != nil {
		t.Fatal(err)
	}
	if o.home == "" {
		o.home = t.TempDir()
	}
	x := &terminal{t: t, home: o.home, tty: tty, own: own, ended: make(chan struct{})}
	x.more = sync.NewCond(&x.mu)
	if x.before, err = term.GetState(own.Fd()); err != nil {
		t.Fatal(err)
	}
	if o.program == "" {
		o.program = binary
	}
	x.cmd = exec.Command(o.program, o.args...)
	x.cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + x.home, "TMPDIR=" + x.home, "XDG_STATE_HOME=" + x.home, "XDG_CONFIG_HOME=" + x.home, "LANG=C.UTF-8", "TERM=xterm-256color",
	}, o.env...)
	x.cmd.Stdin, x.cmd.Stdout, x.cmd.Stderr = own, own, own
	// The terminal is standard output in the child: that one becomes its own.
	x.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
	if o.lowly {
		x.cmd.SysProcAttr.Credential = lowlyUser()
	}
	if o.stdin != "" {
		f, err := os.Open(o.stdin)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		x.cmd.Stdin = f
	}
	if err := x.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _ = x.cmd.Wait(); close(x.ended) }()
	t.Cleanup(func() {
		_ = x.cmd.Process.Kill() // it may have ended
		<-x.ended
		own.Close()
		tty.Close()
	})
	if !o.deaf {
		x.hear()
	}
	return x
}

// hear begins to read what is written.
func (x *terminal) hear() {
	go func() {
		b := make([]byte, 64<<10)
		for {
			n, err := x.tty.Read(b)
			x.mu.Lock()
			x.out = append(x.out, b[:n]...)
			x.done = err != nil
			x.more.Broadcast()
			x.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
}

// await waits until what was written is as wanted, and returns it.
func (x *terminal) await(what string, is func(out string) bool) string {
	x.t.Helper()
	limit := time.AfterFunc(answerLimit, func() {
		x.mu.Lock()
		x.done = true
		x.more.Broadcast()
		x.mu.Unlock()
	})
	defer limit.Stop()
	x.mu.Lock()
	defer x.mu.Unlock()
	for !is(string(x.out)) {
		if x.done {
			x.t.Fatalf("%s never came; on screen: %s\nthe last that was written: %q", what, inWords(string(x.out)), x.out[max(0, len(x.out)-2000):])
		}
		x.more.Wait()
	}
	return string(x.out)
}

// expect waits until text was written behind the first from bytes, and returns where
// it ends.
func (x *terminal) expect(from int, text string) int {
	x.t.Helper()
	out := x.await(text, func(out string) bool { return strings.Contains(out[from:], text) })
	return from + strings.Index(out[from:], text) + len(text)
}

func (x *terminal) send(keys string) {
	x.t.Helper()
	if _, err := x.tty.WriteString(keys); err != nil {
		x.t.Fatal(err)
	}
}

// wait waits until the program has ended and returns its exit code, or 128 and the
// number of the signal that ended it.
func (x *terminal) wait() int {
	x.t.Helper()
	select {
	case <-x.ended:
	case <-time.After(answerLimit):
		_ = x.cmd.Process.Signal(syscall.SIGQUIT) // says where it hangs
		x.t.Fatal("the program does not end")
	}
	status, is := x.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if is && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return x.cmd.ProcessState.ExitCode()
}

// end waits for the end of the program, wants its exit code and a terminal in order,
// and returns all that was written.
func (x *terminal) end(code int) string {
	x.t.Helper()
	if got := x.wait(); got != code {
		x.t.Errorf("exit code %d, want %d", got, code)
	}
	x.disciplined()
	x.own.Close() // the last that could write
	x.mu.Lock()
	for !x.done {
		x.more.Wait()
	}
	out := string(x.out)
	x.mu.Unlock()
	x.inOrder(out)
	return out
}

// disciplined fails where the line discipline is not what it was.
func (x *terminal) disciplined() {
	x.t.Helper()
	after, err := term.GetState(x.own.Fd())
	if err != nil || !reflect.DeepEqual(after, x.before) {
		x.t.Errorf("the line discipline is %+v, %v, and was %+v", after, err, x.before)
	}
}

// inOrder fails where what was written leaves a mode set, hides the cursor, or is
// more than text and the sequences of the program.
func (x *terminal) inOrder(out string) {
	x.t.Helper()
	if left := modesLeft(out); len(left) > 0 {
		x.t.Errorf("the terminal is left with the modes %v: %q", left, out[max(0, len(out)-300):])
	}
	if err := hostile.Check([]byte(out), hostile.Lines|hostile.Return|hostile.Styles|hostile.Screen); err != nil {
		x.t.Error(err)
	}
}

var modeSequence = regexp.MustCompile(`\x1b\[\?([0-9;]+)([hl])`)

// modesLeft returns the modes that are other than they were. The cursor is shown at
// first; everything else is off.
func modesLeft(out string) (left []string) {
	on := map[string]bool{"25": true}
	for _, m := range modeSequence.FindAllStringSubmatch(out, -1) {
		for n := range strings.SplitSeq(m[1], ";") {
			on[n] = m[2] == "h"
		}
	}
	for n, set := range on {
		if set != (n == "25") {
			left = append(left, n)
		}
	}
	slices.Sort(left)
	return left
}

func TestModesLeft(t *testing.T) {
	for out, want := range map[string]string{
		"":                                      "",
		"\x1b[?25l\x1b[?1049h\x1b[?1002;1006hx": "1002 1006 1049 25",
		"\x1b[?25l\x1b[?1049h\x1b[?25h\x1b[?1049l": "",
	} {
		if got := strings.Join(modesLeft(out), " "); got != want {
			t.Errorf("%q: %s, want %s", out, got, want)
		}
	}
}
