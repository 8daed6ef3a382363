package tui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/whatif"
	"compactlens/tui/canvas"
)

// panelText returns all rows of the panel of limits as they are drawn at its width.
func panelText(r *reader) string {
	v := r.whatif
	v.top, v.h = 0, len(v.rows)
	var c canvas.Canvas
	c.Reset(v.w, v.h)
	v.draw(c.Area(), true)
	return c.Plain()
}

// At which values an attempt would end otherwise is told whole, however narrow the
// panel: what does not fit beside a limit goes on below it.
func TestWhatIfIsToldWhole(t *testing.T) {
	all := [][]string{
		{journals + "live-summary-too-large.jsonl.gz", journals + "live-summary-too-large.response-1.json.gz"},
		{cases + "128-post-at-limit.attempt.json"}, {cases + "111-over-token-limit.attempt.json"}, {cases + "001-fenced-xml.xml"}, {cases + "126-input-short-results.attempt.json"},
	}
	for _, paths := range all {
		d := drive(t, openFiles(t, paths...), 120, 40)
		d.press("w")
		for _, size := range [][2]int{{100, 30}, {80, 24}, {120, 40}, {50, 15}, {90, 30}, {200, 50}} {
			d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			v := &d.app.reader.whatif
			if v.now == nil {
				t.Fatalf("%s: nothing was decided", paths[0])
			}
			text := panelText(&d.app.reader)
			if strings.Contains(text, "…") {
				t.Errorf("%s at %dx%d is cut:\n%s", paths[0], size[0], size[1], text)
			}
			for _, p := range v.now.profiles {
				for _, f := range p.Flips() {
					if !strings.Contains(text, bound(f)+" "+resultState(f.Result).sign+" "+resultWords(f.Result)) {
						t.Errorf("%s at %dx%d: no %s %s in\n%s", paths[0], size[0], size[1], bound(f), f.Result, text)
					}
				}
			}
			if t.Failed() {
				return
			}
		}
	}
}

// The selection goes from limit to limit, whatever the rows each takes, and stays on
// screen; a click on any row of a limit selects it.
func TestWhatIfSelection(t *testing.T) {
	d := drive(t, openFiles(t, journals+"live-summary-too-large.jsonl.gz", journals+"live-summary-too-large.response-1.json.gz"), 50, 15)
	d.press("w")
	d.app.setFocus(paneText)
	for _, k := range whatif.Knobs() {
		d.expect("▸  " + k.Name)
		d.press("j")
	}
	d.press("g")
	d.expect("▸  " + whatif.Knobs()[0].Name)
	l := d.app.layout.text
	for y := range l.h {
		d.send(tea.MouseMsg{X: l.x + 6, Y: l.y + y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
		i, owner := d.app.reader.whatif.selected, -1
		d.press("g")
		for _, row := range strings.Split(d.text(), "\n")[l.y : l.y+y+1] {
			if slices.ContainsFunc(whatif.Knobs(), func(k whatif.Info) bool { return strings.Contains(row, " "+k.Name+" ") }) {
				owner++
			}
		}
		if i != owner {
			t.Errorf("a click on row %d selects limit %d, and it is of limit %d", y, i, owner)
		}
	}
	d.press("G")
	d.expect("▸  " + whatif.Knobs()[len(whatif.Knobs())-1].Name)
}
