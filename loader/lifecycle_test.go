package loader

import (
	"context"
	"fmt"
	"testing"

	"compactlens/core/event"
	"compactlens/core/lifecycle"
)

// TestLifecycleAgrees follows every session once more with the audit of
// core/lifecycle, which decodes everything: both find the same attempts.
func TestLifecycleAgrees(t *testing.T) {
	for _, dir := range folders() {
		w := mustOpen(t, Options{}, dir)
		for _, s := range w.Sessions {
			var audit lifecycle.Audit
			if err := s.Walk(context.Background(), &audit); err != nil {
				t.Fatal(err)
			}
			theirs := audit.Attempts()
			if len(theirs) != len(s.Attempts) {
				t.Errorf("%s: %d attempts, the audit has %d", s.Source.Path, len(s.Attempts), len(theirs))
				continue
			}
			for i, a := range theirs {
				if got, want := ours(s.Attempts[i]), audited(a); got != want {
					t.Errorf("%s %d: %s, the audit has %s", s.Source.Path, i+1, got, want)
				}
			}
		}
	}
}

func ours(a *Attempt) string {
	run := [16]byte{}
	if a.Call != nil {
		run = a.Call.RunID
	}
	return fmt.Sprint(a.ID, a.Loop.ID, a.Terminal, a.RejectReason, event.UUID(run), len(a.Waiters), a.Duration)
}

func audited(a *lifecycle.Attempt) string {
	run := [16]byte{}
	if a.Call != nil {
		run = a.Call.Run.RunID
	}
	return fmt.Sprint(a.ID, a.LoopID, Terminal(a.Outcome), a.RejectReason, event.UUID(run), len(a.Waiters)+len(a.Refused), a.Duration)
}
