package tui

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/core/testfile"
)

func TestElapsed(t *testing.T) {
	for d, want := range map[time.Duration]string{
		12 * time.Millisecond: "+12 ms", 2412 * time.Millisecond: "+2.412 s", -time.Second: "-1.000 s", 0: "+0 ms",
		192 * time.Second: "+3 min 12 s", 2*time.Hour + 3*time.Minute: "+2 h 03 min", 300 * time.Hour: "+12 days",
	} {
		if got := elapsed(d); got != want {
			t.Errorf("%d: %q, want %q", d, got, want)
		}
	}
	c := clock{first: time.Date(2026, 8, 24, 9, 29, 16, 5e6, time.UTC)}
	for at, want := range map[time.Time]string{{}: "no time", c.first: "09:29:16.005", c.first.Add(time.Second): "+1.000 s"} {
		if got := c.write(at); got != want {
			t.Errorf("%v: %q, want %q", at, got, want)
		}
	}
}

// written returns a block as lines, its pieces at their columns.
func writtenBlock(b block, w int) string {
	p := page{}
	p.setSize(w, 40)
	p.set([]line{{block: b}})
	var out strings.Builder
	for _, r := range p.rows {
		row := ""
		for _, piece := range r.pieces {
			row += strings.Repeat(" ", max(piece.x-source.Width(row), 0)) + piece.text
		}
		out.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	return out.String()
}

func TestMoment(t *testing.T) {
	m := moment{when: "+2.412 s", stage: "executing", state: state{sign: "✗"}, name: "HustleFailed", text: "in output: invalid output, after 2.4 s", place: "line 1,205"}
	for w, want := range map[int]string{
		93: "    +2.412 s  executing  ✗ HustleFailed  in output: invalid output, after 2.4 s    line 1,205\n",
		60: "    +2.412 s  executing  ✗ HustleFailed  in output: invalid\n                           output, after 2.4 s    line 1,205\n",
		50: "    +2.412 s  executing  ✗ HustleFailed  in\n                           output: invalid output,\n                           after 2.4 s  line 1,205\n",
		44: "    +2.412 s  executing  ✗ HustleFailed  in\n                           output: invalid\n                           output, after 2.4\n                           s      line 1,205\n",
		43: "    +2.412 s  ✗ executing · HustleFailed\n                in output: invalid output,\n                after 2.4 s      line 1,205\n",
		24: "✗ executing ·\n  HustleFailed  in\n  output: invalid\n  output, after 2.4 s\n              line 1,205\n",
	} {
		if got := writtenBlock(m, w); got != want {
			t.Errorf("%d cells:\n%s\nwant\n%s", w, got, want)
		}
	}
}

func TestBars(t *testing.T) {
	b := bars{limit: 100, all: []bar{
		{name: "fixed part", value: 20, estimate: true}, {name: "kept", from: 20, value: 60}, {name: "summary", from: 80, value: 40, least: true},
		{name: "together", value: 120, estimate: true}, {name: "small", value: 1}, {name: "unknown", unknown: true},
	}}
	want := `fixed part      ████           │            ≈ 20
kept                ████████████    │           60
summary                         ████████      ≥ 40
together        ████████████████████████     ≈ 120
small           █              │                 1
unknown                                    unknown
limit                          ╵               100
`
	want = strings.ReplaceAll(want, "\t", "")
	got := writtenBlock(b, 54)
	for i, line := range strings.Split(got, "\n") {
		if w := strings.Split(want, "\n")[i]; strings.Join(strings.Fields(line), " ") != strings.Join(strings.Fields(w), " ") {
			t.Errorf("row %d:\n%s\nwant\n%s", i, line, w)
		}
		if source.Width(line) > 54 {
			t.Errorf("row %d is wider than it may be: %s", i, line)
		}
	}
	if got := writtenBlock(b, 30); strings.Contains(got, "█") || !strings.Contains(got, "≈ 120") {
		t.Errorf("without room there are figures alone:\n%s", got)
	}
	for _, w := range []int{1, 16, 42, 43, 44, 100} {
		writtenBlock(bars{all: []bar{{name: "a", from: ^uint64(0), value: ^uint64(0)}, {name: "b"}}}, w)
		writtenBlock(bars{limit: ^uint64(0), all: []bar{{name: "a", value: 5}}}, w)
	}
}

// Nothing of an attempt without terminal may read as a rejection.
func TestNoTerminalIsNoRejection(t *testing.T) {
	for _, name := range []string{"live-no-terminal-crash.crash.ledger.jsonl.gz", "live-shutdown-while-running.ledger.jsonl.gz", "live-interrupted-before-start.ledger.jsonl.gz"} {
		d := drive(t, openFiles(t, journals+name), 120, 100)
		d.expect("NO TERMINAL", "no terminal event", "No terminal")
		d.absent("REJECTED", "Rejected:", "CompactionRejected")
	}
	d := drive(t, openFiles(t, journals+"live-no-terminal-crash.crash.ledger.jsonl.gz"), 120, 100)
	d.expect("No terminal: the likely failures are", "CompactionCoordinationError", "outcome", "CompactionFinalizationError", "terminal_append", "likely")
}

func TestLifeTellsWhatTheNumberHides(t *testing.T) {
	for name, want := range map[string][]string{
		"live-canceled-hustle-timeout.ledger.jsonl.gz":          {"The model call ran into its time limit.", "HustleFailed line 85", "Raise the time limit"},
		"live-unavailable-nothing-to-compact.jsonl.gz":          {"nothing was left to summarise", "The transcript has 10 messages", "Compact later: what is kept is the last segment"},
		"live-execution-failed-input-too-large.ledger.jsonl.gz": {"likely", "over the byte limit", "next"},
		"live-summary-too-large.ledger.jsonl.gz":                {"≥ 20,480", "needs", "The model's answer"},
		"malformed.jsonl.gz":                                    {"The journal contradicts itself", "! two terminals", "The runtime refuses to restore", "CompactionRejected line 19"},
	} {
		d := drive(t, openFiles(t, journals+name), 120, 100)
		d.press("l")
		d.expect(want...)
	}
}

func TestLifeWithAnAnswerInHand(t *testing.T) {
	d := drive(t, openFiles(t, journals+"live-summary-too-large.ledger.jsonl.gz", journals+"live-summary-too-large.output-1.txt.gz"), 120, 100)
	d.absent("How it ended")
	d.press("l")
	d.expect("How it ended", "over", "tokens must go", "executing", "HustleCompleted")
	d.press("s")
	d.absent("How it ended")
}

// evilJournal writes a copy of a journal in which every text, name and model is
// hostile, and the compaction's records have no time.
func evilJournal(t *testing.T, name string) string {
	t.Helper()
	e := strings.ToValidUTF8(evil(), "?")
	names := map[string]bool{"Text": true, "Thinking": true, "Name": true, "Model": true, "Provider": true, "agent_name": true, "display_name": true, "MediaType": true}
	var walk func(v any) any
	walk = func(v any) any {
		switch v := v.(type) {
		case map[string]any:
			for k := range v {
				switch {
				case k == "Name" && v[k] == "context.compact":
				case names[k] && v[k] != "":
					v[k] = e
				case k == "Input":
					v[k] = map[string]any{e: e}
				default:
					v[k] = walk(v[k])
				}
			}
		case []any:
			for i := range v {
				v[i] = walk(v[i])
			}
		}
		return v
	}
	var out bytes.Buffer
	for raw := range bytes.Lines(testfile.Must(t, "journals/"+name)) {
		var event map[string]any
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if err := d.Decode(&event); err != nil {
			t.Fatal(err)
		}
		if typ := event["type"].(string); strings.HasPrefix(typ, "Compact") || strings.HasPrefix(typ, "Hustle") {
			delete(event, "created_at")
		}
		line, err := json.Marshal(walk(event))
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(line, '\n'))
	}
	path := filepath.Join(t.TempDir(), "evil.jsonl")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestHostileJournals(t *testing.T) {
	path := evilJournal(t, "live-committed-old-tool-results-stubbed.jsonl.gz")
	for _, size := range [][2]int{{120, 40}, {80, 24}, {44, 12}} {
		d := drive(t, openFiles(t, path), size[0], size[1])
		d.press("l")
		if size[0] == 120 {
			d.expect("no time")
		}
		for _, k := range strings.Fields("l G t o G g v } % c o enter j R v G g v l z s") {
			d.press(k)
			if err := fits(d.app.View(), size[0], size[1]); err != nil {
				t.Fatalf("%v, after %q: %v", size, k, err)
			}
		}
	}
}

// The views of attempts at all sizes; see TestEverySizeFits.
func TestEverySizeFitsTheViews(t *testing.T) {
	var drivers []*driver
	for _, name := range []string{"live-control-lane-full.ledger.jsonl.gz", "session-multiloop.jsonl.gz", "live-summary-too-large.ledger.jsonl.gz"} {
		drivers = append(drivers, drive(t, openFiles(t, journals+name), 80, 24))
	}
	keys := strings.Fields("l j t c % R v G tab t v o } l G n z t enter z R g")
	for i, d := range drivers {
		step := i
		for h := 1; h <= 60; h++ {
			for w := 1 + (h+i)%3; w <= 200; w += 3 * thin {
				d.send(tea.WindowSizeMsg{Width: w, Height: h})
				if err := fits(d.app.View(), w, h); err != nil {
					t.Fatalf("%dx%d, %s: %v", w, h, d.app.contents.title, err)
				}
				if step++; step%7 == 0 {
					d.press(keys[step/7%len(keys)])
				}
			}
		}
	}
}
