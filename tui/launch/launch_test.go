package launch

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"compactlens/core/report"
	"compactlens/themes"
	"compactlens/tui/settings"
)

// environment gives the test the settings of nobody else, and the variables it
// names.
func environment(t *testing.T, pairs ...string) (home string) {
	t.Helper()
	home = t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "COLORFGBG", "ACCESSIBLE", settings.ConfigVariable,
		"COMPACTLENS_THEME", "COMPACTLENS_COLOR", "COMPACTLENS_PRESET", "COMPACTLENS_MOUSE", "COMPACTLENS_ALT_SCREEN", "COMPACTLENS_ASCII", "COMPACTLENS_ACCESSIBLE", "COMPACTLENS_WATCH"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", home)
	t.Setenv("TERM", "xterm-256color")
	for _, p := range pairs {
		name, value, _ := strings.Cut(p, "=")
		t.Setenv(name, value)
	}
	return home
}

func file(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// load reads the settings with flags as the root command has them.
func load(t *testing.T, args ...string) (*Preferences, error) {
	t.Helper()
	var l Look
	var p *Preferences
	cmd := &cobra.Command{SilenceErrors: true, SilenceUsage: true, RunE: func(cmd *cobra.Command, _ []string) (err error) {
		p, err = l.Load(cmd)
		return err
	}}
	l.Register(cmd)
	cmd.SetArgs(args)
	err := cmd.Execute()
	return p, err
}

func TestFlagsCountMost(t *testing.T) {
	home := environment(t, "COMPACTLENS_ASCII=yes", "COMPACTLENS_COLOR=never")
	file(t, home+"/.config/compactlens/config.toml", "theme = 'light'\nmouse = true\nalt_screen = false\nascii = false\ncolor = 'auto'\n")
	p, err := load(t)
	if err != nil || p.Theme != "light" || p.ThemeFixed || p.Mouse != settings.Yes || p.AltScreen != settings.No || p.ASCII != settings.Yes || *p.Color != themes.WhenNever {
		t.Errorf("without flags: %+v, %v", p, err)
	}
	p, err = load(t, "--theme", "mono", "--no-mouse", "--no-alt-screen=false", "--ascii=false", "--color", "always", "--accessible")
	if err != nil || p.Theme != "mono" || !p.ThemeFixed || p.ThemeInFile != "light" || p.Mouse != settings.No || p.AltScreen != settings.Yes ||
		p.ASCII != settings.No || *p.Color != themes.WhenAlways || p.Accessible != settings.Yes {
		t.Errorf("with flags: %+v, %v", p, err)
	}
	var flag *FlagError
	if _, err := load(t, "--color", "pink"); !errors.As(err, &flag) {
		t.Errorf("a bad flag: %v", err)
	}
	file(t, home+"/other.toml", "theme = 'dark'\n")
	p, err = load(t, "--config", home+"/other.toml")
	if err != nil || p.Theme != "dark" || p.places.State == "" || p.places.Themes != home+"/themes" {
		t.Errorf("another file: %+v, %v", p, err)
	}
}

func TestWatching(t *testing.T) {
	home := environment(t)
	for _, c := range []struct {
		file, env string
		args      []string
		watch     settings.Choice
		poll      time.Duration
		follow    bool
	}{
		{watch: settings.Unset},
		{file: "watch = false\n", watch: settings.No},
		{file: "watch = false\n", env: "yes", watch: settings.Yes},
		{env: "on", args: []string{"--no-watch"}, watch: settings.No},
		{file: "watch = false\n", args: []string{"--no-watch=false", "--poll", "--follow"}, watch: settings.Yes, poll: time.Second, follow: true},
		{args: []string{"--poll=500ms"}, poll: 500 * time.Millisecond},
		{args: []string{"--poll=1h"}, poll: time.Hour},
	} {
		file(t, home+"/.config/compactlens/config.toml", c.file)
		t.Setenv("COMPACTLENS_WATCH", c.env)
		p, err := load(t, c.args...)
		if err != nil || p.Watch != c.watch || p.Poll != c.poll || p.Follow != c.follow {
			t.Errorf("%+v: %v %v %v, %v", c, p.Watch, p.Poll, p.Follow, err)
		}
	}
}

func TestPollTakesATime(t *testing.T) {
	environment(t)
	for _, bad := range []string{"99ms", "1h1s", "5", "-1s", "", "often"} {
		if _, err := load(t, "--poll="+bad); err == nil || !strings.Contains(err.Error(), "from 100ms to 1h, such as 500ms") {
			t.Errorf("--poll=%s: %v", bad, err)
		}
	}
}

func TestChosenBefore(t *testing.T) {
	home := environment(t)
	state := home + "/.local/state/compactlens/state.json"
	choose := func(name, over string) {
		if err := settings.SaveState(state, func(s *settings.State) { s.Theme = settings.ThemeChoice{Name: name, Over: over} }); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ config, chosen, over, flag, want, note string }{
		{"", "", "", "", "", ""},
		{"", "light", "", "", "light", ""},
		{"light", "mono", "light", "", "mono", ""},
		{"dark", "mono", "light", "", "dark", ""}, // the file was changed since
		{"", "light", "", "mono", "mono", ""},
		{"", "gone", "", "", "", "the theme gone, which was chosen before, is there no more"},
		{"light", "gone", "light", "", "light", "is there no more"},
	} {
		file(t, home+"/.config/compactlens/config.toml", "")
		if c.config != "" {
			file(t, home+"/.config/compactlens/config.toml", "theme = '"+c.config+"'\n")
		}
		choose(c.chosen, c.over)
		var args []string
		if c.flag != "" {
			args = []string{"--theme", c.flag}
		}
		p, err := load(t, args...)
		if err != nil {
			t.Fatal(err)
		}
		set := settings.LoadThemes(p.places.Themes)
		s, note := settings.LoadState(p.places.State)
		got, err := p.chosen(&set, s, &note)
		if err != nil || got != c.want || !strings.Contains(note, c.note) || c.note == "" && note != "" {
			t.Errorf("%+v: %q, %q, %v", c, got, note, err)
		}
	}
}

func TestPaint(t *testing.T) {
	for _, c := range []struct {
		env, args, want string
	}{
		{"", "", ""},
		{"CLICOLOR_FORCE=1", "", ""},
		{"", "--color never", ""},
		{"", "--color auto", ""}, // the output is no terminal
		{"", "--color always", "\x1b[0;1;91m"},
		{"", "--color always --theme dark", "\x1b[0;1;38;5;210m"},
		{"COLORFGBG=0;15", "--color always", "\x1b[0;1;38;5;124m"},
		{"", "--color always --theme mono", "\x1b[0;1m"},
		{"CLICOLOR_FORCE=1", "--color auto", "\x1b[0;1;91m"},
		{"", "--color always --theme contrast-light", "\x1b[0;1;38;5;88m"},
	} {
		environment(t, strings.Fields(c.env)...)
		p, err := load(t, strings.Fields(c.args)...)
		if err != nil {
			t.Fatal(err)
		}
		paint, err := p.Paint(&bytes.Buffer{})
		if err != nil || (paint == nil) != (c.want == "") {
			t.Errorf("%+v: %v, paints %v", c, err, paint != nil)
			continue
		}
		if paint != nil && paint(report.RoleError).On != c.want {
			t.Errorf("%+v: %q", c, paint(report.RoleError).On)
		}
		if paint == nil {
			continue
		}
		for r := report.RoleError; r <= report.RoleStrong; r++ {
			if q := paint(r); (q.On == "") != (q.Off == "") || strings.Contains(q.On, ";48;") {
				t.Errorf("%+v: role %d is painted %q %q", c, r, q.On, q.Off)
			}
		}
	}
	environment(t)
	for _, args := range [][]string{{"--color", "always"}, {"--color", "never"}, nil} {
		p, _ := load(t, append(args, "--theme", "contrst")...)
		var unknown *themes.UnknownThemeError
		_, err := p.Paint(&bytes.Buffer{})
		if !errors.As(err, &unknown) || !strings.Contains(err.Error(), "did you mean contrast?") || !strings.Contains(err.Error(), "tritanopia") {
			t.Errorf("%q and an unknown theme: %v", args, err)
		}
	}
}
