package tui

import (
	"fmt"
	"strings"
	"testing"
)

// numbered returns an item whose text is lines that say their number.
func numbered(name string, lines int) *item {
	var text strings.Builder
	for i := 1; i < lines; i++ {
		fmt.Fprintf(&text, "this is line %d.\n", i)
	}
	fmt.Fprintf(&text, "this is line %d.", lines)
	return summaryItem(name, text.String())
}

func twoLong() *contents {
	return &contents{groups: []group{{title: "long", items: []*item{numbered("first", 500), numbered("second", 800)}}}}
}

// onLine fails where the cursor is not on a line, or that line not on screen.
func (d *driver) onLine(line int) {
	d.t.Helper()
	at, _ := d.app.reader.cursor()
	if got := d.app.reader.textShown().LineOf(at) + 1; got != line || !strings.Contains(d.text(), fmt.Sprintf(" this is line %d.", line)) {
		d.t.Errorf("the cursor is on line %d, want %d:\n%s", got, line, d.text())
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name, keys string
		line       int
	}{
		{"rows", "5 j", 6},
		{"two digits and a nought", "1 0 j", 11},
		{"and back", "1 0 j 3 k", 8},
		{"a line", "3 0 0 G", 300},
		{"more lines than there are", "9 9 9 9 9 9 9 9 9 9 9 9 G", 500},
		{"the last line", "G", 500},
		{"the count is used once", "5 j j", 7},
		{"another key ends it", "5 } 2 j j", 4},
		{"esc ends it", "5 esc 2 j", 3},
		{"a nought alone is none", "0 2 j", 3},
		{"half pages", "2 ctrl+d", 25},
	} {
		d := drive(t, twoLong(), 120, 40)
		d.app.setFocus(paneText)
		d.press(c.keys)
		d.onLine(c.line)
		if t.Failed() {
			t.Fatalf("after %s", c.name)
		}
	}
	for _, keys := range []string{"7 n", "2 G", "5 j"} {
		d := drive(t, twoLong(), 120, 40)
		d.press(keys)
		d.expect("2/2")
	}
	d := drive(t, twoLong(), 120, 40)
	d.press("1 2")
	d.expect(" 12   ] next fault")
	d.press("esc")
	d.expect("\n ] next fault")
}

// A great count neither overflows nor takes for ever.
func TestGreatCounts(t *testing.T) {
	d := drive(t, twoLong(), 120, 40)
	d.app.setFocus(paneText)
	for _, key := range []string{"j", "k", "ctrl+d", "space", "n", "p", "]", "["} {
		d.press(strings.Repeat("9 ", 30) + key)
	}
	if d.app.count != 0 {
		t.Error("the count was kept")
	}
}

func TestJumps(t *testing.T) {
	d := drive(t, twoLong(), 120, 40)
	d.app.setFocus(paneText)
	d.press("1 0 0 j")
	d.onLine(101)
	d.press("g")
	d.onLine(1)
	d.press("ctrl+o")
	d.onLine(101)
	d.press("ctrl+n")
	d.onLine(1)
	d.press("n 3 0 0 j G ctrl+o") // another attempt
	d.expect("2/2")
	d.onLine(301)
	d.press("ctrl+o")
	d.expect("1/2")
	d.onLine(101)
	d.press("2 ctrl+n")
	d.expect("2/2")
	d.onLine(800)
	d.press("g /")
	d.write("line 500.")
	d.press("enter ctrl+o")
	d.onLine(1)
	d.press(":")
	d.write("400")
	d.press("enter ctrl+o")
	d.onLine(1)
}

func TestMarks(t *testing.T) {
	d := drive(t, twoLong(), 120, 40)
	d.app.setFocus(paneText)
	d.press("2 0 0 j m")
	d.expect("set mark")
	d.press("1")
	d.expect("a letter from a to z")
	d.absent("set mark")
	d.press("m a")
	d.expect("mark a set")
	d.press("n '")
	d.expect("go to mark", "set: a")
	d.press("b")
	d.expect("mark b is not set")
	d.absent("go to mark")
	d.press("' a")
	d.expect("1/2")
	d.onLine(201)
	d.press("' '")
	d.expect("2/2")
	d.onLine(1)
	d.press("&")
	d.write("second")
	d.press("enter ' a") // the filter hides it
	d.expect("1/2")
	d.onLine(201)
}

// A mark in a transcript is gone to once the transcript is there.
func TestMarkInATranscript(t *testing.T) {
	d := drive(t, openFiles(t, journals+"session-multiloop.jsonl.gz"), 120, 40)
	d.press("t 5 } m a")
	want := d.app.here()
	d.press("3 n s r l ' a")
	if got := d.app.here(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	d.expect("message 6 of")
}

// Going back and ahead ends where it began.
func TestJumpsAreBounded(t *testing.T) {
	d := drive(t, twoLong(), 120, 40)
	d.app.setFocus(paneText)
	for i := range 3 * jumpLimit {
		d.press("G g")
		if i%10 == 0 {
			d.press("ctrl+o ctrl+o ctrl+n")
		}
	}
	if n := len(d.app.jumps.behind) + len(d.app.jumps.ahead); n > 2*jumpLimit {
		t.Errorf("%d places are remembered", n)
	}
}
