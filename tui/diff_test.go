package tui

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-osc52/v2"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/report"
	"compactlens/themes"
)

// pair returns two answers that differ in findings and in sections, and a third.
func pairContents() *contents {
	old := strings.Replace(severalFaults, "  <state>twice</state>\n", "", 1)
	new := `<conversation_summary>
  <goal>Make every test pass.</goal>
  <constraints>Keep the CSV column order; no new
dependency, and no other Go version than the one that is there, whatever the exporter wants.</constraints>
  <decisions>One retry with backoff, owned by the caller, 日本語の
コメント</decisions>
  <state>Ran go build &amp;&amp; go test; then n &lt; 4 and Vec<String></state>
  <open_items>Fix TestRetryClock.</open_items>
</conversation_summary>
`
	return &contents{title: "outputs", groups: []group{{title: "outputs", items: []*item{
		summaryItem("old.xml", old), summaryItem("new.xml", new), summaryItem("third.xml", good), {name: "broken", problem: true, crumbs: []string{"broken"}},
	}}}}
}

func TestCompare(t *testing.T) {
	d := drive(t, pairContents(), 120, 40)
	d.press("D")
	d.expect("Compare old.xml with", "▸ ✗ new.xml", "✓ third.xml", "compare with")
	if strings.Contains(d.text()[strings.Index(d.text(), "Compare old.xml"):], "broken") {
		t.Error("what cannot be read is offered")
	}
	d.press("enter")
	d.expect("Compare › old.xml with new.xml", "- old.xml", "+ new.xml", "✗ rejected xml_syntax", "findings · 3 fixed · 0 new · 2 the same",
		"- fixed  state: && must be written &amp;", "~ constraints · changed", "~ state · changed", "+ open_items · added", "= the same: goal", "only what changed", "esc back")
	d.absent("Make every test pass.")
	d.press("o")
	d.expect("= goal · same", "Make every test pass.", "= same   state: <String>", "all lines")
	d.press("o x")
	d.expect("Compare › new.xml with old.xml", "- open_items · removed", "+ new    state: && must be written")
	d.press("x D")
	d.expect("Compare new.xml with")
	d.press("t h i r d enter")
	d.expect("Compare › new.xml with third.xml", "✓ accepted")
	d.press("esc")
	d.expect("Checks", "1/4")
	d.absent("Compare ›")
}

// Side by side what stands against each other stands on one row, with the words that
// differ marked; in one column below each other.
func TestCompareForms(t *testing.T) {
	both := func(d *driver, a, b string) bool {
		for row := range strings.SplitSeq(d.text(), "\n") {
			if strings.Contains(row, a) && strings.Contains(row, b) {
				return true
			}
		}
		return false
	}
	d := driveTheme(t, pairContents(), 120, 40, testTheme(false, themes.TrueColor))
	d.press("D enter")
	if !both(d, "n < 3", "n &lt; 4") {
		t.Errorf("not side by side:\n%s", d.text())
	}
	changed := regexpAll(d.app.View(), "\x1b[0;1;4;38;2;255;131;128m")
	for _, w := range []string{"worker", "3", "<"} {
		if !contains(changed, w) {
			t.Errorf("%q is not underlined among %q", w, changed)
		}
	}
	column := -1 // wide characters do not move the rule
	for row := range strings.SplitSeq(d.text(), "\n") {
		if i := strings.Index(row, "│"); i >= 0 && strings.Contains(row, "日本語") {
			column = d.app.canvas.Area().Width(row[:i])
		}
	}
	if column != 60 {
		t.Errorf("the rule of a row with wide characters is in column %d", column)
	}
	d.press("|")
	if both(d, "n < 3", "n &lt; 4") {
		t.Error("still side by side")
	}
	d.expect("- Ran go build && go test; then n < 3", "+ Ran go build &amp;&amp; go test; then n &lt; 4")
	d = drive(t, pairContents(), 80, 24)
	d.press("D enter")
	if both(d, "n < 3", "n &lt; 4") {
		t.Error("side by side where there is no room")
	}
	d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	if !both(d, "n < 3", "n &lt; 4") {
		t.Error("not side by side where there is room again")
	}
}

// regexpAll returns the texts that stand behind a sequence.
func regexpAll(frame, sequence string) (all []string) {
	for part := range strings.SplitSeq(frame, sequence) {
		text, _, _ := strings.Cut(part, "\x1b")
		all = append(all, text)
	}
	return all[1:]
}

func contains(all []string, want string) bool {
	for _, s := range all {
		if strings.TrimSpace(s) == want {
			return true
		}
	}
	return false
}

func TestCompareSteps(t *testing.T) {
	d := drive(t, pairContents(), 80, 24)
	d.press("D enter")
	d.expect("6 changes")
	for i := 1; i <= 6; i++ {
		d.press("}")
		d.expect(fmt.Sprintf("change %d of 6", i))
	}
	d.press("}")
	d.expect("change 6 of 6", "▸")
	d.press("{ {")
	d.expect("change 4 of 6")
	d.press("|")
	d.expect("change 4 of 6")
	d.press("o")
	d.expect("change 4 of 6")
	d.press("g }")
	d.expect("change 1 of 6")
	d.press("G {")
	d.expect("change 6 of 6")
	d.send(tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonWheelUp})
	d.press("j k ctrl+d ctrl+u pgdown pgup")
	if err := fits(d.app.View(), 80, 24); err != nil {
		t.Error(err)
	}
}

// A comparison that comes when another one is looked at, or none, is dropped.
func TestStaleComparisons(t *testing.T) {
	d := drive(t, pairContents(), 120, 40)
	d.press("D")
	_, first := d.app.Update(tea.KeyMsg{Type: tea.KeyEnter})
	d.expect("comparing …")
	_, second := d.app.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x")})
	d.do(first)
	d.expect("comparing …")
	d.do(second)
	d.expect("Compare › new.xml with old.xml", "removed")
	_, third := d.app.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x")})
	d.press("esc")
	before := d.text()
	d.do(third)
	if d.text() != before {
		t.Error("a closed comparison changed the screen")
	}
}

func TestCompareWithNothing(t *testing.T) {
	d := drive(t, &contents{groups: []group{{items: []*item{summaryItem("alone.xml", good)}}}}, 120, 40)
	d.press("D")
	d.expect("D: there is nothing to compare with")
	if len(d.app.layers) > 0 {
		t.Error("it asks what to compare with")
	}
	same := &contents{groups: []group{{items: []*item{summaryItem("a.xml", good), summaryItem("b.xml", good), summaryItem("c", "no summary"), summaryItem("d", "none")}}}}
	d = drive(t, same, 120, 40)
	d.press("g D enter")
	d.expect("Nothing differs", "= the same: goal, constraints")
	d.press("o")
	d.expect("Port the exporter")
	d.press("esc D n o n s e n s e enter")
	d.expect("nothing is called so")
}

func TestCompareExportsAndPrints(t *testing.T) {
	d := driveTheme(t, pairContents(), 120, 40, testTheme(true, themes.TrueColor))
	d.press("D enter")
	for _, name := range []string{"a.html", "a.svg"} {
		if got := wellFormed(t, exported(t, d, "", name)); !strings.Contains(got, "open_items · added") || !strings.Contains(got, "old.xml with new.xml") {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := exported(t, d, "", "a.txt"); !strings.Contains(got, "- Ran go build && go test") {
		t.Error(got)
	}
	d.expect("Compare ›", "Written: ") // the layer stays
	sent := d.catch()
	d.press("y")
	d.expect("comparison as text: sent ", "Compare ›")
	var want bytes.Buffer
	l := d.app.layers[0].(*diffLayer)
	if err := report.DiffText(&want, *l.report, report.TextOptions{}); err != nil || len(*sent) != 1 || (*sent)[0] != osc52.New(want.String()) {
		t.Errorf("sent %q, %v", *sent, err)
	}
	d.press("?")
	d.expect("Keys · comparing", "next change", "copy the comparison as text")
	d.press("esc")
	d.expect("Compare ›")
}

// Hostile texts and names are compared like others.
func TestCompareHostileText(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {30, 8}, {1, 1}} {
		d := drive(t, hostile(), size[0], size[1])
		for _, k := range []string{"D", "down", "enter", "}", "|", "o", "j", "x", "G", "D", "esc", "}", "X", "esc", "esc"} {
			d.press(k)
			if err := fits(d.app.View(), size[0], size[1]); err != nil {
				t.Fatalf("%v after %q: %v", size, k, err)
			}
		}
	}
}

// Texts that differ in too much say that they are not compared in full, and a frame of
// them costs what is on screen.
func TestCompareLargeTexts(t *testing.T) {
	text := func(word string) string {
		var b strings.Builder
		for i := range 5000 {
			fmt.Fprintf(&b, "%s %d\n", word, i)
		}
		return strings.Replace(good, "One retry", b.String()+strings.Repeat(word+" ", 100_000), 1)
	}
	c := &contents{groups: []group{{items: []*item{summaryItem("a.xml", text("one")), summaryItem("b.xml", text("other"))}}}}
	d := drive(t, c, 120, 40)
	d.press("g D enter")
	d.expect("~ decisions · changed", "They differ in so much that")
	d.press("G g } } pgdown")
	if n := d.app.layers[0].(*diffLayer).view.Wrapped(); n > 300 {
		t.Errorf("%d entries were wrapped for some frames", n)
	}
}

var diffScreens = []struct{ name, keys string }{
	{"compare-pick", "D"},
	{"compare", "D enter"},
	{"compare-change", "D enter } } } } }"},
	{"compare-all", "D enter o"},
	{"compare-other-form", "D enter |"},
}

func TestGoldenCompare(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {50, 15}, {30, 8}} {
		for _, s := range diffScreens {
			d := drive(t, pairContents(), size[0], size[1])
			d.press(s.keys)
			kept(t, fmt.Sprintf("%s-%dx%d.txt", s.name, size[0], size[1]), d.text())
		}
	}
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		for _, light := range []bool{false, true} {
			theme := testTheme(light, themes.TrueColor)
			d := driveTheme(t, pairContents(), size[0], size[1], theme)
			d.press("D enter }")
			kept(t, fmt.Sprintf("compare-%dx%d-%s.ansi", size[0], size[1], theme.Palette().Name), strings.ReplaceAll(d.app.View(), "\x1b", "␛"))
		}
	}
}

// Two attempts of one loop are told apart in the titles of a narrow window.
func TestComparedNamesDiffer(t *testing.T) {
	d := drive(t, sample(), 80, 24)
	for _, it := range d.app.list.all {
		it.crumbs = append([]string{"a session of a rather long name", "a loop that has one, too"}, it.crumbs...)
	}
	d.press("n n n n n D enter")
	d.expect("- …attempt 8", "+ …attempt 9", "with …attempt 9")
}
