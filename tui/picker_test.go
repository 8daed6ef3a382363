package tui

import (
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/themes"
	"compactlens/themes/terminal"
)

// pickerDriver opens the sample in true colour, on a dark terminal.
func pickerDriver(t *testing.T, w, h int) *driver {
	t.Helper()
	d := driveTheme(t, sample(), w, h, testTheme(false, themes.TrueColor))
	d.app.looks = looks{profile: themes.TrueColor, background: terminal.Background{Known: true, Dark: true}, name: "auto"}
	return d
}

func (d *driver) themeIs(want string) {
	d.t.Helper()
	if got := d.app.theme.Palette().Name; got != want {
		d.t.Errorf("the theme is %s, want %s", got, want)
	}
}

func TestPickerShowsThemesAtOnce(t *testing.T) {
	d := pickerDriver(t, 120, 40)
	before := d.app.View()
	d.press("T")
	d.expect("─ Theme ─", "▸ auto", "by the terminal's background", "contrast-dark", "mono", "enter keeps it", "✗ error")
	d.press("j")
	d.themeIs("dark")
	d.press("j")
	d.themeIs("light")
	if frame := d.app.View(); !strings.Contains(frame, "48;2;251;251;250") {
		t.Error("the light theme is not painted on a dark terminal")
	}
	d.press("G")
	d.themeIs("mono")
	if frame := d.app.View(); strings.Contains(frame, ";38;") {
		t.Error("mono shows colours")
	}
	d.press("esc")
	d.themeIs("dark")
	d.absent("─ Theme ─")
	if d.app.View() != before {
		t.Error("esc does not bring back what was before")
	}
	for _, leave := range []string{"q", "T"} {
		d.press("T j j")
		d.themeIs("light")
		d.press(leave)
		d.themeIs("dark")
		d.absent("─ Theme ─")
	}
}

func TestPickerKeepsAChoice(t *testing.T) {
	d := pickerDriver(t, 120, 40)
	kept := ""
	d.app.looks.keep = func(name string) error { kept = name; return nil }
	d.press("T j j j enter")
	d.themeIs("contrast-dark")
	d.absent("─ Theme ─", "could not be kept")
	if kept != "contrast-dark" {
		t.Errorf("kept %q", kept)
	}
	d.press("T")
	d.expect("▸ contrast-dark")
	d.press("g enter")
	d.themeIs("dark")
	if kept != "auto" {
		t.Errorf("kept %q", kept)
	}
	d.app.looks.keep = func(string) error { return errors.New("the disk is full\x1b[2J") }
	d.press("T j enter")
	d.expect("could not be kept: the disk is full␛[2J")
	d.press("j")
	d.absent("could not be kept")
}

// A pair is found by what it stands for, and themes of one's own are offered.
func TestPickerOffersAll(t *testing.T) {
	d := pickerDriver(t, 120, 40)
	d.app.looks.name = "contrast"
	d.app.looks.all = append(themes.Builtin(), themes.Palette{Name: "ink\x1b", Title: "from \x1b/x/ink.toml"})
	d.app.looks.broken = []string{"a.toml:1:2: unknown key", "b.toml:3:4: \x1b"}
	d.app.theme, _ = d.app.looks.theme("contrast")
	d.press("T")
	d.expect("▸ contrast-dark", "ink␛", "from ␛/x/ink.toml", "a.toml:1:2: unknown key", "b.toml:3:4: ␛")
}

// The picker fits every window, with its cursor in it.
func TestPickerFits(t *testing.T) {
	d := pickerDriver(t, 120, 40)
	d.app.looks.broken = []string{"a", "b", "c", "d"}
	d.press("T G")
	for h := 1; h <= 40; h++ {
		for _, w := range []int{1, 3, 4, 9, 20, 40, 61, 80, 200} {
			d.send(tea.WindowSizeMsg{Width: w, Height: h})
			if err := fits(d.app.View(), w, h); err != nil {
				t.Fatalf("%dx%d: %v", w, h, err)
			}
			if w >= 20 && h >= 4 && !strings.Contains(d.text(), "▸ mono") {
				t.Fatalf("%dx%d: the cursor is not on screen:\n%s", w, h, d.text())
			}
		}
	}
}

// No theme changes a character of what is shown.
func TestThemesChangeNoText(t *testing.T) {
	want := ""
	for _, p := range themes.Builtin() {
		for profile := themes.NoColor; profile <= themes.TrueColor; profile++ {
			for _, paint := range []bool{false, true} {
				d := driveTheme(t, sample(), 80, 24, themes.New(p, themes.Options{Profile: profile, Paint: paint}))
				got := d.text()
				if want == "" {
					want = got
				}
				if got != want {
					t.Fatalf("%s in profile %d:\n%s", p.Name, profile, got)
				}
			}
		}
	}
}

func TestNoticeAtTheStart(t *testing.T) {
	d := pickerDriver(t, 80, 24)
	d.app.notify("the state is not used")
	d.expect("the state is not used")
	d.absent("all keys")
	d.press("j")
	d.expect("all keys")
}

// Choices are kept one after the other, the last one last, also where the interface
// is left before.
func TestPickerKeepsTheLastChoice(t *testing.T) {
	d := pickerDriver(t, 120, 40)
	var kept []string
	d.app.looks.keep = func(name string) error { kept = append(kept, name); return nil }
	choose := func(name string) tea.Cmd {
		d.app.looks.name = name
		return d.app.keepTheme()
	}
	first := choose("mono")
	if choose("dark") != nil || choose("light") != nil {
		t.Error("two are under way")
	}
	d.do(first)
	if got := strings.Join(kept, " "); got != "mono light" || len(d.app.keeper.chores) > 0 {
		t.Errorf("kept %s", got)
	}
	late := choose("mono")
	choose("dark")
	d.app.keeper.finish()
	d.do(late) // it comes to its turn after the end
	if got := strings.Join(kept, " "); got != "mono light dark" {
		t.Errorf("at the end %s", got)
	}
}
