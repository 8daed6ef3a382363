package event

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"compactlens/core/content"
	"compactlens/core/rawjson"
)

// The bounds of a record.
const (
	SchemaVersion       = 1        // the newest "v" that is understood; absent, null and 0 mean 1
	MaxRecordBytes      = 16 << 20 // bytes of one record
	MaxRecordNesting    = 10_000   // levels of arrays and objects in one record
	MaxRetainedMessages = 10_000   // messages in a retained tail
)

// CompactionStarted tells live clients that an attempt runs. It is never in a
// journal: Decode does not know it.
type CompactionStarted struct {
	Header
	AttemptID UUID             `json:"attempt_id"`
	Reason    CompactionReason `json:"reason"`
	Basis     ContextBasis     `json:"basis"`
}

// CompactionCommitted ends an attempt well: the transcript is replaced by the
// summary followed by the retained tail.
type CompactionCommitted struct {
	Header
	AttemptID        UUID
	WaiterCommandIDs []UUID // who waited, oldest first; not empty, zero or repeated
	Reason           CompactionReason
	Basis            ContextBasis       // what was summarised
	Summary          content.Message    // a user message with one text block, the summary's XML
	Retained         []content.Message  // the newest messages, kept word for word; begins with a user message
	PostContext      ContextMeasurement // of summary and tail; its basis is this event's own
	Duration         time.Duration
}

// CompactionRejected ends an attempt without change to the transcript.
type CompactionRejected struct {
	Header
	AttemptID        UUID                `json:"attempt_id"`
	WaiterCommandIDs []UUID              `json:"waiter_command_ids"` // who waited, oldest first; not empty, zero or repeated
	Reason           CompactionReason    `json:"reason"`
	Basis            ContextBasis        `json:"basis"`
	RejectReason     CompactRejectReason `json:"reject_reason"`
	Duration         time.Duration       `json:"duration,omitzero"`
}

// CompactWaiterResolved answers one waiting Compact command with a commit. Its id
// is WaiterReplyID(AttemptID, Cause.CommandID, true).
type CompactWaiterResolved struct {
	Header
	AttemptID        UUID `json:"attempt_id"`
	CommittedEventID UUID `json:"committed_event_id"`
}

// CompactWaiterRejected answers one waiting Compact command with a rejection. Its
// id is WaiterReplyID(AttemptID, Cause.CommandID, false).
type CompactWaiterRejected struct {
	Header
	AttemptID UUID                `json:"attempt_id"`
	Reason    CompactRejectReason `json:"reason"` // a reject reason, although the key is that of CompactionReason elsewhere
}

func (e *CompactionStarted) Type() Type     { return TypeCompactionStarted }
func (e *CompactionCommitted) Type() Type   { return TypeCompactionCommitted }
func (e *CompactionRejected) Type() Type    { return TypeCompactionRejected }
func (e *CompactWaiterResolved) Type() Type { return TypeCompactWaiterResolved }
func (e *CompactWaiterRejected) Type() Type { return TypeCompactWaiterRejected }

// firstInvalid returns an InvalidEventError for the first rule that does not hold.
func firstInvalid(t Type, rules ...rule) error {
	for _, r := range rules {
		if !r.ok || r.err != nil {
			return &InvalidEventError{Event: t, Field: r.field, Rule: RuleInvalid, Err: r.err}
		}
	}
	return nil
}

// rule is a field and what was found of it: it is broken where ok is false or err
// is set.
type rule struct {
	field Field
	ok    bool
	err   error
}

// validateCompaction checks what all five compaction events have in common.
func (h *Header) validateCompaction(t Type, attempt UUID) error {
	if err := h.validate(t, scopeLoop); err != nil {
		return err
	}
	return firstInvalid(t,
		rule{field: FieldVisibility, ok: h.Visibility == VisibilityPublic},
		rule{field: FieldAttemptID, ok: !attempt.IsZero()},
	)
}

func (e *CompactionStarted) Validate() error {
	if err := e.validateCompaction(e.Type(), e.AttemptID); err != nil {
		return err
	}
	return firstInvalid(e.Type(),
		rule{field: FieldReason, ok: e.Reason.Valid()},
		rule{field: FieldBasis, ok: true, err: e.Basis.Validate()},
	)
}

func (e *CompactionCommitted) Validate() error {
	if err := e.validateCompaction(e.Type(), e.AttemptID); err != nil {
		return err
	}
	return firstInvalid(e.Type(),
		rule{field: FieldWaiterCommandIDs, ok: distinctIDs(e.WaiterCommandIDs)},
		rule{field: FieldReason, ok: e.Reason.Valid()},
		rule{field: FieldBasis, ok: true, err: e.Basis.Validate()},
		rule{field: FieldSummary, ok: e.SummaryText() != ""},
		rule{field: FieldRetained, ok: true, err: ValidateRetained(e.Retained)},
		rule{field: FieldPostContext, ok: true, err: e.PostContext.Validate()},
		rule{field: FieldDuration, ok: e.Duration >= 0},
	)
}

func (e *CompactionRejected) Validate() error {
	if err := e.validateCompaction(e.Type(), e.AttemptID); err != nil {
		return err
	}
	return firstInvalid(e.Type(),
		rule{field: FieldWaiterCommandIDs, ok: distinctIDs(e.WaiterCommandIDs)},
		rule{field: FieldReason, ok: e.Reason.Valid()},
		rule{field: FieldBasis, ok: true, err: e.Basis.Validate()},
		rule{field: FieldRejectReason, ok: e.RejectReason.Valid()},
		rule{field: FieldDuration, ok: e.Duration >= 0},
	)
}

func (e *CompactWaiterResolved) Validate() error {
	if err := e.validateCompaction(e.Type(), e.AttemptID); err != nil {
		return err
	}
	return firstInvalid(e.Type(),
		rule{field: FieldCommandID, ok: !e.Cause.CommandID.IsZero()},
		rule{field: FieldCommittedEventID, ok: !e.CommittedEventID.IsZero()},
		rule{field: FieldEventID, ok: e.EventID == WaiterReplyID(e.AttemptID, e.Cause.CommandID, true)},
	)
}

func (e *CompactWaiterRejected) Validate() error {
	if err := e.validateCompaction(e.Type(), e.AttemptID); err != nil {
		return err
	}
	return firstInvalid(e.Type(),
		rule{field: FieldCommandID, ok: !e.Cause.CommandID.IsZero()},
		rule{field: FieldRejectReason, ok: e.Reason.Valid()},
		rule{field: FieldEventID, ok: e.EventID == WaiterReplyID(e.AttemptID, e.Cause.CommandID, false)},
	)
}

// SummaryText returns the summary's text, or nothing where the summary is not a
// user message with exactly one text block that is not blank.
func (e *CompactionCommitted) SummaryText() string {
	user, ok := e.Summary.(*content.UserMessage)
	if !ok || user == nil || len(user.Blocks) != 1 {
		return ""
	}
	text, ok := user.Blocks[0].(*content.TextBlock)
	if !ok || text == nil || strings.TrimSpace(text.Text) == "" {
		return ""
	}
	return text.Text
}

func distinctIDs(ids []UUID) bool {
	if len(ids) == 0 {
		return false
	}
	seen := make(map[UUID]bool, len(ids))
	for _, id := range ids {
		if id.IsZero() || seen[id] {
			return false
		}
		seen[id] = true
	}
	return true
}

// committedJSON is the record form of a CompactionCommitted.
type committedJSON struct {
	Header
	AttemptID        UUID               `json:"attempt_id"`
	WaiterCommandIDs []UUID             `json:"waiter_command_ids"`
	Reason           CompactionReason   `json:"reason"`
	Basis            ContextBasis       `json:"basis"`
	Summary          summaryJSON        `json:"summary"`
	Retained         json.RawMessage    `json:"retained,omitempty"`
	PostContext      ContextMeasurement `json:"post_context"`
	Duration         time.Duration      `json:"duration,omitzero"`
}

// summaryJSON reads a message of any role, since the role is a rule of the event
// and not of the record; only that of a user is kept.
type summaryJSON struct {
	message content.Message
}

func (s *summaryJSON) UnmarshalJSON(raw []byte) error {
	var wire struct {
		Role   content.Role    `json:"role"`
		Blocks json.RawMessage `json:"blocks"`
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return err
	}
	if wire.Blocks == nil {
		wire.Blocks = json.RawMessage("null")
	}
	blocks, err := content.DecodeJournalBlocks(wire.Blocks)
	if err != nil {
		return err
	}
	s.message = nil
	if wire.Role == content.RoleUser {
		s.message = &content.UserMessage{Blocks: blocks}
	}
	return nil
}

func (s summaryJSON) MarshalJSON() ([]byte, error) { return content.AppendJournal(nil, s.message) }

// UnmarshalJSON reads the payload of a record. It applies no rule of Validate.
func (e *CompactionCommitted) UnmarshalJSON(raw []byte) error {
	var wire committedJSON
	if err := json.Unmarshal(raw, &wire); err != nil {
		return err
	}
	retained, err := decodeMessages(wire.Retained)
	if err != nil {
		return err
	}
	*e = CompactionCommitted{
		Header: wire.Header, AttemptID: wire.AttemptID, WaiterCommandIDs: wire.WaiterCommandIDs,
		Reason: wire.Reason, Basis: wire.Basis, Summary: wire.Summary.message, Retained: retained,
		PostContext: wire.PostContext, Duration: wire.Duration,
	}
	return nil
}

// MarshalJSON writes the payload of a record.
func (e *CompactionCommitted) MarshalJSON() ([]byte, error) {
	retained, err := encodeMessages(e.Retained)
	if err != nil {
		return nil, err
	}
	return json.Marshal(committedJSON{
		Header: e.Header, AttemptID: e.AttemptID, WaiterCommandIDs: e.WaiterCommandIDs,
		Reason: e.Reason, Basis: e.Basis, Summary: summaryJSON{e.Summary}, Retained: retained,
		PostContext: e.PostContext, Duration: e.Duration,
	})
}

// decodeMessages reads a list of messages; absent and null are an empty one. A
// null element is a nil message, which Validate refuses.
func decodeMessages(raw json.RawMessage) ([]content.Message, error) {
	if raw == nil {
		return nil, nil
	}
	messages, err := content.DecodeJournalMessages(raw, MaxRetainedMessages)
	return messages, messageLimit(err)
}

// readMessages is decodeMessages for a list that stands in a larger text.
func readMessages(r *rawjson.Reader, value int) ([]content.Message, error) {
	messages, err := content.ReadJournalMessages(r, value, MaxRetainedMessages)
	return messages, messageLimit(err)
}

func (e *CompactionCommitted) messagesKey() string { return "retained" }

func (e *CompactionCommitted) readMessages(r *rawjson.Reader, value int) (err error) {
	e.Retained, err = readMessages(r, value)
	return err
}

// messageLimit turns content's limit on messages into this package's.
func messageLimit(err error) error {
	var limit *content.LimitError
	if errors.As(err, &limit) && limit.Limit == content.LimitMessages {
		return &LimitError{Messages: true, Got: limit.Got, Max: limit.Max}
	}
	return err
}

// encodeMessages writes a list of messages; an empty one is nothing.
func encodeMessages(list []content.Message) (json.RawMessage, error) {
	if len(list) == 0 {
		return nil, nil
	}
	raw := []byte{'['}
	for i, m := range list {
		if i > 0 {
			raw = append(raw, ',')
		}
		var err error
		if raw, err = content.AppendJournal(raw, m); err != nil {
			return nil, &content.MessageError{Index: i, Err: err}
		}
	}
	return append(raw, ']'), nil
}
