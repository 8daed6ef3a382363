package content

import (
	"encoding/json"
	"errors"
)

// DecodeJournal decodes one message as events spell it. Keys match without regard
// to case, unknown ones are ignored and all fields but the role and a block's type
// may be missing. A null is a nil message, which the reader's rules must judge.
//
// The error is a *DecodeError, an *UnknownRoleError, an *UnknownBlockError or a
// *LimitError (MaxBlocks, MaxBlockBytes). Nesting is not limited here; Validate
// refuses it.
func DecodeJournal(raw []byte) (Message, error) {
	var probe *struct {
		Role Role `json:"role"`
	}
	if err := json.Unmarshal(raw, &probe); err != nil {
		return nil, &DecodeError{Part: PartMessage, Err: err}
	}
	if probe == nil {
		return nil, nil
	}
	var plain struct {
		Blocks journalBlockList `json:"blocks"`
	}
	switch probe.Role {
	case RoleUser:
		if err := unmarshal(raw, PartMessage, &plain); err != nil {
			return nil, err
		}
		return &UserMessage{Blocks: plain.Blocks}, nil
	case RoleSystem:
		if err := unmarshal(raw, PartMessage, &plain); err != nil {
			return nil, err
		}
		return &SystemMessage{Blocks: plain.Blocks}, nil
	case RoleAssistant:
		var wire struct {
			Blocks journalBlockList `json:"blocks"`
			Usage  *Usage           `json:"usage"`
		}
		if err := unmarshal(raw, PartMessage, &wire); err != nil {
			return nil, err
		}
		return &AIMessage{Blocks: wire.Blocks, Usage: wire.Usage}, nil
	case RoleTool:
		var wire struct {
			Blocks    journalBlockList `json:"blocks"`
			ToolUseID string           `json:"tool_use_id"`
			IsError   bool             `json:"is_error"`
		}
		if err := unmarshal(raw, PartMessage, &wire); err != nil {
			return nil, err
		}
		return &ToolResultMessage{Blocks: wire.Blocks, ToolUseID: wire.ToolUseID, IsError: wire.IsError}, nil
	}
	return nil, &UnknownRoleError{Role: string(probe.Role)}
}

// DecodeJournalBlocks decodes a block list as events and commands spell it; null
// is no list. Its errors are those of DecodeJournal.
func DecodeJournalBlocks(raw []byte) ([]Block, error) {
	var list journalBlockList
	err := list.UnmarshalJSON(raw)
	return list, err
}

// unmarshal wraps what encoding/json reports itself and leaves this package's
// errors, which its decoders return through it, as they are.
func unmarshal(raw []byte, part Part, into any) error {
	err := json.Unmarshal(raw, into)
	if err == nil {
		return nil
	}
	var (
		decode  *DecodeError
		unknown *UnknownBlockError
		limit   *LimitError
		field   *FieldError
	)
	if errors.As(err, &decode) || errors.As(err, &unknown) || errors.As(err, &limit) || errors.As(err, &field) {
		return err
	}
	return &DecodeError{Part: part, Err: err}
}

type journalBlockList []Block

func (l *journalBlockList) UnmarshalJSON(raw []byte) error {
	var items []json.RawMessage
	if err := unmarshal(raw, PartBlocks, &items); err != nil {
		return err
	}
	if items == nil {
		*l = nil
		return nil
	}
	if len(items) > MaxBlocks {
		return &LimitError{Limit: LimitSliceCount, Got: len(items), Max: MaxBlocks}
	}
	list := make([]Block, len(items))
	for i, item := range items {
		b, err := decodeJournalBlock(item)
		if err != nil {
			return err
		}
		list[i] = b
	}
	*l = list
	return nil
}

func decodeJournalBlock(raw []byte) (Block, error) {
	if len(raw) > MaxBlockBytes {
		return nil, &LimitError{Limit: LimitBlockBytes, Got: len(raw), Max: MaxBlockBytes}
	}
	var probe struct {
		Type BlockType `json:"type"`
	}
	if err := unmarshal(raw, PartBlock, &probe); err != nil {
		return nil, err
	}
	var b Block
	switch probe.Type {
	case BlockText:
		b = &TextBlock{}
	case BlockRefusal:
		b = &RefusalBlock{}
	case BlockImage:
		b = &ImageBlock{}
	case BlockAudio:
		b = &AudioBlock{}
	case BlockDocument:
		b = &DocumentBlock{}
	case BlockThinking:
		b = &ThinkingBlock{}
	case BlockToolUse:
		b = &ToolUseBlock{}
	case BlockToolResult:
		var wire struct {
			ToolUseID string           `json:"tool_use_id"`
			Content   journalBlockList `json:"content"`
			IsError   bool             `json:"is_error"`
		}
		err := unmarshal(raw, PartBlock, &wire)
		return &ToolResultBlock{ToolUseID: wire.ToolUseID, Content: wire.Content, IsError: wire.IsError}, err
	default:
		return nil, &UnknownBlockError{Type: string(probe.Type)}
	}
	return b, unmarshal(raw, PartBlock, b)
}
