package lifecycle

import (
	"time"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/history"
)

// Evidence is a record that shows something.
type Evidence struct {
	Record int    // its number in the journal, as the caller counts
	Type   string // of the event or command; "fence" and "unreadable" for the others
}

// Outcome is how an attempt ended as far as the journal says.
type Outcome uint8

// The outcomes.
const (
	OutcomeNone      Outcome = iota // no terminal event
	OutcomeCommitted                // a CompactionCommitted
	OutcomeRejected                 // a CompactionRejected
)

func (o Outcome) String() string {
	return [...]string{"none", "committed", "rejected"}[min(o, OutcomeRejected)]
}

// Attempt is one compaction attempt, put together from the records about it.
type Attempt struct {
	ID        event.UUID // zero where no record names it
	SessionID event.UUID
	LoopID    event.UUID
	Reason    event.CompactionReason // 0 where the journal does not tell
	Basis     event.ContextBasis     // zero where the journal does not tell

	Waiters []Waiter // who waited, in the order of the terminal or else of the commands
	Refused []Waiter // who was turned away because 64 waited already
	Call    *Call    // the model call; nil where none was made

	Outcome      Outcome
	RejectReason event.CompactRejectReason // of a rejection
	Terminal     Evidence                  // zero where there is none
	Committed    *event.CompactionCommitted
	Duration     time.Duration // of a terminal

	Findings []Finding // where the journal contradicts itself about this attempt

	context    history.Context // at Basis
	contextErr error           // why it is not known
	atBasis    bool            // context or contextErr is set
	runtime    event.Runtime   // the loop's at the terminal, or last
	limits     *event.HustleLimits
	policy     string     // the policy revision of the session's compaction hustle, where known
	started    *Evidence  // a CompactionStarted of a live stream
	moved      []Evidence // events that moved the basis while the attempt ran
	stopped    []Evidence // interrupts and shutdowns while it was open
	lost       []Evidence // unreadable records while it was open
	ended      *Evidence  // what cut it off: a restart, a stop, a newer attempt
	overdue    *Evidence  // shows that the call cannot be running any more
	callSince  time.Time  // when the call started
	manual     bool       // a command asked for it
}

// Waiter is one Compact command that an attempt answers. An automatic attempt gives
// itself one, which is in no journal.
type Waiter struct {
	CommandID event.UUID
	Command   Evidence                  // zero where the command is in no record
	Reply     Evidence                  // zero where there is none
	Resolved  bool                      // of a reply: the commit is named
	Reason    event.CompactRejectReason // of a rejecting reply
}

// Call is the model call of an attempt.
type Call struct {
	Started    Evidence
	Ended      Evidence // zero where no end is recorded
	Completed  bool     // of an end: the output was acceptable to the call
	Stage      event.HustleStage
	ReasonCode event.HustleReason
	Usage      *content.Usage // nil where none was reported
	Duration   time.Duration
	Run        event.HustleRun
}

// Context returns the transcript at the attempt's basis, or why it is not known:
// one of core/history's errors, or nil with a zero context where the journal does
// not even tell the basis.
func (a *Attempt) Context() (history.Context, error) { return a.context, a.contextErr }

// InputBytes returns the byte limit of the attempt's request and whether the journal
// tells it, here or at another call of the session.
func (a *Attempt) InputBytes() (int64, bool) {
	if a.limits == nil {
		return 0, false
	}
	return a.limits.InputBytes, true
}

// OutputBytes is InputBytes for the answer.
func (a *Attempt) OutputBytes() (int64, bool) {
	if a.limits == nil {
		return 0, false
	}
	return a.limits.OutputBytes, true
}

// Generation returns how the attempt's request was made, as the call's policy
// revision hints; ok is false where it does not.
func (a *Attempt) Generation() (g history.Generation, ok bool) {
	return history.GenerationOf(a.policy)
}

// waiter returns the waiter with a command's id, or nil.
func (a *Attempt) waiter(command event.UUID) *Waiter {
	for i := range a.Waiters {
		if a.Waiters[i].CommandID == command {
			return &a.Waiters[i]
		}
	}
	return nil
}

// terminal reports whether the attempt has a terminal event.
func (a *Attempt) terminal() bool { return a.Outcome != OutcomeNone }
