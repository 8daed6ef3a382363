package content

import (
	"encoding/json"
	"errors"
)

// oracleDecodeJournal is DecodeJournal by encoding/json alone, which reads nested
// lists once more for every level.
func oracleDecodeJournal(raw []byte) (Message, error) {
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
		Blocks oracleBlockList `json:"blocks"`
	}
	switch probe.Role {
	case RoleUser:
		if err := oracleUnmarshal(raw, PartMessage, &plain); err != nil {
			return nil, err
		}
		return &UserMessage{Blocks: plain.Blocks}, nil
	case RoleSystem:
		if err := oracleUnmarshal(raw, PartMessage, &plain); err != nil {
			return nil, err
		}
		return &SystemMessage{Blocks: plain.Blocks}, nil
	case RoleAssistant:
		var wire struct {
			Blocks oracleBlockList `json:"blocks"`
			Usage  *Usage          `json:"usage"`
		}
		if err := oracleUnmarshal(raw, PartMessage, &wire); err != nil {
			return nil, err
		}
		return &AIMessage{Blocks: wire.Blocks, Usage: wire.Usage}, nil
	case RoleTool:
		var wire struct {
			Blocks    oracleBlockList `json:"blocks"`
			ToolUseID string          `json:"tool_use_id"`
			IsError   bool            `json:"is_error"`
		}
		if err := oracleUnmarshal(raw, PartMessage, &wire); err != nil {
			return nil, err
		}
		return &ToolResultMessage{Blocks: wire.Blocks, ToolUseID: wire.ToolUseID, IsError: wire.IsError}, nil
	}
	return nil, &UnknownRoleError{Role: string(probe.Role)}
}

// oracleUnmarshal wraps what encoding/json reports itself and leaves this package's
// errors, which its decoders return through it, as they are.
func oracleUnmarshal(raw []byte, part Part, into any) error {
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

type oracleBlockList []Block

func (l *oracleBlockList) UnmarshalJSON(raw []byte) error {
	var items []json.RawMessage
	if err := oracleUnmarshal(raw, PartBlocks, &items); err != nil {
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
		b, err := oracleJournalBlock(item)
		if err != nil {
			return err
		}
		list[i] = b
	}
	*l = list
	return nil
}

func oracleJournalBlock(raw []byte) (Block, error) {
	if len(raw) > MaxBlockBytes {
		return nil, &LimitError{Limit: LimitBlockBytes, Got: len(raw), Max: MaxBlockBytes}
	}
	var probe struct {
		Type BlockType `json:"type"`
	}
	if err := oracleUnmarshal(raw, PartBlock, &probe); err != nil {
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
			ToolUseID string          `json:"tool_use_id"`
			Content   oracleBlockList `json:"content"`
			IsError   bool            `json:"is_error"`
		}
		err := oracleUnmarshal(raw, PartBlock, &wire)
		return &ToolResultBlock{ToolUseID: wire.ToolUseID, Content: wire.Content, IsError: wire.IsError}, err
	default:
		return nil, &UnknownBlockError{Type: string(probe.Type)}
	}
	return b, oracleUnmarshal(raw, PartBlock, b)
}
