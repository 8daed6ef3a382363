package terminal

import (
	"errors"
	"testing"
	"time"

	"compactlens/themes"
)

func TestParse(t *testing.T) {
	for in, want := range map[string]Background{
		"\x1b]11;rgb:0000/0000/0000\a":                  {Known: true, Dark: true},
		"\x1b]11;rgb:ffff/ffff/ffff\x1b\\":              {Known: true},
		"\x1b]11;rgb:f/f/f\a":                           {Known: true},
		"\x1b]11;rgba:1e1e/1e1e/2e2e/ffff\x1b\\":        {Known: true, Dark: true},
		"x\x1b]11;rgb:fbfb/fbfb/fafa\x1b\\\x1b[?62;22c": {Known: true},
		"\x1b]11;rgb:0000/0000/0000":                    {},
		"\x1b]11;rgb:0000/0000\a":                       {},
		"\x1b]11;rgb:zz/00/00\a":                        {},
		"\x1b]11;rgb//\a":                               {},
		"\x1b]11;rgb":                                   {},
		"\x1b[?62;22c":                                  {},
		"":                                              {},
	} {
		if got := parse([]byte(in)); got != want {
			t.Errorf("%q: %+v, want %+v", in, got, want)
		}
	}
}

func TestDetectBackground(t *testing.T) {
	light := Background{Known: true}
	for _, c := range []struct {
		name   string
		env    map[string]string
		answer Background
		asked  bool
		want   Background
	}{
		{"answers", map[string]string{"TERM": "xterm-256color", "COLORFGBG": "15;0"}, light, true, light},
		{"silent", map[string]string{"TERM": "xterm"}, Background{Late: true}, true, Background{Late: true}},
		{"silent with variable", map[string]string{"TERM": "xterm", "COLORFGBG": "0;default;15"}, Background{Late: true}, true, Background{Known: true, Late: true}},
		{"tmux", map[string]string{"TERM": "tmux-256color", "COLORFGBG": "15;0"}, light, false, Background{Known: true, Dark: true}},
		{"inside tmux", map[string]string{"TERM": "xterm", "TMUX": "x"}, light, false, Background{}},
		{"screen", map[string]string{"TERM": "screen.xterm"}, light, false, Background{}},
		{"dumb", map[string]string{"TERM": "dumb"}, light, false, Background{}},
		{"nonsense", map[string]string{"TERM": "dumb", "COLORFGBG": "15;99"}, light, false, Background{}},
	} {
		asked := false
		got := DetectBackground(func(k string) string { return c.env[k] }, func(limit time.Duration) Background {
			asked = true
			if limit > 200*time.Millisecond {
				t.Errorf("waits %v", limit)
			}
			return c.answer
		})
		if got != c.want || asked != c.asked {
			t.Errorf("%s: %+v asked %v, want %+v asked %v", c.name, got, asked, c.want, c.asked)
		}
	}
}

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name  string
		b     Background
		want  string
		paint bool
	}{
		{"auto", Background{Known: true, Dark: true}, "dark", false},
		{"auto", Background{Known: true}, "light", false},
		{"", Background{}, "dark", true},
		{"light", Background{Known: true, Dark: true}, "light", true},
		{"light", Background{Known: true}, "light", false},
		{"dark", Background{}, "dark", true},
		{"contrast", Background{Known: true}, "contrast-light", false},
		{"contrast", Background{}, "contrast-dark", true},
		{"ansi16", Background{Known: true}, "ansi16-light", false},
	} {
		p, paint, err := Choose(themes.Builtin(), c.name, c.b)
		if err != nil || p.Name != c.want || paint != c.paint {
			t.Errorf("%q on %+v: %s painted %v, %v", c.name, c.b, p.Name, paint, err)
		}
	}
	var unknown *themes.UnknownThemeError
	if _, _, err := Choose(themes.Builtin(), "solarised", Background{}); !errors.As(err, &unknown) {
		t.Errorf("unknown theme: %v", err)
	}
}

func TestLateAnswersAreNoKeys(t *testing.T) {
	in := "j\x1b[A\x1b]11;rgb:0000/0000/0000\x1b\\k\x1b[?62;22cq\x1b]11;rgb:1/1/1\a\x1b"
	const want = "j\x1b[Akq\x1b"
	for cut := range len(in) + 1 {
		if cut > 0 && in[cut-1] == 0x1b || cut > 1 && in[cut-2:cut] == "\x1b[" {
			continue // a lone ESC is a key, and ESC [ may begin one
		}
		var f filter
		got := ""
		for _, part := range []string{in[:cut], in[cut:]} {
			p := []byte(part)
			got += string(p[:f.strip(p)])
		}
		if got != want {
			t.Errorf("cut at %d: %q", cut, got)
		}
	}
	var f filter
	endless := append([]byte("\x1b]"), make([]byte, 3*longest)...)
	if f.strip(endless) == 0 {
		t.Error("an answer without an end takes all input")
	}
}
