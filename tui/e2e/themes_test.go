package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// known is a terminal of 24 bits on a dark background, which need not be asked.
var known = []string{"TERM=xterm-256color", "COLORTERM=truecolor", "TMUX=x", "COLORFGBG=15;0", "LANG=C.UTF-8"}

const (
	lightBackground = "48;2;251;251;250" // of the theme light
	darkError       = "38;2;255;131;128" // of the theme dark
)

// A theme is shown while it is chosen, kept, and there the next time; somebody who
// names another one gets that.
func TestChoosingATheme(t *testing.T) {
	home := t.TempDir()
	env := append([]string{"XDG_STATE_HOME=" + home}, known...)
	file := cases + "026-less-than-code.xml"
	state := filepath.Join(home, "compactlens", "state.json")

	s := boot(t, env, file)
	s.expect("REJECTED")
	if all := string(s.all); !strings.Contains(all, darkError) || strings.Contains(all, lightBackground) {
		t.Error("a dark terminal does not get the theme dark")
	}
	s.send("T")
	s.expect("enter")
	s.send("jj")
	s.expect(lightBackground)
	s.send("\x1b") // as it was
	s.expect(darkError)
	s.send("Tjj")
	s.expect(lightBackground)
	s.send("\rq")
	s.end(0)
	if b, err := os.ReadFile(state); err != nil || !strings.Contains(string(b), `"name": "light"`) {
		t.Fatalf("the choice was not kept: %s %v", b, err)
	}

	s = boot(t, env, file)
	s.expect(lightBackground)
	s.send("q")
	s.end(0)

	s = boot(t, env, "--theme", "dark", file)
	s.expect(darkError)
	s.send("q")
	if strings.Contains(s.end(0), lightBackground) {
		t.Error("a flag does not count more than what was chosen")
	}

	if err := os.WriteFile(state, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	s = boot(t, env, file)
	s.expect("the state in ")
	s.expect("is not used")
	s.send("q")
	s.end(0)
}

// Nothing of the terminal's state is written anywhere where nothing was chosen.
func TestNoStateWithoutAChoice(t *testing.T) {
	home := t.TempDir()
	s := boot(t, append([]string{"XDG_STATE_HOME=" + home}, known...), cases+"026-less-than-code.xml")
	s.expect("REJECTED")
	s.send("TjTq")
	s.end(0)
	if left, _ := os.ReadDir(home); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// The file of settings and themes of one's own, on a terminal.
func TestSettingsOnATerminal(t *testing.T) {
	home := t.TempDir()
	for name, text := range map[string]string{
		"config.toml":     "theme = 'ink'\nalt_screen = false\nmouse = false\n",
		"themes/ink.toml": "base = 'dark'\n[colors]\nerror = '#010203'\n",
	} {
		path := filepath.Join(home, "compactlens", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := boot(t, append([]string{"XDG_CONFIG_HOME=" + home}, known...), cases+"026-less-than-code.xml")
	s.expect("38;2;1;2;3")
	s.send("q")
	all := s.end(0)
	for _, not := range []string{"\x1b[?1049h", "\x1b[?1002h"} {
		if strings.Contains(all, not) {
			t.Errorf("%q was written", not)
		}
	}
}

var (
	colour   = regexp.MustCompile(`\x1b\[[0-9;]*[;\[](3[0-7]|4[0-7]|9[0-7]|10[0-7]|[34]8;)[0-9;]*m`)
	bits24   = regexp.MustCompile(`[34]8;2;`)
	reversed = regexp.MustCompile(`\x1b\[0;(1;)?7m`)
	cube256  = regexp.MustCompile(`[34]8;5;`)
)

// Every kind of terminal gets what it can show, and no more.
func TestColoursOfTerminals(t *testing.T) {
	for _, c := range []struct {
		env            string
		any, cube, all bool
	}{
		{"TERM=xterm-256color COLORTERM=truecolor TMUX=x", true, false, true},
		{"TERM=xterm-256color TMUX=x", true, true, false},
		{"TERM=tmux-256color TMUX=x", true, true, false},
		{"TERM=tmux-256color TMUX=x COLORTERM=truecolor", true, false, true},
		{"TERM=screen-256color STY=x COLORTERM=truecolor", true, true, false},
		{"TERM=screen STY=x", true, false, false},
		{"TERM=linux", true, false, false},
		{"TERM=xterm-256color TMUX=x NO_COLOR=1", false, false, false},
		{"TERM=xterm-256color TMUX=x COMPACTLENS_COLOR=never", false, false, false},
		{"TERM=xterm-256color TMUX=x NO_COLOR=1 COMPACTLENS_COLOR=always", true, true, false},
	} {
		s := boot(t, append(strings.Fields(c.env), "COLORFGBG=15;0", "LANG=C.UTF-8"), cases+"026-less-than-code.xml", cases+"066-valid-minimal.xml")
		s.expect("accepted")
		s.send("q")
		all := s.end(0)
		if colour.MatchString(all) != c.any || cube256.MatchString(all) != c.cube || bits24.MatchString(all) != c.all {
			t.Errorf("%s: colours %v, of 256 %v, of 24 bits %v", c.env, colour.MatchString(all), cube256.MatchString(all), bits24.MatchString(all))
		}
		if !c.any && !reversed.MatchString(all) {
			t.Errorf("%s: the selection is not reversed", c.env)
		}
	}
}

// check writes colours only where somebody asks for them.
func TestColoursOfCheck(t *testing.T) {
	file := cases + "026-less-than-code.xml"
	for _, c := range []struct {
		env, args string
		want      bool
	}{
		{"", "", false},
		{"CLICOLOR_FORCE=1", "", false},
		{"", "--color auto", true},
		{"", "--color always", true},
		{"", "--color never", false},
		{"NO_COLOR=1", "--color auto", false},
		{"NO_COLOR=1", "--color always", true},
		{"COMPACTLENS_COLOR=auto", "", true},
		{"COMPACTLENS_COLOR=auto", "--color never", false},
		{"", "--color always --format json", false},
	} {
		s := boot(t, append(strings.Fields(c.env), "TERM=xterm-256color", "COLORTERM=truecolor"), append(append([]string{"check"}, strings.Fields(c.args)...), file)...)
		all := s.end(1)
		if got := strings.Contains(all, "\x1b"); got != c.want || !strings.Contains(all, "xml_syntax") {
			t.Errorf("%s %s: escape sequences %v: %q", c.env, c.args, got, all)
		}
		if strings.Contains(all, "\x1b]") || strings.Contains(all, "\x1b[c") {
			t.Errorf("%s %s: the terminal is asked something", c.env, c.args)
		}
	}
}
