package loader

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/testfile"
	"compactlens/loader/capture"
	"compactlens/loader/problem"
)

// journals is the project's folder of journals.
const journals = "../testdata/journals"

// folders are the folders of journals to test with: the project's own and, where
// JOURNALS_DIR names one, another laid out alike.
func folders() []string {
	all := []string{journals}
	if dir := os.Getenv("JOURNALS_DIR"); dir != "" {
		all = append(all, dir)
	}
	return all
}

// find returns the path of a file that may be compressed.
func find(t testing.TB, dir, name string) string {
	t.Helper()
	for _, path := range []string{filepath.Join(dir, name), filepath.Join(dir, name+".gz")} {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Fatalf("%s has no %s", dir, name)
	return ""
}

// fileContent returns a file's content, decompressed.
func fileContent(t testing.TB, path string) []byte {
	t.Helper()
	return testfile.MustFrom(t, os.DirFS(filepath.Dir(path)), filepath.Base(path))
}

func mustOpen(t testing.TB, opt Options, paths ...string) *Workspace {
	t.Helper()
	w, err := Open(context.Background(), paths, opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// base returns a path's last part without .gz.
func base(path string) string { return strings.TrimSuffix(filepath.Base(path), ".gz") }

func replyFile(a *Attempt) string {
	if a.Reply == nil {
		return ""
	}
	return base(a.Reply.Source.Path)
}

// write writes files into a new folder and returns it.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var reasonInChain = regexp.MustCompile(`invalid compaction summary \((\w+)\)`)

// TestInvalidSummaries opens a journal beside the folder it lies in: its attempts
// come first and once, each with the answer the model gave, and the checks give
// the reason that the runtime gave.
func TestInvalidSummaries(t *testing.T) {
	for _, dir := range folders() {
		w := mustOpen(t, Options{}, find(t, dir, "live-invalid-summaries.jsonl"), dir)
		const id = "838c969d-0889-419d-984b-637af7b14cc5"
		var sessions []*Session
		for _, s := range w.Sessions {
			if s.ID.String() == id {
				sessions = append(sessions, s)
			}
		}
		if len(sessions) != 1 || sessions[0] != w.Sessions[0] || len(sessions[0].AlsoIn) == 0 {
			t.Fatalf("%s: %d sessions %s, the first also in %d", dir, len(sessions), id, len(sessions[0].AlsoIn))
		}
		var cases []string
		if err := json.Unmarshal(fileContent(t, find(t, dir, "live-invalid-summaries.cases.json")), &cases); err != nil {
			t.Fatal(err)
		}
		for i, name := range cases {
			a := w.Attempts[i]
			if want := fmt.Sprintf("live-invalid-summaries.response-%d.json", i+1); replyFile(a) != want || a.Session != sessions[0] || a.Number != i+1 {
				t.Errorf("attempt %d has %s", i+1, replyFile(a))
			}
			if want := fmt.Sprintf("live-invalid-summaries.input-%d.json", i+1); a.Request == nil || base(a.Request.Source.Path) != want {
				t.Errorf("attempt %d has not its request", i+1)
			}
			if a.ReplyMatch.Confidence != Certain || len(a.ReplyMatch.Reasons) < 2 {
				t.Errorf("attempt %d: match %+v", i+1, a.ReplyMatch)
			}
			v := inspect.Judge(a.Evidence())
			want := reasonInChain.FindStringSubmatch(a.Hook.Errors[0])[1]
			if v.Decision != inspect.Rejected || string(v.Reason) != want {
				t.Errorf("%s: %v %s, the runtime said %s", name, v.Decision, v.Reason, want)
			}
			if len(a.Waiters) != 1 || a.Waiters[0].Asked == nil || a.Waiters[0].Replied == nil {
				t.Errorf("attempt %d: waiters %+v", i+1, a.Waiters)
			}
		}
	}
}

// TestComposedJournals compares with what the makers of the journals wrote down.
func TestComposedJournals(t *testing.T) {
	type made struct {
		AttemptID    string   `json:"attempt_id"`
		LoopID       string   `json:"loop_id"`
		Case         string   `json:"case"`
		Terminal     string   `json:"terminal"`
		RejectReason int      `json:"reject_reason"`
		Input        string   `json:"input_file"`
		Output       string   `json:"output_file"`
		Waiters      []string `json:"waiter_command_ids"`
		MaxTokens    uint64   `json:"max_summary_tokens"`
		OutputBytes  int64    `json:"output_bytes_limit"`
		InputLimit   uint64   `json:"input_limit_tokens"`
		PreTokens    uint64   `json:"pre_input_tokens"`
		PostTokens   uint64   `json:"post_input_tokens"`
		UsageTokens  uint64   `json:"usage_output_tokens"`
		Reason       string   `json:"invalid_summary_reason"`
		Note         string   `json:"note"` // what was done to the record after the figures were taken
	}
	for _, dir := range folders() {
		for _, name := range []string{"session-200", "session-multiloop", "session-legacy"} {
			w := mustOpen(t, Options{}, find(t, dir, name+".jsonl"), dir)
			var all struct{ Attempts []made }
			if err := json.Unmarshal(fileContent(t, find(t, dir, name+".attempts.json")), &all); err != nil {
				t.Fatal(err)
			}
			session := w.Sessions[0]
			if len(session.Attempts) != len(all.Attempts) {
				t.Errorf("%s: %d attempts, want %d", name, len(session.Attempts), len(all.Attempts))
				continue
			}
			for i, m := range all.Attempts {
				a := session.Attempts[i]
				what := fmt.Sprintf("%s %d %s", name, i+1, m.Case)
				if a.Loop.ID.String() != m.LoopID || a.Terminal.String() != m.Terminal || a.Terminal == Rejected && int(a.RejectReason) != m.RejectReason || !a.ID.IsZero() && a.ID.String() != m.AttemptID {
					t.Errorf("%s: loop %s, %s %d, id %s", what, a.Loop.ID, a.Terminal, a.RejectReason, a.ID)
				}
				if replyFile(a) != m.Output {
					t.Errorf("%s: reply %s, want %s (%v)", what, replyFile(a), m.Output, a.ReplyMatch)
				}
				if a.Request != nil && base(a.Request.Source.Path) != m.Input || a.Request == nil && a.Call != nil {
					t.Errorf("%s: request %+v, want %s", what, a.Request, m.Input)
				}
				for _, id := range m.Waiters {
					if a.Terminal != NoTerminal && !slices.ContainsFunc(a.Waiters, func(w Waiter) bool { return w.CommandID.String() == id }) {
						t.Errorf("%s: no waiter %s", what, id)
					}
				}
				e := a.Evidence()
				if a.Call != nil && (e.OutputBytes.Value != m.OutputBytes || e.MaxSummaryTokens.Value != m.MaxTokens) {
					t.Errorf("%s: limits %+v %+v", what, e.OutputBytes, e.MaxSummaryTokens)
				}
				if a.Measured != nil && m.PreTokens > 0 && (a.Measured.InputTokens != m.PreTokens || a.Measured.InputLimit != m.InputLimit) {
					t.Errorf("%s: measured %+v", what, a.Measured)
				}
				if a.Post != nil && m.Note == "" && a.Post.InputTokens != m.PostTokens {
					t.Errorf("%s: measured afterwards %+v", what, a.Post)
				}
				if u := e.Usage.Value; u != nil && u.OutputTokens != m.UsageTokens {
					t.Errorf("%s: usage %+v", what, u)
				}
				if m.Output == "" {
					continue
				}
				v := inspect.Judge(e)
				if string(v.Reason) != m.Reason {
					t.Errorf("%s: judged %v %q, want %q", what, v.Decision, v.Reason, m.Reason)
				}
			}
		}
	}
}

func TestMalformedLines(t *testing.T) {
	for _, dir := range folders() {
		w := mustOpen(t, Options{}, find(t, dir, "malformed.jsonl"))
		var verdicts []struct {
			Line  int
			Error string
		}
		if err := json.Unmarshal(fileContent(t, find(t, dir, "malformed.verdicts.json")), &verdicts); err != nil {
			t.Fatal(err)
		}
		lines := map[int]int{}
		for _, p := range w.Problems {
			lines[p.Place.Line]++
			if p.Path == "" || p.Place.Size == 0 && p.Kind != problem.Unknown {
				t.Errorf("problem without a place: %+v", p)
			}
		}
		for _, v := range verdicts {
			if (lines[v.Line] > 0) != (v.Error != "") {
				t.Errorf("line %d: %d problems, the runtime says %q", v.Line, lines[v.Line], v.Error)
			}
		}
		if a := w.Attempts[0]; a.RejectReason != 99 {
			t.Errorf("the attempt with a reason nobody knows: %+v", a)
		}
	}
}

// TestCases judges the cases by their evidence alone.
func TestCases(t *testing.T) {
	const dir = "../testdata/cases"
	w := mustOpen(t, Options{Against: filepath.Join(dir, "IDENTITY.json")}, dir)
	byName := map[string]*Attempt{}
	for _, a := range w.Attempts {
		byName[base(a.Source.Path)] = a
	}
	reasons := map[string]bool{}
	for _, r := range inspectReasons {
		reasons[r] = true
	}
	checked := 0
	for line := range strings.Lines(string(fileContent(t, filepath.Join(dir, "INDEX.tsv")))) {
		cells := strings.Split(line, "\t")
		a := byName[cells[0]]
		if cells[0] == "file" {
			continue
		}
		if a == nil {
			t.Errorf("%s: not opened", cells[0])
			continue
		}
		if outcome, ok := event.ParseCompactRejectReason(cells[1]); ok && a.Bundle != nil && a.Bundle.Post == (capture.Post{}) && (a.Terminal != Rejected || a.RejectReason != outcome) {
			t.Errorf("%s: %v %v, want %s", cells[0], a.Terminal, a.RejectReason, cells[1])
		}
		if !reasons[cells[1]] && (cells[1] != "valid" || a.Reply == nil) {
			continue
		}
		checked++
		e := a.Evidence()
		if a.Bundle == nil && a.Reply.Reply.Form == inspect.FormText {
			e.Usage = inspect.Know(&usageForTest, "test") // a text alone has none
		}
		if v := inspect.Judge(e); string(v.Reason) != strings.TrimPrefix(cells[1], "valid") || v.Decision == inspect.Undetermined && a.Bundle != nil {
			t.Errorf("%s: %v %q, want %s; %v", cells[0], v.Decision, v.Reason, cells[1], v.Missing)
		}
	}
	if checked < 45 {
		t.Errorf("%d cases were judged", checked)
	}
}

func TestEvidenceSources(t *testing.T) {
	path := find(t, journals, "live-committed-manual.jsonl")
	reply := find(t, journals, "live-committed-manual.response-1.json")
	request := find(t, journals, "live-committed-manual.input-1.json")
	a := mustOpen(t, Options{}, path, reply).Attempts[0]
	e := a.Evidence()
	for _, c := range []struct{ what, got, want string }{
		{"output bytes", fmt.Sprint(e.OutputBytes), "{65536 journal true}"},
		{"summary tokens", fmt.Sprint(e.MaxSummaryTokens), "{4096 preset carbon true}"},
		{"revision", fmt.Sprint(e.Identity.Revision), "{37 journal true}"},
		{"model", fmt.Sprint(e.Identity.Model), "{qwen3-coder-30b journal, the last measurement true}"},
		{"usage", e.Usage.From, "response"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.what, c.got, c.want)
		}
	}
	if v := inspect.Judge(e); v.Decision != inspect.Accepted {
		t.Errorf("judged %v %s %v", v.Decision, v.Reason, v.Missing)
	}
	if e := mustOpen(t, Options{}, path, reply, request).Attempts[0].Evidence(); e.MaxSummaryTokens.From != "request live-committed-manual.input-1.json" {
		t.Errorf("with the request: %+v", e.MaxSummaryTokens)
	}
	if e := mustOpen(t, Options{Preset: NoPreset}, path, reply).Attempts[0].Evidence(); e.MaxSummaryTokens.Set {
		t.Errorf("without a preset: %+v", e.MaxSummaryTokens)
	}
	given := capture.Figures{OutputBytes: inspect.Know[int64](10, "--output-bytes")}
	if e := mustOpen(t, Options{Overrides: given}, path, reply).Attempts[0].Evidence(); e.OutputBytes.From != "--output-bytes" {
		t.Errorf("by hand: %+v", e.OutputBytes)
	}
	if e := mustOpen(t, Options{Against: request}, reply).Attempts[0].Evidence(); e.Identity.Fingerprint.From != "against live-committed-manual.input-1.json" {
		t.Errorf("against a request: %+v", e.Identity.Fingerprint)
	}
	if e := mustOpen(t, Options{}, path).Attempts[0].Evidence(); e.Usage.From != "journal" || e.Reply.Form != inspect.FormNone {
		t.Errorf("the journal alone: %+v", e)
	}
	if e := mustOpen(t, Options{}, reply, request).Attempts[0].Evidence(); e.Identity.Fingerprint.From != "request live-committed-manual.input-1.json" {
		t.Errorf("a reply and its request: %+v", e.Identity)
	}
}

func TestTextsOnDemand(t *testing.T) {
	request := find(t, journals, "session-multiloop.input-4.json")
	w := mustOpen(t, Options{}, request, find(t, journals, "session-multiloop.jsonl"), "../testdata/cases/108-usage-zero-output.attempt.json")
	q := w.Requests[0]
	if got := q.Text(); !bytes.Equal(got.Bytes, fileContent(t, request)) || w.Attempts[3].Request != q {
		t.Errorf("%d bytes of the request", len(got.Bytes))
	}
	bundle := w.Attempts[len(w.Attempts)-1]
	in := bundle.Request.Text()
	if at := in.Map.Start(0); len(in.Bytes) == 0 || bundle.Source.Text().Bytes()[at] != in.Bytes[0] || at == 0 {
		t.Errorf("a bundle's request: %d bytes from %d", len(in.Bytes), at)
	}
	for i, want := range []bool{true, false, false, true} {
		text, err := w.Attempts[i].CommittedSummary()
		if err != nil || strings.HasPrefix(text, "<conversation_summary>") != want {
			t.Errorf("attempt %d: summary %.30q, %v", i+1, text, err)
		}
	}
	if problems, err := w.Sessions[0].Source.Check(context.Background()); err != nil || len(problems) != 0 {
		t.Errorf("%v, %v", problems, err)
	}
}

func TestUncheckedJournals(t *testing.T) {
	l := usual
	l.checked = 0
	w, err := open(context.Background(), []string{find(t, journals, "malformed.jsonl")}, Options{}, nil, l)
	if err != nil || w.Sources[0].Checked {
		t.Fatal(err)
	}
	before := len(w.Problems)
	found, err := w.Sources[0].Check(context.Background())
	if err != nil || len(found) == 0 || found[0].Place.Line != 14 {
		t.Errorf("%d problems before, then %v, %v", before, found, err)
	}
}

func TestUsageErrors(t *testing.T) {
	path := find(t, journals, "live-invalid-summaries.jsonl")
	reply := find(t, journals, "live-invalid-summaries.response-3.json")
	for name, c := range map[string]struct {
		opt    Options
		option string
	}{
		"unknown preset":    {Options{Preset: "x"}, "preset"},
		"against nothing":   {Options{Against: "nowhere"}, "against"},
		"against a journal": {Options{Against: path}, "against"},
		"no such attempt":   {Options{ReplyFile: reply, AttemptID: "ffff"}, "attempt"},
		"several attempts":  {Options{ReplyFile: reply}, "attempt"},
		"no such reply":     {Options{ReplyFile: "nowhere", AttemptID: "31ae1485"}, "reply"},
	} {
		_, err := Open(context.Background(), []string{path}, c.opt, nil)
		var u *UsageError
		if !errors.As(err, &u) || u.Option != c.option {
			t.Errorf("%s: %v", name, err)
		}
	}
	w := mustOpen(t, Options{ReplyFile: reply, AttemptID: "59911F90"}, path)
	if a := w.Attempts[3]; replyFile(a) != filepath.Base(reply) || a.ReplyMatch.By != ByOption || len(w.Attempts) != 21 || w.Attempts[2].Reply != nil {
		t.Errorf("%d attempts, the fourth has %s by %v", len(w.Attempts), replyFile(a), a.ReplyMatch.By)
	}
}

func TestProgressAndCancel(t *testing.T) {
	var last Progress
	found := 0
	calls := 0
	_, err := Open(context.Background(), []string{journals}, Options{}, func(p Progress) {
		if p.Done < last.Done || p.Done > p.Total || p.Path == "" {
			t.Errorf("progress went from %+v to %+v", last, p)
		}
		found += len(p.Found)
		last = p
		calls++
	})
	if err != nil || last.Done != last.Total || calls < 100 || found < 60 {
		t.Errorf("%v: %d calls, %d found, last %+v", err, calls, found, last)
	}
	ctx, cancel := context.WithCancel(context.Background())
	w, err := Open(ctx, []string{journals}, Options{}, func(p Progress) {
		if p.Done > p.Total/4 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || w == nil || len(w.Attempts) == 0 {
		t.Errorf("cancelled: %v, %v", err, w)
	}
}
