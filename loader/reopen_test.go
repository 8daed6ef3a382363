package loader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"compactlens/core/inspect"
)

// told writes down all that a workspace says.
func told(w *Workspace) string {
	var b strings.Builder
	match := func(m Match) string {
		return fmt.Sprint(m.By, " ", m.Confidence, " ", strings.Join(m.Reasons, "; "))
	}
	for _, s := range w.Sources {
		fmt.Fprintf(&b, "source %s %v %q %d %v\n", s.Path, s.Kind, s.About, s.Size, s.Asked)
	}
	for _, s := range w.Sessions {
		fmt.Fprintf(&b, "session %v %q %v %v %v in %s\n", s.ID, s.Title, s.Started, s.Ended, len(s.Loops), s.Source.Path)
		for _, in := range s.AlsoIn {
			fmt.Fprintf(&b, "  also in %s\n", in.Path)
		}
	}
	for _, a := range w.Attempts {
		fmt.Fprintf(&b, "attempt %d %s %v %v %v %v %v\n", a.Number, a.Key(), a.Terminal, a.RejectReason, a.Ending, a.Started, a.Duration)
		for _, e := range a.Events {
			fmt.Fprintf(&b, "  %s %d %v %v in %s\n", e.Type, e.Record, e.Place, e.At, e.Source.Path)
		}
		if r := a.Reply; r != nil {
			fmt.Fprintf(&b, "  reply %s by %s; %d twins, %q\n", r.Source.Path, match(a.ReplyMatch), len(r.Twins), r.Source.Text().Bytes())
		}
		if q := a.Request; q != nil {
			fmt.Fprintf(&b, "  request %s by %s: %d bytes\n", q.Source.Path, match(a.RequestMatch), len(q.Text().Bytes))
		}
		v := inspect.Judge(a.Evidence())
		fmt.Fprintf(&b, "  %v %v, %d findings; basis %v; hook %v; like %v\n", v.Decision, v.Reason, len(v.Findings), a.Basis, a.Hook != nil, a.Like != nil)
	}
	for _, p := range w.Problems {
		fmt.Fprintf(&b, "problem %v at %v\n", p, p.Place)
	}
	fmt.Fprintln(&b, len(w.Requests), "requests")
	return b.String()
}

// reopened opens w again and fails where that says something else than opening anew.
func reopened(t *testing.T, w *Workspace, opt Options, paths ...string) *Workspace {
	t.Helper()
	before := told(w)
	x, err := w.Reopen(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	fresh := mustOpen(t, opt, paths...)
	if got, want := told(x), told(fresh); got != want {
		t.Errorf("opened again:\n%s\nanew:\n%s", got, want)
	}
	if told(w) != before {
		t.Error("the workspace before changed")
	}
	return x
}

// copyOf copies those files of a folder whose names begin with one of prefixes.
func copyOf(t *testing.T, dir string, prefixes ...string) string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(e.Name(), p) }) {
			b, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			files[e.Name()] = string(b)
		}
	}
	return write(t, files)
}

func edit(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(b), 0o600); err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Duration(len(b)+1) * time.Minute) // no two versions of one time
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
}

// Whatever happens to the files, opening again says what opening anew does.
func TestReopenIsOpen(t *testing.T) {
	root, _ := storeOf(t, journals)
	dir := copyOf(t, journals, "live-invalid", "live-committed")
	if err := os.Rename(root, filepath.Join(dir, "other-store")); err != nil {
		t.Fatal(err)
	}
	w := mustOpen(t, Options{}, dir)
	w = reopened(t, w, Options{}, dir)
	reply := filepath.Join(dir, "live-invalid-summaries.output-9.txt")
	for name, change := range map[string]func(){
		"a reply":      func() { edit(t, reply, func(b []byte) []byte { return append(b, 'x') }) },
		"a reply gone": func() { _ = os.Remove(reply) },
		"a new one":    func() { edit(t, reply, func([]byte) []byte { return []byte(`{"summary":"x"}`) }) },
		"a loose one":  func() { edit(t, dir+"/new.xml", func([]byte) []byte { return []byte("<conversation_summary/>") }) },
		"no journal":   func() { _ = os.Remove(filepath.Join(dir, "live-committed-manual.jsonl.gz")) },
		"a fresh one":  func() { edit(t, dir+"/a.jsonl", func([]byte) []byte { return []byte(script("compact:1:5 call:1:9")) }) },
		"an empty one": func() { edit(t, dir+"/empty.xml", func([]byte) []byte { return nil }) },
		"damage":       func() { edit(t, dir+"/a.jsonl", func(b []byte) []byte { return append(b, "no json\n"...) }) },
	} {
		change()
		w = reopened(t, w, Options{}, dir)
		if t.Failed() {
			t.Fatalf("after %s", name)
		}
	}
}

// A journal that grows record by record, and in the middle of one.
func TestReopenGrows(t *testing.T) {
	whole := []byte(script("fence turn:1:hello compact:1:5 measured:1:1 call:1:9 end:1:9 commit:1:3:3:5 yes:1:3:5 call:1:8 fail:1:8:4:6 reject:1:4:2::9 compact:2:6 call:2:7"))
	dir := write(t, map[string]string{"a.jsonl": ""})
	path := filepath.Join(dir, "a.jsonl")
	end := bytes.IndexByte(whole, '\n') + 1
	edit(t, path, func([]byte) []byte { return whole[:end] })
	w := mustOpen(t, Options{}, dir)
	for end < len(whole) {
		next := bytes.IndexByte(whole[end:], '\n') + 1 + end
		edit(t, path, func([]byte) []byte { return whole[:(end+next)/2] }) // half of it
		if next-end > 4 {
			x, err := w.Reopen(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if s := x.Sources[0]; s.Growing && len(s.Problems) > 0 {
				t.Errorf("half a record of a growing journal is told of: %v", x.Problems)
			}
			if w = x; w.Sources[0].Growing {
				w = reopened(t, w, Options{}, dir) // it grows no more: now it is
			}
		}
		edit(t, path, func([]byte) []byte { return whole[:next] })
		w = reopened(t, w, Options{}, dir)
		end = next
	}
	if len(w.Attempts) != 3 || w.Attempts[2].Ending != EndingOpen {
		t.Errorf("%d attempts", len(w.Attempts))
	}
	edit(t, path, func(b []byte) []byte { return b[:len(b)/2] })
	w = reopened(t, w, Options{}, dir)
	edit(t, path, func(b []byte) []byte { return append([]byte("{}\n"), whole...) })
	reopened(t, w, Options{}, dir)
}

// What did not change is shared and not read, however often it is opened again.
func TestReopenShares(t *testing.T) {
	dir := write(t, map[string]string{"a.xml": "<conversation_summary/>", "b.xml": "<conversation_summary></conversation_summary>", "a.jsonl": script("turn:1:x call:1:9")})
	w := mustOpen(t, Options{}, dir)
	x, err := w.Reopen(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range w.Sources {
		if w.Sources[i] == x.Sources[i] || w.Sources[i].file != x.Sources[i].file || w.Sources[i].index != x.Sources[i].index {
			t.Errorf("%s: a source of its own with what was read: %v", w.Sources[i].Path, w.Sources[i].file == x.Sources[i].file)
		}
	}
	edit(t, dir+"/a.xml", func(b []byte) []byte { return b }) // touched
	if x, err = x.Reopen(context.Background(), []string{dir + "/b.xml"}); err != nil {
		t.Fatal(err)
	}
	for i, s := range x.Sources {
		if s.file != w.Sources[i].file {
			t.Errorf("%s: the same text is another one", s.Path)
		}
	}
	// A file put in the place of another of the same size and time, which only who
	// watches knows.
	info, err := os.Stat(dir + "/b.xml")
	if err != nil {
		t.Fatal(err)
	}
	edit(t, dir+"/b.xml", bytes.ToUpper)
	if err := os.Chtimes(dir+"/b.xml", info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if x, err = x.Reopen(context.Background(), []string{dir + "/b.xml"}); err != nil || !bytes.HasPrefix(x.Sources[2].file.Bytes(), []byte("<CONV")) {
		t.Errorf("%v: %s", err, x.Sources[2].file.Bytes())
	}
}

func TestReopenOtherInputs(t *testing.T) {
	opt := Options{Stdin: strings.NewReader("<conversation_summary/>")}
	w := mustOpen(t, opt, Stdin, "not-there.xml")
	for range 2 {
		x, err := w.Reopen(context.Background(), nil)
		if err != nil || told(x) != told(w) {
			t.Errorf("standard input: %v\n%s\nwant\n%s", err, told(x), told(w))
		}
		w = x
	}
	g, err := Gallery(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if x, err := g.Reopen(context.Background(), nil); err != nil || x != g {
		t.Errorf("the gallery: %v", err)
	}
	dir := write(t, map[string]string{"a.jsonl": script("compact:1:5 call:1:9 fail:1:9:4:6 reject:1:3:3:5:9"), "r.txt": `{"summary":"x"}`})
	opt = Options{ReplyFile: dir + "/r.txt", AttemptID: "b"}
	w = mustOpen(t, opt, dir+"/a.jsonl")
	edit(t, dir+"/r.txt", func([]byte) []byte { return []byte(`{"summary":"y"}`) })
	reopened(t, w, opt, dir+"/a.jsonl")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := w.Reopen(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// BenchmarkReopen opens a journal of 64 MB again after it grew by one event.
func BenchmarkReopen(b *testing.B) {
	line := script("turn:1:" + strings.Repeat("x", 2000))
	path := filepath.Join(b.TempDir(), "a.jsonl")
	if err := os.WriteFile(path, bytes.Repeat([]byte(line), 64<<20/len(line)), 0o600); err != nil {
		b.Fatal(err)
	}
	w := mustOpen(b, Options{}, path)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if _, err := io.WriteString(f, line); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		x, err := w.Reopen(b.Context(), nil)
		if err != nil || !slices.ContainsFunc(x.Sources, func(s *Source) bool { return s.Growing }) {
			b.Fatal(err)
		}
	}
}

// The log of a store grows by frames, and stores get sessions.
func TestReopenAStore(t *testing.T) {
	root, scenarios := storeOf(t, journals)
	var session string
	for id, scenario := range scenarios {
		if scenario == "invalid-summaries" {
			session = id
		}
	}
	log := filepath.Join(root, "streams", "sessions", session+".log")
	whole, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(log); err != nil {
		t.Fatal(err)
	}
	w := mustOpen(t, Options{}, root)
	before := len(w.Attempts)
	for _, part := range []int{7, 3, 2, 1} { // mostly in the middle of a frame
		edit(t, log, func([]byte) []byte { return whole[:len(whole)/part] })
		x, err := w.Reopen(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range x.Problems {
			if part < 7 && p.Path == log {
				t.Errorf("of a log that grows: %v", p)
			}
		}
		w = reopened(t, x, Options{}, root)
	}
	if n := len(w.Attempts) - before; n != 21 {
		t.Errorf("%d attempts came", n)
	}
}
