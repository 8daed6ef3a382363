package themes

import (
	"strings"
	"testing"
)

func TestEveryRoleHasANameAndAColour(t *testing.T) {
	seen := map[string]bool{}
	for r := range roles {
		if names[r] == "" || seen[names[r]] {
			t.Errorf("role %d has no name of its own", r)
		}
		seen[names[r]] = true
		for _, p := range Builtin() {
			if own := p.Colors[Text].Kind == KindDefault; !own && p.Colors[r].Kind != KindRGB {
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
		{"16 selection is reversed", dark, Options{Profile: Color16}, Accent.On(Selection), "\x1b[0;7m"},
		{"256", dark, Options{Profile: Color256}, Error | Bold, "\x1b[0;1;38;5;210m"},
		{"256 of a dark tint", dark, Options{Profile: Color256}, Error.On(Fault), "\x1b[0;38;5;210;48;5;52m"},
		{"true", dark, Options{Profile: TrueColor}, Text.On(Selection) | Bold, "\x1b[0;1;38;2;214;218;226;48;2;31;56;85m"},
		{"painted", light, Options{Profile: TrueColor, Paint: true}, Text, "\x1b[0;38;2;35;40;47;48;2;251;251;250m"},
		{"own colours", ansi16Dark(), Options{Profile: TrueColor, Paint: true}, Error, "\x1b[0;91m"},
		{"own colours step back", dark, Options{Profile: Color16}, Faint, "\x1b[0;2m"},
		{"fault without a background", dark, Options{Profile: Color16}, Error.On(Fault), "\x1b[0;7;91m"},
		{"a theme that paints", contrastLight(), Options{Profile: TrueColor}, Text, "\x1b[0;38;2;0;0;0;48;2;255;255;255m"},
		{"mono", mono(), Options{Profile: TrueColor}, Error, "\x1b[0;1m"},
		{"a mark on the selection", mono(), Options{Profile: TrueColor}, Mark.On(Selection), "\x1b[0m"},
		{"a mark", mono(), Options{Profile: TrueColor}, Mark, "\x1b[0;7m"},
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
		{"TERM=tmux-256color COLORTERM=truecolor TMUX=/run/t,1,0", TrueColor},
		{"TERM=screen-256color COLORTERM=truecolor TMUX=/run/t,1,0", TrueColor},
		{"TERM=screen-256color COLORTERM=truecolor STY=1.pts", Color256},
		{"TERM=screen COLORTERM=truecolor STY=1.pts", Color16},
		{"TERM=screen.xterm-256color", Color256},
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

func TestCube(t *testing.T) {
	for hex, want := range map[uint32]int{0x000000: 16, 0xFFFFFF: 231, 0xFF0000: 196, 0x808080: 244, 0x14171C: 234} {
		if got := rgb(hex, 0).cube(); got != want {
			t.Errorf("%06X is %d, want %d", hex, got, want)
		}
	}
}
