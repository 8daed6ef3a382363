package event

import (
	"encoding/json"

	"compactlens/core/content"
	"compactlens/core/rawjson"
)

// TurnStarted opens a turn with a user's message, which joins the transcript.
type TurnStarted struct {
	Header
	TurnIndex uint64          // from 1
	Message   content.Message // nil where the record has none
}

// TurnFoldedInto is a user's message that arrived while the turn ran; it joins the
// transcript where it stands.
type TurnFoldedInto struct {
	Header
	TurnIndex uint64
	Message   content.Message
}

// StepDone ends a step: one assistant message and the results of its tool calls
// join the transcript.
type StepDone struct {
	Header
	Messages []content.Message
}

// TurnDone ends a turn. Its message repeats the last step's and joins nothing.
type TurnDone struct {
	Header
	TurnIndex uint64
	Message   content.Message
	Usage     content.Usage // of the whole turn
}

// TurnFailed ends a turn with an error. Completed steps stay in the transcript.
type TurnFailed struct {
	Header
	TurnIndex uint64    `json:"turn_index"`
	Err       TurnError `json:"err"`
}

// TurnError is what a failed turn says of its error.
type TurnError struct {
	Kind              string `json:"kind"`
	Message           string `json:"message"`
	ModelFacing       bool   `json:"model_facing"`
	ModelFacingDetail string `json:"model_facing_detail"`
}

// TurnInterrupted ends a turn on request. Completed steps stay in the transcript.
type TurnInterrupted struct {
	Header
	TurnIndex uint64 `json:"turn_index"`
}

func (e *TurnStarted) Type() Type     { return TypeTurnStarted }
func (e *TurnFoldedInto) Type() Type  { return TypeTurnFoldedInto }
func (e *StepDone) Type() Type        { return TypeStepDone }
func (e *TurnDone) Type() Type        { return TypeTurnDone }
func (e *TurnFailed) Type() Type      { return TypeTurnFailed }
func (e *TurnInterrupted) Type() Type { return TypeTurnInterrupted }

func (e *TurnStarted) Validate() error     { return e.validate(e.Type(), scopeTurn) }
func (e *TurnFoldedInto) Validate() error  { return e.validate(e.Type(), scopeTurn) }
func (e *StepDone) Validate() error        { return e.validate(e.Type(), scopeStep) }
func (e *TurnDone) Validate() error        { return e.validate(e.Type(), scopeTurn) }
func (e *TurnFailed) Validate() error      { return e.validate(e.Type(), scopeTurn) }
func (e *TurnInterrupted) Validate() error { return e.validate(e.Type(), scopeTurn) }

// turnJSON is the record form of the three turn events that hold a message.
type turnJSON struct {
	Header
	TurnIndex uint64        `json:"turn_index"`
	Message   messageJSON   `json:"message"`
	Usage     content.Usage `json:"usage"`
}

type messageJSON struct {
	message content.Message
}

func (m *messageJSON) UnmarshalJSON(raw []byte) (err error) {
	m.message, err = content.DecodeJournal(raw)
	return err
}

// UnmarshalJSON reads the payload of a record.
func (e *TurnStarted) UnmarshalJSON(raw []byte) error {
	var wire turnJSON
	err := json.Unmarshal(raw, &wire)
	*e = TurnStarted{Header: wire.Header, TurnIndex: wire.TurnIndex, Message: wire.Message.message}
	return err
}

// UnmarshalJSON reads the payload of a record.
func (e *TurnFoldedInto) UnmarshalJSON(raw []byte) error {
	var wire turnJSON
	err := json.Unmarshal(raw, &wire)
	*e = TurnFoldedInto{Header: wire.Header, TurnIndex: wire.TurnIndex, Message: wire.Message.message}
	return err
}

// UnmarshalJSON reads the payload of a record.
func (e *TurnDone) UnmarshalJSON(raw []byte) error {
	var wire turnJSON
	err := json.Unmarshal(raw, &wire)
	*e = TurnDone{Header: wire.Header, TurnIndex: wire.TurnIndex, Message: wire.Message.message, Usage: wire.Usage}
	return err
}

// UnmarshalJSON reads the payload of a record.
func (e *StepDone) UnmarshalJSON(raw []byte) error {
	var wire struct {
		Header
		Messages json.RawMessage `json:"messages"`
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return err
	}
	messages, err := decodeMessages(wire.Messages)
	*e = StepDone{Header: wire.Header, Messages: messages}
	return err
}

func (e *TurnStarted) messagesKey() string    { return "message" }
func (e *TurnFoldedInto) messagesKey() string { return "message" }
func (e *TurnDone) messagesKey() string       { return "message" }
func (e *StepDone) messagesKey() string       { return "messages" }

func (e *TurnStarted) readMessages(r *rawjson.Reader, value int) (err error) {
	e.Message, err = content.ReadJournalMessage(r, value)
	return err
}

func (e *TurnFoldedInto) readMessages(r *rawjson.Reader, value int) (err error) {
	e.Message, err = content.ReadJournalMessage(r, value)
	return err
}

func (e *TurnDone) readMessages(r *rawjson.Reader, value int) (err error) {
	e.Message, err = content.ReadJournalMessage(r, value)
	return err
}

func (e *StepDone) readMessages(r *rawjson.Reader, value int) (err error) {
	e.Messages, err = readMessages(r, value)
	return err
}
