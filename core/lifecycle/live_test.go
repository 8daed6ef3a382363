package lifecycle

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"compactlens/core/event"
	"compactlens/core/history"
	"compactlens/core/loop"
	"compactlens/core/testfile"
)

// live says what each journal that a real runtime wrote holds.
var live = []struct {
	name    string
	outcome Outcome
	reason  event.CompactRejectReason
	cause   CauseID
	likely  bool
	trigger event.CompactionReason
	waiters int
	refused int
	ended   State // the last state that was entered
}{
	{"live-canceled-hustle-timeout", OutcomeRejected, 4, CauseCallTimeout, false, event.CompactionManual, 1, 0, StateReplied},
	{"live-committed-automatic", OutcomeCommitted, 0, CauseCommitted, false, event.CompactionAutomatic, 1, 0, StateReplied},
	{"live-committed-manual", OutcomeCommitted, 0, CauseCommitted, false, event.CompactionManual, 1, 0, StateReplied},
	{"live-committed-old-tool-results-stubbed", OutcomeCommitted, 0, CauseCommitted, false, event.CompactionManual, 1, 0, StateReplied},
	{"live-context-count-failed", OutcomeRejected, 10, CauseTailUncounted, false, event.CompactionManual, 1, 0, StateReplied},
	{"live-control-lane-full", OutcomeCommitted, 0, CauseCommitted, false, event.CompactionManual, MaxWaiters, 3, StateReplied},
	{"live-execution-failed-input-too-large", OutcomeRejected, 8, CauseBeforeCall, true, event.CompactionManual, 1, 0, StateReplied},
	{"live-interrupted-before-start", OutcomeNone, 0, CauseEndedWaiting, false, event.CompactionManual, 1, 0, StateReplied},
	{"live-no-terminal-crash", OutcomeCommitted, 0, CauseCommitted, false, event.CompactionManual, 1, 0, StateReplied},
	{"live-no-terminal-crash.crash", OutcomeNone, 0, CauseJournalEndsInCall, true, event.CompactionManual, 1, 0, StateExecuting},
	{"live-retained-tail-too-large", OutcomeRejected, 14, CauseTailTooLarge, false, event.CompactionManual, 1, 0, StateReplied},
	{"live-shutdown-while-running", OutcomeNone, 0, CauseStoppedInCall, true, event.CompactionManual, 1, 0, StateExecuting},
	{"live-summary-too-large", OutcomeRejected, 11, CauseSummaryTooLarge, false, event.CompactionManual, 1, 0, StateReplied},
	{"live-unavailable-nothing-to-compact", OutcomeRejected, 7, CauseNothingToCompact, false, event.CompactionManual, 1, 0, StateReplied},
}

func TestLiveJournals(t *testing.T) {
	for _, fsys := range folders() {
		for _, want := range live {
			for _, form := range []string{".jsonl", ".ledger.jsonl"} {
				name := want.name + form
				all := audit(t, testfile.MustFrom(t, fsys, name)).Attempts()
				if len(all) != 1 {
					t.Errorf("%s: %d attempts", name, len(all))
					continue
				}
				a := all[0]
				cause := a.Explain(known)
				if a.Outcome != want.outcome || a.RejectReason != want.reason || cause.ID != want.cause || cause.Likely != want.likely {
					t.Errorf("%s: got %s %d, cause %s, likely %v, %v", name, a.Outcome, a.RejectReason, cause.ID, cause.Likely, cause.Err)
				}
				if len(a.Refused) != want.refused || len(a.Findings) != 0 {
					t.Errorf("%s: %d refused, findings %v", name, len(a.Refused), a.Findings)
				}
				if len(cause.Evidence) == 0 {
					t.Errorf("%s: no evidence", name)
				}
				// Only the ledger holds commands, by which a manual attempt is known
				// before its terminal.
				if ledger := form == ".ledger.jsonl"; ledger && (a.Reason != want.trigger || len(a.Waiters) != want.waiters) {
					t.Errorf("%s: %s, %d waiters", name, a.Reason, len(a.Waiters))
				}
				if got := lastEntered(a.Steps()); got != want.ended {
					t.Errorf("%s: ended in %s, want %s", name, got, want.ended)
				}
			}
		}
	}
}

func lastEntered(steps []Step) (last State) {
	for _, s := range steps {
		if s.Status == StatusRecorded || s.Status == StatusInferred || s.Status == StatusEnded || s.Status == StatusPartial {
			last = s.State
		}
	}
	return last
}

func TestEveryLiveJournalIsInTheTable(t *testing.T) {
	for _, fsys := range folders()[:1] {
		files, err := fs.Glob(fsys, "live-*.jsonl*")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name, _, _ := strings.Cut(strings.TrimSuffix(file, ".gz"), ".jsonl")
			name = strings.TrimSuffix(name, ".ledger")
			if strings.HasSuffix(name, ".hooks") || name == "live-invalid-summaries" {
				continue
			}
			found := false
			for _, row := range live {
				found = found || row.name == name
			}
			if !found {
				t.Errorf("%s is not tested", file)
			}
		}
	}
}

func TestLiveInvalidSummaries(t *testing.T) {
	fsys := folders()[0]
	var cases []string
	if err := json.Unmarshal(testfile.MustFrom(t, fsys, "live-invalid-summaries.cases.json"), &cases); err != nil {
		t.Fatal(err)
	}
	all := audit(t, testfile.MustFrom(t, fsys, "live-invalid-summaries.ledger.jsonl")).Attempts()
	if len(all) != len(cases) {
		t.Fatalf("%d attempts, want %d", len(all), len(cases))
	}
	for i, name := range cases {
		want := CauseAnswerRefused
		switch name {
		case "token-usage-missing":
			want = CauseUsageMissing
		case "token-limit":
			want = CauseOverBudget
		}
		got := all[i].Explain(known)
		if all[i].RejectReason != event.CompactRejectInvalidSummary || got.ID != want || len(got.Needs) != 1 || got.Needs[0] != NeedAnswer {
			t.Errorf("%s: rejected with %s, cause %s, needs %v", name, all[i].RejectReason, got.ID, got.Needs)
		}
	}
}

func TestLiveSizes(t *testing.T) {
	fsys := folders()[0]
	attempt := func(name string) *Attempt {
		return audit(t, testfile.MustFrom(t, fsys, name+".ledger.jsonl")).Attempts()[0]
	}
	z := attempt("live-retained-tail-too-large").Explain(known).Sizes
	if z == nil || z.Over == 0 || !z.TailKnown || !z.SummaryKnown || z.Summary != 4096 || z.Measured != 10419 || z.InputLimit != 13312 {
		t.Errorf("retained tail too large: %+v", z)
	}

	answer := testfile.MustFrom(t, fsys, "live-summary-too-large.output-1.txt")
	var reply struct {
		Summary string `json:"summary"`
	}
	if err := json.Unmarshal(answer, &reply); err != nil {
		t.Fatal(err)
	}
	s := known
	large := attempt("live-summary-too-large")
	bound := large.Explain(s)
	s.SummaryBytes = int64(len(reply.Summary))
	exact := large.Explain(s)
	if bound.Sizes == nil || bound.Sizes.SummaryKnown || len(bound.Needs) != 1 || bound.Needs[0] != NeedAnswer {
		t.Errorf("summary too large, no answer: %+v, needs %v", bound.Sizes, bound.Needs)
	}
	if exact.Sizes == nil || !exact.Sizes.SummaryKnown || exact.Sizes.Over == 0 || len(exact.Needs) != 0 || !exact.Sizes.Fits() {
		t.Errorf("summary too large: %+v, needs %v", exact.Sizes, exact.Needs)
	}
	none := large.Explain(Settings{})
	if none.Sizes == nil || none.Sizes.TailKnown || none.Sizes.Measured != 14123 || len(none.Needs) != 2 {
		t.Errorf("summary too large, nothing known: %+v, needs %v", none.Sizes, none.Needs)
	}
}

func TestLiveRequestTooLarge(t *testing.T) {
	a := audit(t, testfile.MustFrom(t, folders()[0], "live-execution-failed-input-too-large.ledger.jsonl")).Attempts()[0]
	if c := a.Explain(known); c.ID != CauseBeforeCall || !c.Likely || len(c.Needs) != 1 || c.Needs[0] != NeedInputBytes {
		t.Errorf("no limit known: %+v", c)
	}
	if c := a.Explain(Settings{InputBytes: 2 << 20}); c.ID != CauseBeforeCall || len(c.Needs) != 1 || c.Needs[0] != NeedPolicy {
		t.Errorf("no policy known: %+v", c)
	}
	s := known
	s.InputBytes = 1000
	c := a.Explain(s)
	var large *loop.CompactionInputTooLargeError
	if c.ID != CauseRequestTooLarge || c.Likely || !errors.As(c.Err, &large) || large.Limit != 1000 || large.Size >= large.FullSize {
		t.Errorf("limit known: %+v, %v", c, c.Err)
	}
	s.InputBytes = 2 << 20
	if c := a.Explain(s); c.ID != CauseBeforeCall || !c.Likely || c.Err != nil {
		t.Errorf("limit that the request keeps: %+v", c)
	}
}

func TestAnUnreadableRecordIsNoProof(t *testing.T) {
	raw := strings.SplitAfter(string(testfile.MustFrom(t, folders()[0], "live-canceled-hustle-timeout.jsonl")), "\n")
	a := &Audit{}
	for n, line := range raw {
		switch {
		case strings.Contains(line, `"type":"CompactionRejected"`):
			a.Lose(n+1, errors.New("flipped byte"))
		case strings.Contains(line, `"type":"CompactWaiterRejected"`), line == "":
		default:
			follow(t, a, n+1, []byte(strings.TrimSpace(line)))
		}
	}
	got := a.Attempts()
	if len(got) != 1 || got[0].Outcome != OutcomeNone {
		t.Fatalf("got %d attempts", len(got))
	}
	if c := got[0].Explain(known); c.ID != CauseUnreadable || !c.Likely || !strings.HasPrefix(c.Text(), "No terminal: likely a record") {
		t.Errorf("got %s: %s", c.ID, c.Text())
	}
	var lost *history.LostRecordsError
	if _, err := got[0].Context(); errors.As(err, &lost) {
		t.Errorf("the context was known when the call started: %v", err)
	}
}

// A journal of an attempt that made no call proves it, unless a record of its time is
// lost; one that goes on may still call.
func TestNoCall(t *testing.T) {
	none := map[CauseID]bool{CauseTailUncounted: true, CauseBeforeCall: true, CauseEndedWaiting: true, CauseTailTooLarge: true, CauseNothingToCompact: true}
	for _, fsys := range folders() {
		for _, want := range live {
			a := audit(t, testfile.MustFrom(t, fsys, want.name+".jsonl")).Attempts()[0]
			if a.NoCall() != none[want.cause] {
				t.Errorf("%s: %v", want.name, a.NoCall())
			}
			a.lost = append(a.lost, Evidence{})
			if a.NoCall() {
				t.Errorf("%s: proved by records of which one is lost", want.name)
			}
		}
	}
	for r := range event.CompactRejectReason(20) {
		a := Attempt{Outcome: OutcomeRejected, RejectReason: r}
		answered := r == event.CompactRejectInvalidSummary || r == event.CompactRejectSummaryTooLarge || r == event.CompactRejectStaleBasis || !r.Valid()
		if a.NoCall() == answered || BeforeCall(r) && !a.NoCall() {
			t.Errorf("%v: %v", r, a.NoCall())
		}
	}
}
