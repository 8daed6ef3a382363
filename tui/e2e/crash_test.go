//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// crashing builds the program with panics behind the digits; see package tui.
func crashing(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "compactlens")
	if out, err := exec.Command("go", "build", "-tags", "crashtest", "-o", path, "compactlens").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// A panic anywhere leaves the terminal in order, the exit code says that it was the
// program's own fault, and a report lies where it is said to, without anything of what
// was open.
func TestCrash(t *testing.T) {
	const secret = "SECRET"
	program := crashing(t)
	file := filepath.Join(t.TempDir(), secret+".xml")
	if err := os.WriteFile(file, []byte("<conversation_summary>"+secret+"</conversation_summary>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for key, c := range map[string]struct{ where, in, what string }{
		"1": {where: "Update", in: "Update", what: "a value of type string"},
		"2": {where: "View", in: "View", what: "a value of type string"},
		"3": {where: "a command", in: "provokePanic", what: "a value of type string"},
		"4": {where: "a batch", in: "provokePanic", what: "a value of type string"},
		"5": {where: "a sequence", in: "provokePanic", what: "a value of type string"},
		"6": {where: "a batch in a sequence", in: "provokePanic", what: "a value of type string"},
		"7": {where: "a piece of work", in: "waited for by", what: "index out of range ["},
		"8": {where: "the goroutine that writes frames", in: "provokedOutput", what: "a value of type string"},
	} {
		for _, args := range [][]string{{file}, {"--no-alt-screen", file}} {
			if key == "8" && len(args) > 1 {
				continue // Bubble Tea writes those frames
			}
			x := open(t, opening{program: program, args: args, env: known})
			x.expect(0, "REJECTED")
			x.send("/" + secret + "\r")
			x.expect(0, "/1")
			x.send(key)
			out := x.end(3)
			_, said, ok := strings.Cut(out, "compactlens: internal error: ")
			if !ok || strings.Contains(said, secret) || strings.Contains(said, "goroutine") || strings.Contains(out, "Caught") {
				t.Errorf("%s: says %q", c.where, said)
			}
			reports, _ := filepath.Glob(filepath.Join(x.home, "compactlens", "crash-*.txt"))
			if len(reports) != 1 || !strings.Contains(said, reports[0]) {
				t.Fatalf("%s: the reports are %v, and said is %q", c.where, reports, said)
			}
			b, err := os.ReadFile(reports[0])
			if err != nil {
				t.Fatal(err)
			}
			report := string(b)
			if strings.Contains(report, secret) || strings.Contains(report, "(0x") {
				t.Errorf("%s: the report holds what it must not:\n%s", c.where, report)
			}
			for _, want := range []string{"version ", "go1.", "window    80x24", c.what, c.in, "tea.KeyMsg", "tea.WindowSizeMsg 80x24", ".go:"} {
				if !strings.Contains(report, want) {
					t.Errorf("%s: no %q in the report:\n%s", c.where, want, report)
				}
			}
		}
	}
}

// Where no folder takes the report, it is said itself.
func TestCrashWithoutAPlace(t *testing.T) {
	program := crashing(t)
	x := open(t, opening{program: program, args: []string{rejected(t)}, env: append([]string{"XDG_STATE_HOME=/dev/null/x", "TMPDIR=/dev/null/y"}, known...)})
	x.expect(0, "REJECTED")
	x.send("1")
	if out := x.end(3); !strings.Contains(out, "no report could be written") || !strings.Contains(out, "where, the innermost function first:") {
		t.Errorf("says %q", out)
	}
}
