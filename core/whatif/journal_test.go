package whatif

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/history"
	"compactlens/core/inspect"
	"compactlens/core/loop"
	"compactlens/core/testfile"
)

// contexts returns the context before each compaction call of a journal.
func contexts(t testing.TB, name string) (all []history.Context) {
	t.Helper()
	raw := testfile.Must(t, "journals/"+name)
	var h history.History
	for line := range bytes.Lines(raw) {
		e, err := event.Decode(bytes.TrimSpace(line))
		if err != nil {
			continue
		}
		h.Add(e)
		if s, ok := e.(*event.HustleStarted); ok {
			if c, err := h.Loop(s.Cause.LoopID).Now(); err == nil {
				all = append(all, c)
			}
		}
	}
	return all
}

// Cuts and sizes that are computed from sums equal those of the request as it is
// made, under any policy and byte limit.
func TestAgainstRebuiltRequests(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	tried := 0
	for _, name := range []string{"session-200.jsonl.gz", "live-committed-old-tool-results-stubbed.jsonl.gz", "live-invalid-summaries.jsonl.gz"} {
		all := contexts(t, name)
		if len(all) == 0 {
			t.Fatalf("%s has no call", name)
		}
		for range 60 {
			c := all[rng.IntN(len(all))]
			g := history.Generation(rng.IntN(2))
			m := New(Attempt{Context: &c, Generation: g})
			p := history.Policy{KeepRecentSegments: 1 + rng.IntN(5), KeepRecentTokens: rng.Uint64N(30_000), MaxSummaryTokens: 1 + rng.Uint64N(20_000), Generation: g}
			limit := int64(rng.IntN(120_000))
			l := set(Limits{}, KeepRecentSegments, p.KeepRecentSegments, KeepRecentTokens, int(p.KeepRecentTokens), MaxSummaryTokens, int(p.MaxSummaryTokens), InputBytes, int(limit))
			o := m.Compute(l)
			r, err := c.Request(p, limit)
			var nothing *history.NothingToCompactError
			var large *loop.CompactionInputTooLargeError
			switch {
			case errors.As(err, &nothing):
				if o.Reject != event.CompactRejectUnavailable {
					t.Errorf("%s %+v: %v, want nothing to compact", name, p, o.Result)
				}
				continue
			case errors.As(err, &large):
				if o.Reject != event.CompactRejectExecutionFailed || o.Steps[StepRequest].Gauge.Value != uint64(large.Size) {
					t.Errorf("%s %+v: %v with %v, want too large with %d of %d", name, p, o.Result, o.Steps[StepRequest].Detail, large.Size, limit)
				}
			case err != nil:
				t.Fatalf("%s %+v: %v", name, p, err)
			case o.Steps[StepRequest].Status != inspect.Passed:
				t.Errorf("%s %+v: %+v, want a request that fits %d", name, p, o.Steps, limit)
			case r.FullSize <= limit && o.Steps[StepRequest].Gauge.Value != uint64(r.FullSize):
				t.Errorf("%s %+v: %d bytes, want %d", name, p, o.Steps[StepRequest].Gauge.Value, r.FullSize)
			}
			if f := m.figure(l); f.cut != len(c.Messages)-len(r.Retained) {
				t.Errorf("%s %+v: cut at %d, want %d", name, p, f.cut, len(c.Messages)-len(r.Retained))
			}
			tried++
		}
	}
	if tried < 60 {
		t.Errorf("only %d policies came to a request", tried)
	}
}

// Every value of every knob of a real attempt is decided as the profile says.
func TestProfilesOfRealAttempts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	all := contexts(t, "session-200.jsonl.gz")
	for round := range 12 {
		c := all[rng.IntN(len(all))]
		a := answered(goodReply, &content.Usage{OutputTokens: 310})
		a.Context = &c
		a.Limits = set(a.Limits, InputLimit, 2000+rng.IntN(12_000), ReservedOutput, 16384, SafetyMargin, 8192, InputBytes, 2000+rng.IntN(80_000),
			KeepRecentSegments, 1+rng.IntN(4), KeepRecentTokens, 1+rng.IntN(9000), MaxSummaryTokens, 1+rng.IntN(5000))
		check(t, New(a), a.Limits, round, rng)
	}
}

// A broken transcript makes the attempt unavailable, whatever the limits.
func TestBrokenTranscript(t *testing.T) {
	c := history.Context{Messages: []content.Message{&content.UserMessage{}, &content.ToolResultMessage{ToolUseID: "x"}}}
	a := answered(goodReply, &content.Usage{OutputTokens: 310})
	a.Context = &c
	m := New(a)
	if r := m.Compute(a.Limits).Result; r.Reject != event.CompactRejectUnavailable {
		t.Errorf("%v", r)
	}
	if got := m.Mends(a.Limits); got != nil {
		t.Errorf("%v", got)
	}
}

func BenchmarkFlips(b *testing.B) {
	all := contexts(b, "session-200.jsonl.gz")
	c := all[len(all)-1]
	a := answered(goodReply, &content.Usage{OutputTokens: 310})
	a.Context = &c
	a.Limits = set(a.Limits, InputLimit, 106_496, ReservedOutput, 16384, SafetyMargin, 8192, InputBytes, 2<<20, KeepRecentSegments, 2, KeepRecentTokens, 8000)
	m := New(a)
	for b.Loop() {
		m.Flips(a.Limits)
	}
}
