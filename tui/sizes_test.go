package tui

import (
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// Whatever the window and the shares, panes lie within the body, none on another,
// and every pane that is on screen has a row and a column.
func TestArrange(t *testing.T) {
	shares := []Sizes{{}, {0.2, 0.2}, {0.8, 0.8}, {0.5, 0.35}, {0.2, 0.8}}
	for w := 1; w <= 300; w += 1 + w/40 {
		for h := 1; h <= 100; h++ {
			for _, s := range shares {
				for focus := range panes {
					for _, zoom := range []bool{false, true} {
						more := max(min(w%9, h/2-13), 0)
						l := arrange(w, h, s, focus, zoom, more)
						checkLayout(t, l, w, h)
					}
				}
			}
		}
	}
}

func checkLayout(t *testing.T, l layout, w, h int) {
	t.Helper()
	all := []rect{l.title, l.strip, l.hints, l.list, l.checks, l.head, l.text, l.detail}
	for i, r := range all {
		if r == (rect{}) {
			continue
		}
		if r.empty() || r.x < 0 || r.y < 0 || r.x+r.w > w || r.y+r.h > h {
			t.Fatalf("%dx%d: %+v is not in the window: %+v", w, h, r, l)
		}
		for _, o := range all[:i] {
			if o != (rect{}) && r.x < o.x+o.w && o.x < r.x+r.w && r.y < o.y+o.h && o.y < r.y+r.h {
				t.Fatalf("%dx%d: %+v lies on %+v", w, h, r, o)
			}
		}
	}
	if !l.words && l.list == (rect{}) && l.text == (rect{}) && l.detail == (rect{}) {
		t.Fatalf("%dx%d: no pane", w, h)
	}
	if l.divider >= 0 && (l.list.w != l.divider || l.text.x != l.divider+1 || l.checks.h < checkRows) {
		t.Fatalf("%dx%d: %+v", w, h, l)
	}
}

// A large window gives its room to what needs it.
func TestLargeWindow(t *testing.T) {
	for _, size := range [][2]int{{300, 100}, {200, 60}, {120, 60}} {
		d := drive(t, sample(), size[0], size[1])
		for range 5 {
			d.absent("↓ more")
			d.press("]")
		}
		if l := d.app.layout; l.text.h < l.detail.h {
			t.Errorf("%v: the text has %d rows, the detail %d", size, l.text.h, l.detail.h)
		}
	}
}

func TestMovingDividers(t *testing.T) {
	for _, c := range []struct {
		w, h        int
		keys        string
		list, below float64
		says        string
	}{
		{120, 40, ">", 0.383, 0, "left have 38 % of the width"},
		{120, 40, "3 >", 0.483, 0, "left have 48 % of the width"},
		{120, 40, "> <", 0.333, 0, "left have 33 % of the width"},
		{120, 40, "9 9 >", 0.8, 0, "80 % of the width, the bound"},
		{120, 40, "9 <", 0.2, 0, "20 % of the width, the bound"},
		{120, 40, "tab >", 0.383, 0, "left have 38"},
		{120, 40, "tab tab >", 0, 0.401, "below have 40 % of the height"},
		{120, 40, "tab tab 9 9 <", 0, 0.2, "20 % of the height, the bound"},
		{120, 40, "> > =", 0, 0, "as large as the window suggests"},
		{80, 24, ">", 0, 0.35, "below have 35 % of the height"},
		{80, 24, "tab 9 >", 0, 0.8, "80 % of the height, the bound"},
		{80, 24, "shift+tab >", 0, 0, ">: there is no pane beside it"},
		{80, 24, "z >", 0, 0, ">: there is no pane beside it"},
		{30, 8, ">", 0, 0, ""},
	} {
		d := drive(t, sample(), c.w, c.h)
		if c.w == 120 {
			d.press("shift+tab tab") // the list has the focus
		}
		d.press(c.keys)
		if got := d.app.sizes; got != (Sizes{c.list, c.below}) {
			t.Errorf("%dx%d %s: %+v", c.w, c.h, c.keys, got)
		}
		if c.says != "" {
			d.expect(c.says)
		}
	}
	d := drive(t, sample(), 120, 40)
	if d.press("9 >"); d.app.layout.divider != 94 {
		t.Errorf("the divider is in column %d", d.app.layout.divider)
	}
	if d.press("="); d.app.layout != arrange(120, 40, Sizes{}, d.app.focus, false, d.app.more) {
		t.Errorf("not as before: %+v", d.app.layout)
	}
}

// The mouse drags both dividers. It selects nothing on the way, and what it did is
// kept once, when it lets go.
func TestDraggingDividers(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	var kept []Sizes
	d.app.keepSizes = func(s Sizes) error { kept = append(kept, s); return nil }
	send := func(x, y int, action tea.MouseAction) {
		d.send(tea.MouseMsg{X: x, Y: y, Action: action, Button: tea.MouseButtonLeft})
	}
	focus, selected, finding := d.app.focus, d.app.list.selected, d.app.reader.finding
	drag := func(from, to [2]int) {
		send(from[0], from[1], tea.MouseActionPress)
		for k := 1; k <= 10; k++ {
			send(from[0]+(to[0]-from[0])*k/10, from[1]+(to[1]-from[1])*k/10, tea.MouseActionMotion)
		}
		send(to[0], to[1], tea.MouseActionRelease)
	}
	l := d.app.layout
	drag([2]int{l.divider, 10}, [2]int{60, 5})
	if d.app.layout.divider != 60 {
		t.Errorf("the upright divider is in column %d", d.app.layout.divider)
	}
	rule := d.app.layout.detail.y - 1
	drag([2]int{80, rule}, [2]int{20, 20})
	if got := d.app.layout.detail.y - 1; got != 20 {
		t.Errorf("the level divider is on row %d", got)
	}
	drag([2]int{60, 7}, [2]int{0, 0})
	drag([2]int{100, 20}, [2]int{119, 39})
	if got := d.app.sizes; got != (Sizes{0.2, 0.2}) {
		t.Errorf("beyond the bounds: %+v", got)
	}
	if d.app.focus != focus || d.app.list.selected != selected || d.app.reader.finding != finding {
		t.Error("dragging selected something")
	}
	if len(kept) != 4 || kept[3] != (Sizes{0.2, 0.2}) || kept[0] != (Sizes{0.5, 0}) {
		t.Errorf("kept %+v", kept)
	}
	send(d.app.layout.divider, 9, tea.MouseActionPress)
	send(d.app.layout.divider, 9, tea.MouseActionRelease)
	if len(kept) != 4 {
		t.Error("something was kept where nothing moved")
	}
	send(70, 5, tea.MouseActionMotion)
	if d.app.layout.divider != 24 {
		t.Error("a divider that was let go moves")
	}
	// The window becomes one column while the divider is held.
	send(24, 9, tea.MouseActionPress)
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	send(50, 9, tea.MouseActionMotion)
	d.press("z")
	send(60, 9, tea.MouseActionMotion)
	send(60, 9, tea.MouseActionRelease)
	if d.app.sizes.List != 0.2 {
		t.Errorf("a divider that is not there moves: %+v", d.app.sizes)
	}
}

func TestKeepingSizes(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.app.keepSizes = func(Sizes) error { return errors.New("the disk is full") }
	d.press(">")
	d.expect("The size of the panes holds until you quit; it could not be kept: the disk is full")
	for _, c := range []struct{ in, want Sizes }{
		{Sizes{}, Sizes{}}, {Sizes{0.01, 7}, Sizes{0.2, 0.8}}, {Sizes{-1, 0.41239}, Sizes{0, 0.412}},
	} {
		if got := c.in.bounded(); got != c.want {
			t.Errorf("%+v: %+v", c.in, got)
		}
	}
}

func TestLeavingTheMouse(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.app.mouseOn = true
	var got []string
	for range 2 {
		_, cmd := d.app.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'M'}})
		for _, m := range messages(cmd) {
			got = append(got, strings.TrimPrefix(typeName(m), "tea."))
		}
		d.expect("M ")
	}
	if strings.Join(got, " ") != "disableMouseMsg enableMouseCellMotionMsg" {
		t.Errorf("%q", got)
	}
}
