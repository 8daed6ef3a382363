//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// under is a shell command that runs the program with a limit of no bytes on the size
// of files: every write fails as on a full disk.
const under = `ulimit -f 0; exec "$0" "$@"`

// alone fails where a folder holds other than the one file, or where that was changed.
func alone(t *testing.T, what, file, text string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(entries) != 1 {
		t.Errorf("%s: left behind %v, %v", what, entries, err)
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != text {
		t.Errorf("%s: the file holds %q, %v", what, b, err)
	}
}

// What cannot be written says why and leaves nothing half-written: not the file, no
// original of it, no temporary one.
func TestNothingHalfWritten(t *testing.T) {
	const text = "<conversation_summary><goal>a && b</goal><constraints/><decisions/><state>s</state><open_items/></conversation_summary>"
	file := filepath.Join(t.TempDir(), "a.xml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"fix", "--write", file}, "file too large"},
		{[]string{"fix", "-o", filepath.Join(filepath.Dir(file), "b.xml"), file}, "file too large"},
		{[]string{"fix", "-o", filepath.Join(filepath.Dir(file), "none", "b.xml"), file}, "no such file"},
		{[]string{"fix", "-o", filepath.Join(file, "b.xml"), file}, "not a directory"},
		{[]string{"fix", "-o", file, file}, "exists"},
		{[]string{"man", file}, "not a directory"},
	} {
		cmd := exec.Command("/bin/sh", append([]string{"-c", under, binary}, c.args...)...)
		var errs strings.Builder
		cmd.Stderr = &errs
		_ = cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%v: exit code %d: %s", c.args, code, errs.String())
		}
		alone(t, strings.Join(c.args, " "), file, text)
	}

	x := open(t, opening{program: "/bin/sh", args: []string{"-c", under, binary, file}, env: known})
	at := x.expect(0, "REJECTED")
	x.send("f")
	at = x.expect(at, "accepted")
	x.send("W")
	at = x.expect(at, "Write the mended copy")
	x.send("\r")
	x.expect(at, "too large")
	x.send("\x03")
	x.end(0)
	alone(t, "in the interface", file, text)

	x = open(t, opening{program: "/bin/sh", args: []string{"-c", under, binary, file}, env: known})
	at = x.expect(0, "REJECTED")
	x.send("Tj\r") // the theme is kept, or rather not
	x.expect(at, "could not be kept")
	x.send("q")
	x.end(0)
	if left, _ := filepath.Glob(filepath.Join(x.home, "compactlens", "*")); len(left) > 0 {
		t.Errorf("left behind %v", left)
	}
}
