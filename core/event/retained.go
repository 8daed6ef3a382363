package event

import (
	"fmt"

	"compactlens/core/content"
)

// PairingFault is what a list of messages does wrong with its tool calls.
type PairingFault string

// The faults.
const (
	PairingFirstNotUser    PairingFault = "first message is not a user's"
	PairingCallsOpen       PairingFault = "assistant or system message while tool calls are open"
	PairingUnansweredCalls PairingFault = "tool calls without a result at the end"
	PairingNoSuchCall      PairingFault = "tool result answers no open call"
	PairingEmptyCallID     PairingFault = "tool call or result with an empty id"
	PairingRepeatedCallID  PairingFault = "tool call repeats the id of an open call"
)

// PairingError reports the first message at which a transcript's tool calls and
// results do not fit together.
type PairingError struct {
	Fault PairingFault
	Index int // of the message, 0-based; the number of messages for PairingUnansweredCalls
	Open  int // calls that are open there
}

func (e *PairingError) Error() string {
	return fmt.Sprintf("message %d: %s", e.Index+1, e.Fault)
}

// ValidateRetained applies the rules of a retained tail: no nil, no nesting over
// content.MaxNesting, a user message first, every tool call answered by exactly
// one result before the next assistant or system message. User messages may stand
// between. An id may come again once it is answered. No messages are fine. The
// error is a *content.MessageError or a *PairingError.
func ValidateRetained(messages []content.Message) error {
	if len(messages) == 0 {
		return nil
	}
	if err := content.Validate(messages); err != nil {
		return err
	}
	return ValidatePairing(messages)
}

// ValidatePairing applies the pairing rules of ValidateRetained alone.
func ValidatePairing(messages []content.Message) error {
	open := make(map[string]bool)
	for i, m := range messages {
		fault := func(f PairingFault) error { return &PairingError{Fault: f, Index: i, Open: len(open)} }
		if i == 0 && m.Role() != content.RoleUser {
			return fault(PairingFirstNotUser)
		}
		switch m := m.(type) {
		case *content.UserMessage:
		case *content.SystemMessage:
			if len(open) > 0 {
				return fault(PairingCallsOpen)
			}
		case *content.AIMessage:
			if len(open) > 0 {
				return fault(PairingCallsOpen)
			}
			for _, b := range m.Blocks {
				call, ok := b.(*content.ToolUseBlock)
				if !ok {
					continue
				}
				if call.ID == "" {
					return fault(PairingEmptyCallID)
				}
				if open[call.ID] {
					return fault(PairingRepeatedCallID)
				}
				open[call.ID] = true
			}
		case *content.ToolResultMessage:
			if m.ToolUseID == "" {
				return fault(PairingEmptyCallID)
			}
			if !open[m.ToolUseID] {
				return fault(PairingNoSuchCall)
			}
			delete(open, m.ToolUseID)
		}
	}
	if len(open) > 0 {
		return &PairingError{Fault: PairingUnansweredCalls, Index: len(messages), Open: len(open)}
	}
	return nil
}
