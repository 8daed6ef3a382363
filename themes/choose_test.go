package themes

import (
	"errors"
	"strings"
	"testing"
)

func TestByName(t *testing.T) {
	own := append(Builtin(), Palette{Name: "ink-light", Light: true}, Palette{Name: "dark", Title: "mine"})
	for _, c := range []struct {
		name string
		dark bool
		want string
	}{
		{"", true, "dark"}, {"auto", false, "light"}, {"light", true, "light"}, {"contrast", true, "contrast-dark"},
		{"contrast", false, "contrast-light"}, {"contrast-light", true, "contrast-light"}, {"ansi16", false, "ansi16-light"},
		{"mono", true, "mono"}, {"ink", false, "ink-light"}, {"ink-light", true, "ink-light"},
	} {
		if p, err := ByName(own, c.name, c.dark); err != nil || p.Name != c.want {
			t.Errorf("%q dark %v: %q, %v", c.name, c.dark, p.Name, err)
		}
	}
	if p, _ := ByName(own, "dark", true); p.Title != "mine" {
		t.Error("a theme of one's own does not stand for the built-in one")
	}
	var unknown *UnknownThemeError
	for _, name := range []string{"\x1b[31m", "ink-dark", "-dark"} {
		if _, err := ByName(own, name, true); !errors.As(err, &unknown) || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("unknown theme %q: %v", name, err)
		}
	}
	if _, err := ByName(own, "ink", true); err == nil {
		t.Error("half a pair stands for the other half")
	}
}

func TestNames(t *testing.T) {
	names := Names(append(Builtin(), Palette{Name: "ink-light"}))
	if got, want := strings.Join(names, " "), "auto dark light contrast deuteranopia tritanopia ansi16 mono ink-light"; got != want {
		t.Errorf("names %s, want %s", got, want)
	}
	for _, p := range Builtin() {
		if q, err := ByName(Builtin(), p.Name, p.Light); err != nil || q.Name != p.Name {
			t.Errorf("%s: %s, %v", p.Name, q.Name, err)
		}
		if strings.HasSuffix(p.Name, lightEnd) != p.Light && p.Name != "light" {
			t.Errorf("%s: light is %v", p.Name, p.Light)
		}
	}
}
