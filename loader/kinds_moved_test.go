//go:build unix

package loader

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/inspect"
	"compactlens/core/testfile"
	"compactlens/loader/problem"
)

// movable is something that can be open while its file moves.
type movable struct {
	name  string
	files map[string]string // by path below a folder
	moves string            // the one that moves
	opens string            // what is opened; empty is the one that moves
	cut   string            // kinds of problems where half of it is there
}

func movables(t *testing.T) []movable {
	t.Helper()
	content := func(dir, name string) string { return string(testfile.Must(t, dir+"/"+name)) }
	const captures, cases, journals = "captures", "cases", "journals"
	journal := content(journals, "live-committed-manual.jsonl")
	var log []byte
	for i, line := range strings.Split(strings.TrimSpace(content(journals, "live-committed-manual.ledger.jsonl")), "\n") {
		log = append(log, frame(i+1, []byte(line))...)
	}
	const stream = "store/streams/sessions/fe5395c7-40a7-4a2a-a8e6-0a53350d583c.log"
	summary := content(cases, "026-less-than-code.xml")
	one := func(name, text, cut string) movable {
		return movable{name: name, files: map[string]string{name: text}, moves: name, cut: cut}
	}
	return []movable{
		one("summary.xml", summary, ""),
		one("swapped.json", content(cases, "088-model-swapped.json"), ""),
		one("anthropic.json", content(captures, "anthropic.valid.response.json"), ""),
		one("request.json", content(captures, "openai.request.json"), ""),
		one("bundle.attempt.json", content(cases, "101-refusal-block.attempt.json"), ""),
		one("journal.jsonl", journal, "half_line"),
		one("ledger.jsonl", content(journals, "live-committed-manual.ledger.jsonl"), "half_line"),
		one("summary.xml.gz", string(testfile.Zipped(t, []byte(summary))), "bad_gzip"),
		one("journal.jsonl.gz", string(testfile.Zipped(t, []byte(journal))), "bad_gzip"),
		{name: "log.log", files: map[string]string{stream: string(log)}, moves: stream, cut: "torn_tail"},
		{name: "store", files: map[string]string{stream: string(log), "store/kv/sessions/fe5395c7-40a7-4a2a-a8e6-0a53350d583c": "12345678{}"}, moves: stream, opens: "store", cut: "torn_tail"},
		{name: "folder", files: map[string]string{"a.xml": summary, "b.xml": summary}, moves: "a.xml", opens: "."},
	}
}

// moves are what can happen to a file; each returns the kinds of problems, of which one
// must be told then, or nothing where there need not be one.
var moves = []struct {
	name string
	do   func(t *testing.T, m movable, path string) (want []problem.Kind)
}{
	{"grows", func(t *testing.T, m movable, path string) []problem.Kind {
		edit(t, path, func(b []byte) []byte { return append(b, b...) })
		return nil
	}},
	{"shrinks", func(t *testing.T, m movable, path string) []problem.Kind {
		edit(t, path, func(b []byte) []byte { return b[:len(b)/2-1] })
		for _, k := range problem.Kinds() {
			if k.String() == m.cut {
				return []problem.Kind{k}
			}
		}
		return nil
	}},
	{"is emptied", func(t *testing.T, m movable, path string) []problem.Kind {
		edit(t, path, func([]byte) []byte { return nil })
		if m.moves != m.name && m.opens != "." {
			return nil // a log of a session that has no records yet
		}
		return []problem.Kind{problem.Empty}
	}},
	{"is written over", func(t *testing.T, m movable, path string) []problem.Kind {
		edit(t, path, func(b []byte) []byte { return []byte(strings.Repeat("\x00\x01", len(b)/2+1)[:len(b)]) })
		return []problem.Kind{problem.Binary, problem.LengthField, problem.TornTail}
	}},
	{"rotates", func(t *testing.T, m movable, path string) []problem.Kind {
		b, err := os.ReadFile(path)
		if err == nil {
			err = os.Rename(path, filepath.Join(t.TempDir(), "old"))
		}
		if err != nil {
			t.Fatal(err)
		}
		edit(t, path, func([]byte) []byte { return b[:len(b)-1] })
		return nil
	}},
	{"vanishes", func(t *testing.T, m movable, path string) []problem.Kind {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if m.opens != "" {
			return nil // the folder has one less
		}
		return []problem.Kind{problem.NotFound}
	}},
	{"becomes a folder", func(t *testing.T, m movable, path string) []problem.Kind {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		if m.opens != "" {
			return nil
		}
		return []problem.Kind{problem.Nothing}
	}},
	{"becomes a link in a circle", func(t *testing.T, m movable, path string) []problem.Kind {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Base(path), path); err != nil {
			t.Fatal(err)
		}
		if m.opens == "." {
			return nil // it is passed over
		}
		return []problem.Kind{problem.Unreadable, problem.LeadsOut}
	}},
}

// Whatever happens to a file of any kind while it is open: what was read of it is still
// there or says that it was changed, and what is read again is what is there then.
func TestEveryKindMoves(t *testing.T) {
	for _, m := range movables(t) {
		for _, move := range moves {
			t.Run(m.name+" "+move.name, func(t *testing.T) {
				dir := write(t, m.files)
				opened := filepath.Join(dir, filepath.FromSlash(m.moves))
				path := opened
				if m.opens != "" {
					opened = filepath.Join(dir, m.opens)
				}
				w := mustOpen(t, Options{}, opened)
				if len(w.Problems) != 0 && w.Problems[0].Kind != problem.RequestAlone {
					t.Fatalf("before: %v", w.Problems)
				}
				before := answers(w)
				want := move.do(t, m, path)
				for _, s := range w.Sources {
					if s.Index() == nil {
						continue
					}
					if read, changed, other := readAll(t, s); other > 0 || read+changed == 0 {
						t.Errorf("%d records were read, %d changed, %d failed otherwise", read, changed, other)
					}
				}
				if after := answers(w); len(m.cut) == 0 && after != before {
					t.Errorf("what was read is another:\n%s\nwas\n%s", after, before)
				}
				x, err := w.Reopen(context.Background(), []string{path})
				if err != nil {
					t.Fatal(err)
				}
				fresh := mustOpen(t, Options{}, opened)
				if got, want := told(x), told(fresh); got != want {
					t.Errorf("opened again:\n%s\nanew:\n%s", got, want)
				}
				found := len(want) == 0
				var kinds []string
				for _, p := range fresh.Problems {
					kinds = append(kinds, p.Kind.String())
					for _, k := range want {
						found = found || p.Kind == k
					}
				}
				if !found {
					t.Errorf("problems %v, want one of %v", kinds, want)
				}
				if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) && m.opens == "" && len(x.Attempts) > 0 {
					t.Errorf("%d attempts without a file", len(x.Attempts))
				}
			})
		}
	}
}

// answers writes down the answers of w and what is said of them.
func answers(w *Workspace) string {
	var b strings.Builder
	for _, a := range w.Attempts {
		b.WriteString(a.Key() + "\n")
		if r := a.Reply; r != nil && r.Source.Text() != nil {
			b.Write(r.Source.Text().Bytes())
		}
		b.WriteString(inspect.Judge(a.Evidence()).Decision.String() + "\n")
	}
	return b.String()
}
