package tui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/golden"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/themes"
)

// kept compares a screen with a file of testdata, or writes it.
func kept(t *testing.T, name, got string) {
	t.Helper()
	golden.Check(t, filepath.Join("testdata", name), got+"\n")
}

// screens are the screens that are kept as files: what is pressed to get there.
var screens = []struct{ name, keys string }{
	{"fault", ""},
	{"accepted", "n"},
	{"wire", "n n n n n"},
	{"budget", "n n n n n n"},
	{"journal", "n n n n n n n"},
	{"problem", "n n n"},
	{"list", "shift+tab"},
	{"zoom", "tab z"},
	{"help", "?"},
	{"palette", ":"},
	{"search", "/ g o a l"},
	{"filter", "& x m l"},
}

func TestGoldenText(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {50, 15}, {30, 8}} {
		for _, s := range screens {
			d := drive(t, sample(), size[0], size[1])
			d.press(s.keys)
			kept(t, fmt.Sprintf("%s-%dx%d.txt", s.name, size[0], size[1]), d.text())
		}
	}
}

func TestGoldenColours(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		for _, s := range screens {
			for _, light := range []bool{false, true} {
				theme := testTheme(light, themes.TrueColor)
				d := driveTheme(t, sample(), size[0], size[1], theme)
				d.press(s.keys)
				kept(t, fmt.Sprintf("%s-%dx%d-%s.ansi", s.name, size[0], size[1], theme.Palette().Name), strings.ReplaceAll(d.app.View(), "\x1b", "␛"))
			}
		}
	}
	for _, profile := range []themes.Profile{themes.NoColor, themes.Color16, themes.Color256} {
		d := driveTheme(t, sample(), 80, 24, testTheme(false, profile))
		kept(t, fmt.Sprintf("fault-80x24-profile%d.ansi", profile), strings.ReplaceAll(d.app.View(), "\x1b", "␛"))
	}
}

// Every size from 1x1 to 200x60, each with one of several contents and states of
// the interface, and all of them along the sizes where the layout changes.
func TestEverySizeFits(t *testing.T) {
	t.Chdir(t.TempDir()) // keys may export
	huge := &contents{title: "huge", groups: []group{{title: "one line", items: []*item{summaryItem("line", "<goal>"+strings.Repeat("日本 & word\t", 5000))}}}}
	drivers := []*driver{
		drive(t, &contents{}, 80, 24), drive(t, huge, 80, 24), drive(t, hostile(), 80, 24), drive(t, sample(), 80, 24),
	}
	keys := []string{"", "tab", "z", "n", "?", "j", "esc", "G", "]", "r", "shift+tab", "l", "g", "s", "/", "a", "enter", "N", ":", "p", "down", "esc", "&", "e", "enter", "n", "esc", "3", "j", "m", "a", "'", "a", "ctrl+o", "b", "w", "right", "a", "f", "F", "x", "s", "d", "$", "W", ">", "3", ">", "tab", "<", "9", ">", "=", "<", "y", "down", "esc", "X", "tab", "x", "esc", "D", "down", "enter", "}", "|", "o", "G", "x", "{", "esc"}
	step := 0
	check := func(d *driver, w, h int) {
		if step++; step%thin != 0 {
			return
		}
		d.send(tea.WindowSizeMsg{Width: w, Height: h})
		if err := fits(d.app.View(), w, h); err != nil {
			t.Fatalf("%dx%d, %s: %v", w, h, d.app.contents.title, err)
		}
		d.press(keys[step/thin%len(keys)]) // the next size shows it
	}
	for h := 1; h <= 60; h++ {
		for w := 1; w <= 200; w++ {
			check(drivers[min(step/thin%12, len(drivers)-1)], w, h) // the last is quick to draw, the others get their share
		}
	}
	for _, d := range drivers {
		for w := 1; w <= 130; w++ {
			check(d, w, 24)
		}
		for h := 1; h <= 60; h++ {
			check(d, 100, h)
		}
		check(d, 300, 100)
		check(d, 0, 0)
	}
}

// evil holds every control byte, C1 controls in UTF-8 and as bare bytes, marks of
// direction, invisible characters, sequences that drive a terminal and invalid
// UTF-8.
func evil() string {
	var b strings.Builder
	b.WriteString("x\x1b]0;title\a\x1b[2J\x1b[31m\x1bP1$r\x1b\\")
	for c := range 0x20 {
		b.WriteByte(byte(c))
	}
	b.WriteByte(0x7F)
	for r := rune(0x80); r < 0xA0; r++ {
		b.WriteRune(r)
	}
	for _, r := range []rune{0x202A, 0x202E, 0x2066, 0x2069, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF, 0xFFFD, 0xE0041, 0x061C, 0x3164} {
		b.WriteRune(r)
	}
	for c := 0x80; c < 0x100; c++ {
		b.WriteByte(byte(c))
	}
	b.WriteString("\xed\xa0\x80\xf4\x90\x80\x80 e\u0301\u0301\u0301 y")
	return b.String()
}

// thinned counts the steps of a walk, of which the race detector sees each ninth.
type thinned int

// skips reports whether this step is left out.
func (n *thinned) skips() bool {
	*n++
	return *n%thin != 0
}

// hostile holds evil text in every place that a file's text can come to.
func hostile() *contents {
	e := evil()
	reply := replyItem(e, "{"+identity+`,"`+e+`":1,"summary":"`+e+`"}`, 150)
	reply.trigger, reply.crumbs, reply.outcome.word = e, []string{e, e}, e
	reply.facts = []line{{label: e, text: e}, {text: e}}
	response := replyItem("response", good, 1)
	response.evidence.Reply.Form, response.evidence.Reply.Role = inspect.FormResponse, e
	response.evidence.Reply.Blocks = []inspect.Block{{Type: e, Span: source.Span{Start: 0, End: 9}}}
	identity := replyItem("identity", strings.Replace("{"+identity+`,"summary":"<goal/>"}`, "example-model-1", e, 1), 150)
	identity.evidence.OutputBytes.From = e
	return &contents{title: e, groups: []group{
		{title: e, note: e, items: []*item{
			summaryItem(e, "<conversation_summary><goal>"+e+"&"+e+";</goal><"+e+"></conversation_summary>"), summaryItem("other", e), reply, response, identity,
			{name: e, problem: true, crumbs: []string{e}, facts: []line{{label: e, text: e, style: themes.Warning}}},
			{name: e, trigger: e, outcome: outcome{kind: outcomeRejected, word: e}, recorded: []line{{label: e, text: e}}, facts: []line{{label: e, text: e}}},
		}},
	}}
}

func TestNoHostileTextReachesTheTerminal(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {30, 8}} {
		d := drive(t, hostile(), size[0], size[1])
		for i := range d.app.list.items {
			d.do(d.app.selectItem(i))
			for _, k := range []string{"", "]", "]", "s", "j", "G", "r", "l", "tab", "tab", "tab", "?", "esc", "z", "z"} {
				d.press(k)
				if err := fits(d.app.View(), size[0], size[1]); err != nil {
					t.Fatalf("%v, after %q on %d: %v", size, k, d.app.list.selected, err)
				}
			}
		}
	}
	failing := newApp(context.Background(), testTheme(false, themes.NoColor), func(_ context.Context, report func(string)) (*contents, error) {
		report(evil())
		return nil, errors.New(evil())
	})
	d := &driver{t: t, app: failing}
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	cmd := failing.Init()
	failing.loading.progress.report(evil())
	if err := fits(failing.View(), 80, 24); err != nil {
		t.Error(err)
	}
	d.do(cmd)
	if err := fits(failing.View(), 80, 24); err != nil {
		t.Error(err)
	}
}

func BenchmarkFrame(b *testing.B) {
	app := newApp(context.Background(), testTheme(false, themes.TrueColor), nil)
	app.loading = &loading{cancel: func() {}}
	it := summaryItem("many-faults.xml", manyFaults)
	it.judged = judge(it.evidence)
	app.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	app.Update(openedMsg{contents: &contents{groups: []group{{items: []*item{it}}}}})
	for b.Loop() {
		app.draw()
	}
}

func TestASCII(t *testing.T) {
	c := sample()
	c.groups[0].items = c.groups[0].items[1:] // the first holds other characters of its own
	for _, size := range [][2]int{{120, 40}, {80, 24}, {30, 8}} {
		d := &driver{t: t, app: newApp(context.Background(), testTheme(false, themes.NoColor), func(context.Context, func(string)) (*contents, error) { return c, nil })}
		d.app.setASCII(true)
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.do(d.app.Init())
		for _, k := range []string{"", "n", "?", "esc", "n n n n", "r"} {
			d.press(k)
			for _, r := range d.text() {
				if r >= 0x7F {
					t.Fatalf("%v, after %q: %q is on the screen:\n%s", size, k, r, d.text())
				}
			}
		}
	}
}
