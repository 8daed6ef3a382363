package event

import (
	"fmt"
	"time"
)

// Type is an event's name, as the record's "type" key has it.
type Type string

// The events this package models. A journal holds others; they change no
// transcript and take no part in a compaction.
const (
	TypeCompactionStarted          Type = "CompactionStarted" // never in a journal
	TypeCompactionCommitted        Type = "CompactionCommitted"
	TypeCompactionRejected         Type = "CompactionRejected"
	TypeCompactWaiterResolved      Type = "CompactWaiterResolved"
	TypeCompactWaiterRejected      Type = "CompactWaiterRejected"
	TypeTurnStarted                Type = "TurnStarted"
	TypeStepDone                   Type = "StepDone"
	TypeTurnFoldedInto             Type = "TurnFoldedInto"
	TypeTurnDone                   Type = "TurnDone"
	TypeTurnFailed                 Type = "TurnFailed"
	TypeTurnInterrupted            Type = "TurnInterrupted"
	TypeContextMeasured            Type = "ContextMeasured"
	TypeHustleStarted              Type = "HustleStarted"
	TypeHustleCompleted            Type = "HustleCompleted"
	TypeHustleFailed               Type = "HustleFailed"
	TypeLoopStarted                Type = "LoopStarted"
	TypeLoopInferenceChanged       Type = "LoopInferenceChanged"
	TypeLoopModeChanged            Type = "LoopModeChanged"
	TypeLoopExternalToolsetChanged Type = "LoopExternalToolsetChanged"
	TypeSessionStarted             Type = "SessionStarted"
	TypeSessionActive              Type = "SessionActive"
	TypeSessionIdle                Type = "SessionIdle"
	TypeSessionStopped             Type = "SessionStopped"
	TypeRestoreStarted             Type = "RestoreStarted"
	TypeRestoreDone                Type = "RestoreDone"
)

// Visibility says whether an event is shown to clients.
type Visibility uint8

// The two.
const (
	VisibilityPublic   Visibility = 0
	VisibilityInternal Visibility = 1
)

// Agency says whether a person or the machine caused something.
type Agency uint8

// The two.
const (
	AgencyMachine Agency = 0
	AgencyUser    Agency = 1
)

func (a Agency) String() string {
	switch a {
	case AgencyMachine:
		return "machine"
	case AgencyUser:
		return "user"
	}
	return fmt.Sprintf("unknown agency %d", uint8(a))
}

// Coordinates say where an event stands: in a session, a loop of it, a turn of
// that, a step of that. Those that do not apply are zero.
type Coordinates struct {
	SessionID UUID `json:"session_id,omitzero"`
	LoopID    UUID `json:"loop_id,omitzero"`
	TurnID    UUID `json:"turn_id,omitzero"`
	StepID    UUID `json:"step_id,omitzero"`
}

// Cause is what an event answers or follows from. Zero parts do not apply.
type Cause struct {
	Coordinates
	CommandID       UUID   `json:"command_id,omitzero"`
	EventID         UUID   `json:"event_id,omitzero"`
	ToolExecutionID UUID   `json:"tool_execution_id,omitzero"`
	Agency          Agency `json:"agency,omitzero"`
}

// Header is what all events have in common. Their JSON has it at the top level.
type Header struct {
	Coordinates
	AgentName  string     `json:"agent_name,omitempty"`
	EventID    UUID       `json:"event_id,omitzero"`
	CreatedAt  time.Time  `json:"created_at,omitzero"`
	Cause      Cause      `json:"cause,omitzero"`
	Visibility Visibility `json:"visibility,omitzero"`
}

// Head returns h itself; with it a type that embeds a Header is half an Event.
func (h *Header) Head() *Header { return h }

// Event is one record of a journal: a pointer to one of the event types of this
// package.
type Event interface {
	// Type returns the event's name; it is a property of the Go type.
	Type() Type
	// Head returns the event's own header, not a copy of it.
	Head() *Header
	// Validate applies the runtime's rules. The error is an *InvalidEventError, or
	// a *ContextError for the measurement of a ContextMeasured.
	Validate() error
}

// scope is the part of a session an event belongs to; it says which coordinates
// must be set.
type scope uint8

const (
	scopeSession scope = iota
	scopeLoop
	scopeTurn
	scopeStep
)

// validate checks the identity every event of a scope must have, in the runtime's
// order.
func (h *Header) validate(t Type, s scope) error {
	if h.Visibility > VisibilityInternal {
		return &InvalidEventError{Event: t, Field: FieldVisibility, Rule: RuleInvalid}
	}
	if h.EventID.IsZero() {
		return &InvalidEventError{Event: t, Field: FieldEventID, Rule: RuleSet}
	}
	for i, c := range []struct {
		field Field
		id    UUID
	}{{FieldSessionID, h.SessionID}, {FieldLoopID, h.LoopID}, {FieldTurnID, h.TurnID}, {FieldStepID, h.StepID}} {
		if within := i <= int(s); within && c.id.IsZero() {
			return &InvalidEventError{Event: t, Field: c.field, Rule: RuleSet}
		} else if !within && !c.id.IsZero() {
			return &InvalidEventError{Event: t, Field: c.field, Rule: RuleZero}
		}
	}
	return nil
}
