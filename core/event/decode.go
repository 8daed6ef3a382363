package event

import (
	"encoding/json"
	"errors"
	"unicode/utf8"

	"compactlens/core/content"
)

// Decode reads one record as the runtime's durable decoder does and applies the
// event's rules. The checks run in this order, and the first that fails decides:
// size (*LimitError), UTF-8, repeated keys, type and version (*DecodeError),
// *UnsupportedSchemaError, *UnknownTypeError, payload (*DecodeError), rules
// (*InvalidEventError, or *ContextError of a ContextMeasured).
//
// Where only the rules fail, the event is returned beside the error, for readers
// that want to show what they refuse. CompactionStarted has no durable form and is
// an unknown type.
func Decode(raw []byte) (Event, error) {
	e, err := Unmarshal(raw)
	if err != nil {
		return nil, err
	}
	return e, e.Validate()
}

// Unmarshal is Decode without the event's rules.
func Unmarshal(raw []byte) (Event, error) {
	t, err := Peek(raw)
	if err != nil {
		return nil, err
	}
	if t == TypeCompactionStarted {
		return nil, &UnknownTypeError{Type: string(t)}
	}
	return UnmarshalAs(t, raw)
}

// UnmarshalAs reads raw as the payload of an event of type t, whatever the record
// says of itself: no check of size, UTF-8, repeated keys or version, and of
// repeated keys the last wins. Live streams carry CompactionStarted like this.
func UnmarshalAs(t Type, raw []byte) (Event, error) {
	e := New(t)
	if e == nil {
		return nil, &UnknownTypeError{Type: string(t)}
	}
	if err := json.Unmarshal(raw, e); err != nil {
		return nil, decodeError(t, err)
	}
	return e, nil
}

// Peek applies the checks that come before the payload and returns the record's
// type, known or not.
func Peek(raw []byte) (Type, error) {
	if len(raw) > MaxRecordBytes {
		return "", &LimitError{Got: len(raw), Max: MaxRecordBytes}
	}
	if !utf8.Valid(raw) {
		return "", &DecodeError{Why: DecodeInvalidUTF8}
	}
	if err := scanDuplicates(raw); errors.Is(err, errDuplicateKey) {
		return "", &DecodeError{Why: DecodeDuplicateKey, Err: err}
	} else if err != nil {
		return "", &DecodeError{Why: DecodeJSON, Err: err}
	}
	var envelope struct {
		Type Type   `json:"type"`
		V    uint32 `json:"v"`
	}
	if err := json.Unmarshal(raw, &envelope); err != nil {
		return "", &DecodeError{Why: DecodeJSON, Err: err}
	}
	if envelope.V > SchemaVersion {
		return "", &UnsupportedSchemaError{Version: envelope.V}
	}
	return envelope.Type, nil
}

// decodeError says which kind of fault a payload has.
func decodeError(t Type, err error) error {
	var (
		id      *UUIDError
		limit   *LimitError
		role    *content.UnknownRoleError
		block   *content.UnknownBlockError
		bound   *content.LimitError
		decoded *content.DecodeError
	)
	why := DecodeJSON
	switch {
	case errors.As(err, &id):
		why = DecodeUUID
	case errors.As(err, &limit):
		why = DecodeMessageLimit
	case errors.As(err, &role):
		why = DecodeUnknownRole
	case errors.As(err, &block):
		why = DecodeUnknownBlock
	case errors.As(err, &bound):
		why = DecodeBlockLimit
	case errors.As(err, &decoded) && (decoded.Part == content.PartBlocks || decoded.Part == content.PartBlock):
		why = DecodeBlock
	}
	return &DecodeError{Type: t, Why: why, Err: err}
}

// New returns an empty event of type t, or nil where the package has none.
func New(t Type) Event {
	switch t {
	case TypeCompactionStarted:
		return &CompactionStarted{}
	case TypeCompactionCommitted:
		return &CompactionCommitted{}
	case TypeCompactionRejected:
		return &CompactionRejected{}
	case TypeCompactWaiterResolved:
		return &CompactWaiterResolved{}
	case TypeCompactWaiterRejected:
		return &CompactWaiterRejected{}
	case TypeTurnStarted:
		return &TurnStarted{}
	case TypeStepDone:
		return &StepDone{}
	case TypeTurnFoldedInto:
		return &TurnFoldedInto{}
	case TypeTurnDone:
		return &TurnDone{}
	case TypeTurnFailed:
		return &TurnFailed{}
	case TypeTurnInterrupted:
		return &TurnInterrupted{}
	case TypeContextMeasured:
		return &ContextMeasured{}
	case TypeHustleStarted:
		return &HustleStarted{}
	case TypeHustleCompleted:
		return &HustleCompleted{}
	case TypeHustleFailed:
		return &HustleFailed{}
	case TypeLoopStarted:
		return &LoopStarted{}
	case TypeLoopInferenceChanged:
		return &LoopInferenceChanged{}
	case TypeLoopModeChanged:
		return &LoopModeChanged{}
	case TypeLoopExternalToolsetChanged:
		return &LoopExternalToolsetChanged{}
	case TypeSessionStarted:
		return &SessionStarted{}
	case TypeSessionActive:
		return &SessionActive{}
	case TypeSessionIdle:
		return &SessionIdle{}
	case TypeSessionStopped:
		return &SessionStopped{}
	case TypeRestoreStarted:
		return &RestoreStarted{}
	case TypeRestoreDone:
		return &RestoreDone{}
	}
	return nil
}
