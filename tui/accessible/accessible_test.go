package accessible

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/golden"
	"compactlens/core/report"
	"compactlens/core/source"
	"compactlens/loader"
	"compactlens/loader/dossier"
	"compactlens/loader/tokens"
)

const cases = "../../testdata/cases"

// talk holds a dialogue over paths, or the gallery, and returns it with the
// commands in it.
func talk(t *testing.T, paths []string, commands ...string) string {
	t.Helper()
	var out bytes.Buffer
	err := Run(context.Background(), Options{
		Open: func(ctx context.Context) (*loader.Workspace, error) {
			if len(paths) == 0 {
				return loader.Gallery(ctx, loader.Options{})
			}
			return loader.Open(ctx, paths, loader.Options{}, nil)
		},
		In: &echo{lines: commands, out: &out}, Out: &out, Version: "devel",
	})
	if err != nil {
		t.Errorf("ends with %v", err)
	}
	return out.String()
}

// echo is an input that shows in the output what is typed, as a terminal does.
type echo struct {
	lines []string
	out   io.Writer
}

func (e *echo) Read(p []byte) (int, error) {
	if len(e.lines) == 0 {
		return 0, io.EOF
	}
	line := e.lines[0] + "\n"
	e.lines = e.lines[1:]
	_, _ = io.WriteString(e.out, line)
	return copy(p, line), nil
}

func TestDialogues(t *testing.T) {
	for name, c := range map[string]struct {
		paths    []string
		commands []string
	}{
		"gallery.txt":  {nil, []string{"help", "list", "8", "finding", "finding", "explain", "fix", "summary", "n", "p", "reply", "more", "quit"}},
		"fix.txt":      {[]string{cases + "/013-stray-closers-inside.xml"}, []string{"f 2", "x", "x meaning", "t", "problems"}},
		"mistakes.txt": {[]string{cases + "/066-valid-minimal.xml"}, []string{"", "  ", "lits", "compact", "finding", "finding two", "explain", "explain xml_sintax", "explain qqqqqqqq", "n", "p", "9", "0", "attempt", "attempt x", "more", "fix", "EXIT"}},
		"ends.txt":     {[]string{"testdata/trailing.xml"}, []string{"fix"}},
		"budget.txt":   {[]string{cases + "/111-over-token-limit.attempt.json", cases + "/missing.xml"}, []string{"problems", "list", "finding 9", "finding 1"}},
	} {
		got := talk(t, c.paths, c.commands...)
		golden.Check(t, "testdata/"+name, got)
		for _, l := range strings.Split(got, "\n") {
			if strings.ContainsAny(l, "\r\x1b\t│┃━─✓✗·█▸╰") {
				t.Errorf("%s: a line that draws: %q", name, l)
			}
		}
	}
}

// Everything that check tells of an attempt, the dialogue tells, too.
func TestSaysWhatCheckSays(t *testing.T) {
	files, err := filepath.Glob(cases + "/*")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	for _, f := range files {
		w, err := loader.Open(context.Background(), []string{f}, loader.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := dossier.NewBook(w).Report(context.Background(), dossier.ReportOptions{Counter: &tokens.O200k{}})
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := report.Linear(&want, r, report.TextOptions{}); err != nil {
			t.Fatal(err)
		}
		var commands []string
		for _, a := range r.Attempts {
			for range a.Verdict.Findings {
				commands = append(commands, "finding")
			}
		}
		got := talk(t, []string{f}, append(commands, "problems")...)
		for _, l := range strings.Split(want.String(), "\n") {
			if !strings.Contains(got, l) {
				t.Errorf("%s: nothing is said of %q", filepath.Base(f), l)
			}
		}
	}
}

// No text of a file comes to the terminal as it is.
func TestHostileText(t *testing.T) {
	dir := t.TempDir()
	evil := "x\x1b]0;t\a\x1b[2J\u202e\u200b\x9b\u009b\r\n\xff日"
	path := filepath.Join(dir, "a\x1b[31m.xml")
	if err := os.WriteFile(path, []byte("<conversation_summary><goal>"+evil+"&"+evil+"</goal></conversation_summary>"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := talk(t, []string{path}, "list", "f", "f", "f", "f", "fix", "fix meaning", "summary", "reply", "explain "+evil, evil)
	for _, typed := range []string{"explain " + evil, evil} {
		got = strings.ReplaceAll(got, typed+"\n", "") // the test's own echo
	}
	for _, l := range strings.Split(got, "\n") {
		if source.Printable(l) != l {
			t.Errorf("not fit to be shown: %q", l)
		}
	}
}

func TestLongTextsComeInParts(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "long.xml")
	if err := os.WriteFile(path, []byte(strings.Repeat("line\n", 45)+strings.Repeat("é", 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	got := talk(t, []string{path}, "reply", "more", "more", "more", "reply", "help", "more")
	for _, want := range []string{"26 more lines follow", "6 more lines follow", "There is no more.", "Line 46, its beginning: é"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%.3000s", want, got)
		}
	}
	if strings.Count(got, "Line 21:") != 1 {
		t.Error("another command does not end what was left")
	}
}

func TestReadLine(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader("a\r\n"+strings.Repeat("b", 9000)+"\nc"), 16)
	for _, want := range []string{"a", strings.Repeat("b", maxLine), "c"} {
		if got, err := readLine(r); got != want || err != nil {
			t.Errorf("%.20q, %v; want %.20q", got, err, want)
		}
	}
	if _, err := readLine(r); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// brokenPipe fails after some bytes.
type brokenPipe struct{ left int }

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

func TestFailures(t *testing.T) {
	open := func(ctx context.Context) (*loader.Workspace, error) { return loader.Gallery(ctx, loader.Options{}) }
	for left := 0; left < 4000; left += 500 {
		o := Options{Open: open, In: strings.NewReader(strings.Repeat("list\nfinding\n", 20)), Out: &brokenPipe{left}}
		if err := Run(context.Background(), o); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("an output that ends after %d bytes: %v", left, err)
		}
	}
	bad := errors.New("no such thing")
	o := Options{Open: func(context.Context) (*loader.Workspace, error) { return nil, bad }, In: strings.NewReader(""), Out: io.Discard}
	if err := Run(context.Background(), o); !errors.Is(err, bad) {
		t.Errorf("opening fails: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	in, keys := io.Pipe()
	go func() { // the dialogue waits for a command when the program is to end
		cancel()
		keys.CloseWithError(errors.New("read was cancelled"))
	}()
	if err := Run(ctx, Options{Open: open, In: in, Out: io.Discard}); !errors.Is(err, context.Canceled) {
		t.Errorf("the context ends: %v", err)
	}
	var out bytes.Buffer
	empty := func(context.Context) (*loader.Workspace, error) { return &loader.Workspace{}, nil }
	o = Options{Open: empty, In: strings.NewReader("n\np\nlist\nf\nfix\nsummary\nattempt\n1\ntotals\n"), Out: &out}
	if err := Run(context.Background(), o); err != nil || !strings.Contains(out.String(), "no attempt") {
		t.Errorf("nothing to talk about: %v\n%s", err, out.String())
	}
}

// Lessons can be listed and taken one by one; the commands are about their case then,
// until an attempt is taken in hand again, and that without any attempt, too.
func TestLessonsAreTold(t *testing.T) {
	said := talk(t, nil, "lessons", "more", "lesson bare-ampersand", "finding", "fix", "summary", "lesson", "lesson 1", "lesson summary/bare-ampersnd", "lesson 999",
		"lesson nothing-like-it", "attempt", "summary", "reload", "lesson advice/repeated-key", "lesson")
	at := 0
	for _, want := range []string{
		" lessons. Say lesson with a number or a name", "1, shape/no-blocks: ", "more lessons follow. Say more", "21, ",
		", summary/bare-ampersand: a bare &.\n", "Why: A section is plain text", "The case:\nLine 1: <conversation_summary>", "the case: rejected xml_syntax", "Mended by hand, the case is accepted.",
		"byte 148 of the case", "Repair, safe, summary/bare-ampersand", "go build && go test", ", summary/html-entity: ", "Lesson 1 of ", "shape/no-blocks",
		"There is no lesson summary/bare-ampersnd; did you mean summary/bare-ampersand", "There is no lesson 999; the last is ", "There is no lesson nothing-like-it. Say lessons",
		"Attempt 2 of 11.", "Read again: 11 attempts", "Attempt 2 of 11.", ", advice/repeated-key: ", "the case: accepted", "That was the last lesson.",
	} {
		i := strings.Index(said[at:], want)
		if i < 0 {
			t.Fatalf("no %q behind byte %d of\n%s", want, at, said)
		}
		at += i
	}
	empty := talk(t, []string{t.TempDir()}, "lesson 1", "attempt", "finding", "next", "reload", "finding", "lesson", "reload", "attempt 1")
	for _, want := range []string{"Lesson 1 of ", "Say the number of an attempt", "There is no finding.", "Lesson 2 of ", "There is no attempt 1"} {
		if !strings.Contains(empty, want) {
			t.Errorf("without an attempt, no %q in\n%s", want, empty)
		}
	}
}

// Every lesson is told to the end.
func TestEveryLessonIsTold(t *testing.T) {
	commands := []string{}
	for range loader.Lessons() {
		commands = append(commands, "lesson")
	}
	said := talk(t, nil, commands...)
	if n := strings.Count(said, "Mended by hand, the case is accepted."); n != len(commands) {
		t.Errorf("%d of %d", n, len(commands))
	}
}
