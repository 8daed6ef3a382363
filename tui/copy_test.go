package tui

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-osc52/v2"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/report"
	"compactlens/core/summary"
	"compactlens/loader/dossier"
	"compactlens/loader/tokens"
	"compactlens/themes"
	"compactlens/tui/clipboard"
)

// catch has what is copied kept instead of passed to a terminal.
func (d *driver) catch() *[]osc52.Sequence {
	var sent []osc52.Sequence
	d.app.copying.board = &clipboard.Board{Mode: clipboard.OSC52Only, Send: func(q osc52.Sequence) error {
		sent = append(sent, q)
		return nil
	}}
	return &sent
}

// offered returns what the menu would copy by key.
func offered(t *testing.T, d *driver) map[string]string {
	t.Helper()
	all := copyables()
	out := map[string]string{}
	for i, o := range d.app.subject().offers(context.Background(), all) {
		out[all[i].key] = string(o.text)
		if o.err != nil {
			out[all[i].key] = "none: " + o.err.Error()
		}
	}
	return out
}

func TestWhatCanBeCopied(t *testing.T) {
	path := cases + "036-pretty-printed.xml"
	for _, c := range []struct {
		name, open, keys string
		want             map[string]string
	}{
		{"a mark in a summary", "", "n", map[string]string{
			"e": `"Ran go build && go test; then n < 3 and Vec<String>"`, "x": "Ran go build &amp;&amp; go test; then n &lt; 3 and Vec&lt;String&gt;",
			"r": "Ran go build &amp;&amp; go test; then n < 3 and Vec<String>",
			"s": "Ran go build && go test; then n < 3 and Vec<String>", "w": severalFaults,
			"l": "many-faults.xml:5:23", "c": "none: it was not read from a file",
		}},
		{"an accepted file", path, "", map[string]string{
			"f": "none: no finding is selected", "c": "compactlens check --preset carbon " + path,
		}},
		{"no answer", journals + "live-retained-tail-too-large.jsonl.gz", "", map[string]string{
			"w": "none: there is no summary", "a": "none: there is no answer in hand", "c": "compactlens check --preset carbon " + journals + "live-retained-tail-too-large.jsonl.gz",
		}},
		{"a reply whose summary is at fault", cases + "091-good-wire-bad-xml.json", "", map[string]string{
			"l": cases + "091-good-wire-bad-xml.json:1:",
		}},
	} {
		var d *driver
		if c.open == "" {
			d = drive(t, overContents(t), 120, 40)
		} else {
			d = drive(t, openFiles(t, c.open), 120, 40)
		}
		d.app.copying.flags = []string{"--preset", "carbon"}
		d.press(c.keys)
		got := offered(t, d)
		for key, want := range c.want {
			if !strings.HasPrefix(got[key], want) {
				t.Errorf("%s, %s: %q\nwant %q", c.name, key, got[key], want)
			}
		}
	}
}

// What is copied as JSON is what check writes, and the text is what check prints.
func TestCopiedJSONIsThatOfCheck(t *testing.T) {
	for _, file := range []string{"021-duplicate-state.xml", "091-good-wire-bad-xml.json", "111-over-token-limit.attempt.json", "106-byte-limit-masks-fence.attempt.json"} {
		c := openFiles(t, cases+file)
		d := drive(t, c, 120, 40)
		r, err := c.book.Report(context.Background(), dossier.ReportOptions{Counter: &tokens.O200k{}})
		if err != nil {
			t.Fatal(err)
		}
		var whole, text bytes.Buffer
		if report.JSON(&whole, r) != nil || report.Text(&text, r, report.TextOptions{}) != nil {
			t.Fatal("no report")
		}
		var parsed struct {
			Attempts []struct{ Findings []json.RawMessage }
		}
		if err := json.Unmarshal(whole.Bytes(), &parsed); err != nil {
			t.Fatal(err)
		}
		got := offered(t, d)
		if got["a"] != whole.String() {
			t.Errorf("%s: the attempt is another", file)
		}
		for i := range d.app.reader.judged.verdict.Findings {
			got := offered(t, d)
			var one, want bytes.Buffer
			if json.Compact(&one, []byte(got["j"])) != nil || json.Compact(&want, parsed.Attempts[0].Findings[i]) != nil || one.String() != want.String() {
				t.Errorf("%s: %s\nwant %s", file, one.String(), want.String())
			}
			if !strings.Contains(text.String(), got["f"]) || got["f"] == "" {
				t.Errorf("%s: check does not print %q", file, got["f"])
			}
			d.press("]")
		}
	}
}

func TestCopyMenu(t *testing.T) {
	d := drive(t, overContents(t), 120, 40)
	sent := d.catch()
	d.press("n y")
	d.expect("Copy", "finding as text", "esc closes", "▸ f")
	d.press("s")
	d.absent("finding as text")
	d.expect("section: sent 51 bytes by OSC 52; the terminal may have refused it")
	d.press("y down down down up enter") // the third row
	d.expect("section: sent 51 bytes")
	d.press("y c") // there is nothing of it
	d.expect("it was not read from a file", "esc closes")
	d.press("esc")
	d.absent("esc closes")
	want := osc52.New("Ran go build && go test; then n < 3 and Vec<String>")
	if len(*sent) != 2 || (*sent)[0] != want || (*sent)[1] != want {
		t.Errorf("sent %q", *sent)
	}
	d.press("y")
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("w"), Paste: true})
	d.expect("esc closes") // a paste chooses nothing
}

// A letter that is typed before the menu knows what it offers is not lost.
func TestCopyInAHurry(t *testing.T) {
	d := drive(t, overContents(t), 120, 40)
	d.press("n")
	sent := d.catch()
	_, cmd := d.app.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("ye")})
	d.do(cmd)
	d.absent("esc closes")
	if len(*sent) != 1 {
		t.Errorf("sent %q", *sent)
	}
	_, cmd = d.app.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("y")})
	d.press("esc")
	before := d.text()
	d.do(cmd) // what the menu asked for comes too late
	if d.text() != before || len(d.app.layers) > 0 {
		t.Error("a closed menu came back")
	}
}

// The bytes are copied as they are, and none of them reaches the screen.
func TestHostileTextIsCopiedAsItIs(t *testing.T) {
	text := "<conversation_summary><goal>" + evil() + "</goal></conversation_summary>"
	for _, size := range [][2]int{{120, 40}, {30, 8}} {
		d := drive(t, &contents{groups: []group{{items: []*item{summaryItem(evil(), text)}}}}, size[0], size[1])
		sent := d.catch()
		d.press("y")
		for range copyables() {
			if err := fits(d.app.View(), size[0], size[1]); err != nil {
				t.Fatal(err)
			}
			d.press("down")
		}
		d.press("w")
		if len(*sent) != 1 || (*sent)[0] != osc52.New(text) {
			t.Fatal("other bytes were sent")
		}
		if err := fits(d.app.View(), size[0], size[1]); err != nil {
			t.Fatal(err)
		}
		if size[0] > 100 {
			d.expect("not all of it is UTF-8")
		}
	}
}

func TestSectionHere(t *testing.T) {
	d := drive(t, overContents(t), 120, 40)
	at := func(want summary.SectionID) {
		t.Helper()
		if got := d.app.subject().section; got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
	d.press("n")
	at(summary.State) // of the finding
	d.press("tab k")
	at(summary.Decisions) // under the cursor
	d.press("g")
	at(summary.State) // the cursor is in none
	d.press("a")
	at(summary.State)
}

var copyScreens = []struct{ name, keys string }{
	{"copy", "n y"},
	{"copy-last", "n y end"},
	{"copied", "n y w"},
}

func TestGoldenCopy(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {50, 15}, {30, 8}} {
		for _, s := range copyScreens {
			d := drive(t, overContents(t), size[0], size[1])
			d.catch()
			d.press(s.keys)
			kept(t, fmt.Sprintf("%s-%dx%d.txt", s.name, size[0], size[1]), d.text())
		}
		for _, light := range []bool{false, true} {
			theme := testTheme(light, themes.TrueColor)
			d := driveTheme(t, overContents(t), size[0], size[1], theme)
			d.press("n y down")
			kept(t, fmt.Sprintf("copy-%dx%d-%s.ansi", size[0], size[1], theme.Palette().Name), strings.ReplaceAll(d.app.View(), "\x1b", "␛"))
		}
	}
}
