package event

import (
	"encoding/json"
	"time"

	"compactlens/core/content"
)

// CommandType is a command's name, as the record's "type" key has it.
type CommandType string

// The commands this package models.
const (
	CommandCompact   CommandType = "Compact"
	CommandUserInput CommandType = "UserInput"
	CommandInterrupt CommandType = "Interrupt"
	CommandShutdown  CommandType = "Shutdown"
)

// Command is a record of kind command. Coordinates that a command does not carry
// are zero; only Compact names a loop. A Compact command that an automatic attempt
// gives itself is in no journal.
type Command struct {
	Coordinates
	Type      CommandType     `json:"type"`
	CommandID UUID            `json:"command_id"`
	CreatedAt time.Time       `json:"created_at"`
	Agency    Agency          `json:"agency"`
	Blocks    []content.Block `json:"-"` // of UserInput
}

// DecodeCommand reads the body of a command record. Types other than the four are
// returned too, with what they share. It applies the checks of Peek; the errors
// are those of Unmarshal.
func DecodeCommand(raw []byte) (*Command, error) {
	t, err := Peek(raw)
	if err != nil {
		return nil, err
	}
	var wire struct {
		Command
		Blocks json.RawMessage `json:"blocks"`
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return nil, decodeError(t, err)
	}
	if wire.Type == CommandUserInput && wire.Blocks != nil {
		if wire.Command.Blocks, err = content.DecodeJournalBlocks(wire.Blocks); err != nil {
			return nil, decodeError(t, err)
		}
	}
	return &wire.Command, nil
}
