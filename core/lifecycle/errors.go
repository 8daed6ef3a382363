package lifecycle

import "fmt"

// CoordinationKind is why the runtime could not bring an attempt to a decision. It
// writes no event for one; only its process log and a compaction hook see it.
type CoordinationKind string

// The kinds of a CompactionCoordinationError.
const (
	CoordinationAttemptID CoordinationKind = "attempt_id"
	CoordinationOutcome   CoordinationKind = "outcome"
	CoordinationBasis     CoordinationKind = "basis"
)

// FinalizationKind is why the runtime could not write down a decision. No rejection
// is invented for it; a failed append faults the session.
type FinalizationKind string

// The kinds of a CompactionFinalizationError.
const (
	FinalizationProposal       FinalizationKind = "proposal"
	FinalizationTerminalMint   FinalizationKind = "terminal_mint"
	FinalizationTerminalClone  FinalizationKind = "terminal_clone"
	FinalizationTerminalAppend FinalizationKind = "terminal_append"
	FinalizationWaiterMint     FinalizationKind = "waiter_mint"
	FinalizationWaiterAppend   FinalizationKind = "waiter_append"
)

// runtimeErrors is the one table of both errors' kinds: what each means and what it
// leaves in a journal.
var runtimeErrors = []struct {
	kind     string
	text     string
	terminal bool // the terminal event is written all the same
}{
	{string(CoordinationAttemptID), "No id could be made for the attempt, so nothing about it was written.", false},
	{string(CoordinationOutcome), "The result could not be handed to the loop or waited for, as when an idle session is shut down; there is no terminal event.", false},
	{string(CoordinationBasis), "The basis frozen at the start does not match the loop's, so the attempt was given up without a terminal event.", false},
	{string(FinalizationProposal), "The decision was inconsistent and no terminal event could be made of it.", false},
	{string(FinalizationTerminalMint), "No id could be made for the terminal event.", false},
	{string(FinalizationTerminalClone), "The terminal event could not be copied.", false},
	{string(FinalizationTerminalAppend), "The terminal event could not be written to the journal.", false},
	{string(FinalizationWaiterMint), "The terminal event is written; the id of a reply could not be made, and replies are missing from there on.", true},
	{string(FinalizationWaiterAppend), "The terminal event is written; a reply could not be, and replies are missing from there on.", true},
}

// Text says in one sentence what the kind means; of an unknown one nothing.
func (k CoordinationKind) Text() string { return runtimeErrorText(string(k)) }

// Text says in one sentence what the kind means; of an unknown one nothing.
func (k FinalizationKind) Text() string { return runtimeErrorText(string(k)) }

// LeavesTerminal reports whether the attempt has its terminal event all the same.
func (k FinalizationKind) LeavesTerminal() bool {
	for _, row := range runtimeErrors {
		if row.kind == string(k) {
			return row.terminal
		}
	}
	return false
}

func runtimeErrorText(kind string) string {
	for _, row := range runtimeErrors {
		if row.kind == kind {
			return row.text
		}
	}
	return ""
}

// CoordinationKinds returns the kinds of a CompactionCoordinationError.
func CoordinationKinds() []CoordinationKind {
	return []CoordinationKind{CoordinationAttemptID, CoordinationOutcome, CoordinationBasis}
}

// FinalizationKinds returns the kinds of a CompactionFinalizationError.
func FinalizationKinds() []FinalizationKind {
	return []FinalizationKind{
		FinalizationProposal, FinalizationTerminalMint, FinalizationTerminalClone,
		FinalizationTerminalAppend, FinalizationWaiterMint, FinalizationWaiterAppend,
	}
}

// CompactionCoordinationError is the runtime's report that an attempt came to no
// decision, as its process log and hooks show it.
type CompactionCoordinationError struct {
	Kind CoordinationKind
	Err  error
}

func (e *CompactionCoordinationError) Error() string {
	return fmt.Sprintf("compaction coordination failed: %s", e.Kind)
}

func (e *CompactionCoordinationError) Unwrap() error { return e.Err }

// CompactionFinalizationError is the runtime's report that a decision was not
// written down, or not to the end.
type CompactionFinalizationError struct {
	Kind FinalizationKind
	Err  error
}

func (e *CompactionFinalizationError) Error() string {
	return fmt.Sprintf("compaction finalization failed: %s", e.Kind)
}

func (e *CompactionFinalizationError) Unwrap() error { return e.Err }

// PossibleErrors returns the kinds that can have left the attempt as the journal has
// it: of an attempt without a terminal those that prevent one, of one with missing
// replies those that stop them.
func (a *Attempt) PossibleErrors() (coordination []CoordinationKind, finalization []FinalizationKind) {
	if a.terminal() {
		for _, w := range a.Waiters {
			if w.Reply == (Evidence{}) {
				return nil, []FinalizationKind{FinalizationWaiterMint, FinalizationWaiterAppend}
			}
		}
		return nil, nil
	}
	if a.endedAtBoundary() {
		return nil, nil
	}
	for _, k := range FinalizationKinds() {
		if !k.LeavesTerminal() {
			finalization = append(finalization, k)
		}
	}
	return CoordinationKinds(), finalization
}
