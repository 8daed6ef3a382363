package loader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/testfile"

	"compactlens/loader/problem"
)

func TestPathsThatCannotBeOpened(t *testing.T) {
	dir := write(t, map[string]string{"a.xml": "<conversation_summary/>", "empty.xml": "", "junk.bin": "\x00\x01\x02\x03\x04", "utf16.txt": "\xff\xfea\x00", ".hidden.xml": "<conversation_summary/>", "db": "SQLite format 3\x00..."})
	w := mustOpen(t, Options{}, filepath.Join(dir, "a.xml"), filepath.Join(dir, "nowhere"), os.DevNull, dir)
	if len(w.Attempts) != 1 || replyFile(w.Attempts[0]) != "a.xml" {
		t.Errorf("%d attempts", len(w.Attempts))
	}
	got := map[string]string{}
	for _, p := range w.Problems {
		got[filepath.Base(p.Path)] = p.Kind.String()
	}
	want := map[string]string{"nowhere": "not_found", "null": "not_a_file", "empty.xml": "empty", "junk.bin": "binary", "utf16.txt": "utf16", "db": "binary"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("problems %v, want %v", got, want)
	}
	if failed := w.Failed(); len(failed) != 2 || !errors.Is(failed[0], fs.ErrNotExist) {
		t.Errorf("failed %v", failed)
	}
}

func TestFolders(t *testing.T) {
	dir := write(t, map[string]string{"b/2.xml": "<conversation_summary/>", "b/1.xml": "<conversation_summary/>", "a/x.xml": "<conversation_summary/>", "c.xml": "<conversation_summary/>", "d/e/f/g.xml": "<conversation_summary/>"})
	for link, to := range map[string]string{"a/loop": "..", "b/again.xml": "../c.xml", "z": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	w := mustOpen(t, Options{}, filepath.Join(dir, "c.xml"), dir, filepath.Join(dir, "b"))
	var got []string
	for _, s := range w.Sources {
		rel, _ := filepath.Rel(dir, s.Path)
		got = append(got, filepath.ToSlash(rel))
	}
	if fmt.Sprint(got) != "[c.xml a/x.xml b/1.xml b/2.xml d/e/f/g.xml]" || len(w.Problems) != 0 {
		t.Errorf("opened %v, %v", got, w.Problems)
	}
	l := usual
	l.depth, l.entries = 2, 7
	w, err := open(context.Background(), []string{dir}, Options{}, nil, l)
	kinds := fmt.Sprint(len(w.Sources))
	for _, p := range w.Problems {
		kinds += " " + p.Kind.String()
	}
	if err != nil || kinds != "4 too_many" {
		t.Errorf("few entries: %s, %v", kinds, err)
	}
	l.entries = 1000
	w, _ = open(context.Background(), []string{dir}, Options{}, nil, l)
	if len(w.Sources) != 4 || len(w.Problems) != 1 || w.Problems[0].Kind != problem.TooDeep {
		t.Errorf("few levels: %d sources, %v", len(w.Sources), w.Problems)
	}
}

func TestCompressedFiles(t *testing.T) {
	summary := string(testfile.Zipped(t, []byte("<conversation_summary/>")))
	lines := string(testfile.Zipped(t, bytes.Repeat(fileContent(t, find(t, journals, "live-context-count-failed.jsonl")), 3)))
	dir := write(t, map[string]string{
		"1-bomb.xml.gz": string(testfile.Zipped(t, make([]byte, 1<<20))), "2-good.xml.gz": summary, "3-cut.jsonl.gz": lines[:len(lines)/2], "4-bad.gz": "\x1f\x8bnothing",
	})
	l := usual
	l.inflated = 1 << 19
	w, err := open(context.Background(), []string{dir}, Options{}, nil, l)
	if err != nil || len(w.Sources) != 4 || w.Sources[1].Kind != KindSummary || !w.Sources[1].Gzip {
		t.Fatalf("%v: %+v", err, w.Sources)
	}
	got := map[string]string{}
	for _, p := range w.Problems {
		got[filepath.Base(p.Path)[:1]] += p.Kind.String() + " "
	}
	if got["1"] != "inflates_too_large " || got["4"] != "bad_gzip " || !strings.HasPrefix(got["3"], "bad_gzip") || len(w.Sessions) != 1 {
		t.Errorf("problems %v, %d sessions", got, len(w.Sessions))
	}
	l.held = int64(len("<conversation_summary/>")) - 1
	if w, _ := open(context.Background(), []string{filepath.Join(dir, "2-good.xml.gz")}, Options{}, nil, l); len(w.Problems) != 1 || w.Problems[0].Kind != problem.InflatesTooLarge {
		t.Errorf("nothing may be held: %v", w.Problems)
	}
}

// What is too large compressed, or on standard input, is no smaller in a file: the remedy
// holds for journals alone, and says so.
func TestRemediesOfSizeHold(t *testing.T) {
	journal := string(fileContent(t, find(t, journals, "live-committed-manual.jsonl")))
	for name, text := range map[string]string{"a.jsonl": journal, "a.xml": "<conversation_summary>" + strings.Repeat("x", len(journal)) + "</conversation_summary>"} {
		l := usual
		l.inflated, l.document = 1000, 1000
		dir := write(t, map[string]string{name: text, name + ".gz": string(testfile.Zipped(t, []byte(text)))})
		whole, _ := open(t.Context(), []string{filepath.Join(dir, name)}, Options{}, nil, l)
		packed, _ := open(t.Context(), []string{filepath.Join(dir, name+".gz")}, Options{}, nil, l)
		piped, _ := open(t.Context(), []string{"-"}, Options{Stdin: strings.NewReader(text)}, nil, l)
		if opens := len(whole.Attempts) > 0; opens != (name == "a.jsonl") {
			t.Errorf("%s as a file: %v", name, whole.Problems)
		}
		for _, w := range []*Workspace{packed, piped} {
			if p := w.Problems[0]; len(w.Problems) != 1 || !strings.Contains(p.Remedy(), "a journal") || !strings.Contains(p.Remedy(), "no other document may be larger") {
				t.Errorf("%s: %v", name, w.Problems)
			}
		}
	}
	l := usual
	l.held = 10
	dir := write(t, map[string]string{"a.xml.gz": string(testfile.Zipped(t, []byte("<conversation_summary/>")))})
	if w, _ := open(t.Context(), []string{dir}, Options{}, nil, l); !strings.Contains(w.Problems[0].Detail, "the other compressed files") {
		t.Errorf("no room is left: %v", w.Problems)
	}
}

// Pieces that were compressed one by one are read as one, and what stands behind them is
// told and left out; where a piece ends too soon, that is damage.
func TestCompressedPieces(t *testing.T) {
	const summary = "<conversation_summary/>"
	one, two := string(testfile.Zipped(t, []byte(summary[:9]))), string(testfile.Zipped(t, []byte(summary[9:])))
	for _, c := range []struct{ name, in, want string }{
		{"two", one + two, ""}, {"one and nothing", string(testfile.Zipped(t, []byte(summary))) + string(testfile.Zipped(t, nil)), ""},
		{"letters behind", one + two + "junk", "trailing_bytes"}, {"one byte behind", one + two + "\x1f", "trailing_bytes"}, {"zeros behind", one + two + strings.Repeat("\x00", 512), "trailing_bytes"},
		{"a cut head", one + two + "\x1f\x8b\x08", "bad_gzip"}, {"a cut piece", one + two[:len(two)-5], "bad_gzip"}, {"a bad head", one + two + "\x1f\x8bnothing of it", "bad_gzip"},
	} {
		w := mustOpen(t, Options{Stdin: strings.NewReader(c.in)}, "-")
		var got []string
		for _, p := range w.Problems {
			got = append(got, p.Kind.String())
		}
		if strings.Join(got, " ") != c.want || len(w.Attempts) != 1 || string(w.Attempts[0].Reply.Reply.File.Bytes()) != summary {
			t.Errorf("%s: problems %v, %d attempts", c.name, w.Problems, len(w.Attempts))
		}
	}
}

func TestStandardInput(t *testing.T) {
	for _, in := range []string{"<conversation_summary/>", string(testfile.Zipped(t, []byte("<conversation_summary/>")))} {
		w := mustOpen(t, Options{Stdin: strings.NewReader(in)}, "-", "-")
		if len(w.Sources) != 1 || len(w.Attempts) != 1 || w.Attempts[0].Source.Kind != KindSummary {
			t.Errorf("%q: %+v", in, w.Sources[0])
		}
	}
	journal := fileContent(t, find(t, journals, "live-invalid-summaries.jsonl"))
	w := mustOpen(t, Options{Stdin: bytes.NewReader(journal)}, "-")
	if len(w.Attempts) != 21 {
		t.Errorf("a journal: %d attempts", len(w.Attempts))
	}
	if w := mustOpen(t, Options{}, "-"); len(w.Problems) != 1 || w.Problems[0].Kind != problem.Empty {
		t.Errorf("nothing: %v", w.Problems)
	}
	l := usual
	l.inflated = 100
	for in, want := range map[string]problem.Kind{
		strings.Repeat("x", 101): problem.InputTooLarge, string(testfile.Zipped(t, make([]byte, 101))): problem.InflatesTooLarge, "\x1f\x8bnothing": problem.BadGzip,
	} {
		w, _ = open(context.Background(), []string{"-"}, Options{Stdin: strings.NewReader(in)}, nil, l)
		if len(w.Problems) != 1 || w.Problems[0].Kind != want {
			t.Errorf("%.9q: %v", in, w.Problems)
		}
	}
}

// A folder in which there is nothing says so.
func TestEmptyFolder(t *testing.T) {
	dir := t.TempDir()
	w, err := Open(context.Background(), []string{dir}, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Failed()) != 1 || w.Failed()[0].Kind != problem.Nothing || w.Failed()[0].Path != dir {
		t.Errorf("problems %v", w.Problems)
	}
}
