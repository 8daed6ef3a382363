package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/themes/highlight"
)

// cursorOn moves the cursor of the text onto what is searched for, by going to its
// byte.
func (d *driver) cursorOn(words string) {
	d.t.Helper()
	at := strings.Index(string(d.app.reader.textShown().Bytes()), words)
	if at < 0 {
		d.t.Fatalf("%q is not in the text", words)
	}
	d.press(":")
	d.write(fmt.Sprintf("@%d", at))
	d.press("enter")
}

func TestSelectionFollowsTheCursor(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		d := drive(t, sample(), size[0], size[1])
		d.expect("Finding 1 of 2 ·", "state 4/5 · 6:23 · byte 321")
		d.app.setFocus(paneText)
		d.press("k")
		d.expect("Finding 1 of 2, not at the cursor ·", "decisions 3/5 · 5:")
		d.cursorOn("String>")
		d.expect("Finding 2 of 2 ·", "open_items 5/5 · 7:19")
		d.absent("not at the cursor")
		if d.app.focus != paneText {
			t.Error("the focus moved")
		}
		d.press("B B B")
		d.expect("Finding 2 of 2, not at the cursor ·")
		d.press("[") // back to the one before, and the cursor on its first byte
		d.expect("Finding 1 of 2 ·", "6:23 · byte 321")
		d.absent("not at the cursor")
		d.press("right")
		d.expect("6:24 · byte 322")
		d.absent("not at the cursor")
		d.press("right")
		d.expect("not at the cursor")
		d.press("a") // the list of findings has the same selected
		d.press("j enter")
		d.expect("Finding 2 of 2 ·", "open_items 5/5 · 7:18")
		d.absent("not at the cursor")
		d.press("g")
		d.expect("1:1 · byte 0", "not at the cursor")
		d.absent("/5 · 1:1")
	}
}

// Keys that come together are followed one by one: the second sees what the first
// selected.
func TestKeysTypedQuicklyAreFollowedOneByOne(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.app.setFocus(paneText)
	d.cursorOn("<open_items>")
	d.expect("Finding 1 of 2, not at the cursor ·")
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("WWWW[")}) // onto finding 2, and back from it
	d.expect("Finding 1 of 2 ·", "6:23")
	d.cursorOn("<open_items>")
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("WWWW")})
	d.expect("Finding 2 of 2 ·")
}

func TestClickPutsTheCursor(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	click := func(words string, in int) {
		t.Helper()
		for y, row := range strings.Split(d.text(), "\n") {
			if i := strings.Index(row, words); i >= 0 {
				d.send(tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonLeft, X: len([]rune(row[:i])) + in, Y: y})
				return
			}
		}
		t.Fatalf("no %q", words)
	}
	click("Vec<String> in", 5)
	d.expect("Finding 2 of 2 ·", "open_items 5/5 · 7:20")
	click("<goal>Make", 6)
	d.expect("goal 1/5 · 2:9", "not at the cursor")
	if d.app.focus != paneText {
		t.Error("a click does not take the focus")
	}
}

// The wheel scrolls and selects nothing.
func TestWheelSelectsNothing(t *testing.T) {
	d := drive(t, twoLong(), 120, 40)
	at, _ := d.app.reader.cursor()
	for range 10 {
		d.send(tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown, X: 80, Y: 10})
	}
	if now, _ := d.app.reader.cursor(); now != at || d.app.reader.text.Offset() == 0 {
		t.Errorf("the cursor is at %d, was at %d:\n%s", now, at, d.text())
	}
	d.app.setFocus(paneText)
	d.press("j")
	d.onLine(31)
}

// Of several findings under the cursor the shortest is meant, of several as short the
// one that is selected.
func TestFindingUnderTheCursor(t *testing.T) {
	span := func(from, to int) inspect.Finding {
		return inspect.Finding{Place: inspect.Place{InSummary: true, Summary: source.Span{Start: from, End: to}}}
	}
	text := source.NewText([]byte("0123456789日\n"))
	r := reader{kind: viewSummary, judged: &judged{summary: text, verdict: &inspect.Verdict{Findings: []inspect.Finding{
		span(0, 14), span(2, 6), span(4, 5), span(4, 5), span(9, 9), span(11, 12), span(14, 14), {Place: inspect.Place{InFile: true}},
	}}}}
	r.text.SetText(text, highlight.Plain, source.Display{})
	r.text.SetSize(40, 5)
	for _, c := range []struct{ at, selected, want int }{
		{0, -1, 0}, {2, -1, 1}, {3, 0, 1}, {4, -1, 2}, {4, 3, 3}, {4, 1, 2}, {5, 3, 1}, {8, -1, 0}, {9, -1, 4},
		{10, 0, 5}, // any byte of the character counts
		{13, -1, 0}, {14, -1, 6},
	} {
		r.setCursor(c.at)
		if r.finding = c.selected; r.findingAtCursor() != c.want {
			t.Errorf("at %d with %d selected: %d, want %d", c.at, c.selected, r.findingAtCursor(), c.want)
		}
	}
}

// A reply shows its sections, too, and where in the bytes on disk one is.
func TestCursorInAReply(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.press("4 n r")
	d.app.setFocus(paneText)
	d.cursorOn("41 of 43")
	d.expect("state 4/5 · ")
	d.press("^ $ g G")
	d.absent("/5 · ")
}

// The cursor is drawn on the request, too, and a click puts it there.
func TestCursorInARequest(t *testing.T) {
	d := drive(t, openFiles(t, journals+"live-committed-old-tool-results-stubbed.jsonl.gz"), 120, 40)
	d.press("R j W")
	d.expect("laid out · 2:3")
	top := d.app.layout.text.y + d.app.reader.request.textTop()
	d.send(tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonLeft, X: d.app.layout.text.x + 8, Y: top})
	d.expect("laid out · 1:1 ")
}

// A mark and a jump come back to the cursor as well as to the window.
func TestJumpsKeepTheCursor(t *testing.T) {
	d := drive(t, twoLong(), 120, 40)
	d.app.setFocus(paneText)
	d.press("1 0 0 j W W m a")
	want, top := d.app.reader.text.Cursor(), d.app.reader.text.Offset()
	d.press("G ' a")
	if got := d.app.reader.text; got.Cursor() != want || got.Offset() != top {
		t.Errorf("at %d from %d, want %d from %d", got.Cursor(), got.Offset(), want, top)
	}
	d.press("/")
	d.write("line 400")
	d.press("esc")
	if got := d.app.reader.text; got.Cursor() != want || got.Offset() != top {
		t.Errorf("after a search that was closed: at %d from %d, want %d from %d", got.Cursor(), got.Offset(), want, top)
	}
}
