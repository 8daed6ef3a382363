package lifecycle

import (
	"time"

	"compactlens/core/event"
	"compactlens/core/history"
)

// callGrace is how long after its time limit a call's end may still be written: the
// runtime allows 30 seconds for it.
const callGrace = time.Minute

// MaxWaiters is how many commands wait for one attempt; further ones are refused.
const MaxWaiters = 64

// Audit follows the attempts of one session. The zero value is ready. Feed it the
// journal's records in order; it keeps a history of its own.
type Audit struct {
	// CompactionHustle is the name of the hustle that makes summaries, for
	// applications that call it otherwise than event.CompactionHustle. Set it before
	// the first record.
	CompactionHustle string

	history  history.History
	attempts []*Attempt
	byID     map[event.UUID]*Attempt
	open     map[event.UUID]*Attempt // by loop: the attempt that has not ended
	calls    map[[16]byte]*Attempt   // by run id
	limits   *event.HustleLimits     // of the session's last compaction call
	policy   string                  // its policy revision
	commands bool
	latest   time.Time // of all events
	newest   Evidence  // the event with that time
}

// History returns the fold of the events so far.
func (a *Audit) History() *history.History { return &a.history }

// Attempts returns the attempts in the order in which they first appear. Those still
// open are among them, so the list says what is known now.
func (a *Audit) Attempts() []*Attempt {
	for _, at := range a.attempts {
		switch {
		case at.Reason != 0:
		case at.manual:
			at.Reason = event.CompactionManual
		case a.commands && at.Call != nil: // a manual one would have its command here
			at.Reason = event.CompactionAutomatic
		}
		if at.limits == nil {
			at.limits, at.policy = a.limits, a.policy
		}
		at.checkReplies()
		at.overdue = nil
		if at.ended == nil && !at.terminal() && at.Call != nil && a.latest.Sub(at.callSince) > at.Call.Run.Definition.TimeoutNanos+callGrace {
			at.overdue = &a.newest
		}
	}
	return append([]*Attempt(nil), a.attempts...)
}

// Lose says that a record stood here which could not be read.
func (a *Audit) Lose(record int, err error) {
	a.history.Lose(history.Lost{Record: record, Err: err})
	for _, at := range a.open {
		at.lost = append(at.lost, Evidence{record, "unreadable"})
	}
}

// Fence says that another process took the session over; what was open is over.
func (a *Audit) Fence(record int) { a.cut(Evidence{record, "fence"}) }

// Command follows one command record.
func (a *Audit) Command(record int, c *event.Command) {
	a.commands = true
	e := Evidence{record, string(c.Type)}
	switch c.Type {
	case event.CommandCompact:
		at := a.openFor(c.LoopID, c.SessionID)
		at.manual = true
		if at.waiter(c.CommandID) == nil {
			at.Waiters = append(at.Waiters, Waiter{CommandID: c.CommandID, Command: e})
		}
	case event.CommandInterrupt, event.CommandShutdown:
		for _, at := range a.open {
			at.stopped = append(at.stopped, e)
		}
	}
}

// Event follows one event. Events need not be valid: a reply with a forged id is
// followed and becomes a finding.
func (a *Audit) Event(record int, e event.Event) {
	if a.byID == nil {
		a.byID = make(map[event.UUID]*Attempt)
		a.calls = make(map[[16]byte]*Attempt)
	}
	at := Evidence{record, string(e.Type())}
	if e.Head().CreatedAt.After(a.latest) {
		a.latest, a.newest = e.Head().CreatedAt, at
	}
	before := a.basisOf(e.Head().LoopID)
	switch e := e.(type) {
	case *event.CompactionStarted:
		a.started(at, e)
	case *event.HustleStarted:
		a.callStarted(at, e)
	case *event.HustleCompleted:
		a.callEnded(e.Run, Call{Ended: at, Completed: true, Usage: e.Usage, Duration: e.Duration})
	case *event.HustleFailed:
		a.callEnded(e.Run, Call{Ended: at, Stage: e.Stage, ReasonCode: e.ReasonCode, Usage: e.Usage, Duration: e.Duration})
	case *event.CompactionCommitted:
		a.committed(at, e)
	case *event.CompactionRejected:
		a.rejected(at, e)
	case *event.CompactWaiterResolved:
		a.replied(at, e.Header, e.AttemptID, Waiter{Resolved: true}, e.CommittedEventID)
	case *event.CompactWaiterRejected:
		a.replied(at, e.Header, e.AttemptID, Waiter{Reason: e.Reason}, event.UUID{})
	case *event.RestoreStarted, *event.SessionStopped:
		a.cut(at)
	}
	a.history.Add(e)
	if open := a.open[e.Head().LoopID]; open != nil && open.Call != nil && before != a.basisOf(e.Head().LoopID) {
		open.moved = append(open.moved, at)
	}
}

func (a *Audit) basisOf(loop event.UUID) event.ContextBasis {
	if l := a.history.Loop(loop); l != nil {
		return l.Basis()
	}
	return event.ContextBasis{}
}

// openFor returns the loop's open attempt, a new one where there is none.
func (a *Audit) openFor(loop, session event.UUID) *Attempt {
	if at := a.open[loop]; at != nil {
		return at
	}
	at := &Attempt{LoopID: loop, SessionID: session}
	a.attempts = append(a.attempts, at)
	if a.open == nil {
		a.open = make(map[event.UUID]*Attempt)
	}
	a.open[loop] = at
	return at
}

// name gives an attempt its id.
func (a *Audit) name(at *Attempt, id event.UUID) {
	if at.ID.IsZero() {
		at.ID = id
		a.byID[id] = at
	}
}

// cut ends what is open: the process that worked on it is gone.
func (a *Audit) cut(e Evidence) {
	for loop, at := range a.open {
		at.ended = &e
		a.settle(at)
		delete(a.open, loop)
	}
}

// supersede ends the loop's open attempt because another one of the loop follows.
func (a *Audit) supersede(loop event.UUID, e Evidence) {
	if at := a.open[loop]; at != nil {
		at.ended = &e
		a.settle(at)
		delete(a.open, loop)
	}
}

// settle notes the context an attempt worked on, once.
func (a *Audit) settle(at *Attempt) {
	if at.atBasis {
		return
	}
	l := a.history.Loop(at.LoopID)
	if l == nil {
		at.contextErr = &history.UnknownBasisError{Basis: at.Basis}
		return
	}
	at.runtime = l.Runtime()
	if at.Basis != (event.ContextBasis{}) {
		at.context, at.contextErr = l.At(at.Basis)
		at.atBasis = true
	}
}

func (a *Audit) started(e Evidence, s *event.CompactionStarted) {
	if old := a.open[s.LoopID]; old != nil && !old.ID.IsZero() && old.ID != s.AttemptID {
		a.supersede(s.LoopID, e)
	}
	at := a.openFor(s.LoopID, s.SessionID)
	a.name(at, s.AttemptID)
	at.Reason, at.Basis, at.started = s.Reason, s.Basis, &e
}

func (a *Audit) compaction(run event.HustleRun) bool {
	name := a.CompactionHustle
	if name == "" {
		name = event.CompactionHustle
	}
	return run.Definition.Name == name
}

func (a *Audit) callStarted(e Evidence, s *event.HustleStarted) {
	if !a.compaction(s.Run) {
		return
	}
	loop := s.Cause.LoopID
	if old := a.open[loop]; old != nil && old.Call != nil {
		a.supersede(loop, e) // one attempt makes one call
	}
	at := a.openFor(loop, s.SessionID)
	at.Call = &Call{Started: e, Run: s.Run}
	at.callSince = s.CreatedAt
	at.limits, at.policy = &s.Run.Definition.Limits, s.Run.Definition.PolicyRevision
	a.limits, a.policy = at.limits, at.policy
	a.calls[s.Run.RunID] = at
	if l := a.history.Loop(loop); l != nil && at.Basis == (event.ContextBasis{}) {
		at.context, at.contextErr = l.Now()
		at.atBasis = true
		if at.contextErr == nil {
			at.Basis = at.context.Basis
		}
		at.runtime = l.Runtime()
	}
}

func (a *Audit) callEnded(run event.HustleRun, end Call) {
	at := a.calls[run.RunID]
	if at == nil || at.Call == nil || at.Call.Ended != (Evidence{}) {
		return
	}
	end.Started, end.Run = at.Call.Started, run
	*at.Call = end
}

// terminalOf returns the attempt that a terminal event ends. It is the loop's open
// one unless something speaks against that.
func (a *Audit) terminalOf(e Evidence, h event.Header, id event.UUID, basis event.ContextBasis, waiters []event.UUID, stopped bool) *Attempt {
	if at := a.byID[id]; at != nil {
		return at
	}
	if at := a.open[h.LoopID]; at != nil {
		callRuns := at.Call != nil && at.Call.Ended == (Evidence{})
		if !at.ID.IsZero() || callRuns && !stopped || at.Call != nil && at.Basis != (event.ContextBasis{}) && at.Basis != basis || !at.waitsAmong(waiters) {
			a.supersede(h.LoopID, e)
		}
	}
	at := a.openFor(h.LoopID, h.SessionID)
	a.name(at, id)
	return at
}

// waitsAmong reports whether the commands that were seen to wait are among ids. One
// that came too late for the attempt's decision may be missing.
func (a *Attempt) waitsAmong(ids []event.UUID) bool {
	if len(a.Waiters) == 0 {
		return true
	}
	for _, id := range ids {
		if a.waiter(id) != nil {
			return true
		}
	}
	return false
}

func (a *Audit) committed(e Evidence, c *event.CompactionCommitted) {
	at := a.terminalOf(e, c.Header, c.AttemptID, c.Basis, c.WaiterCommandIDs, false)
	if at.second(e) {
		return
	}
	at.Outcome, at.Committed = OutcomeCommitted, c
	a.end(at, e, c.Reason, c.Basis, c.WaiterCommandIDs)
	at.Duration = c.Duration
	at.checkCommit(e, c)
}

func (a *Audit) rejected(e Evidence, r *event.CompactionRejected) {
	stopped := r.RejectReason == event.CompactRejectShuttingDown || r.RejectReason == event.CompactRejectInterrupted
	at := a.terminalOf(e, r.Header, r.AttemptID, r.Basis, r.WaiterCommandIDs, stopped)
	if at.second(e) {
		return
	}
	at.Outcome, at.RejectReason = OutcomeRejected, r.RejectReason
	a.end(at, e, r.Reason, r.Basis, r.WaiterCommandIDs)
	at.Duration = r.Duration
}

// end closes an attempt with its terminal. Commands that the terminal does not name
// wait on for the loop's next attempt.
func (a *Audit) end(at *Attempt, e Evidence, reason event.CompactionReason, basis event.ContextBasis, ids []event.UUID) {
	at.Terminal, at.Reason = e, reason
	if at.Basis != basis {
		at.Basis, at.atBasis = basis, false
	}
	a.settle(at)
	waited := at.Waiters
	at.Waiters = nil
	for _, id := range ids {
		w := Waiter{CommandID: id}
		for _, seen := range waited {
			if seen.CommandID == id {
				w = seen
			}
		}
		at.Waiters = append(at.Waiters, w)
	}
	if a.open[at.LoopID] == at {
		delete(a.open, at.LoopID)
	}
	for _, seen := range waited {
		if at.waiter(seen.CommandID) == nil && seen.Reply == (Evidence{}) {
			next := a.openFor(at.LoopID, at.SessionID)
			next.manual = true
			next.Waiters = append(next.Waiters, seen)
		}
	}
}

// replied follows one reply. It may come before the terminal (a refusal), after it,
// after a restart, or without one.
func (a *Audit) replied(e Evidence, h event.Header, id event.UUID, reply Waiter, committed event.UUID) {
	reply.CommandID, reply.Reply = h.Cause.CommandID, e
	at := a.byID[id]
	if at == nil {
		if open := a.open[h.LoopID]; open != nil && open.answeredBy(reply) {
			at = open
		} else {
			a.supersede(h.LoopID, e)
			at = a.openFor(h.LoopID, h.SessionID)
		}
		a.name(at, id)
	}
	at.checkReply(e, h, reply, committed)
	if reply.Reason == event.CompactRejectControlLaneFull {
		at.refuse(reply)
		return
	}
	w := at.waiter(reply.CommandID)
	switch {
	case w == nil:
		if !at.terminal() {
			at.Waiters = append(at.Waiters, reply)
		}
	case w.Reply != (Evidence{}):
		at.find(FindingRepliedTwice, w.Reply, e)
	default:
		reply.Command = w.Command
		*w = reply
	}
	if !at.terminal() && at.Call == nil {
		a.endedWaiting(at, e)
	}
}

// answeredBy reports whether the first reply that names an attempt can be of this
// open one. Refusals come at any time, other replies without a terminal only before
// the call.
func (a *Attempt) answeredBy(reply Waiter) bool {
	if !a.ID.IsZero() {
		return false
	}
	return reply.Reason == event.CompactRejectControlLaneFull || a.Call == nil && a.waitsAmong([]event.UUID{reply.CommandID})
}

// endedWaiting closes an attempt whose waiters were answered before it started, as
// soon as all of them are. Without commands in the journal it stays open for more
// replies until another record of the loop's attempts follows.
func (a *Audit) endedWaiting(at *Attempt, e Evidence) {
	for _, w := range at.Waiters {
		if w.Reply == (Evidence{}) {
			return
		}
	}
	at.ended = &e
	if a.open[at.LoopID] == at {
		a.settle(at)
		delete(a.open, at.LoopID)
	}
}

// refuse moves a waiter that was turned away.
func (a *Attempt) refuse(reply Waiter) {
	for i, w := range a.Waiters {
		if w.CommandID == reply.CommandID && w.Reply == (Evidence{}) {
			reply.Command = w.Command
			a.Waiters = append(a.Waiters[:i:i], a.Waiters[i+1:]...)
			break
		}
	}
	a.Refused = append(a.Refused, reply)
}
