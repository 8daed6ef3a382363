package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/tui/canvas"
)

// The detail pane takes rows that the text leaves blank, and no others; what is left of
// the text stays on screen.
func TestTheDetailTakesBlankRows(t *testing.T) {
	d := drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("a.xml", manyFaults)}}}}, 120, 40)
	usual := arrange(120, 40, Sizes{}, d.app.focus, false, 0)
	l := d.app.layout
	if l.detail.h <= usual.detail.h || l.detail.h > usual.levelRows()/2 || l.checks != usual.checks || l.list != usual.list {
		t.Errorf("the detail pane has %d rows, usually %d", l.detail.h, usual.detail.h)
	}
	d.absent("↓ more")
	d.expect("<conversation_summary>", "</conversation_summary>")

	long := strings.Replace(manyFaults, "41 of 43 pass", strings.Repeat("41 of 43 pass, and more of it. ", 60), 1)
	d = drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("a.xml", long)}}}}, 120, 40)
	if d.app.layout.detail != usual.detail {
		t.Errorf("beside a long text the detail pane has %d rows, usually %d", d.app.layout.detail.h, usual.detail.h)
	}
}

// Going from finding to finding moves no pane.
func TestNoPaneMovesBetweenFindings(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {100, 30}, {80, 24}, {50, 15}} {
		d := drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("a.xml", severalFaults), summaryItem("b.xml", good)}}}}, size[0], size[1])
		before := d.app.layout
		for range len(d.app.reader.judged.verdict.Findings) - 1 {
			d.press("]")
			if d.app.layout != before || d.app.reader.item.name != "a.xml" {
				t.Errorf("%v: at finding %d: %+v, before %+v", size, d.app.reader.finding, d.app.layout, before)
			}
		}
		d.press("n p")
		if d.app.layout != before {
			t.Errorf("%v: back again: %+v, before %+v", size, d.app.layout, before)
		}
	}
}

// With the focus, the detail pane takes what it needs from the text, too; in a narrow
// window nearly all. Then it is as before.
func TestTheFocusedDetailTakesRows(t *testing.T) {
	for _, c := range []struct{ w, h, text int }{{80, 24, leastText}, {50, 15, leastText}, {100, 30, 13}} {
		d := drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("a.xml", severalFaults)}}}}, c.w, c.h)
		d.app.setFocus(paneText)
		d.app.refit()
		before := d.app.layout
		d.app.setFocus(paneDetail)
		d.app.refit()
		if l := d.app.layout; l.detail.h <= before.detail.h || l.text.h < c.text {
			t.Errorf("%dx%d: text %d, detail %d; before %d, %d", c.w, c.h, l.text.h, l.detail.h, before.text.h, before.detail.h)
		}
		d.app.setFocus(paneText)
		if d.app.layout != before {
			t.Errorf("%dx%d: %+v, before %+v", c.w, c.h, d.app.layout, before)
		}
	}
}

// The sizes that somebody gave count.
func TestGivenSizesAreNotFitted(t *testing.T) {
	d := drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("a.xml", manyFaults)}}}}, 120, 40)
	d.app.sizes = Sizes{Below: 0.2}
	d.app.arrange()
	if want := arrange(120, 40, d.app.sizes, d.app.focus, false, 0); d.app.layout != want || d.app.more != 0 {
		t.Errorf("%+v, want %+v", d.app.layout, want)
	}
	d.press("=")
	if d.app.more == 0 {
		t.Error("not fitted again")
	}
	d.send(tea.WindowSizeMsg{Width: 120, Height: 20})
	if l := d.app.layout; l.text.h < 1 || l.detail.h < 1 {
		t.Errorf("%+v", l)
	}
}

// In a low window what to do comes before the place, in others the place comes first.
func TestTheOrderOfADetail(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		later bool
	}{{120, 40, false}, {100, 30, false}, {80, 24, true}, {50, 15, true}} {
		d := drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("a.xml", manyFaults)}}}}, c.w, c.h)
		at := map[string]int{}
		for i, l := range d.app.detail.lines {
			at[l.label] = i
		}
		if (at["where"] > at["repair"]) != c.later || at["where"] == 0 || at["repair"] == 0 {
			t.Errorf("%dx%d: %v", c.w, c.h, at)
		}
		d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
		if d.app.detail.lines[1].label != "where" {
			t.Errorf("%dx%d, then large: %v", c.w, c.h, d.app.detail.lines[1])
		}
	}
}

// The figure of the check that decided is never cut: what else is said on its row gives
// way to it, and then all of it but by how much.
func TestTheFigureOfACheckIsWhole(t *testing.T) {
	of := func(status inspect.Status, value, limit uint64) *inspect.Verdict {
		v := &inspect.Verdict{Stages: make([]inspect.Stage, 8)}
		for i := range v.Stages {
			v.Stages[i].ID = inspect.StageID(i)
		}
		v.Stages[inspect.StageTokenLimit] = inspect.Stage{ID: inspect.StageTokenLimit, Status: status, Gauge: inspect.Gauge{Value: value, Limit: limit, Unit: "tokens"}}
		return v
	}
	var c canvas.Canvas
	row := func(w, h, y int, draw func(canvas.Area)) string {
		c.Reset(w, h)
		draw(c.Area())
		return strings.TrimRight(strings.Split(c.Plain(), "\n")[y], " ")
	}
	for _, x := range []struct {
		w            int
		value, limit uint64
		strip, check string
	}{
		{70, 679, 640, " checks ····✗··· token_limit failed  679 / 640 (+39)", " ✗ token_limit  679 / 640 (+39)"},
		{50, 679, 640, " checks ····✗··· token_limit  679 / 640 (+39)", " ✗ token_limit  679 / 640 (+39)"},
		{50, 5102, 4096, " ····✗··· token_limit  5,102 / 4,096 (+1,006)", " ✗ token_limit  5,102 / 4,096 (+1,006)"},
		{40, 5102, 4096, " ✗ token_limit  5,102 / 4,096 (+1,006)", " ✗ token_limit  5,102 / 4,096 (+1,006)"},
		{34, 5102, 4096, " ✗ token_limit  +1,006 over 4,096", " ✗ token_limit  +1,006 over 4,096"},
		{39, 1234567, 131072, " ✗ token_limit  +1,103,495 over 131,072", " ✗ token_limit  +1,103,495 over 131,072"},
		{26, 5102, 4096, " ✗ token_limit  +1,006", " ✗ token_limit  +1,006"},
	} {
		v := of(inspect.Failed, x.value, x.limit)
		if got := row(x.w, 1, 0, func(a canvas.Area) { drawStrip(a, v) }); got != x.strip {
			t.Errorf("%d cells, the strip: %q, want %q", x.w, got, x.strip)
		}
		if got := row(x.w, 8, int(inspect.StageTokenLimit), func(a canvas.Area) { drawChecks(a, v) }); got != x.check {
			t.Errorf("%d cells, the list: %q, want %q", x.w, got, x.check)
		}
	}
}

// With ASCII characters alone a sign and the name behind it do not read as one word.
func TestStripOfChecksInASCII(t *testing.T) {
	d := drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("a.xml", manyFaults)}}}}, 80, 24)
	d.app.setASCII(true)
	for _, c := range []struct {
		w    int
		want string
	}{
		{80, " checks -------x xml failed  xml_syntax"},
		{87, " checks -------x xml failed  xml_syntax"},
		{88, " - output_shape - byte_limit - json - token_usage - token_limit - wire - identity x xml"},
	} {
		d.send(tea.WindowSizeMsg{Width: c.w, Height: 24})
		if rows := strings.Split(d.text(), "\n"); rows[1] != c.want {
			t.Errorf("%d cells: %q, want %q", c.w, rows[1], c.want)
		}
	}
}

// On one row the checks are named where there is room, and labelled where not.
func TestStripOfChecks(t *testing.T) {
	for _, c := range []struct {
		w    int
		want string
	}{
		{50, " checks ·······✗ xml failed  xml_syntax"},
		{79, " checks ·······✗ xml failed  xml_syntax"},
		{80, " ·output_shape ·byte_limit ·json ·token_usage ·token_limit ·wire ·identity ✗xml"},
		{95, " ·output_shape   ·byte_limit   ·json   ·token_usage   ·token_limit   ·wire   ·identity   ✗xml"},
	} {
		d := drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("a.xml", manyFaults)}}}}, c.w, 24)
		if rows := strings.Split(d.text(), "\n"); rows[1] != c.want {
			t.Errorf("%d cells: %q, want %q", c.w, rows[1], c.want)
		}
	}
	over := inspect.Verdict{Stages: make([]inspect.Stage, 8)}
	for i := range over.Stages {
		over.Stages[i].ID = inspect.StageID(i)
	}
	over.Stages[inspect.StageTokenLimit] = inspect.Stage{ID: inspect.StageTokenLimit, Status: inspect.Failed, Gauge: inspect.Gauge{Value: 5102, Limit: 4096, Unit: "tokens"}}
	d := drive(t, &contents{}, 120, 24)
	d.app.canvas.Reset(120, 1)
	drawStrip(d.app.canvas.Area(), &over)
	if row := fmt.Sprint(d.app.canvas.Plain()); !strings.HasSuffix(row, "xml   5,102 / 4,096 (+1,006)") {
		t.Errorf("%q", row)
	}
}
