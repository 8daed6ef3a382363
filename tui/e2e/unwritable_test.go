//go:build unix

package e2e

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// lowlyUser returns a user for whom the permissions of files mean something: nobody,
// where the tests are run by root, else who runs them, which is nil.
func lowlyUser() *syscall.Credential {
	if os.Geteuid() != 0 {
		return nil
	}
	const nobody = 65534
	return &syscall.Credential{Uid: nobody, Gid: nobody}
}

// grounds are folders for what cannot be written.
type grounds struct {
	home   string // may be written to
	locked string // may not
	file   string // a rejected summary with a safe repair, in locked
	text   string // of file
}

// newGrounds makes them, with paths that everybody may follow.
func newGrounds(t *testing.T) grounds {
	t.Helper()
	dir, err := os.MkdirTemp("", "compactlens-e2e")
	if err != nil {
		t.Fatal(err)
	}
	g := grounds{home: filepath.Join(dir, "home"), locked: filepath.Join(dir, "locked")}
	g.file, g.text = filepath.Join(g.locked, "a.xml"), "<conversation_summary><goal>a && b "+strings.Repeat("very long ", 500)+"</goal><constraints/><decisions/><state>s</state><open_items/></conversation_summary>"
	t.Cleanup(func() {
		_ = os.Chmod(g.locked, 0o755) // so that it can be removed
		os.RemoveAll(dir)
	})
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	do(os.Chmod(dir, 0o755))
	do(os.Mkdir(g.home, 0o700))
	do(os.Mkdir(g.locked, 0o755))
	do(os.WriteFile(g.file, []byte(g.text), 0o444))
	do(os.Chmod(g.locked, 0o555))
	if u := lowlyUser(); u != nil {
		do(os.Chown(g.home, int(u.Uid), int(u.Gid)))
	}
	return g
}

// untouched fails where something was left in a folder that could not be written to, or
// anywhere below home.
func (g grounds) untouched(t *testing.T) {
	t.Helper()
	alone(t, "in the locked folder", g.file, g.text)
	_ = filepath.WalkDir(g.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			t.Errorf("left behind: %s, %v", path, err)
		}
		return nil
	})
}

// inWords returns the words on screen, in one row and without frames; of what was written
// before there is a screen, all of them.
func inWords(out string) string {
	rows := map[int]string{0: out}
	starts := rowStart.FindAllStringSubmatchIndex(out, -1)
	for i, m := range starts {
		end := len(out)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		y, _ := strconv.Atoi(out[m[2]:m[3]])
		rows[0], rows[y] = "", out[m[1]:end]
	}
	var all []string
	for _, y := range slices.Sorted(maps.Keys(rows)) {
		all = append(all, escapes.ReplaceAllString(rows[y], ""))
	}
	return spaces(strings.NewReplacer("│", " ", "╭", " ", "╰", " ").Replace(strings.Join(all, " ")))
}

// says waits until words are on screen, wherever rows end.
func (x *terminal) says(words ...string) {
	x.t.Helper()
	x.await(strings.Join(words, " | "), func(out string) bool {
		out = inWords(out)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(out, w) })
	})
}

// gone waits until words are no more on screen.
func (x *terminal) gone(words string) {
	x.t.Helper()
	x.await("the end of "+words, func(out string) bool { return !strings.Contains(inWords(out), words) })
}

// shortOf is what is missing where something is to be written.
type shortOf struct {
	name   string
	limit  string // on the size of files, as ulimit takes it; empty for none
	folder func(grounds) string
	why    string // what the system says
	remedy string
}

var shortages = []shortOf{
	{"permission", "", func(g grounds) string { return g.locked }, "permission denied", "give a path in a folder that you may write to"},
	// The first kilobyte, or half of one, is taken, and then there is no more room.
	{"space", "1", func(g grounds) string { return g.home }, "file too large", "make room, or give a path on another disk"},
}

// open runs the program, or the one at path, on a terminal where that is missing.
func (s shortOf) open(t *testing.T, g grounds, path string, env []string, args ...string) *terminal {
	t.Helper()
	o := opening{program: path, args: args, home: g.home, lowly: true, env: append(env, known...)}
	if s.limit != "" {
		o.args = append([]string{"-c", "ulimit -f " + s.limit + `; exec "$0" "$@"`, path}, args...)
		o.program = "/bin/sh"
	}
	return open(t, o)
}

// Whatever is to be written where there is no permission or no space: the message names
// the file, why not, and what to do; nothing is left; the screen goes on.
func TestWhatCannotBeWritten(t *testing.T) {
	for _, s := range shortages {
		for _, c := range []struct {
			name, ending, keys, prompt, says string
		}{
			{"export", ".html", "X", "Export the view", "not written: cannot write the new content: "},
			{"repaired copy", ".xml", "fW", "Write the mended copy", "not written: cannot write the new content: "},
			{"edited copy", ".xml", "emore" + keyCtrlS, "Save a copy", "not saved: cannot write the new content: "},
		} {
			t.Run(c.name+" without "+s.name, func(t *testing.T) {
				g := newGrounds(t)
				x := s.open(t, g, binary, nil, g.file)
				x.says("REJECTED")
				if c.keys[0] == 'f' {
					x.send("f")
					x.says("accepted")
				}
				x.send(strings.TrimPrefix(c.keys, "f"))
				x.says(c.prompt)
				target := filepath.Join(s.folder(g), "new"+c.ending)
				x.send(keyCtrlU + target + "\r")
				x.says(c.says, s.why, s.remedy, filepath.Base(target))
				switch c.name { // the screen goes on
				case "edited copy":
					x.send("\x1b")
					x.says("esc leave")
					x.send("more")
					x.says("moremore&& b very")
					x.send("\x03")
					x.says("Leave the changed text?")
					x.send("d")
					x.says("Findings Budget Repair")
				case "export", "repaired copy":
					x.send("\x1b")
					x.says("? all keys")
					fallthrough
				default:
					x.send("a")
					x.says("primary")
				}
				x.send("\x03")
				x.end(0)
				g.untouched(t)
			})
		}
	}
}

// The same of what is kept for the next time, of a copy for an editor, of the log and of
// a crash report, which the program places itself.
func TestWhatTheProgramCannotKeep(t *testing.T) {
	crash := crashing(t)
	if err := os.Chmod(filepath.Dir(crash), 0o755); err != nil { // another user runs it
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(filepath.Dir(crash)), 0o755); err != nil {
		t.Fatal(err)
	}
	bundle, err := filepath.Abs("../../testdata/cases/111-over-token-limit.attempt.json")
	if err != nil {
		t.Fatal(err)
	}
	held, err := os.ReadFile(bundle)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shortages {
		if s.limit != "" {
			s.limit = "0" // these are small
		}
		into := func(g grounds, name string) string { return name + "=" + s.folder(g) }
		t.Run("choices without "+s.name, func(t *testing.T) {
			g := newGrounds(t)
			x := s.open(t, g, binary, []string{into(g, "XDG_STATE_HOME")}, g.file)
			x.says("REJECTED")
			for _, c := range []struct{ keys, subject string }{{"Tj\r", "theme"}, {">", "size of the panes"}} {
				x.send(c.keys)
				x.says("The "+c.subject+" holds until you quit; it could not be kept: "+s.folder(g), s.why, "XDG_STATE_HOME names another folder")
			}
			x.send("a")
			x.says("primary")
			x.send("q")
			x.end(0)
			g.untouched(t)
		})
		t.Run("a copy for an editor without "+s.name, func(t *testing.T) {
			g := newGrounds(t)
			if err := os.WriteFile(filepath.Join(g.home, "x.attempt.json"), held, 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(g.home, 0o777); err != nil {
				t.Fatal(err)
			}
			x := s.open(t, g, binary, []string{into(g, "TMPDIR"), "EDITOR=true"}, filepath.Join(g.home, "x.attempt.json"))
			x.says("REJECTED")
			x.send("E")
			x.says("not edited: ", s.why+"; TMPDIR names another folder for the copy", s.folder(g))
			x.send("a")
			x.says("primary")
			x.send("q")
			x.end(0)
			if err := os.Remove(filepath.Join(g.home, "x.attempt.json")); err != nil {
				t.Error(err)
			}
			g.untouched(t)
		})
		t.Run("a crash report without "+s.name, func(t *testing.T) {
			g := newGrounds(t)
			x := s.open(t, g, crash, []string{into(g, "XDG_STATE_HOME"), into(g, "TMPDIR")}, g.file)
			x.says("REJECTED")
			x.send("1")
			out := x.end(3)
			for _, want := range []string{"no report could be written: ", s.folder(g), s.why + "; this is it:", "where, the innermost function first:"} {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in %q", want, out[max(0, len(out)-3000):])
				}
			}
			g.untouched(t)
		})
	}
	t.Run("a log without permission", func(t *testing.T) {
		g := newGrounds(t)
		x := open(t, opening{args: []string{"--log", filepath.Join(g.locked, "x.log"), g.file}, home: g.home, lowly: true, env: known})
		x.says("the log cannot be written: open " + filepath.Join(g.locked, "x.log") + ": permission denied; give a path in a folder that you may write to with --log")
		x.end(2)
		g.untouched(t)
	})
	for name, log := range map[string]string{"a disk that fills": "", "a full disk": "/dev/full"} {
		t.Run("a log on "+name, func(t *testing.T) {
			if _, err := os.Stat("/dev/full"); err != nil {
				return // a system without it
			}
			g := newGrounds(t)
			why := "no space left on device"
			if log == "" {
				log, why = filepath.Join(g.home, "x.log"), "file too large"
			}
			x := shortages[1].open(t, g, binary, nil, "--log", log, g.file)
			x.says("REJECTED")
			for range 30 { // the screen goes on
				x.send("a")
				x.says("primary")
				x.send("s")
				x.says("a all")
			}
			x.send("q")
			if out := x.end(2); !strings.Contains(out, "the log "+log+" is not whole: "+why+"; make room, or give a path on another disk with --log") {
				t.Errorf("says %q", out[max(0, len(out)-500):])
			}
		})
	}
}

// The same of commands that write files.
func TestCommandsThatCannotWrite(t *testing.T) {
	for _, s := range shortages {
		g := newGrounds(t)
		into := filepath.Join(s.folder(g), "new")
		for _, c := range []struct {
			args []string
			why  string // where it is not the shortage's
		}{
			{[]string{"fix", "-o", into, g.file}, "cannot write the new content: " + s.why + "; " + s.remedy + " with -o"},
			{[]string{"man", into}, s.why + "; " + s.remedy},
		} {
			run := []string{binary}
			if s.limit != "" {
				run = []string{"/bin/sh", "-c", "ulimit -f " + s.limit + `; exec "$0" "$@"`, binary}
			}
			run = append(run, c.args...)
			cmd := exec.Command(run[0], run[1:]...)
			cmd.Env = []string{"HOME=" + g.home}
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: lowlyUser()}
			var errs strings.Builder
			cmd.Stderr = &errs
			_ = cmd.Run()
			if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.Contains(errs.String(), c.why) || !strings.Contains(errs.String(), into) {
				t.Errorf("%v without %s: exit code %d: %s", c.args, s.name, code, errs.String())
			}
			g.untouched(t)
		}
	}
	// In place: neither the file nor its folder may be written to.
	g := newGrounds(t)
	cmd := exec.Command(binary, "fix", "--write", g.file)
	cmd.Env = []string{"HOME=" + g.home}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: lowlyUser()}
	out, _ := cmd.CombinedOutput()
	if want := fmt.Sprintf("%s: it was not written, and is as it was: cannot find out what to write to: permission denied; give a path in a folder that you may write to with -o", g.file); cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), want) {
		t.Errorf("exit code %d: %s", cmd.ProcessState.ExitCode(), out)
	}
	g.untouched(t)
}
