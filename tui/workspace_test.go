package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"compactlens/core/testfile"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/loop"
	"compactlens/core/source"
	"compactlens/loader"
	"compactlens/loader/problem"
)

// workspace is a journal with three attempts, two loose files of one name, and a
// problem.
func workspace() *loader.Workspace {
	journal := &loader.Source{Path: "/j/harborline.jsonl", Kind: loader.KindJournal, Asked: true}
	id := event.UUID{0xA5, 0x10, 0xC2, 0xF7}
	one, two := &loader.Loop{ID: event.UUID{0x14, 0x53}, Name: "main"}, &loader.Loop{ID: event.UUID{0x99, 0x01}}
	session := &loader.Session{Source: journal, Title: "Make the yard's clock pass", Loops: []*loader.Loop{one, two}}
	at := time.Date(2026, 11, 30, 8, 30, 10, 918e6, time.UTC)
	rejected := &loader.Attempt{
		Number: 1, Source: journal, Session: session, Loop: one, ID: id, Trigger: event.CompactionManual, Terminal: loader.Rejected,
		RejectReason: event.CompactRejectInvalidSummary, Started: at, Duration: 2415 * time.Millisecond,
		Basis:    inspect.Know(event.ContextBasis{Revision: 37, ThroughEventID: id}, "journal"),
		Measured: &event.ContextMeasurement{InputTokens: 90_000, InputLimit: 106_496, Quality: event.CountHeuristic},
		Call: &loader.Call{Started: at, Ended: at.Add(time.Second), Stage: event.HustleStageOutput, Code: event.HustleInvalidOutput,
			Duration: time.Second, Usage: &content.Usage{InputTokens: 9000, OutputTokens: 240}, Model: event.ModelKey{Provider: "lmstudio", Model: "qwen"}},
		Waiters: []loader.Waiter{{CommandID: id, Replied: &loader.Event{}, Reason: event.CompactRejectInvalidSummary}, {CommandID: id}},
		Events: []loader.Event{
			{Source: journal, Record: 9, Type: "CompactionRejected", At: at, Place: problem.Place{Line: 10}},
			{Source: journal, Record: 4, Type: "Compact", At: at, Place: problem.Place{Line: 5}},
		},
	}
	answered := &loader.Attempt{
		Number: 2, Source: journal, Session: session, Loop: two, Trigger: event.CompactionAutomatic, Terminal: loader.Committed,
		ReplyMatch: loader.Match{By: loader.ByName, Confidence: loader.Doubtful, Reasons: []string{"the numbers agree", "the usage differs"}},
		Reply: &loader.Reply{Source: &loader.Source{Path: "/j/harborline.response-2.json"},
			Reply: inspect.Reply{Form: inspect.FormSummary, File: source.NewText([]byte(good)), Text: inspect.Excerpt{Bytes: []byte(good)}}},
	}
	open := &loader.Attempt{Number: 3, Source: journal, Session: session, Loop: one, Ending: loader.EndingDied}
	session.Attempts = []*loader.Attempt{rejected, answered, open}
	loose := func(path string) *loader.Attempt {
		r := answered.Reply.Reply
		return &loader.Attempt{Source: &loader.Source{Path: path}, Reply: &loader.Reply{Source: &loader.Source{Path: path}, Reply: r}}
	}
	return &loader.Workspace{
		Sources: []*loader.Source{journal}, Sessions: []*loader.Session{session, {Source: journal}},
		Attempts: append(append([]*loader.Attempt{}, session.Attempts...), loose("/a/out.xml"), loose("/b/out.xml"), loose("/b/other.xml")),
		Problems: []*problem.Problem{{Path: "/j/harborline.jsonl", Place: problem.Place{Line: 12}, Kind: problem.Kinds()[0], Err: errors.New("no such file")}},
	}
}

// written returns the contents as lines.
func written(c *contents) string {
	var b strings.Builder
	fmt.Fprintln(&b, c.title)
	for _, g := range c.groups {
		fmt.Fprintf(&b, "%s (%s)\n", g.title, g.note)
		for _, it := range g.items {
			s := it.state()
			fmt.Fprintf(&b, "  %s %s %s %s | %s\n", s.sign, it.name, it.trigger, s.word, strings.Join(it.crumbs, " > "))
		}
	}
	return b.String()
}

func TestContents(t *testing.T) {
	const want = `harborline.jsonl
Make the yard's clock pass (3 attempts)
main (2 attempts)
  ✗ 1 manual invalid_summary | Make the yard's clock pass > main > attempt 1 of 3
  ? 3  no terminal | Make the yard's clock pass > main > attempt 3 of 3
loop 99010000 (1 attempt)
  ✓ 2 auto committed | Make the yard's clock pass > loop 99010000 > attempt 2 of 3
harborline.jsonl (no compaction)
Files ()
  ·` + " a/out.xml   | a/out.xml\n  · b/out.xml   | b/out.xml\n  · other.xml   | other.xml\n" + `Not readable ()
  ! harborline.jsonl line 12  unreadable | harborline.jsonl
`
	if got := written(contentsOf(workspace())); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestContentsOfTheGallery(t *testing.T) {
	w, err := loader.Gallery(context.Background(), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := drive(t, contentsOf(w), 120, 40)
	d.expect("compactlens › Gallery › ", "one case for each reason")
	d.expect("output_shape") // the first that is rejected
	d.press("g")
	seen := map[string]bool{}
	for range d.app.list.items {
		seen[d.app.list.current().state().word] = true
		d.press("n")
	}
	for _, r := range loop.InvalidSummaryReasons() {
		if !seen[string(r)] {
			t.Errorf("no case of %s", r)
		}
	}
	if !seen["accepted"] || len(seen) != 11 {
		t.Errorf("the gallery shows %v", seen)
	}
}

func TestFacts(t *testing.T) {
	c := contentsOf(workspace())
	page := func(it *item) string {
		var b strings.Builder
		for _, l := range append(it.ending(), it.facts...) {
			fmt.Fprintf(&b, "%s: %s\n", l.label, l.text)
		}
		return b.String()
	}
	items := []*item{c.groups[1].items[0], c.groups[2].items[0], c.groups[1].items[1]}
	for i, want := range [][]string{
		{
			": Rejected: invalid_summary (9)\n", "means: The model answered", "give it: paste it here, open it beside the journal, or name it: --reply FILE --attempt a510c2f7\n",
			"basis: revision 37 through event a510c2f7-", "took: 2.415s\n", "model call: failed in output: invalid output, after 1s\n", "usage: 9,000 tokens in, 240 out",
			"measured: 90,000 of 106,496 tokens (heuristic)\n", "waiter: a510c2f7 was told invalid_summary (9)\n", "waiter: a510c2f7 got no reply\n",
			"08:30:10.918: Compact  line 5\n08:30:10.918: CompactionRejected  line 10\n",
		},
		{": Committed", "reply: /j/harborline.response-2.json\n", "matched: by name, doubtful: the numbers agree; the usage differs\n"},
		{": No terminal", "because: The session was opened anew afterwards"},
	} {
		got := page(items[i])
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("attempt %d: no %q in\n%s", i+1, w, got)
			}
		}
	}
	if got := page(items[2]); strings.Contains(got, "give it") {
		t.Errorf("an attempt without a call asks for a reply:\n%s", got)
	}
	if got := page(c.groups[5].items[0]); !strings.Contains(got, "because: no such file") || !strings.Contains(got, "where: line 12") {
		t.Errorf("problem:\n%s", got)
	}
}

func TestContentsOfAWorkspaceOnScreen(t *testing.T) {
	c := contentsOf(workspace())
	c.book = nil // its journals are no files
	d := drive(t, c, 120, 40)
	d.expect("1/7", "REJECTED invalid_summary", "Rejected: invalid_summary (9)", "none in hand", "failed in output: invalid output")
	d.press("n n")
	d.expect("ACCEPTED", "3/7")
	d.press("G")
	d.expect("UNREADABLE", "no such file")
}

// Whatever is wrong with a file, its own words and what to do are on the screen, wherever
// the rows end.
func TestEveryProblemIsShown(t *testing.T) {
	for _, k := range problem.Kinds() {
		p := &problem.Problem{Path: "/j/harborline.jsonl", Kind: k, Detail: "400 bytes, at most 300", Err: errors.New("it failed")}
		for _, size := range [][2]int{{120, 40}, {80, 24}} {
			d := drive(t, &contents{groups: []group{{title: notReadable, items: []*item{problemItem(p)}}}}, size[0], size[1])
			d.press("z")
			shown := strings.Join(strings.Fields(d.text()), " ")
			for _, want := range []string{p.What(), p.Remedy(), p.Path, "it failed"} {
				if !strings.Contains(shown, want) {
					t.Errorf("%s at %v: no %q in %s", k, size, want, shown)
				}
			}
		}
	}
}

// The way to what is shown names nothing twice in a row, and standard input by its name.
func TestTheWayNamesNothingTwice(t *testing.T) {
	long := "a-name-that-is-longer-than-what-the-title-has-room-for.xml"
	read := func(in string, names ...string) *driver {
		t.Helper()
		dir := t.TempDir()
		var paths []string
		for _, n := range names {
			if n == loader.Stdin {
				paths = append(paths, n)
				continue
			}
			paths = append(paths, filepath.Join(dir, n))
			if err := os.WriteFile(paths[len(paths)-1], []byte(good), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		w, err := loader.Open(t.Context(), paths, loader.Options{Stdin: strings.NewReader(in)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return drive(t, contentsOf(w), 120, 40)
	}
	journal := string(testfile.Must(t, "journals/live-committed-manual.jsonl.gz"))
	for _, c := range []struct {
		in    string
		names []string
		want  string
		never []string
	}{
		{"", []string{"a.xml"}, "compactlens › a.xml", []string{"a.xml › "}},
		{"", []string{long}, "compactlens › " + long, []string{"xml › "}},
		{"", []string{"compactlens"}, "compactlens › compactlens", []string{"compactlens › compactlens › "}},
		{"", []string{"a.xml", "b.xml"}, "compactlens › 2 files › a.xml", nil},
		{good, []string{"-"}, "compactlens › standard input", []string{"input › ", "› -"}},
		{good, []string{"-", "a.xml"}, "compactlens › 2 files › standard input", []string{"› -"}},
		{"", []string{"-"}, "compactlens › standard input", []string{"input › ", "› -"}},
		{journal, []string{"-"}, "compactlens › standard input › ", []string{"› -"}},
	} {
		d := read(c.in, c.names...)
		title, _, _ := strings.Cut(d.text(), "\n")
		if !strings.HasPrefix(strings.TrimSpace(title), c.want) {
			t.Errorf("%v: %q, want %q", c.names, title, c.want)
		}
		for _, x := range append(c.never, "input › standard input") {
			if strings.Contains(title, x) {
				t.Errorf("%v: %q has %q", c.names, title, x)
			}
		}
	}
	d := read(good, "-", "a.xml")
	d.expect("✓ standard input")
	d = read("", "-")
	d.expect("! standard input", "file  standard input")
}

// What was read and holds nothing to judge is not called unreadable.
func TestNothingToJudgeIsNoProblem(t *testing.T) {
	journal := string(mustRead(t, "journals/live-committed-manual.jsonl"))
	lines := strings.SplitAfter(journal, "\n")
	for name, text := range map[string]string{
		"begun.jsonl": strings.Join(lines[:3], ""), "seen.hooks.jsonl": string(mustRead(t, "journals/live-committed-manual.hooks.jsonl")),
		"live-committed-manual.input-1.json": string(mustRead(t, "journals/live-committed-manual.input-1.json")),
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, from := range []string{path, filepath.Dir(path)} {
			d := drive(t, openFiles(t, from), 120, 40)
			if strings.Contains(strings.ToLower(d.text()), "unreadable") || strings.Contains(d.text(), notReadable) {
				t.Errorf("%s: %s", from, d.text())
			}
			if n := len(d.app.list.items); from == path && n != 1 {
				t.Errorf("%s has %d rows", name, n)
			}
		}
	}
	d := driveFiles(t, 120, 40, map[string]string{"begun.jsonl": strings.Join(lines[:3], "")})
	d.expect(notJudged, "nothing to judge", "holds no compaction attempt", "give the journal of a session that was compacted")
}
