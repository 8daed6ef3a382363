package lifecycle

import "compactlens/core/event"

// State is a stretch of an attempt's life.
type State uint8

// The states, in their order. An attempt may end in any of them.
const (
	StateAdmission State = iota // asked for, or due; one attempt a loop, up to MaxWaiters waiting
	StateBoundary               // waits until the loop is idle, between steps or between turns
	StateStarted                // basis frozen, tail cut, rest projected, guards asked
	StateExecuting              // tail counted, request made, model called, result counted
	StateDecided                // shutdown, interrupt, result and basis weighed against each other
	StateTerminal               // the terminal event is written
	StateReplied                // every command that waited has its reply
	statesBehind
)

// States returns the states in their order.
func States() []State {
	all := make([]State, statesBehind)
	for i := range all {
		all[i] = State(i)
	}
	return all
}

func (s State) String() string {
	names := [...]string{"admission", "boundary", "started", "executing", "decided", "terminal", "replied"}
	if int(s) >= len(names) {
		return "unknown"
	}
	return names[s]
}

// Status says what is known of a state of an attempt.
type Status uint8

// The statuses.
const (
	StatusUnknown    Status = iota // the journal cannot tell
	StatusRecorded                 // records show it
	StatusInferred                 // later records show that it was passed
	StatusEnded                    // the attempt ended here
	StatusNotReached               // the attempt ended before
	StatusPartial                  // of replies: some are there
)

func (s Status) String() string {
	return [...]string{"unknown", "recorded", "inferred", "ended here", "not reached", "partial"}[min(s, StatusPartial)]
}

// Step is a state of an attempt and what shows it.
type Step struct {
	State    State
	Status   Status
	Evidence []Evidence
}

// Steps returns what is known of each state, in order.
func (a *Attempt) Steps() []Step {
	steps := make([]Step, statesBehind)
	for i := range steps {
		steps[i].State = State(i)
	}
	reached := a.reached()
	for s := StateAdmission; s <= reached; s++ {
		steps[s].Status = StatusInferred
	}
	for _, w := range append(append([]Waiter(nil), a.Waiters...), a.Refused...) {
		if w.Command != (Evidence{}) {
			steps[StateAdmission].Status = StatusRecorded
			steps[StateAdmission].Evidence = append(steps[StateAdmission].Evidence, w.Command)
		}
	}
	if a.started != nil {
		steps[StateStarted].Status = StatusRecorded
		steps[StateStarted].Evidence = []Evidence{*a.started}
	}
	if a.Call != nil {
		steps[StateExecuting].Status = StatusRecorded
		steps[StateExecuting].Evidence = []Evidence{a.Call.Started}
		if a.Call.Ended != (Evidence{}) {
			steps[StateExecuting].Evidence = append(steps[StateExecuting].Evidence, a.Call.Ended)
		}
	}
	if a.terminal() {
		steps[StateTerminal].Status = StatusRecorded
		steps[StateTerminal].Evidence = []Evidence{a.Terminal}
		a.skip(steps)
	} else {
		a.endSteps(steps, reached)
	}
	a.replySteps(&steps[StateReplied])
	return steps
}

// reached returns the furthest state that must have been entered.
func (a *Attempt) reached() State {
	switch {
	case a.terminal():
		return StateTerminal
	case a.Call != nil:
		return StateExecuting
	case a.started != nil:
		return StateStarted
	case a.endedAtBoundary():
		return StateBoundary
	}
	return StateAdmission
}

// endedAtBoundary reports an attempt that was answered with 2 or 3 and never began.
func (a *Attempt) endedAtBoundary() bool {
	if a.terminal() || a.Call != nil || a.started != nil {
		return false
	}
	for _, w := range a.Waiters {
		if w.Reply != (Evidence{}) {
			return true
		}
	}
	return false
}

// skip marks the states that a rejection never entered: its reason says in which
// one it fell.
func (a *Attempt) skip(steps []Step) {
	if a.Outcome != OutcomeRejected || a.Call != nil {
		return
	}
	switch a.RejectReason {
	case event.CompactRejectProgressPublication, event.CompactRejectUnavailable:
		steps[StateStarted].Status = StatusEnded
		steps[StateExecuting].Status = StatusNotReached
	case event.CompactRejectInternal, event.CompactRejectShuttingDown, event.CompactRejectInterrupted, event.CompactRejectCanceled:
		steps[StateExecuting].Status = StatusUnknown
	}
}

// endSteps marks where an attempt without a terminal stopped.
func (a *Attempt) endSteps(steps []Step, reached State) {
	if a.endedAtBoundary() {
		steps[StateBoundary].Status = StatusEnded
		for _, w := range a.Waiters {
			steps[StateBoundary].Evidence = append(steps[StateBoundary].Evidence, w.Reply)
		}
		for s := StateStarted; s <= StateTerminal; s++ {
			steps[s].Status = StatusNotReached
		}
		return
	}
	for s := reached + 1; s < StateTerminal; s++ {
		steps[s].Status = StatusUnknown
	}
	steps[StateTerminal].Status = StatusNotReached
}

func (a *Attempt) replySteps(step *Step) {
	for _, w := range a.Waiters {
		if w.Reply != (Evidence{}) {
			step.Evidence = append(step.Evidence, w.Reply)
		}
	}
	switch {
	case len(step.Evidence) == 0:
		step.Status = StatusNotReached
	case len(step.Evidence) < len(a.Waiters):
		step.Status = StatusPartial
	default:
		step.Status = StatusRecorded
	}
}
