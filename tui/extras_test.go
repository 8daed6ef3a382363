package tui

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/content"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/themes"
)

// overBudget is an answer whose sections cost more than the budget has.
func overBudget(t *testing.T) *item {
	t.Helper()
	var decisions, state strings.Builder
	for i := range 56 {
		fmt.Fprintf(&decisions, "- moved the retry clock behind an interface so that the worker can be driven by a fake clock in tests, item %d\n", i)
	}
	for i := range 39 {
		fmt.Fprintf(&state, "- worker.go: compiled, %d of 43 tests pass, the exporter still writes its columns in the old order\n", i)
	}
	summary, err := json.Marshal("<conversation_summary>\n<goal>Make every test pass.</goal>\n<constraints>Keep the column order.</constraints>\n<decisions>\n" +
		decisions.String() + "</decisions>\n<state>\n" + state.String() + "</state>\n<open_items>Fix TestRetryClock.</open_items>\n</conversation_summary>")
	if err != nil {
		t.Fatal(err)
	}
	it := replyItem("12", "{"+identity+`,"summary":`+string(summary)+"}", 5102)
	r := &it.evidence.Reply
	r.Form, r.Role, r.Blocks = inspect.FormResponse, "assistant", []inspect.Block{{Type: "text", Text: r.Text, Span: source.Span{End: r.File.Len()}}}
	it.evidence.Usage = inspect.Know(&content.Usage{OutputTokens: 5102, ReasoningTokens: 900}, "response")
	return it
}

func overContents(t *testing.T) *contents {
	return &contents{title: "store", groups: []group{{title: "outputs", items: []*item{overBudget(t), summaryItem("many-faults.xml", severalFaults)}}}}
}

// severalFaults has repairs of every risk.
const severalFaults = "<conversation_summary>\n  <goal>Make every test pass.</goal>\n  <constraints>Keep the CSV column order; no new dependency.</constraints>\n" +
	"  <decisions>One retry with backoff, owned by the worker, 日本語</decisions>\n  <state>Ran go build && go test; then n < 3 and Vec<String></state>\n  <state>twice</state>\n</conversation_summary>\n"

// extraScreens are the views of what is made of a verdict, and what is pressed to
// get there.
var extraScreens = []struct{ name, open, keys string }{
	{"over", "", ""},
	{"ledger", "", "b"},
	{"whatif", "", "w"},
	{"whatif-tried", "", "w right ."},
	{"whatif-typing", "", "w j enter 9 k"},
	{"findings", "", "n a j"},
	{"repair", "", "n f"},
	{"repair-safe", "", "n f F"},
	{"repair-meaning", "", "n f ] ] ]"},
	{"repair-write", "", "n f F W"},
	{"repair-refused", cases + "008-cut-mid-word.xml", "f"},
	{"next-request", journals + "live-retained-tail-too-large.jsonl.gz", "b"},
	{"next-whatif", journals + "live-retained-tail-too-large.jsonl.gz", "w j j j ."},
	{"next-unknown", journals + "live-summary-too-large.jsonl.gz", "b"},
	{"both-ledgers", cases + "128-post-at-limit.attempt.json", "b"},
}

func TestGoldenExtras(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		for _, s := range extraScreens {
			c := overContents(t)
			if s.open != "" {
				c = openFiles(t, s.open)
			}
			d := drive(t, c, size[0], size[1])
			d.press(s.keys)
			kept(t, fmt.Sprintf("%s-%dx%d.txt", s.name, size[0], size[1]), d.text())
		}
		for _, light := range []bool{false, true} {
			for _, s := range []int{0, 1, 3, 5, 7} {
				theme := testTheme(light, themes.TrueColor)
				d := driveTheme(t, overContents(t), size[0], size[1], theme)
				d.press(extraScreens[s].keys)
				kept(t, fmt.Sprintf("%s-%dx%d-%s.ansi", extraScreens[s].name, size[0], size[1], theme.Palette().Name), strings.ReplaceAll(d.app.View(), "\x1b", "␛"))
			}
		}
	}
}

func TestBudget(t *testing.T) {
	d := drive(t, overContents(t), 120, 40)
	d.expect("▲", "the budget ends here (≈), 1,006 tokens over", "┆", "The budget ends in the summary", "cut ≈")
	d.press("b")
	d.expect("5,102 of 4,096 tokens, 1,006 over", "budget 4,096 ▲", "reasoning", "900", "reported", "decisions      ≈", "cut ", "split by o200k_base, scaled to the reported total")
	// The reply shows the same place in its own bytes.
	d.press("r")
	d.expect("the budget ends here")
	// What is within its budget has no mark.
	d.press("n s")
	d.absent("the budget ends", "┆")
}

func TestWhatIf(t *testing.T) {
	d := drive(t, overContents(t), 120, 40)
	d.press("w")
	d.expect("As it was: rejected token_limit", "accepted", "with max_summary_tokens from 5,102 on", "4,096", "unknown")
	d.press(".")
	d.expect("5,102", "token_limit  5,102 / 5,102", "Checks · what if", "was rejected token_limit", "✗ REJECTED token_limit")
	d.press("left")
	d.expect("4,846", "Still rejected token_limit")
	d.press("enter 8 k")
	d.expect("max_summary_tokens ─", "8k")
	d.press("enter")
	d.expect("8,000")
	d.press("enter m a n y enter")
	d.expect("it takes a whole number from 1 on")
	d.press("esc x")
	d.expect("As it was: rejected token_limit")
	d.absent("8,000", "Checks · what if")
	// What nobody knows says so, and what cannot be computed.
	d.press("j j j j")
	d.expect("type a value to try one")
	d.press("enter 5 0 0 enter")
	d.expect("500", "bears on nothing that is known")
	d.press("ctrl+x")
	d.absent("500 ▸")
	// The numbers stay below their ends.
	d.press("g enter 3 enter left left shift+left")
	d.expect("◂             1 ▸")
	d.press("enter 1 8 4 4 6 7 4 4 0 7 3 7 0 9 5 5 1 6 1 5 enter right")
	d.expect("18,446,744,073,709,551,615")
}

func TestFindings(t *testing.T) {
	d := drive(t, overContents(t), 120, 40)
	d.press("n a")
	d.expect("✗ 1  state: && must be written &amp;", "primary · safe repair", "hidden by 1", "repair changes the meaning", "Finding 1 of 6")
	d.press("j")
	d.expect("Finding 2 of 6")
	d.press("G")
	d.expect("Finding 6 of 6")
	d.press("g ]")
	d.expect("Finding 2 of 6", "▸ Summary Findings")
	d.press("k j enter")
	d.expect("▸ Summary Findings", "^^", "Finding 2 of 6")
	d.press("n")
	d.press("p p a")
	d.expect("1  the answer cost 1,006 tokens more")
}

func TestRepair(t *testing.T) {
	d := drive(t, overContents(t), 120, 40)
	d.press("n f")
	d.expect("After it: ✗ rejected xml_syntax, was rejected xml_syntax", "Repair of finding 1 of 6 · safe", "-   <state>Ran go build && go test", "+   <state>Ran go build &amp;&amp; go test", "every section reads as before")
	d.press("F")
	d.expect("After all of them: ✗ rejected xml_structure", "1 fault left", "All safe repairs · 5 of 6", "left", "summary/duplicate-section", "+   <open_items/>")
	d.press("F ] ] ]")
	d.expect("changes the meaning", "Repair of finding 4 of 6")
	d = drive(t, openFiles(t, cases+"008-cut-mid-word.xml"), 120, 40)
	d.press("f")
	d.expect("Not mended.", "refused", "because")
	d.press("F")
	d.expect("There is no safe repair.")
	d.absent("W write")
	d = drive(t, openFiles(t, cases+"066-valid-minimal.xml"), 120, 40)
	d.press("f F W")
	d.absent("Repair")
}

// A mended copy goes to a new file and never over another.
func TestWriteRepair(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "bad.xml")
	if err := os.WriteFile(file, []byte(severalFaults), 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, openFiles(t, file), 120, 40)
	d.press("f F W")
	d.expect("Write the mended copy", "bad.mended.xml")
	d.press("enter")
	d.expect("Written, ", "The original is as it was.")
	got, err := os.ReadFile(filepath.Join(dir, "bad.mended.xml"))
	if err != nil || !strings.Contains(string(got), "&amp;&amp;") {
		t.Errorf("%v: %s", err, got)
	}
	if was, err := os.ReadFile(file); err != nil || string(was) != severalFaults {
		t.Errorf("the original was changed: %v %s", err, was)
	}
	// A path that does not do stays, with the reason, to be mended.
	const taken = "not written: there is a file of this name"
	d.press("W enter")
	d.expect("Write the mended copy", "bad.mended.xml", taken)
	// The original's own name is refused, too.
	for range len("mended.xml") {
		d.send(tea.KeyMsg{Type: tea.KeyBackspace})
	}
	d.absent(taken)
	d.press("x m l enter")
	d.expect("Write the mended copy", "bad.xml", taken)
	d.press("/ n o n e enter")
	d.expect("Write the mended copy", "bad.xml/none", "not written: cannot ")
	d.send(tea.KeyMsg{Type: tea.KeyCtrlU})
	d.press("enter")
	d.expect("a path is needed")
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(filepath.Join(dir, "pasted.xml")), Paste: true})
	d.press("enter")
	if _, err := os.Stat(filepath.Join(dir, "pasted.xml")); err != nil {
		t.Error(err)
	}
}

// Every view fits every window.
func TestExtrasFitEverySize(t *testing.T) {
	var walk thinned
	for _, open := range []string{"", cases + "008-cut-mid-word.xml", journals + "live-retained-tail-too-large.jsonl.gz", cases + "128-post-at-limit.attempt.json", "hostile"} {
		c := overContents(t)
		switch {
		case open == "hostile":
			c = hostile()
		case open != "":
			c = openFiles(t, open)
		}
		d := drive(t, c, 120, 40)
		for _, keys := range []string{"b", "G", "w", "j . right enter 9", "esc", "a", "G", "f", "F", "W", "esc", "n", "z", "z", "n"} {
			d.press(keys)
			for _, w := range []int{1, 7, 20, 39, 40, 41, 60, 80, 99, 100, 140, 200} {
				for _, h := range []int{1, 5, 10, 12, 18, 24, 40, 60} {
					if walk.skips() {
						continue
					}
					d.send(tea.WindowSizeMsg{Width: w, Height: h})
					if err := fits(d.app.View(), w, h); err != nil {
						t.Fatalf("%s, %q at %dx%d: %v", open, keys, w, h, err)
					}
				}
			}
		}
	}
}

func TestExtrasInASCII(t *testing.T) {
	c := overContents(t)
	c.groups[0].items[1] = summaryItem("faults.xml", strings.ReplaceAll(severalFaults, "日本語", "xyz"))
	d := &driver{t: t, app: newApp(t.Context(), testTheme(false, themes.NoColor), nil)}
	d.app.setASCII(true)
	d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.app.loading = &loading{cancel: func() {}}
	d.send(openedMsg{contents: c})
	for _, k := range []string{"", "b", "w", ".", "enter", "esc", "a", "n", "a", "f", "F", "W", "esc", "?"} {
		d.press(k)
		for _, r := range d.text() {
			if r >= 0x7F {
				t.Fatalf("after %q: %q in\n%s", k, r, d.text())
			}
		}
	}
}

func TestClicksSelect(t *testing.T) {
	d := drive(t, overContents(t), 120, 40)
	click := func(row int) {
		l := d.app.layout.text
		d.send(tea.MouseMsg{X: l.x + 9, Y: l.y + row, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	}
	d.press("w")
	click(3)
	d.expect("input limit: what a request must stay below", "▸  input_limit")
	click(30)
	d.expect("▸  input_limit")
	d.press("n a")
	click(5)
	d.expect("Finding 3 of 6")
	click(25)
	d.expect("Finding 3 of 6")
	d.press("b")
	click(2)
}

// One comes back to a view from which one went.
func TestBackToAView(t *testing.T) {
	d := drive(t, overContents(t), 120, 40)
	d.press("b : 2 enter")
	d.expect("▸ Summary")
	d.press("ctrl+o")
	d.expect("5,102 of 4,096 tokens")
}

// In ASCII an arrow between two values is "->", and arrow keys are called by name: "v"
// and ">" are other keys.
func TestArrowsInASCII(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults})
	d.app.setASCII(true)
	d.changed(map[string]string{"a.xml": mendedOnce})
	d.expect("2 -> 1 finding")
	d.absent("2 > 1", "→")
	d.press("w ?")
	d.expect("right", "shift+right", "j down")
	d.absent("→", "shift+>", "j v")
}
