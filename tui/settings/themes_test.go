package settings

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/themes"
)

func TestThemeFile(t *testing.T) {
	p, err := parseTheme("/x/ink.toml", []byte("title = 'Ink'\nbase = 'light'\n[colors]\ntext = '#102030'\nerror = \"bright-red\"\ndim = 'default'\nfault = '#ffe0e0 none 224'\nnote = '#004060 cyan'\n"))
	if err != nil {
		t.Fatal(err)
	}
	base, _ := themes.ByName(themes.Builtin(), "light", false)
	if p.Name != "ink" || p.Title != "Ink" || !p.Light {
		t.Errorf("%s %q light %v", p.Name, p.Title, p.Light)
	}
	show := func(p themes.Palette, s themes.Style, profile themes.Profile) string {
		return strings.Trim(string(themes.New(p, themes.Options{Profile: profile}).Append(nil, s)), "\x1b")
	}
	for _, c := range []struct {
		style   themes.Style
		profile themes.Profile
		want    string
	}{
		{themes.Text, themes.TrueColor, "[0;38;2;16;32;48m"},
		{themes.Error, themes.TrueColor, "[0;91m"},
		{themes.Dim, themes.TrueColor, "[0m"},
		{themes.Dim.On(themes.Fault), themes.Color256, "[0;48;5;224m"},
		{themes.Note, themes.Color16, "[0;36m"},
		{themes.Passed, themes.TrueColor, show(base, themes.Passed, themes.TrueColor)},
	} {
		if got := show(p, c.style, c.profile); got != c.want {
			t.Errorf("%v in profile %d: %s, want %s", c.style, c.profile, got, c.want)
		}
	}
}

func TestThemeFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"dark by kind", "light = false\n", ""},
		{"light by kind", "light = true\ncolors.text = '#000000'\n", ""},
		{"a pair goes by kind", "light = true\nbase = 'contrast'\n", ""},
		{"neither base nor kind", "«title = 'x'\n", "a theme needs base"},
		{"empty", "«", "a theme needs base"},
		{"no such base", "base = «'darkish'\n", "base must be one of dark, light, contrast-dark"},
		{"base auto", "base = «'auto'\n", "base must be one of"},
		{"the other kind", "base = 'dark'\nlight = «true\n", "dark is made for dark backgrounds"},
		{"unknown role", "base = 'dark'\n[colors]\n«txet = '#000000'\n", "did you mean colors.text?"},
		{"role outside", "base = 'dark'\n«text = '#000000'\n", "did you mean colors.text?"},
		{"bad colour", "base = 'dark'\n[colors]\n  text = «'red-ish'\n  dim = «\"#12345\"\n", `"red-ish" is no colour`},
		{"bad words behind", "base = 'dark'\n[colors]\ntext = «'#102030 3'\ndim = «'red blue'\nfaint = «''\n", "is no colour"},
		{"number", "base = 'dark'\n[colors]\ntext = «0x102030\n", "colors.text must be a text"},
		{"colours are a table", "base = 'dark'\ncolors = «'none'\n", "colors must be a table"},
		{"inline", "base = 'dark'\ncolors = { text = «'x', error = '#ff0000' }\n", "is no colour"},
		{"in order", "«a = 1\nbase = 'dark'\nlight = «true\n[colors]\ntext = «'x'\n«b = 2\n", ""},
	} {
		text, want := marked(c.text)
		_, err := parseTheme("t.toml", []byte(text))
		got, message := faults(t, err)
		if fmt.Sprint(got) != fmt.Sprint(want) || !strings.Contains(message, c.want) {
			t.Errorf("%s: %v %s, want %v %s", c.name, got, message, want, c.want)
		}
	}
}

// Whatever a theme leaves out comes from a theme of its own kind.
func TestNothingComesFromTheOtherKind(t *testing.T) {
	for text, light := range map[string]bool{"light = true": true, "light = false": false, "base = 'light'": true, "base = 'tritanopia-light'": true, "base = 'contrast'\nlight = false": false} {
		p, err := parseTheme("t.toml", []byte(text+"\ncolors.text = '#808080'"))
		if err != nil {
			t.Fatal(err)
		}
		base, _ := themes.ByName(themes.Builtin(), map[string]string{"base = 'tritanopia-light'": "tritanopia-light", "base = 'contrast'\nlight = false": "contrast-dark"}[text], !light)
		for _, r := range themes.Roles() {
			if r != themes.Text && p.Colors[r] != base.Colors[r] {
				t.Errorf("%s: %v is not that of %s", text, r, base.Name)
			}
		}
		if p.Light != light {
			t.Errorf("%s: light is %v", text, p.Light)
		}
	}
}

func TestThemeSet(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "ink-dark.toml"), "base = 'dark'\n")
	write(t, filepath.Join(dir, "ink-light.toml"), "base = 'light'\n")
	write(t, filepath.Join(dir, "half-dark.toml"), "base = 'dark'\n")
	write(t, filepath.Join(dir, "broken.toml"), "base = 'dark'\nx = 1\n")
	write(t, filepath.Join(dir, "mono.toml"), "y = 1\n")
	write(t, filepath.Join(dir, "README"), "no theme")
	elsewhere := write(t, filepath.Join(t.TempDir(), "mine.toml"), "light = true\n")
	set := LoadThemes(dir)
	if len(set.All) != len(themes.Builtin())+3 || len(set.Broken) != 2 {
		t.Fatalf("%d themes, %d broken", len(set.All), len(set.Broken))
	}
	for theme, want := range map[string]string{"": "", "auto": "auto", "ink": "ink", "ink-light": "ink-light", "contrast": "contrast", elsewhere: "mine"} {
		if name, err := set.Want(theme); err != nil || name != want {
			t.Errorf("%q: %q, %v", theme, name, err)
		}
	}
	if p, err := themes.ByName(set.All, "mine", true); err != nil || !p.Light {
		t.Errorf("a file of one's own cannot be chosen: %v", err)
	}
	var broken *BrokenTheme
	for _, theme := range []string{"broken", "mono", filepath.Join(dir, "missing.toml"), filepath.Join(dir, "broken.toml"), "./nothing"} {
		if _, err := set.Want(theme); !errors.As(err, &broken) {
			t.Errorf("%q: %v", theme, err)
		}
	}
	var unknown *themes.UnknownThemeError
	for _, theme := range []string{"half", "README", "x"} {
		if _, err := set.Want(theme); !errors.As(err, &unknown) {
			t.Errorf("%q: %v", theme, err)
		}
	}
	if set := LoadThemes(filepath.Join(dir, "none")); len(set.All) != len(themes.Builtin()) || set.Broken != nil {
		t.Errorf("without a folder: %d themes", len(set.All))
	}
}
