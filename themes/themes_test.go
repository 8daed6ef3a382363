package themes

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// luminance is the relative luminance of WCAG 2.2.
func luminance(c Color) float64 {
	channel := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(c.R) + 0.7152*channel(c.G) + 0.0722*channel(c.B)
}

// contrast is the contrast ratio of WCAG 2.2.
func contrast(a, b Color) float64 {
	l, d := luminance(a), luminance(b)
	return (max(l, d) + 0.05) / (min(l, d) + 0.05)
}

func TestContrast(t *testing.T) {
	if got := contrast(rgb(0, 0), rgb(0xFFFFFF, 0)); math.Abs(got-21) > 0.01 {
		t.Fatalf("black on white is %.2f, want 21", got)
	}
	// What every role must reach. Rules between panes are not text.
	want := [roles]float64{Dim: 3, Faint: 3, Comment: 3, Border: 1.2}
	for _, p := range Builtin() {
		if p.Colors[Text].Kind != KindRGB {
			continue // the terminal's own colours: not ours to measure
		}
		for _, bg := range []Style{Background, Selection, Shade, Fault} {
			for r := range Background {
				need := want[r]
				switch {
				case need == 0:
					need = 4.5
				case bg != Background && r == Border:
					continue
				}
				if got := contrast(p.Colors[r], p.Colors[bg]); got < need {
					t.Errorf("%s: %v on %v has %.2f, needs %.1f", p.Name, r, bg, got, need)
				}
			}
		}
		// Unpainted, the terminal's background is near this one, but not the same.
		extreme := rgb(0x1E1E1E, 0)
		if p.Light {
			extreme = rgb(0xF3F3F3, 0)
		}
		if got := contrast(p.Colors[Text], extreme); got < 4.5 {
			t.Errorf("%s: text on an unpainted background has %.2f", p.Name, got)
		}
	}
}

func TestEveryRoleHasANameAndAColour(t *testing.T) {
	seen := map[string]bool{}
	for r := range roles {
		if names[r] == "" || seen[names[r]] {
			t.Errorf("role %d has no name of its own", r)
		}
		seen[names[r]] = true
		for _, p := range Builtin()[:2] {
			if p.Colors[r].Kind != KindRGB {
				t.Errorf("%s has no colour for %v", p.Name, r)
			}
		}
	}
}

func TestSequences(t *testing.T) {
	dark, light := ForBackground(true), ForBackground(false)
	if dark.Name != "dark" || light.Name != "light" {
		t.Fatalf("backgrounds give %s and %s", dark.Name, light.Name)
	}
	for _, c := range []struct {
		name    string
		palette Palette
		options Options
		style   Style
		want    string
	}{
		{"plain", dark, Options{Profile: NoColor}, Text, "\x1b[0m"},
		{"no colour keeps attributes", dark, Options{Profile: NoColor}, Error | Bold | Underline, "\x1b[0;1;4m"},
		{"no colour selection is reversed", dark, Options{Profile: NoColor}, Dim.On(Selection), "\x1b[0;7m"},
		{"no colour shade is bold", dark, Options{Profile: NoColor}, Text.On(Shade), "\x1b[0;1m"},
		{"16", dark, Options{Profile: Color16}, Error, "\x1b[0;91m"},
		{"16 selection is reversed", dark, Options{Profile: Color16}, Accent.On(Selection), "\x1b[0;7;94m"},
		{"256", dark, Options{Profile: Color256}, Error | Bold, "\x1b[0;1;38;5;210m"},
		{"256 of a dark tint", dark, Options{Profile: Color256}, Error.On(Fault), "\x1b[0;38;5;210;48;5;52m"},
		{"true", dark, Options{Profile: TrueColor}, Text.On(Selection) | Bold, "\x1b[0;1;38;2;214;218;226;48;2;31;56;85m"},
		{"painted", light, Options{Profile: TrueColor, Paint: true}, Text, "\x1b[0;38;2;35;40;47;48;2;251;251;250m"},
		{"own colours", Builtin()[2], Options{Profile: TrueColor}, Error, "\x1b[0;31m"},
		{"nonsense", dark, Options{Profile: NoColor}, Style(250), "\x1b[0m"},
	} {
		if got := string(New(c.palette, c.options).Append(nil, c.style)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestStyleParts(t *testing.T) {
	s := (Error | Bold).On(Selection) | Underline
	if s.Foreground() != Error || s.Backdrop() != Selection || s.Attributes() != Bold|Underline {
		t.Errorf("%v on %v with %x", s.Foreground(), s.Backdrop(), s.Attributes())
	}
	if s.On(Fault).Backdrop() != Fault || s.As(Dim).Foreground() != Dim || s.As(Dim).Backdrop() != Selection {
		t.Error("parts do not change one at a time")
	}
}

func TestDetectProfile(t *testing.T) {
	for _, c := range []struct {
		env  string
		want Profile
	}{
		{"TERM=xterm-256color", Color256},
		{"TERM=xterm-256color COLORTERM=truecolor", TrueColor},
		{"TERM=xterm-256color COLORTERM=truecolor NO_COLOR=1", NoColor},
		{"TERM=xterm-256color NO_COLOR=", Color256},
		{"TERM=linux", Color16},
		{"TERM=dumb COLORTERM=truecolor", NoColor},
		{"TERM=xterm-kitty", TrueColor},
		{"TERM=tmux-256color", Color256},
		{"", NoColor},
		{"WT_SESSION=1", TrueColor},
	} {
		got := DetectProfile(func(key string) string {
			for kv := range strings.FieldsSeq(c.env) {
				if k, v, _ := strings.Cut(kv, "="); k == key {
					return v
				}
			}
			return ""
		})
		if got != c.want {
			t.Errorf("%s: profile %d, want %d", c.env, got, c.want)
		}
	}
}

func TestByName(t *testing.T) {
	if p, err := ByName(Builtin(), "light"); err != nil || !p.Light {
		t.Errorf("light: %v %v", p.Name, err)
	}
	_, err := ByName(Builtin(), "\x1b[31m")
	var unknown *UnknownThemeError
	if !errors.As(err, &unknown) || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("unknown theme: %v", err)
	}
}

func TestCube(t *testing.T) {
	for hex, want := range map[uint32]int{0x000000: 16, 0xFFFFFF: 231, 0xFF0000: 196, 0x808080: 244, 0x14171C: 234} {
		if got := rgb(hex, 0).cube(); got != want {
			t.Errorf("%06X is %d, want %d", hex, got, want)
		}
	}
}
