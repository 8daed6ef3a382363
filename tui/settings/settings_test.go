package settings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"compactlens/themes"
	"compactlens/tui/clipboard"
)

// environment makes a getenv of "NAME=value" pairs separated by blanks.
func environment(pairs string) func(string) string {
	return func(name string) string {
		for p := range strings.FieldsSeq(pairs) {
			if k, v, _ := strings.Cut(p, "="); k == name {
				return v
			}
		}
		return ""
	}
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoad(t *testing.T) {
	never := themes.WhenNever
	path := write(t, filepath.Join(t.TempDir(), "config.toml"), "theme = 'light'\nmouse = false\ncolor = 'never'\naccessible = true\n")
	for _, c := range []struct {
		name, path, env string
		want            Settings
	}{
		{"nothing", "", "", Settings{}},
		{"no file", filepath.Join(t.TempDir(), "config.toml"), "", Settings{}},
		{"file", path, "", Settings{Theme: "light", ThemeInFile: "light", Mouse: No, Color: &never, Accessible: Yes}},
		{"the environment counts more", path, "COMPACTLENS_THEME=mono COMPACTLENS_MOUSE=on ACCESSIBLE=0", Settings{Theme: "mono", ThemeFixed: true, ThemeInFile: "light", Mouse: Yes, Color: &never, Accessible: No}},
		{"the clipboard", "", "COMPACTLENS_CLIPBOARD=osc52", Settings{Clipboard: clipboard.OSC52Only}},
		{"ours counts more than everybody's", "", "ACCESSIBLE=1 COMPACTLENS_ACCESSIBLE=no", Settings{Accessible: No}},
		{"everybody's", "", "ACCESSIBLE=please", Settings{Accessible: Yes}},
	} {
		got, err := Load(c.path, false, environment(c.env), actions)
		got.themePlace, got.themeVariable = Fault{}, "" // see TestUnknownTheme
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v; want %+v", c.name, got, err, c.want)
		}
	}
	if _, err := Load(path+"x", true, environment(""), actions); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that must be there: %v", err)
	}
	for _, env := range []string{"COMPACTLENS_MOUSE=maybe", "COMPACTLENS_PRESET=mainframe", "COMPACTLENS_COLOR=blue"} {
		var e *EnvError
		if _, err := Load("", false, environment(env), actions); !errors.As(err, &e) || !strings.HasPrefix(env, e.Variable) {
			t.Errorf("%s: %v", env, err)
		}
	}
}

// The default says nothing, and every line of it can be taken into use.
func TestDefault(t *testing.T) {
	var s Settings
	if err := s.file("config.toml", []byte(Default(actions)), actions); err != nil || !reflect.DeepEqual(s, Settings{}) {
		t.Errorf("%+v, %v", s, err)
	}
	used := regexp.MustCompile(`(?m)^#([\w-]+ = |\[)`).ReplaceAllString(Default(actions), "$1")
	if err := s.file("config.toml", []byte(used), actions); err != nil {
		t.Error(err)
	}
	if s.Theme != "auto" || s.Mouse != Yes || s.Accessible != No || s.Color == nil || s.Preset == "" {
		t.Errorf("%+v", s)
	}
	for _, l := range strings.Split(Default(actions), "\n") {
		if len(l) > 100 {
			t.Errorf("a long line: %s", l)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		env  string
		want Places
	}{
		{"HOME=/h", Places{"/h/.config/compactlens/config.toml", "/h/.config/compactlens/themes", "/h/.local/state/compactlens/state.json"}},
		{"HOME=/h XDG_CONFIG_HOME=/c XDG_STATE_HOME=/s", Places{"/c/compactlens/config.toml", "/c/compactlens/themes", "/s/compactlens/state.json"}},
		{"HOME=/h XDG_CONFIG_HOME=c XDG_STATE_HOME=./s", Places{"/h/.config/compactlens/config.toml", "/h/.config/compactlens/themes", "/h/.local/state/compactlens/state.json"}},
		{"HOME=/h COMPACTLENS_CONFIG=my.toml", Places{"my.toml", "themes", "/h/.local/state/compactlens/state.json"}},
		{"", Places{}},
	} {
		if got := Find(environment(c.env)); got != c.want {
			t.Errorf("%s: %+v", c.env, got)
		}
	}
}

func TestState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "state.json")
	if s, note := LoadState(path); s != (State{}) || note != "" {
		t.Errorf("no state: %+v %q", s, note)
	}
	set := func(s *State) { s.Theme = ThemeChoice{Name: "mono", Over: "light"} }
	if err := SaveState(path, set); err != nil {
		t.Fatal(err)
	}
	s, note := LoadState(path)
	if note != "" || s.Apply("light") != "mono" || s.Apply("") != "" || s.Apply("dark") != "dark" {
		t.Errorf("%+v %q", s, note)
	}
	if names, _ := os.ReadDir(filepath.Dir(path)); len(names) != 1 {
		t.Errorf("something was left beside it: %v", names)
	}
	for _, broken := range []string{"", "{", "[]", `{"version":2,"theme":{"name":"light"}}`, `{"version":1,"theme":"light"}`, strings.Repeat(" ", maxState+1)} {
		write(t, path, broken)
		if s, note := LoadState(path); s != (State{}) || !strings.Contains(note, "is not used") {
			t.Errorf("%.20q: %+v %q", broken, s, note)
		}
		if err := SaveState(path, set); err != nil {
			t.Error(err)
		}
		if s, note := LoadState(path); note != "" || s.Theme.Name != "mono" {
			t.Errorf("after %.20q: %+v %q", broken, s, note)
		}
	}
	if err := SaveState("", set); err != nil {
		t.Errorf("without a place: %v", err)
	}
	if err := SaveState(filepath.Join(path, "below", "a.json"), set); err == nil {
		t.Error("a state below a file is saved")
	}
}

func TestUTF8(t *testing.T) {
	for env, want := range map[string]bool{
		"": true, "LANG=en_US.UTF-8": true, "LANG=C.utf8": true, "LC_ALL=C LANG=en_US.UTF-8": false, "LANG=POSIX": false,
		"LANG=de_DE.ISO-8859-1": false, "LC_CTYPE=ja_JP.eucJP LANG=ja_JP.UTF-8": false, "LANG=de_DE": true, "LANG=de_DE.UTF-8@euro": true,
		"LC_ALL= LANG=C": false,
	} {
		if got := UTF8(environment(env)); got != want {
			t.Errorf("%s: %v", env, got)
		}
	}
}

// A theme that is not there is said where the file names it; one that somebody else
// names, not there.
func TestUnknownTheme(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "config.toml"), "# colours\ntheme = 'contrats'\n")
	unknown := &themes.UnknownThemeError{Name: "contrats", Known: []string{"dark", "contrast"}}
	s, err := Load(path, true, environment(""), actions)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.ThemeError(unknown).Error(), `config.toml:2:9: there is no theme "contrats"; did you mean contrast? The themes are dark, contrast`; !strings.HasSuffix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
	if err := s.ThemeError(nil); err != nil {
		t.Errorf("no error became %v", err)
	}
	s, err = Load(path, true, environment("COMPACTLENS_THEME=nosuch"), actions)
	if got := s.ThemeError(unknown); err != nil || got.Error() != "the environment variable COMPACTLENS_THEME: "+unknown.Error() {
		t.Errorf("of the environment: %v, %v", got, err)
	}
}
