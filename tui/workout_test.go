package tui

import (
	"context"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/loader"
)

// openFiles returns the contents of real files.
func openFiles(t *testing.T, paths ...string) *contents {
	t.Helper()
	w, err := loader.Open(context.Background(), paths, loader.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return contentsOf(w)
}

const (
	cases    = "../testdata/cases/"
	journals = "../testdata/journals/"
)

// An attempt without an answer in hand is explained by its journal.
func TestCauseOfAnAttempt(t *testing.T) {
	d := drive(t, openFiles(t, journals+"live-canceled-hustle-timeout.jsonl.gz"), 120, 40)
	d.expect("Rejected: canceled (4)", "cause", "The model call ran into its time limit.")
}

// The summary of a commit can be looked at, although nobody gave the answer.
func TestSummaryOfACommit(t *testing.T) {
	d := drive(t, openFiles(t, journals+"live-committed-manual.jsonl.gz"), 120, 40)
	d.expect("COMMITTED", "Committed: the summary replaced the transcript.")
	d.press("s")
	d.expect("<conversation_summary>")
}

// Causes, advice and repairs stand in the detail pane.
func TestCausesAndAdvice(t *testing.T) {
	d := drive(t, openFiles(t, cases+"058-valid-placeholder.xml"), 120, 40)
	d.expect("ACCEPTED", "advice", "the contract accepts this", "cause")
	d = drive(t, openFiles(t, cases+"008-cut-mid-word.xml"), 120, 40)
	d.expect("cut", "cause", "next", "repair    none: ")
}

// What the journal adds comes second and moves nothing.
func TestWorkingOutMovesNothing(t *testing.T) {
	c := openFiles(t, cases+"091-good-wire-bad-xml.json")
	d := &driver{t: t, app: newApp(context.Background(), testTheme(false, 0), func(context.Context, func(string)) (*contents, error) { return c, nil })}
	d.send(tea.WindowSizeMsg{Width: 60, Height: 16})
	d.do(d.app.Init())
	whole := d.app.list.current().judged
	if !whole.whole {
		t.Fatal("the attempt was not worked out")
	}
	it := d.app.list.current()
	it.judged = judge(it.evidence)
	d.app.reader.show(it)
	d.press("r j j")
	before := d.text()
	d.send(judgedMsg{id: d.app.opened, verdicts: map[*item]*judged{it: whole}, next: -1, worked: true})
	if got := d.text(); got != before || d.app.reader.judged != whole {
		t.Errorf("before:\n%s\nafter:\n%s", before, got)
	}
}
