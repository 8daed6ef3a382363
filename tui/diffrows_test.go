package tui

import (
	"strings"
	"testing"

	"compactlens/core/diff"
	"compactlens/core/source"
	"compactlens/tui/canvas"
)

// lined is a summary of several lines without a line break at its end.
const lined = "<conversation_summary>\n<goal>Port it</goal>\n<constraints/>\n<decisions/>\n<state>41 pass</state>\n<open_items/>\n</conversation_summary>"

// A line whose end alone differs says so, in each difference there is.
func TestEndsThatDifferAreTold(t *testing.T) {
	const said = "\\ no line break at the end"
	d := drive(t, &contents{groups: []group{{items: []*item{summaryItem("a.xml", lined+"\n"), summaryItem("b.xml", lined)}}}}, 120, 40)
	d.press("f")
	d.expect("- </conversation_summary>", "+ </conversation_summary>", said)
	d.press("F")
	d.expect("All safe repairs", said)
	d.press("s D enter")
	d.expect("- </conversation_summary>", "+ </conversation_summary>", said)
	d.press("x") // the other way round
	d.expect(said)
	d.press("esc e ctrl+end backspace ctrl+t")
	d.expect("- </conversation_summary>", "+ </conversation_summary>", said)
}

// It is said below the side that has none, and only where the other has one.
func TestWhichEndIsTold(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"a\nb\n", "a\nb", "@@ -1,2 +1,2 @@ |   a | - b | + b | \\ no line break at the end"},
		{"a\nb", "a\nb\n", "@@ -1,2 +1,2 @@ |   a | - b | \\ no line break at the end | + b"},
		{"a\nb", "a\nc", "@@ -1,2 +1,2 @@ |   a | - b | + c"},
		{"a\nb", "a\nb\nc\n", "@@ -1,2 +1,3 @@ |   a | - b | \\ no line break at the end | + b | + c"},
		{"", "a", "@@ -0,0 +1 @@ | + a"},
	} {
		rows := diffRows(source.Display{}, diff.Lines([]byte(c.old), []byte(c.new), diff.Context), 60)
		var x canvas.Canvas
		x.Reset(60, len(rows))
		for y, r := range rows {
			r(x.Area().Sub(0, y, 60, 1))
		}
		var got []string
		for _, l := range strings.Split(strings.TrimRight(x.Plain(), "\n"), "\n") {
			got = append(got, strings.TrimRight(l, " "))
		}
		if s := strings.Join(got, " | "); s != c.want {
			t.Errorf("%q to %q:\n%s\nwant\n%s", c.old, c.new, s, c.want)
		}
	}
}
