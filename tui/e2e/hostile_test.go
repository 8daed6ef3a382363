//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"compactlens/core/hostile"
	"compactlens/core/testfile"
)

// hostileFolder writes hostile files with hostile names.
func hostileFolder(t *testing.T) string {
	t.Helper()
	files, err := hostile.Files(testfile.Read, hostile.All())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range hostile.Names() {
		files[name+".xml"] = []byte("<conversation_summary>" + hostile.All())
	}
	for name, b := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		_ = os.WriteFile(path, b, 0o600) // where the system takes the name
	}
	return dir
}

// argument makes a text fit to be given to a program.
func argument(text string) string { return strings.ReplaceAll(text, "\x00", "") }

// said runs the program without a terminal and returns what it wrote on both streams.
func said(t *testing.T, env []string, args ...string) (out, errs []byte) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	home := t.TempDir()
	cmd.Env = append([]string{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home, "TMPDIR=" + home}, env...)
	var o, e strings.Builder
	cmd.Stdout, cmd.Stderr = &o, &e
	_ = cmd.Run() // most of these end with an error
	if code := cmd.ProcessState.ExitCode(); code < 0 || code > 2 {
		t.Errorf("%q: exit code %d: %s", args, code, e.String())
	}
	return []byte(o.String()), []byte(e.String())
}

// Whatever stands on the command line, in the environment, in a file of settings or
// themes, in files and in their names: what is written, on either stream, is text.
func TestNothingHostileIsWritten(t *testing.T) {
	dir := hostileFolder(t)
	file := filepath.Join(dir, "summary.xml")
	var runs [][]string // the environment's pairs, "--", the arguments
	for _, x := range append(hostile.Texts(), hostile.Text{Name: "all", Text: hostile.All()}) {
		a := argument(x.Text)
		for _, args := range [][]string{
			{"check", a}, {"fix", a}, {"diff", a, a}, {"whatif", a}, {"whatif", file, "--set", a}, {"explain", a}, {a}, {"--" + a}, {"check", "--format", a},
			{"check", "--theme", a, "--color", "always", file}, {"check", "--color", a}, {"check", "--preset", a, file}, {"check", "--against", a, file}, {"check", "--reply", a, "--attempt", a, dir},
			{"check", "--model", a, "--provider", a, "--fingerprint", a, "--through-event", a, file}, {"--config", a, "check", file}, {"config", a}, {"completion", a}, {"fix", file, "-o", filepath.Join(dir, "no such", a)}, {"man", filepath.Join(dir, "summary.xml", a)},
		} {
			if x.Name == "all" || (len(x.Name)+len(args[0]))%7 == 0 { // each text with some of them
				runs = append(runs, append([]string{"--"}, args...))
			}
		}
		for _, name := range []string{"TERM", "COLORFGBG", "COLORTERM", "LANG", "NO_COLOR", "COMPACTLENS_THEME", "COMPACTLENS_COLOR", "COMPACTLENS_PRESET", "COMPACTLENS_MOUSE", "COMPACTLENS_CONFIG", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME"} {
			if x.Name == "all" || (len(x.Name)+len(name))%5 == 0 {
				runs = append(runs, []string{name + "=" + a, name + "=/" + a, "--", "check", "--color", "auto", file}, []string{name + "=/" + a, "--", "config", "path"})
			}
		}
	}
	for _, format := range []string{"text", "json", "jsonl", "sarif", "junit", "github", "markdown", "html", "linear"} {
		runs = append(runs, []string{"--", "check", "--tokens", "--format", format, dir})
	}
	for _, r := range runs {
		var env []string
		for r[0] != "--" {
			env, r = append(env, r[0]), r[1:]
		}
		out, errs := said(t, env, r[1:]...)
		for _, b := range [][]byte{out, errs} {
			allowed := hostile.Lines
			if strings.Contains(strings.Join(r, " "), "--color") {
				allowed |= hostile.Styles
			}
			if err := hostile.Check(b, allowed); err != nil {
				t.Errorf("%q %q: %v", env, r, err)
			}
		}
	}
}

// The same of files of settings, of themes and of the state.
func TestNothingHostileInSettings(t *testing.T) {
	all := hostile.All()
	quoted := "'''" + strings.ReplaceAll(all, "'", "") + "'''"
	for name, text := range map[string]string{
		"config.toml":      all + "\n" + quoted + " = 1\ntheme = " + quoted + "\ncolor = " + quoted + "\n[keys]\nquit = [" + quoted + "]\n" + quoted + " = 'x'\n",
		"themes/mine.toml": "base = " + quoted + "\ntitle = " + quoted + "\n[colors]\ntext = " + quoted + "\n" + quoted + " = 'red'\n",
		"state.json":       all,
	} {
		home := t.TempDir()
		path := filepath.Join(home, "compactlens", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, part := range append(strings.SplitAfter(text, "\n"), text) {
			if err := os.WriteFile(path, []byte(part), 0o600); err != nil {
				t.Fatal(err)
			}
			env := []string{"XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home}
			for _, args := range [][]string{{"check", "--color", "always", "--theme", "mine"}, {"config", "path"}} {
				out, errs := said(t, env, args...)
				for _, b := range [][]byte{out, errs} {
					if err := hostile.Check(b, hostile.Lines|hostile.Styles); err != nil {
						t.Errorf("%s, %v: %v", name, args, err)
					}
				}
			}
		}
	}
}

// The interface itself on hostile files: what the terminal gets is text and the
// program's own sequences.
func TestNothingHostileReachesTheTerminal(t *testing.T) {
	dir := hostileFolder(t)
	for _, args := range [][]string{{dir}, {"--no-alt-screen", dir}, {"--ascii", dir}, {"--accessible", dir}, {filepath.Join(dir, "journals")}} {
		x := open(t, opening{args: args, cols: 150, rows: 50, env: append([]string{"TERM=xterm-256color"}, known...)})
		if args[0] == "--accessible" {
			x.expect(0, "Command: ")
			for range 5 {
				at := len(x.await("", func(string) bool { return true }))
				x.send("next\r")
				x.expect(at, "Command: ")
			}
			x.send("list\rmore\rproblems\rfinding\rsummary\rreply\rfix\rquit\r")
			x.end(0)
			continue
		}
		x.expect(0, "all keys")
		for i, keys := range []string{"n", "n", "a", "f", "r", "s", "b", "w", "l", "t", "R", "?", "\x1b[B", "?", "T", "jj", "\r", "&x", "\r", ":", "\x1b[B", "\r", "nnnn", "]", "]", "z", "\t\t", "G", "/go", "\r", "N", "n", "p"} {
			at := len(x.await("", func(string) bool { return true }))
			x.send(keys)
			if i%4 == 0 && args[0] != "--no-alt-screen" {
				x.send("z")
				x.expect(at, "\x1b[?2026l")
			}
		}
		x.send("\x03")
		x.end(0)
	}
}

// Pipes without a writer, devices, sockets and links in a circle are refused with a
// reason wherever a path is taken, and nothing waits.
func TestPathsThatAreNoFiles(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.toml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	circle := filepath.Join(dir, "circle")
	if err := os.Symlink("circle", circle); err != nil {
		t.Fatal(err)
	}
	good := rejected(t)
	reasons := []string{
		"not a file", "no regular file; give the path of a file", "too many levels of symbolic links", "holds nothing to inspect; give", "; check the spelling of the path", "; check that it exists", "there is no such attempt",
	}
	for _, path := range []string{pipe, "/dev/zero", "/dev/tty", dir, circle} {
		for _, args := range [][]string{
			{"check", path}, {"fix", path}, {"fix", good, "-o", path}, {"diff", path, good}, {"diff", good, path}, {"whatif", path}, {"--config", path, "check", good},
			{"check", "--color", "always", "--theme", path + "/x.toml", good}, {"check", "--against", path, good}, {"check", "--reply", path, "--attempt", "1", good},
		} {
			cmd := exec.Command(binary, args...)
			home := t.TempDir()
			cmd.Env = []string{"HOME=" + home}
			var said strings.Builder
			cmd.Stdout, cmd.Stderr = &said, &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			late := time.AfterFunc(answerLimit, func() { _ = cmd.Process.Kill() })
			_ = cmd.Wait()
			late.Stop()
			if code := cmd.ProcessState.ExitCode(); code != 2 {
				t.Errorf("%v: exit code %d: %s", args, code, said.String())
			}
			if !strings.Contains(said.String(), path) && !slices.Contains(args, "--reply") || !slices.ContainsFunc(reasons, func(r string) bool { return strings.Contains(said.String(), r) }) {
				t.Errorf("%v: neither the path nor a reason: %s", args, said.String())
			}
		}
	}
	x := open(t, opening{args: []string{"--log", pipe, good}, env: known})
	x.expect(0, "the log cannot be written")
	x.end(2)
	for _, env := range []string{"XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		home := t.TempDir()
		if err := os.MkdirAll(filepath.Join(home, "compactlens", "themes"), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"state.json", "themes/mine.toml"} {
			if err := syscall.Mkfifo(filepath.Join(home, "compactlens", name), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		x := open(t, opening{args: []string{good}, env: append([]string{env + "=" + home}, known...)})
		x.expect(0, "REJECTED")
		x.send("q")
		x.end(0)
	}
}
