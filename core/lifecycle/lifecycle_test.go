package lifecycle

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/history"
)

// script builds a journal of one loop, record by record.
type script struct {
	audit  Audit
	record int
	now    time.Time
	basis  event.ContextBasis
}

var (
	session = event.UUID{1}
	loopID  = event.UUID{2}
	attempt = event.UUID{3}
	waiter  = event.UUID{4}
)

func newScript() *script {
	s := &script{now: time.Date(2026, 8, 24, 9, 0, 0, 0, time.UTC)}
	s.audit.Fence(s.next())
	return s
}

func (s *script) next() int {
	s.record++
	s.now = s.now.Add(time.Second)
	return s.record
}

func (s *script) header() event.Header {
	n := s.next()
	return event.Header{
		Coordinates: event.Coordinates{SessionID: session, LoopID: loopID},
		EventID:     event.UUID{9, byte(n >> 8), byte(n)}, CreatedAt: s.now,
	}
}

func (s *script) event(e event.Event) int {
	s.audit.Event(s.record, e)
	if l := s.audit.History().Loop(loopID); l != nil {
		s.basis = l.Basis()
	}
	return s.record
}

func (s *script) say(role content.Message) {
	s.event(&event.StepDone{Header: s.header(), Messages: []content.Message{role}})
}

func text(t string) []content.Block { return []content.Block{&content.TextBlock{Text: t}} }

// talk makes a history of n turns and measures it.
func (s *script) talk(n int) *script {
	for range n {
		s.event(&event.TurnStarted{Header: s.header(), Message: &content.UserMessage{Blocks: text("do it")}})
		s.say(&content.AIMessage{Blocks: text("done")})
	}
	s.measure()
	return s
}

func (s *script) measure() {
	s.event(&event.ContextMeasured{Header: s.header(), Measurement: event.ContextMeasurement{
		Basis: s.basis, Model: event.ModelKey{Provider: "p", Model: "m"}, RequestFingerprint: event.RequestFingerprint{1},
		InputTokens: 1000, InputLimit: 2000, Quality: event.CountHeuristic,
	}})
}

func (s *script) command(t event.CommandType, id event.UUID) int {
	c := &event.Command{Type: t, CommandID: id}
	if t == event.CommandCompact {
		c.Coordinates = event.Coordinates{SessionID: session, LoopID: loopID}
	}
	s.audit.Command(s.next(), c)
	return s.record
}

func run(id byte) event.HustleRun {
	return event.HustleRun{RunID: [16]byte{id}, Definition: event.HustleDefinition{
		Name: event.CompactionHustle, PolicyRevision: "harness-compaction-parser-v2", TimeoutNanos: 90 * time.Second,
		Limits: event.HustleLimits{InputBytes: 1 << 20, OutputBytes: 1 << 16},
	}}
}

func (s *script) hustle() event.Header {
	h := s.header()
	h.LoopID, h.Cause.LoopID, h.Visibility = event.UUID{}, loopID, event.VisibilityInternal
	return h
}

func (s *script) call(id byte) int {
	return s.event(&event.HustleStarted{Header: s.hustle(), Run: run(id)})
}

func (s *script) answered(id byte) int {
	return s.event(&event.HustleCompleted{Header: s.hustle(), Run: run(id), Usage: &content.Usage{OutputTokens: 200}})
}

func (s *script) failed(id byte, stage event.HustleStage, code event.HustleReason) int {
	return s.event(&event.HustleFailed{Header: s.hustle(), Run: run(id), Stage: stage, ReasonCode: code})
}

func (s *script) reject(id event.UUID, r event.CompactRejectReason, waiters ...event.UUID) int {
	return s.event(&event.CompactionRejected{Header: s.header(), AttemptID: id, WaiterCommandIDs: waiters, Reason: event.CompactionManual, Basis: s.basis, RejectReason: r})
}

func (s *script) commit(id event.UUID, waiters ...event.UUID) event.UUID {
	h := s.header()
	c := &event.CompactionCommitted{
		Header: h, AttemptID: id, WaiterCommandIDs: waiters, Reason: event.CompactionManual, Basis: s.basis,
		Summary: &content.UserMessage{Blocks: text("<conversation_summary/>")},
	}
	c.PostContext.Basis = event.ContextBasis{Revision: s.basis.Revision + 1, ThroughEventID: h.EventID}
	s.event(c)
	return h.EventID
}

func (s *script) refuse(id, command event.UUID, r event.CompactRejectReason) int {
	h := s.header()
	h.EventID, h.Cause.CommandID = event.WaiterReplyID(id, command, false), command
	return s.event(&event.CompactWaiterRejected{Header: h, AttemptID: id, Reason: r})
}

func (s *script) resolve(id, command, committed event.UUID) int {
	h := s.header()
	h.EventID, h.Cause.CommandID = event.WaiterReplyID(id, command, true), command
	return s.event(&event.CompactWaiterResolved{Header: h, AttemptID: id, CommittedEventID: committed})
}

func TestCausesOfRejections(t *testing.T) {
	for _, c := range []struct {
		name   string
		play   func(*script)
		cause  CauseID
		likely bool
	}{
		{"shutdown before the call", func(s *script) { s.reject(attempt, 2, waiter) }, CauseShutdownBeforeCall, false},
		{"shutdown during the call", func(s *script) {
			s.call(1)
			s.failed(1, event.HustleStageInference, event.HustleCanceled)
			s.reject(attempt, 2, waiter)
		}, CauseShutdownDuringCall, false},
		{"shutdown after the call", func(s *script) { s.call(1); s.answered(1); s.reject(attempt, 2, waiter) }, CauseShutdownAfterCall, false},
		{"interrupt before the call", func(s *script) { s.reject(attempt, 3, waiter) }, CauseInterruptBeforeCall, false},
		{"interrupt during the call", func(s *script) { s.call(1); s.reject(attempt, 3, waiter) }, CauseInterruptDuringCall, false},
		{"interrupt after the call", func(s *script) { s.call(1); s.answered(1); s.reject(attempt, 3, waiter) }, CauseInterruptAfterCall, false},
		{"call canceled", func(s *script) {
			s.call(1)
			s.failed(1, event.HustleStageInference, event.HustleCanceled)
			s.reject(attempt, 4, waiter)
		}, CauseCallCanceled, false},
		{"canceled", func(s *script) { s.reject(attempt, 4, waiter) }, CauseCanceled, false},
		{"basis moved unseen", func(s *script) { s.call(1); s.answered(1); s.reject(attempt, 5, waiter) }, CauseBasisMovedUnseen, false},
		{"basis moved after the answer", func(s *script) {
			s.call(1)
			s.answered(1)
			was := s.basis
			s.event(&event.LoopModeChanged{Header: s.header(), Mode: "plan"})
			s.basis = was
			s.reject(attempt, 5, waiter)
		}, CauseBasisMoved, false},
		{"broken pairing", func(s *script) {
			s.say(&content.ToolResultMessage{ToolUseID: "nobody"})
			s.measure()
			s.reject(attempt, 7, waiter)
		}, CauseBrokenPairing, false},
		{"unprojectable block", func(s *script) {
			s.say(&content.AIMessage{Blocks: []content.Block{&content.ToolResultBlock{}}})
			s.talk(2)
			s.reject(attempt, 7, waiter)
		}, CauseUnprojectable, false},
		{"denied", func(s *script) { s.reject(attempt, 7, waiter) }, CauseDenied, true},
		{"model not found", func(s *script) {
			s.call(1)
			s.failed(1, event.HustleStageModelResolution, event.HustleModelResolutionFailed)
			s.reject(attempt, 8, waiter)
		}, CauseModelUnresolved, false},
		{"queue refused", func(s *script) {
			s.call(1)
			s.failed(1, event.HustleStageQueue, event.HustleRejected)
			s.reject(attempt, 8, waiter)
		}, CauseQueueRefused, false},
		{"call failed otherwise", func(s *script) {
			s.call(1)
			s.failed(1, event.HustleStageFinalization, event.HustleInternal)
			s.reject(attempt, 8, waiter)
		}, CauseCallFailed, false},
		{"refused summary of a call that ended well", func(s *script) { s.call(1); s.answered(1); s.reject(attempt, 9, waiter) }, CauseInvalidNoFault, false},
		{"internal after the call", func(s *script) { s.call(1); s.answered(1); s.reject(attempt, 12, waiter) }, CauseInternalAfterCall, false},
		{"a reason of the future", func(s *script) { s.reject(attempt, 15, waiter) }, CauseUnknownReason, false},
	} {
		s := newScript().talk(4)
		s.command(event.CommandCompact, waiter)
		c.play(s)
		all := s.audit.Attempts()
		if len(all) != 1 {
			t.Errorf("%s: %d attempts", c.name, len(all))
			continue
		}
		got := all[0].Explain(known)
		if got.ID != c.cause || got.Likely != c.likely {
			t.Errorf("%s: got %s (likely %v, %v), want %s", c.name, got.ID, got.Likely, got.Err, c.cause)
		}
		if got.Text() != got.ID.Text() || len(got.Evidence) == 0 || got.Evidence[len(got.Evidence)-1].Record == 0 {
			t.Errorf("%s: %q, evidence %v", c.name, got.Text(), got.Evidence)
		}
		if want := all[0].RejectReason; got.ID.Reason() != want && got.ID != CauseUnknownReason {
			t.Errorf("%s: the table has it under %d, not %d", c.name, got.ID.Reason(), want)
		}
	}
}

func TestUnavailableNeedsThePolicy(t *testing.T) {
	s := newScript().talk(1)
	s.reject(attempt, 7, waiter)
	got := s.audit.Attempts()[0].Explain(Settings{})
	if got.ID != CauseUnavailable || !slices.Equal(got.Needs, []Need{NeedPolicy}) {
		t.Errorf("got %+v", got)
	}
	var nothing *history.NothingToCompactError
	if got := s.audit.Attempts()[0].Explain(known); got.ID != CauseNothingToCompact || !errors.As(got.Err, &nothing) {
		t.Errorf("got %+v", got)
	}
}

func TestAttemptsWithoutTerminal(t *testing.T) {
	for _, c := range []struct {
		name   string
		play   func(*script)
		cause  CauseID
		likely bool
	}{
		{"journal ends with the command", func(s *script) { s.command(event.CommandCompact, waiter) }, CauseJournalEndsBefore, true},
		{"restarted before the call", func(s *script) { s.command(event.CommandCompact, waiter); s.audit.Fence(s.next()) }, CauseDiedBeforeCall, true},
		{"journal ends in the call", func(s *script) { s.call(1) }, CauseJournalEndsInCall, true},
		{"restarted in the call", func(s *script) { s.call(1); s.audit.Fence(s.next()) }, CauseDiedInCall, true},
		{"restored in the call", func(s *script) { s.call(1); s.event(&event.RestoreStarted{Header: s.hustle()}) }, CauseDiedInCall, true},
		{"the journal goes on long after the call's limit", func(s *script) {
			s.call(1)
			s.now = s.now.Add(time.Hour)
			s.event(&event.SessionIdle{Header: s.hustle()})
		}, CauseDiedInCall, true},
		{"stopped in the call", func(s *script) {
			s.call(1)
			s.failed(1, event.HustleStageInference, event.HustleCanceled)
			s.event(&event.SessionStopped{Header: s.hustle()})
		}, CauseStoppedInCall, true},
		{"restarted after the call", func(s *script) { s.call(1); s.answered(1); s.audit.Fence(s.next()) }, CauseDiedAfterCall, true},
		{"answered while it waited", func(s *script) { s.command(event.CommandCompact, waiter); s.refuse(attempt, waiter, 2) }, CauseEndedWaiting, false},
	} {
		s := newScript().talk(4)
		c.play(s)
		all := s.audit.Attempts()
		if len(all) != 1 || all[0].Outcome != OutcomeNone {
			t.Errorf("%s: %d attempts", c.name, len(all))
			continue
		}
		got := all[0].Explain(known)
		if got.ID != c.cause || got.Likely != c.likely || got.ID.Reason() != 0 {
			t.Errorf("%s: got %s (likely %v), want %s", c.name, got.ID, got.Likely, c.cause)
		}
		if strings.HasPrefix(got.Text(), "No terminal: likely ") != c.likely || len(got.Evidence) == 0 {
			t.Errorf("%s: %q, evidence %v", c.name, got.Text(), got.Evidence)
		}
		for _, step := range all[0].Steps() {
			if step.State == StateTerminal && step.Status != StatusNotReached {
				t.Errorf("%s: terminal %s", c.name, step.Status)
			}
		}
	}
}

func TestACallBelongsToOneAttempt(t *testing.T) {
	s := newScript().talk(4)
	s.call(1) // of a process that died unseen
	s.call(2)
	s.failed(2, event.HustleStageOutput, event.HustleInvalidOutput)
	s.reject(attempt, 9, waiter)
	s.call(3) // dies too
	s.reject(event.UUID{33}, 7, waiter)
	all := s.audit.Attempts()
	var got []CauseID
	for _, a := range all {
		got = append(got, a.Explain(known).ID)
	}
	if want := []CauseID{CauseDiedInCall, CauseUsageMissing, CauseDiedInCall, CauseDenied}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestOtherHustlesAreNoAttempts(t *testing.T) {
	s := newScript().talk(2)
	r := run(1)
	r.Definition.Name = "permission.classify"
	s.event(&event.HustleStarted{Header: s.hustle(), Run: r})
	if all := s.audit.Attempts(); len(all) != 0 {
		t.Errorf("got %d attempts", len(all))
	}
	s = &script{audit: Audit{CompactionHustle: "permission.classify"}}
	s.talk(2)
	s.event(&event.HustleStarted{Header: s.hustle(), Run: r})
	if all := s.audit.Attempts(); len(all) != 1 {
		t.Errorf("renamed: got %d attempts", len(all))
	}
}

func TestLiveNoticeNamesTheAttempt(t *testing.T) {
	s := newScript().talk(4)
	s.event(&event.CompactionStarted{Header: s.header(), AttemptID: attempt, Reason: event.CompactionAutomatic, Basis: s.basis})
	s.call(1)
	s.answered(1)
	s.commit(attempt, waiter)
	all := s.audit.Attempts()
	if len(all) != 1 || all[0].ID != attempt || all[0].Steps()[StateStarted].Status != StatusRecorded {
		t.Errorf("got %d attempts: %+v", len(all), all[0].Steps())
	}
}

func TestALateCommandWaitsForTheNextAttempt(t *testing.T) {
	s := newScript().talk(4)
	s.command(event.CommandCompact, waiter)
	s.call(1)
	s.answered(1)
	s.command(event.CommandCompact, event.UUID{44})
	committed := s.commit(attempt, waiter)
	s.resolve(attempt, waiter, committed)
	s.reject(event.UUID{33}, 7, event.UUID{44})
	s.refuse(event.UUID{33}, event.UUID{44}, 7)
	all := s.audit.Attempts()
	if len(all) != 2 || len(all[0].Waiters) != 1 || len(all[1].Waiters) != 1 || all[1].Waiters[0].Command.Record == 0 {
		t.Fatalf("got %d attempts", len(all))
	}
	for _, a := range all {
		if len(a.Findings) != 0 || a.Waiters[0].Reply.Record == 0 {
			t.Errorf("%s: %+v, %v", a.ID, a.Waiters, a.Findings)
		}
	}
}

func TestFindings(t *testing.T) {
	other := event.UUID{44}
	for _, c := range []struct {
		name string
		play func(*script)
		want []FindingID
	}{
		{"in order", func(s *script) { s.resolve(attempt, waiter, s.commit(attempt, waiter)) }, nil},
		{"two terminals", func(s *script) {
			s.reject(attempt, 8, waiter)
			s.refuse(attempt, waiter, 8)
			s.reject(attempt, 9, waiter)
		}, []FindingID{FindingTwoTerminals}},
		{"rejected terminal, resolved reply", func(s *script) { s.reject(attempt, 8, waiter); s.resolve(attempt, waiter, other) }, []FindingID{FindingReplyContradicts}},
		{"another reason", func(s *script) { s.reject(attempt, 8, waiter); s.refuse(attempt, waiter, 9) }, []FindingID{FindingReplyContradicts}},
		{"committed terminal, rejecting reply", func(s *script) { s.commit(attempt, waiter); s.refuse(attempt, waiter, 9) }, []FindingID{FindingReplyContradicts}},
		{"another commit", func(s *script) { s.commit(attempt, waiter); s.resolve(attempt, waiter, other) }, []FindingID{FindingReplyContradicts}},
		{"no reply", func(s *script) { s.reject(attempt, 8, waiter, other); s.refuse(attempt, waiter, 8) }, []FindingID{FindingReplyMissing}},
		{"a reply after a restart", func(s *script) { s.reject(attempt, 8, waiter); s.audit.Fence(s.next()); s.refuse(attempt, waiter, 8) }, nil},
		{"forged id", func(s *script) {
			s.reject(attempt, 8, waiter)
			h := s.header()
			h.Cause.CommandID = waiter
			s.event(&event.CompactWaiterRejected{Header: h, AttemptID: attempt, Reason: 8})
		}, []FindingID{FindingReplyForged}},
		{"replied twice", func(s *script) {
			s.reject(attempt, 8, waiter)
			s.refuse(attempt, waiter, 8)
			s.refuse(attempt, waiter, 8)
		}, []FindingID{FindingRepliedTwice}},
		{"a stranger", func(s *script) {
			s.reject(attempt, 8, waiter)
			s.refuse(attempt, waiter, 8)
			s.refuse(attempt, other, 8)
		}, []FindingID{FindingReplyStranger}},
		{"a refusal is no stranger", func(s *script) {
			s.refuse(attempt, other, 1)
			s.reject(attempt, 8, waiter)
			s.refuse(attempt, waiter, 8)
		}, nil},
		{"no terminal", func(s *script) { s.refuse(attempt, waiter, 9) }, []FindingID{FindingReplyNoTerminal}},
		{"interrupted before the start", func(s *script) { s.refuse(attempt, waiter, 3) }, nil},
		{"measured elsewhere", func(s *script) {
			c := &event.CompactionCommitted{Header: s.header(), AttemptID: attempt, WaiterCommandIDs: []event.UUID{waiter}, Basis: s.basis}
			c.PostContext.Basis = event.ContextBasis{Revision: 99, ThroughEventID: c.EventID}
			s.event(c)
			s.resolve(attempt, waiter, c.EventID)
		}, []FindingID{FindingPostContextOtherID}},
	} {
		s := newScript().talk(4)
		c.play(s)
		for range 2 { // asking again changes nothing
			var got []FindingID
			for _, a := range s.audit.Attempts() {
				for _, f := range a.Findings {
					got = append(got, f.ID)
					if len(f.Evidence) == 0 || f.Evidence[0].Record == 0 {
						t.Errorf("%s: %s has no evidence", c.name, f.ID)
					}
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: got %v, want %v", c.name, got, c.want)
			}
		}
	}
}

func TestTablesAreComplete(t *testing.T) {
	sentence := func(what, s string) {
		if !strings.HasSuffix(s, ".") || strings.Contains(s, ". ") {
			t.Errorf("%s is no sentence: %q", what, s)
		}
	}
	seen := make(map[string]bool)
	reasons := make(map[event.CompactRejectReason]bool)
	for _, id := range CauseIDs() {
		sentence(string(id), id.Text())
		if seen[string(id)] {
			t.Errorf("%s stands twice", id)
		}
		seen[string(id)], reasons[id.Reason()] = true, true
	}
	for _, r := range event.CompactRejectReasons() {
		if !reasons[r] {
			t.Errorf("no cause explains %s", r)
		}
	}
	for _, id := range FindingIDs() {
		sentence(string(id), id.Text())
	}
	for _, k := range CoordinationKinds() {
		sentence(string(k), k.Text())
	}
	for _, k := range FinalizationKinds() {
		sentence(string(k), k.Text())
		if k.LeavesTerminal() != strings.HasPrefix(string(k), "waiter_") {
			t.Errorf("%s leaves a terminal: %v", k, k.LeavesTerminal())
		}
	}
	for i, s := range States() {
		if s != State(i) || s.String() == "unknown" {
			t.Errorf("state %d is %s", i, s)
		}
	}
}

func TestPossibleErrors(t *testing.T) {
	s := newScript().talk(4)
	s.call(1)
	s.audit.Fence(s.next())
	s.reject(attempt, 8, waiter)
	all := s.audit.Attempts()
	coordination, finalization := all[0].PossibleErrors()
	if len(coordination) != 3 || !slices.Contains(finalization, FinalizationTerminalAppend) || slices.Contains(finalization, FinalizationWaiterAppend) {
		t.Errorf("no terminal: %v, %v", coordination, finalization)
	}
	coordination, finalization = all[1].PossibleErrors()
	if len(coordination) != 0 || !slices.Equal(finalization, []FinalizationKind{FinalizationWaiterMint, FinalizationWaiterAppend}) {
		t.Errorf("no reply: %v, %v", coordination, finalization)
	}
	s.refuse(attempt, waiter, 8)
	if coordination, finalization = s.audit.Attempts()[1].PossibleErrors(); len(coordination)+len(finalization) != 0 {
		t.Errorf("in order: %v, %v", coordination, finalization)
	}
}
