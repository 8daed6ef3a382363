package history

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"compactlens/core/event"
	"compactlens/core/testfile"
)

// The policy of the application that the test journals were made with.
var policy = Policy{KeepRecentSegments: 2, KeepRecentTokens: 8000, MaxSummaryTokens: 4096}

// journals are the folders of journals to test with: the project's own and, where
// JOURNALS_DIR names one, another laid out alike.
func journals() []fs.FS {
	all := []fs.FS{os.DirFS("../../testdata/journals")}
	if dir := os.Getenv("JOURNALS_DIR"); dir != "" {
		all = append(all, os.DirFS(dir))
	}
	return all
}

// names lists the journals of a folder without their extension.
func names(fsys fs.FS) ([]string, error) {
	files, err := fs.Glob(fsys, "*.jsonl*")
	if err != nil {
		return nil, err
	}
	var all []string
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimSuffix(path.Base(file), ".gz"), ".jsonl")
		if !strings.HasSuffix(name, ".hooks") && name != "malformed" {
			all = append(all, name)
		}
	}
	return all, nil
}

// records calls f with every event of a journal, in either form, and with nil for
// what is no event of this project.
func records(raw []byte, f func(n int, e event.Event)) error {
	lines := bufio.NewReader(bytes.NewReader(raw))
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			var envelope struct {
				Kind string `json:"kind"`
				Body []byte `json:"body"`
			}
			if bytes.HasPrefix(line, []byte(`{"v":1,"kind":`)) {
				if err := json.Unmarshal(line, &envelope); err != nil {
					return err
				}
				line = envelope.Body
			}
			var unknown *event.UnknownTypeError
			if envelope.Kind == "" || envelope.Kind == "event" {
				e, err := event.Decode(line)
				if err != nil && !errors.As(err, &unknown) {
					return fmt.Errorf("record %d: %w", n, err)
				}
				f(n, e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// sent rebuilds the request of every compaction hustle, in the order of the journal.
func sent(raw []byte, p Policy) ([][]byte, error) {
	var (
		h        History
		requests [][]byte
		failed   error
	)
	err := records(raw, func(n int, e event.Event) {
		if e == nil {
			return
		}
		h.Add(e)
		started, ok := e.(*event.HustleStarted)
		if !ok || started.Run.Definition.Name != event.CompactionHustle {
			return
		}
		l := h.Loop(started.Cause.LoopID)
		c, err := l.Now()
		if err == nil {
			var r Request
			p := p
			p.Generation, _ = GenerationOf(started.Run.Definition.PolicyRevision)
			if r, err = c.Request(p, started.Run.Definition.Limits.InputBytes); err == nil {
				requests = append(requests, r.JSON)
				return
			}
		}
		failed = errors.Join(failed, fmt.Errorf("record %d: %w", n, err))
		requests = append(requests, nil)
	})
	return requests, errors.Join(err, failed)
}

// inputFiles names the captured requests of a journal that were sent, in order. A
// table of attempts beside the journal says which were; without one all were.
func inputFiles(fsys fs.FS, name string) ([]string, error) {
	base, _, _ := strings.Cut(name, ".")
	raw, err := testfile.ReadFrom(fsys, base+".attempts.json")
	if err == nil {
		var table struct {
			Attempts []struct {
				InputFile string `json:"input_file"`
				InputSent bool   `json:"input_sent"`
			} `json:"attempts"`
		}
		if err := json.Unmarshal(raw, &table); err != nil {
			return nil, err
		}
		var files []string
		for _, a := range table.Attempts {
			if a.InputSent {
				files = append(files, a.InputFile)
			}
		}
		return files, nil
	}
	var files []string
	for i := 1; ; i++ {
		file := fmt.Sprintf("%s.input-%d.json", base, i)
		if _, err := testfile.ReadFrom(fsys, file); errors.Is(err, fs.ErrNotExist) {
			return files, nil
		} else if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
}

func TestEveryRequestIsRebuilt(t *testing.T) {
	rebuilt, total := 0, 0
	for _, fsys := range journals() {
		all, err := names(fsys)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range all {
			raw, err := testfile.ReadFrom(fsys, name+".jsonl")
			if err != nil {
				t.Fatal(err)
			}
			files, err := inputFiles(fsys, name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := sent(raw, policy)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if len(got) != len(files) {
				t.Errorf("%s: %d requests in the journal, %d captured", name, len(got), len(files))
			}
			for i, file := range files[:min(len(files), len(got))] {
				want, err := testfile.ReadFrom(fsys, file)
				if err != nil {
					t.Fatal(err)
				}
				total++
				if !bytes.Equal(got[i], want) {
					t.Errorf("%s differs: %s", file, firstDifference(got[i], want))
					continue
				}
				rebuilt++
			}
		}
	}
	fmt.Printf("rebuilt %d of %d\n", rebuilt, total)
	if total == 0 {
		t.Error("no request was looked at")
	}
}

func firstDifference(got, want []byte) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	window := func(b []byte) []byte { return b[min(max(i-40, 0), len(b)):min(i+60, len(b))] }
	return fmt.Sprintf("at byte %d of %d and %d:\n got %q\nwant %q", i, len(got), len(want), window(got), window(want))
}

func TestRetainedTailsAreRecut(t *testing.T) {
	cuts := 0
	for _, fsys := range journals() {
		all, err := names(fsys)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range all {
			if strings.HasPrefix(name, "session-legacy") {
				continue // written by a runtime that retained nothing
			}
			raw, err := testfile.ReadFrom(fsys, name+".jsonl")
			if err != nil {
				t.Fatal(err)
			}
			var h History
			err = records(raw, func(n int, e event.Event) {
				if e == nil {
					return
				}
				if commit, ok := e.(*event.CompactionCommitted); ok {
					c, err := h.Loop(commit.LoopID).At(commit.Basis)
					if err != nil {
						t.Errorf("%s: record %d: %v", name, n, err)
						return
					}
					_, tail, err := c.Cut(policy)
					if err != nil {
						t.Errorf("%s: record %d: %v", name, n, err)
					}
					if len(tail) != len(commit.Retained) {
						t.Errorf("%s: record %d: %d messages retained, want %d", name, n, len(tail), len(commit.Retained))
					}
					cuts++
				}
				h.Add(e)
			})
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if cuts == 0 {
		t.Error("no commit was looked at")
	}
}
