package tui

import (
	"fmt"
	"strings"
	"testing"

	"compactlens/themes"
)

// views are the screens of attempts that are kept as files: the journal, and what
// is pressed to get there.
var views = []struct{ name, journal, keys string }{
	{"life-timeout", "live-canceled-hustle-timeout.ledger.jsonl.gz", ""},
	{"life-committed", "live-committed-automatic.jsonl.gz", ""},
	{"life-waiters", "live-control-lane-full.ledger.jsonl.gz", ""},
	{"life-waiting", "live-interrupted-before-start.ledger.jsonl.gz", ""},
	{"life-crash", "live-no-terminal-crash.crash.ledger.jsonl.gz", ""},
	{"life-crash-failures", "live-no-terminal-crash.crash.ledger.jsonl.gz", "tab tab G"},
	{"life-tail", "live-retained-tail-too-large.ledger.jsonl.gz", ""},
	{"life-size", "live-summary-too-large.ledger.jsonl.gz", "pgdown"},
	{"life-nothing", "live-unavailable-nothing-to-compact.jsonl.gz", ""},
	{"life-damaged", "malformed.jsonl.gz", ""},
	{"loops", "session-multiloop.jsonl.gz", "l shift+tab"},
	{"transcript", "live-committed-old-tool-results-stubbed.jsonl.gz", "t"},
	{"transcript-cut", "live-committed-old-tool-results-stubbed.jsonl.gz", "t c"},
	{"transcript-sent", "live-committed-old-tool-results-stubbed.jsonl.gz", "t v } } } }"},
	{"request", "live-committed-old-tool-results-stubbed.jsonl.gz", "R"},
	{"request-sent", "live-committed-old-tool-results-stubbed.jsonl.gz", "R v"},
	{"request-none", "live-unavailable-nothing-to-compact.jsonl.gz", "R"},
}

func TestGoldenViews(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		for _, s := range views {
			d := drive(t, openFiles(t, journals+s.journal), size[0], size[1])
			d.press(s.keys)
			kept(t, fmt.Sprintf("%s-%dx%d.txt", s.name, size[0], size[1]), d.text())
		}
	}
}

// Colours carry meaning beside signs and words: what is kept, what is over.
func TestGoldenViewColours(t *testing.T) {
	for _, s := range views {
		if s.name != "life-tail" && s.name != "transcript-cut" && s.name != "request" {
			continue
		}
		for _, size := range [][2]int{{120, 40}, {80, 24}} {
			for _, light := range []bool{false, true} {
				theme := testTheme(light, themes.TrueColor)
				d := driveTheme(t, openFiles(t, journals+s.journal), size[0], size[1], theme)
				d.press(s.keys)
				kept(t, fmt.Sprintf("%s-%dx%d-%s.ansi", s.name, size[0], size[1], theme.Palette().Name), strings.ReplaceAll(d.app.View(), "\x1b", "␛"))
			}
		}
	}
}

func TestTranscript(t *testing.T) {
	d := drive(t, openFiles(t, journals+"live-committed-old-tool-results-stubbed.jsonl.gz"), 120, 40)
	d.press("t")
	d.expect("▸ Summary Life Transcript", "message 1 of 43 · 19 kept")
	d.press("} }")
	d.expect("message 3 of 43")
	d.press("{ {")
	d.expect("message 1 of 43")
	d.press("c")
	d.expect("message 25 of 43", "above: summarised · below: 19 kept word for word")
	d.press("g v")
	d.expect("as sent · message 1 of 43", "[old tool result omitted for compaction]", "left out to fit")
	d.press("v G")
	d.expect("message 43 of 43")
}

// What is looked at stays while one goes from attempt to attempt.
func TestTheChosenViewStays(t *testing.T) {
	d := drive(t, openFiles(t, journals+"session-multiloop.jsonl.gz"), 120, 40)
	d.press("t n")
	d.expect("message 1 of")
	d.press("R n")
	d.expect("made again from the journal")
	d.press("l n")
	d.expect("executing", "HustleStarted")
}

// A bundle has the request it was made for, and no journal.
func TestACapturedRequest(t *testing.T) {
	d := drive(t, openFiles(t, cases+"113-reasoning-eats-budget.attempt.json"), 120, 40)
	d.press("t")
	d.expect("message 1 of")
	d.press("R")
	d.expect("captured", "113-reasoning-eats-budget.attempt.json", "laid out", `"transcript"`)
}

func TestWithoutTheRest(t *testing.T) {
	d := drive(t, openFiles(t, cases+"066-valid-minimal.xml"), 120, 40)
	d.press("t R v c % { } o")
	d.absent("Transcript", "Request")
	d.expect("<conversation_summary>")
}

func TestSearchInATranscript(t *testing.T) {
	d := drive(t, openFiles(t, journals+"live-committed-old-tool-results-stubbed.jsonl.gz"), 120, 40)
	d.press("t / n o t i f y enter")
	d.expect("/notify", "1/", "message 7 of 43")
	d.press("N N")
	d.expect("3/")
	d.press("P")
	d.expect("2/")
	d.press("v")
	d.expect("/notify", "as sent")
	d.press("/ e x c e e d s enter")
	d.expect("no hit") // the results that say it were left out of the request
	d.press("v")
	d.expect("/exceeds", "1/")
	d.press("G N")
	d.expect("exceeds limit")
}
