package event

import (
	"errors"
	"fmt"
	"strings"

	"compactlens/core/content"
)

// Field names a field of an event, basis or measurement in errors, spelt as the
// contract spells it.
type Field string

// The fields that errors name.
const (
	FieldVisibility         Field = "Visibility"
	FieldEventID            Field = "EventID"
	FieldSessionID          Field = "SessionID"
	FieldLoopID             Field = "LoopID"
	FieldTurnID             Field = "TurnID"
	FieldStepID             Field = "StepID"
	FieldAttemptID          Field = "AttemptID"
	FieldWaiterCommandIDs   Field = "WaiterCommandIDs"
	FieldReason             Field = "Reason"
	FieldBasis              Field = "Basis"
	FieldSummary            Field = "Summary"
	FieldRetained           Field = "Retained"
	FieldPostContext        Field = "PostContext"
	FieldDuration           Field = "Duration"
	FieldRejectReason       Field = "RejectReason"
	FieldCommandID          Field = "CommandID"
	FieldCommittedEventID   Field = "CommittedEventID"
	FieldRevision           Field = "Revision"
	FieldThroughEventID     Field = "ThroughEventID"
	FieldProvider           Field = "Provider"
	FieldModel              Field = "Model"
	FieldRequestFingerprint Field = "RequestFingerprint"
	FieldInputLimit         Field = "InputLimit"
	FieldQuality            Field = "Quality"
)

// Rule is what a field of an event breaks.
type Rule string

// The three rules.
const (
	RuleSet     Rule = "must be set"
	RuleZero    Rule = "must be zero"
	RuleInvalid Rule = "is invalid"
)

// InvalidEventError reports an event that decodes and breaks a rule. Where the
// field has a fault of its own kind, Err holds it.
type InvalidEventError struct {
	Event Type
	Field Field
	Rule  Rule
	Err   error
}

func (e *InvalidEventError) Error() string {
	return fmt.Sprintf("event: invalid %s: %s %s", e.Event, e.Field, e.Rule)
}

func (e *InvalidEventError) Unwrap() error { return e.Err }

// DecodeFault is the kind of fault in a DecodeError.
type DecodeFault string

// The faults, in the order they are looked for where that is fixed.
const (
	DecodeInvalidUTF8  DecodeFault = "invalid_utf8"  // bytes that are no UTF-8, anywhere in the record
	DecodeDuplicateKey DecodeFault = "duplicate_key" // a key repeated in one object, compared without case
	DecodeJSON         DecodeFault = "json"          // malformed, of the wrong type, or nested over 10,000 deep
	DecodeUUID         DecodeFault = "uuid"          // text that is no UUID
	DecodeUnknownRole  DecodeFault = "unknown_role"
	DecodeUnknownBlock DecodeFault = "unknown_block"
	DecodeBlock        DecodeFault = "block_decode"
	DecodeBlockLimit   DecodeFault = "block_limit"   // Err is a *content.LimitError
	DecodeMessageLimit DecodeFault = "message_limit" // Err is a *LimitError
)

// DecodeError reports a record that does not decode. Type is empty where the
// fault lies before the payload. The cause may quote bytes of the record, so the
// error's text leaves it out, unless it is one of the bounds.
type DecodeError struct {
	Type Type
	Why  DecodeFault
	Err  error
}

func (e *DecodeError) Error() string {
	what := "record"
	if e.Type != "" {
		what = string(e.Type)
	}
	text := fmt.Sprintf("event: %s does not decode: %s", what, e.Why)
	var block *content.LimitError
	var own *LimitError
	switch { // bounds are figures alone
	case errors.As(e.Err, &block):
		text += ": " + strings.TrimPrefix(block.Error(), "content: ")
	case errors.As(e.Err, &own):
		text += ": " + strings.TrimPrefix(own.Error(), "event: ")
	case errors.Is(e.Err, errTooDeep):
		text += ": " + errTooDeep.Error()
	}
	return text
}

func (e *DecodeError) Unwrap() error { return e.Err }

// UnknownTypeError reports a record whose type is none of this package's. Type is
// as the record has it; the error's text leaves it out.
type UnknownTypeError struct {
	Type string
}

func (e *UnknownTypeError) Error() string { return "event: unknown event type" }

// UnsupportedSchemaError reports a record of a schema version above SchemaVersion.
type UnsupportedSchemaError struct {
	Version uint32
}

func (e *UnsupportedSchemaError) Error() string {
	return fmt.Sprintf("event: unsupported schema version %d (newest known %d)", e.Version, SchemaVersion)
}

// LimitError reports a record over MaxRecordBytes, or a tail over
// MaxRetainedMessages inside a *DecodeError.
type LimitError struct {
	Messages bool // it is the tail
	Got      int  // bytes or messages
	Max      int
}

// Error says what the bound is of, how much there is, and that it is the runtime's.
func (e *LimitError) Error() string {
	what := "bytes in one record"
	if e.Messages {
		what = "messages in one list"
	}
	return fmt.Sprintf("event: %s: %d, and the runtime takes at most %d", what, e.Got, e.Max)
}

// EncodeError reports an event that decodes and cannot be written again, e.g.
// for a time zone 24 hours or more away from UTC.
type EncodeError struct {
	Type Type
	Err  error
}

func (e *EncodeError) Error() string { return fmt.Sprintf("event: cannot write a %s", e.Type) }
func (e *EncodeError) Unwrap() error { return e.Err }
