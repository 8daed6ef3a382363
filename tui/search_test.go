package tui

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/themes"
)

// write types text into what is open.
func (d *driver) write(text string) {
	d.t.Helper()
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)})
}

func TestSearch(t *testing.T) {
	for _, c := range []struct {
		name, write, keys string
		want, not         []string
	}{
		{"as it is typed", "goal", "", []string{"/goal  1/2", "1/2", "literal"}, nil},
		{"the notice goes", "goal", "enter P P", []string{"1/2", "all keys"}, []string{"again"}},
		{"kept", "goal", "enter", []string{"/goal  1/2", "all keys"}, []string{"literal"}},
		{"the next", "goal", "enter N", []string{"2/2"}, nil},
		{"around the end", "goal", "enter N N", []string{"1/2", "from the start again"}, nil},
		{"and the start", "goal", "enter P", []string{"2/2", "from the end again"}, nil},
		{"stepped while typing", "goal", "down", []string{"2/2", "literal"}, nil},
		{"without case", "vec<STRING", "", []string{"no hit"}, nil},
		{"smart case", "vec<string", "", []string{"1/1"}, nil},
		{"nothing", "zzz", "", []string{"no hit"}, nil},
		{"a regular expression", "go[a-z]l", "ctrl+r", []string{"1/2", "regexp"}, nil},
		{"it is literal at first", "go[a-z]l", "", []string{"no hit"}, nil},
		{"a bad expression", "a(b", "ctrl+r", []string{"missing closing )"}, []string{"no hit"}},
		{"which is not taken", "a(b", "ctrl+r enter", []string{"missing closing )"}, nil},
		{"closed", "goal", "esc", []string{"all keys"}, []string{"1/2", "/goal  "}},
		{"ended", "goal", "enter esc", []string{"all keys"}, []string{"1/2"}},
		{"the same again", "goal", "enter / enter N", []string{"2/2"}, nil},
		{"another text", "goal", "enter n", []string{"/goal  1/2", "ACCEPTED"}, nil},
		{"a text without", "yard", "enter n", []string{"/yard  no hit"}, nil},
		{"keys are text", "nq?", "", []string{"/nq?", "1/10"}, []string{"Keys"}},
	} {
		d := drive(t, sample(), 120, 40)
		d.press("/")
		d.write(c.write)
		d.press(c.keys)
		d.expect(c.want...)
		d.absent(c.not...)
		if t.Failed() {
			t.Fatalf("after %s", c.name)
		}
	}
}

// Hits are seen without colours, the one looked at apart from the others.
func TestHitsAreMarked(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.press("/")
	d.write("goal")
	frame := d.app.View()
	if n := strings.Count(frame, "oal\x1b[0m"); n < 2 {
		t.Errorf("%d hits are marked:\n%q", n, frame)
	}
}

func TestSearchScrollsAndComesBack(t *testing.T) {
	text := strings.Repeat("line\n", 500) + "needle\n" + strings.Repeat("line\n", 500)
	d := drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("x", text)}}}}, 100, 30)
	d.press("/")
	before := d.text()
	d.write("needle")
	d.expect("needle", " 501 ")
	d.press("esc /")
	if d.text() != before {
		t.Errorf("the place was not kept:\n%s", d.text())
	}
}

func TestPastedTextIsSearched(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.press("/")
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("go\x1b[31mal"), Paste: true})
	if err := fits(d.app.View(), 120, 40); err != nil {
		t.Error(err)
	}
}

// An answer of an older search is dropped, and the older search is stopped.
func TestStaleHitsAreDropped(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.press("/")
	first := d.app.seek("goal", false, 0)
	second := d.app.seek("state", false, 0)
	d.send(first())
	d.expect("searching…")
	d.send(second())
	d.expect("1/2")
	d.send(foundMsg{id: d.app.search.id - 1})
	d.expect("1/2")
	third := d.app.seek("decisions", false, 0)
	d.app.endSearch()
	if msg := third().(foundMsg); msg.err != context.Canceled {
		t.Errorf("the search was not stopped: %v", msg.err)
	}
}

func TestPromptFits(t *testing.T) {
	var walk thinned
	for _, w := range []int{1, 5, 12, 30, 40, 80, 120} {
		for _, h := range []int{1, 3, 12} {
			for _, words := range []string{"", "日本", strings.Repeat("日本 long ", 30), "a("} {
				for _, open := range []string{"/", ":", "f", "m", "'"} {
					if walk.skips() {
						continue
					}
					d := driveTheme(t, sample(), w, h, testTheme(false, themes.NoColor))
					d.press(open)
					d.send(tea.KeyMsg{Type: tea.KeyCtrlR})
					d.write(words)
					for range 3 {
						if err := fits(d.app.View(), w, h); err != nil {
							t.Fatalf("%dx%d %q: %v", w, h, words, err)
						}
						d.send(tea.KeyMsg{Type: tea.KeyLeft})
					}
				}
			}
		}
	}
}

// The request is a text, too; a life is not.
func TestSearchInTheRequest(t *testing.T) {
	d := drive(t, openFiles(t, journals+"live-committed-old-tool-results-stubbed.jsonl.gz"), 120, 40)
	d.press("R /")
	d.write("role")
	d.expect("literal")
	d.absent("no hit")
	d.press("enter")
	d.expect("/role  1/")
	d.press("N")
	d.expect("/role  2/")
	d.press("v") // the same laid out otherwise
	d.expect("/role  ")
	d.absent("no hit", "searching")
	d.press("l /")
	d.absent("literal")
	d.press("t")
	d.expect("/role  ") // its messages are looked through as well
	d.press("s")
	d.expect("/role  no hit")
}
