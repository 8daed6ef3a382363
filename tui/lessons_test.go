package tui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/loader"
	"compactlens/themes"
)

// galleryContents opens the gallery.
func galleryContents(t *testing.T) *contents {
	t.Helper()
	w, err := loader.Gallery(context.Background(), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return contentsOf(w)
}

// study selects the lesson of a rule.
func (d *driver) study(rule string) {
	d.t.Helper()
	for i, row := range d.app.list.items {
		if l := d.app.list.rows[row].item.lesson; l != nil && l.rule.ID == rule {
			d.do(d.app.selectItem(i))
			d.app.fresh = false
			return
		}
	}
	d.t.Fatalf("no lesson of %s", rule)
}

// Every lesson shows its rule, its case with the mark and the finding; then a repair
// or why there is none, and the repaired case, which is accepted.
func TestEveryLesson(t *testing.T) {
	d := drive(t, galleryContents(t), 160, 50)
	lessons := len(loader.Lessons())
	d.do(d.app.selectItem(len(d.app.list.items) - lessons))
	seen := map[string]bool{}
	for i := range lessons {
		l := d.app.list.current().lesson
		if l == nil || seen[l.rule.ID] {
			t.Fatalf("lesson %d is %+v", i+1, l)
		}
		seen[l.rule.ID] = true
		findings := 1
		if l.rule.Also != "" {
			findings = 2
		}
		d.expect(fmt.Sprintf("lesson %d of %d · %s", i+1, lessons, l.rule.ID), fmt.Sprintf(" of %d · %s", findings, l.rule.ID), capital(l.rule.Title))
		words := strings.Fields(l.rule.Why)
		d.expect(strings.Join(words[:3], " "))
		if k := d.app.reader.kind; k != viewSummary && k != viewReply {
			t.Errorf("%s begins with the view %s", l.rule.ID, k.title())
		}
		if d.app.reader.has(viewRepair) {
			d.press("space")
			d.expect(fmt.Sprintf("Repair of finding %d of %d", d.app.reader.finding+1, findings))
		}
		d.press("space")
		d.expect("Repaired case", "✓ accepted, was ", "nothing speaks against it", "Checks · repaired case")
		if onText(d.app) == false {
			t.Errorf("%s: the repaired case is not shown", l.rule.ID)
		}
		d.press("n")
	}
}

func TestLessonSteps(t *testing.T) {
	d := drive(t, galleryContents(t), 120, 40)
	d.study("summary/bare-ampersand")
	d.expect("A bare &", "^^", "space repair", "xml_syntax", "build && go test")
	d.press("space")
	d.expect("After it: ✓ accepted", "space repaired case")
	d.press("space")
	d.expect("build &amp;&amp; go test", "space the case again", "n        the next lesson")
	d.press("space")
	d.expect("^^", "Finding 1 of 1")
	d.press("f f")
	d.expect("Repaired case")
	d.press("f")
	d.expect("Repair of finding 1 of 1")
	d.press("n")
	d.expect("lesson 46 of", "^^") // the next one begins with its case
	d.press("p")
	d.expect("A bare &", "^^")
	d.press("& r u l e : h t m l enter")
	d.expect("Lessons", "xml_syntax", "xml_structure")
	d.absent("No reported usage")
	d = drive(t, galleryContents(t), 120, 40)
	d.press("space") // a case that is no lesson
	d.absent("Repaired case", "Repair of finding")
}

// What is hidden is nowhere on screen: neither in the title and the list nor as a
// mark, a check or a view.
func TestVeils(t *testing.T) {
	telltale := []string{"REJECTED", "ACCEPTED", "✗", "✓", "^^", "Finding", "xml_syntax", "Findings", "must be written", "╰"}
	for _, size := range [][2]int{{120, 40}, {80, 24}, {44, 12}, {30, 8}} {
		d := drive(t, galleryContents(t), size[0], size[1])
		d.press("& x m l _ enter esc")
		d.study("summary/bare-ampersand")
		d.press("V")
		d.absent(telltale[:6]...)
		if size[1] >= 12 {
			d.expect("verdicts are hidden")
		}
		d.press("j k")
		for _, k := range []string{"", "]", "a", "f", "b", "w", "l", "z", "z", "tab", "tab", "tab"} {
			d.press(k)
			d.absent(telltale[:6]...)
			d.absent("must be written")
		}
		d.press("tab")
		d.expect("hidden")
		d.press("space")
		if size[1] > 12 {
			d.expect("✗ REJECTED", "must be written")
		}
		d.press("n")
		d.absent("REJECTED", "^^", "Finding", "entity of HTML;")
		d.press("p")
		if size[1] > 12 {
			d.expect("✗ REJECTED") // it stays revealed
		}
		d.press("n V")
		if size[1] >= 12 {
			d.expect("verdicts are shown")
		}
		d.absent("hidden")
	}
}

// A verdict that is hidden stays so while more is found out about its attempt.
func TestVeilsStay(t *testing.T) {
	d := drive(t, openFiles(t, cases+"028-html-in-state.xml", cases+"066-valid-minimal.xml"), 120, 40)
	d.press("V")
	d.expect("VERDICT HIDDEN", "space reveals")
	it := d.app.list.current()
	whole := *it.judged
	d.send(judgedMsg{id: d.app.opened, verdicts: map[*item]*judged{it: &whole}, next: -1})
	d.expect("VERDICT HIDDEN")
	d.absent("Finding 1", "✗")
	d.press("space")
	d.expect("REJECTED", "Finding 1 of 2")
	d.press("]")
	d.expect("Finding 2 of 2")
	d.press("] ]") // whether the next has findings or not
	d.expect("VERDICT HIDDEN", "066-valid-minimal.xml")
}

var lessonScreens = []struct{ name, rule, keys string }{
	{"lesson", "summary/bare-ampersand", ""},
	{"lesson-veiled", "summary/bare-ampersand", "V j k"},
	{"lesson-repair", "summary/duplicate-section", "space"},
	{"lesson-repaired", "wire/not-an-object", "space space"},
	{"lesson-refused", "shape/refusal", "space"},
}

func TestGoldenLessons(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		for _, s := range lessonScreens {
			for _, light := range []bool{false, true} {
				theme := testTheme(light, themes.TrueColor)
				d := driveTheme(t, galleryContents(t), size[0], size[1], theme)
				d.study(s.rule)
				d.press(s.keys)
				name := fmt.Sprintf("%s-%dx%d", s.name, size[0], size[1])
				if !light {
					kept(t, name+".txt", d.text())
				}
				if s.name != "lesson-refused" && s.name != "lesson-repair" {
					kept(t, name+"-"+theme.Palette().Name+".ansi", strings.ReplaceAll(d.app.View(), "\x1b", "␛"))
				}
			}
		}
	}
}

// Lessons fit every window, in every step of theirs.
func TestLessonsFit(t *testing.T) {
	d := drive(t, galleryContents(t), 120, 40)
	d.study("summary/bare-ampersand")
	keys := []string{"space", "space", "n", "V", "space", "tab", "z", "f", "f", "z", "p", "shift+tab", ">", "V", "space"}
	var walk thinned
	for i, h := 0, 1; h <= 60; h++ {
		for w := 1; w <= 200; w += 1 + w/20 {
			if walk.skips() {
				continue
			}
			d.send(tea.WindowSizeMsg{Width: w, Height: h})
			if err := fits(d.app.View(), w, h); err != nil {
				t.Fatalf("%dx%d: %v", w, h, err)
			}
			checkLayout(t, d.app.layout, w, h)
			d.press(keys[i%len(keys)])
			i++
		}
	}
}

// Files that change under hidden verdicts change nothing of that; what lands is hidden
// too, and what was revealed stays so.
func TestVeilsOverChanges(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
	d.press("V")
	d.changed(map[string]string{"a.xml": mendedOnce, "c.xml": manyFaults})
	d.expect("VERDICT HIDDEN", "go build and go test", "c.xml")
	d.absent("✗", "✓", "Finding 1", "findings", "reloaded")
	d.press("space")
	d.expect("✗ REJECTED", "Finding 1 of 1")
	d.changed(map[string]string{"a.xml": manyFaults})
	d.expect("✗ REJECTED", "of 2 · ", "1 → 2 findings")
	d.press("n")
	d.expect("VERDICT HIDDEN")
}

// Dividers above the lower pane are dragged in one column, too, and below a lesson's
// rule.
func TestDraggingBelowALesson(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := drive(t, galleryContents(t), size[0], size[1])
		d.study("summary/bare-ampersand")
		at := d.app.layout.detail.y - 1
		for _, to := range []int{at - 3, at - 1} {
			d.send(tea.MouseMsg{X: 60, Y: at, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
			d.send(tea.MouseMsg{X: 60, Y: to, Action: tea.MouseActionMotion, Button: tea.MouseButtonLeft})
			d.send(tea.MouseMsg{X: 60, Y: to, Action: tea.MouseActionRelease, Button: tea.MouseButtonLeft})
			if at = d.app.layout.detail.y - 1; at != to {
				t.Errorf("%v: the divider is on row %d, want %d", size, at, to)
			}
		}
		if d.app.list.current().lesson == nil || d.app.reader.finding != 0 {
			t.Error("dragging selected something")
		}
	}
}
