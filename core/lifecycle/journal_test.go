package lifecycle

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"compactlens/core/event"
	"compactlens/core/history"
	"compactlens/core/testfile"
)

// known are the settings of the application that the test journals were made with.
var known = Settings{Policy: &history.Policy{KeepRecentSegments: 2, KeepRecentTokens: 8000, MaxSummaryTokens: 4096}}

// folders are the folders of journals to test with: the project's own and, where
// JOURNALS_DIR names one, another laid out alike.
func folders() []fs.FS {
	all := []fs.FS{os.DirFS("../../testdata/journals")}
	if dir := os.Getenv("JOURNALS_DIR"); dir != "" {
		all = append(all, os.DirFS(dir))
	}
	return all
}

// audit follows a journal in either form. Records are numbered by line.
func audit(t *testing.T, raw []byte) *Audit {
	t.Helper()
	a := &Audit{}
	lines := bufio.NewReader(bytes.NewReader(raw))
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			follow(t, a, n, line)
		}
		if err == io.EOF {
			return a
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func follow(t *testing.T, a *Audit, n int, line []byte) {
	t.Helper()
	envelope := struct {
		Kind string `json:"kind"`
		Body []byte `json:"body"`
	}{Kind: "event", Body: line}
	if bytes.HasPrefix(line, []byte(`{"v":1,"kind":`)) {
		if err := json.Unmarshal(line, &envelope); err != nil {
			t.Fatal(err)
		}
	}
	switch envelope.Kind {
	case "fence":
		a.Fence(n)
	case "command":
		c, err := event.DecodeCommand(envelope.Body)
		if err != nil {
			t.Fatal(err)
		}
		a.Command(n, c)
	case "event":
		e, err := event.Unmarshal(envelope.Body)
		var unknown *event.UnknownTypeError
		if errors.As(err, &unknown) {
			return
		}
		if err != nil {
			t.Fatalf("record %d: %v", n, err)
		}
		a.Event(n, e)
	}
}

// expected is a row of the table of attempts beside a composed journal.
type expected struct {
	AttemptID    event.UUID                `json:"attempt_id"`
	LoopID       event.UUID                `json:"loop_id"`
	Case         string                    `json:"case"`
	Terminal     string                    `json:"terminal"`
	RejectReason event.CompactRejectReason `json:"reject_reason"`
	Waiters      []event.UUID              `json:"waiter_command_ids"`
	Retained     int                       `json:"retained_messages"`
	RetainedSize uint64                    `json:"retained_request_tokens"`
	InputLimit   uint64                    `json:"input_limit_tokens"`
	PreTokens    uint64                    `json:"pre_input_tokens"`
	PostTokens   uint64                    `json:"post_input_tokens"`
}

// caseCauses says which cause each case of the composed journals has, by the start
// of its name.
var caseCauses = []struct {
	prefix string
	cause  CauseID
	likely bool
}{
	{"committed", CauseCommitted, false},
	{"automatic, committed", CauseCommitted, false},
	{"legacy committed", CauseCommitted, false},
	{"reviewer loop, automatic, committed", CauseCommitted, false},
	{"carbon loop, manual, committed", CauseCommitted, false},
	{"20,000-message transcript: committed", CauseCommitted, false},
	{"20,000-message transcript: raw <", CauseAnswerRefused, false},
	{"invalid: over the summary token budget", CauseOverBudget, false},
	{"invalid: usage says zero", CauseUsageZero, false},
	{"invalid: ", CauseAnswerRefused, false},
	{"automatic, rejected", CauseAnswerRefused, false},
	{"rejected, same era", CauseAnswerRefused, false},
	{"carbon loop, manual, rejected", CauseAnswerRefused, false},
	{"reject 2 shutting down while running", CauseShutdownDuringCall, false},
	{"reject 3 interrupted while running", CauseInterruptAfterCall, false},
	{"reject 4 canceled: summary call timed out", CauseCallTimeout, false},
	{"reject 5 stale basis", CauseBasisMoved, false},
	{"reject 6 progress publication", CauseNoticeUnpublished, false},
	{"reject 7 unavailable: denied by hook", CauseDenied, true},
	{"reject 7 unavailable: nothing older", CauseNothingToCompact, false},
	{"reject 8 execution failed: provider", CauseProviderError, false},
	{"reject 10 context count failed before", CauseTailUncounted, false},
	{"reject 10 context count failed after", CauseResultUncounted, false},
	{"reject 11 summary too large", CauseSummaryTooLarge, false},
	{"reject 12 internal", CauseInternalBeforeCall, false},
	{"reject 13 context limit unknown", CauseLimitUnknown, false},
	{"reject 14 retained tail too large", CauseTailTooLarge, false},
	{"lane full: 64 waiters", CauseProviderError, false},
	{"interrupted before it started", CauseEndedWaiting, false},
	{"shut down before it started", CauseEndedWaiting, false},
	{"no terminal: cancelled by shutdown", CauseStoppedInCall, true},
	{"no terminal: process died while", CauseDiedInCall, true},
	{"explorer loop, automatic, no terminal", CauseDiedInCall, true},
}

func TestComposedJournals(t *testing.T) {
	total := 0
	for _, fsys := range folders() {
		tables, err := fs.Glob(fsys, "*.attempts.json*")
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range tables {
			name, _, _ := strings.Cut(table, ".attempts")
			var want struct {
				Attempts []expected `json:"attempts"`
			}
			if err := json.Unmarshal(testfile.MustFrom(t, fsys, name+".attempts.json"), &want); err != nil {
				t.Fatal(err)
			}
			got := audit(t, testfile.MustFrom(t, fsys, name+".jsonl")).Attempts()
			if len(got) != len(want.Attempts) {
				t.Errorf("%s: %d attempts, want %d", name, len(got), len(want.Attempts))
			}
			for i := range min(len(got), len(want.Attempts)) {
				total++
				checkAttempt(t, fmt.Sprintf("%s: %q", name, want.Attempts[i].Case), got[i], want.Attempts[i])
			}
		}
	}
	fmt.Printf("attempts %d\n", total)
	if total == 0 {
		t.Error("no attempt was looked at")
	}
}

func checkAttempt(t *testing.T, name string, got *Attempt, want expected) {
	t.Helper()
	if got.Outcome.String() != want.Terminal || got.LoopID != want.LoopID || got.terminal() && got.ID != want.AttemptID {
		t.Errorf("%s: got %s of %s, want %s of %s", name, got.Outcome, got.ID, want.Terminal, want.AttemptID)
	}
	if got.Outcome == OutcomeRejected && got.RejectReason != want.RejectReason {
		t.Errorf("%s: rejected with %s, want %s", name, got.RejectReason, want.RejectReason)
	}
	if got.terminal() {
		if len(got.Waiters) != len(want.Waiters) {
			t.Errorf("%s: %d waiters, want %d", name, len(got.Waiters), len(want.Waiters))
		}
		for _, w := range got.Waiters {
			if w.Reply == (Evidence{}) {
				t.Errorf("%s: %s has no reply", name, w.CommandID)
			}
		}
	}
	if len(got.Findings) > 0 {
		t.Errorf("%s: findings %+v", name, got.Findings)
	}
	cause := got.Explain(known)
	for _, row := range caseCauses {
		if strings.HasPrefix(want.Case, row.prefix) {
			if cause.ID != row.cause || cause.Likely != row.likely {
				t.Errorf("%s: cause %s (likely %v, %v), want %s", name, cause.ID, cause.Likely, cause.Err, row.cause)
			}
			checkSizes(t, name, cause.Sizes, want)
			return
		}
	}
	t.Errorf("%s: no row in the test's table; cause %s", name, cause.ID)
}

// checkSizes holds the estimates against the counts the journal's maker knew.
func checkSizes(t *testing.T, name string, got *Sizes, want expected) {
	t.Helper()
	if want.RejectReason != event.CompactRejectSummaryTooLarge && want.RejectReason != event.CompactRejectRetainedTailTooLarge {
		if got != nil {
			t.Errorf("%s: sizes %+v", name, got)
		}
		return
	}
	if got == nil {
		t.Errorf("%s: no sizes", name)
		return
	}
	near := func(a, b uint64) bool { return max(a, b)-min(a, b) <= b/10+20 }
	if got.InputLimit != want.InputLimit || got.Measured != want.PreTokens || !near(got.Tail, want.RetainedSize) || !near(got.Transcript, want.PreTokens) {
		t.Errorf("%s: got %+v, want limit %d, before %d, tail %d", name, got, want.InputLimit, want.PreTokens, want.RetainedSize)
	}
	if want.RejectReason == event.CompactRejectRetainedTailTooLarge && (got.Over == 0 || got.Total < got.InputLimit) {
		t.Errorf("%s: the estimate fits: %+v", name, got)
	}
}
