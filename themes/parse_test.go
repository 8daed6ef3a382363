package themes

import (
	"errors"
	"strings"
	"testing"
)

func TestParseColor(t *testing.T) {
	base := rgb(0x112233, red)
	for text, want := range map[string]Color{
		"#0a0B0c":                 rgb(0x0A0B0C, red),
		" #0a0b0c  bright-green ": rgb(0x0A0B0C, brightGreen),
		"#0a0b0c none 200":        {R: 10, G: 11, B: 12, Index: noIndex, Cube: 200, Kind: KindRGB},
		"#0a0b0c 16 black":        {R: 10, G: 11, B: 12, Index: black, Cube: 16, Kind: KindRGB},
		"bright-white":            indexed(brightWhite),
		"default":                 {},
	} {
		if got, err := ParseColor(text, base); err != nil || got != want {
			t.Errorf("%q: %+v, %v; want %+v", text, got, err, want)
		}
	}
	if c, _ := ParseColor("#000000", Color{}); c.Index != noIndex {
		t.Errorf("in place of the default, 16 colours show %d", c.Index)
	}
	for _, text := range []string{"", " ", "#12345", "#1234567", "#gggggg", "#+12345", "102030", "reddish", "red 3", "default red", "#102030 15", "#102030 256", "#102030 pink", "0x10", "#\x1b[31m"} {
		var e *ColorError
		if _, err := ParseColor(text, base); !errors.As(err, &e) || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestRoleByName(t *testing.T) {
	for _, r := range Roles() {
		if got, ok := RoleByName(r.String()); !ok || got != r {
			t.Errorf("%v is found as %v", r, got)
		}
	}
	if _, ok := RoleByName("unknown"); ok || len(Roles()) != int(roles) {
		t.Error("a role nobody has is found")
	}
}

func FuzzParseColor(f *testing.F) {
	f.Add("#102030 red 20")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseColor(text, Color{})
		if err != nil && c != (Color{}) || err == nil && c.Kind != KindDefault && c.Index != noIndex && c.Index > 15 {
			t.Errorf("%q: %+v %v", text, c, err)
		}
	})
}
