package event

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"compactlens/core/content"
	"compactlens/core/rawjson"
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
	t, r, err := open(raw)
	if err != nil {
		return nil, err
	}
	if t == TypeCompactionStarted {
		return nil, &UnknownTypeError{Type: string(t)}
	}
	if e, ok := New(t).(messageHolder); ok && r != nil {
		return unmarshalHolder(e, raw, r)
	}
	return UnmarshalAs(t, raw)
}

// messageHolder is an event whose record may be large because of the messages in one
// of its members. That member is read in place, the rest by encoding/json.
type messageHolder interface {
	Event
	json.Unmarshaler
	messagesKey() string
	readMessages(r *rawjson.Reader, value int) error
}

func unmarshalHolder(e messageHolder, raw []byte, r *rawjson.Reader) (Event, error) {
	at := -1
	_ = r.Members(r.Value(), func(key string, value int) error {
		if strings.EqualFold(key, e.messagesKey()) {
			at = value
		}
		return nil
	})
	rest := raw
	if at >= 0 {
		rest = slices.Concat(raw[:at], []byte("null"), raw[r.End(at):])
	}
	if err := e.UnmarshalJSON(rest); err != nil {
		return nil, decodeError(e.Type(), err)
	}
	if at >= 0 {
		if err := e.readMessages(r, at); err != nil {
			return nil, decodeError(e.Type(), err)
		}
	}
	return e, nil
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
	t, _, err := open(raw)
	return t, err
}

// open is Peek. For records in which nothing is unusual it returns a reader too.
func open(raw []byte) (Type, *rawjson.Reader, error) {
	if len(raw) > MaxRecordBytes {
		return "", nil, &LimitError{Got: len(raw), Max: MaxRecordBytes}
	}
	if !utf8.Valid(raw) {
		return "", nil, &DecodeError{Why: DecodeInvalidUTF8}
	}
	r, ok := rawjson.ParseUnique(raw)
	if ok {
		if t, ok := envelopeOf(r); ok {
			return t, r, nil
		}
	} else if err := scanDuplicates(raw); errors.Is(err, errDuplicateKey) {
		return "", nil, &DecodeError{Why: DecodeDuplicateKey, Err: err}
	} else if err != nil {
		return "", nil, &DecodeError{Why: DecodeJSON, Err: err}
	}
	var envelope struct {
		Type Type   `json:"type"`
		V    uint32 `json:"v"`
	}
	if err := json.Unmarshal(raw, &envelope); err != nil {
		return "", nil, &DecodeError{Why: DecodeJSON, Err: err}
	}
	if envelope.V > SchemaVersion {
		return "", nil, &UnsupportedSchemaError{Version: envelope.V}
	}
	return envelope.Type, nil, nil
}

// envelopeOf reads type and version where they are what they nearly always are.
func envelopeOf(r *rawjson.Reader) (t Type, ok bool) {
	if r.Kind(r.Value()) != '{' {
		return "", false
	}
	err := r.Members(r.Value(), func(key string, value int) error {
		switch {
		case strings.EqualFold(key, "type"):
			if r.Kind(value) != '"' {
				return errUnusual
			}
			t = Type(r.String(value))
		case strings.EqualFold(key, "v"):
			if string(r.Raw(value)) != "1" {
				return errUnusual
			}
		}
		return nil
	})
	return t, err == nil
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
