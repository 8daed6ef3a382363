package content

import (
	"bytes"
	"encoding/json"
	"io"
)

// oracleDecodeRequest is DecodeRequest by encoding/json alone, which reads nested
// lists once more for every level.
func oracleDecodeRequest(raw []byte) ([]Message, error) {
	var items []json.RawMessage
	if err := oracleUnmarshal(raw, PartMessages, &items); err != nil {
		return nil, err
	}
	if items == nil {
		return nil, &DecodeError{Part: PartMessages}
	}
	messages := make([]Message, len(items))
	for i, item := range items {
		m, err := oracleDecodeRequestMessage(item)
		if err != nil {
			return nil, &MessageError{Index: i, Err: err}
		}
		messages[i] = m
	}
	return messages, nil
}

// strict decodes one object and refuses fields that into lacks.
func oracleStrict(raw []byte, part Part, into any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return &DecodeError{Part: part, Err: err}
	}
	if _, err := dec.Token(); err != io.EOF {
		return &DecodeError{Part: part, Err: err}
	}
	return nil
}

func oracleDecodeRequestMessage(raw []byte) (Message, error) {
	var probe struct {
		Role *Role `json:"role"`
	}
	if err := oracleUnmarshal(raw, PartMessage, &probe); err != nil {
		return nil, err
	}
	if probe.Role == nil {
		return nil, &FieldError{Part: PartMessage, Field: "role"}
	}
	switch *probe.Role {
	case RoleUser, RoleSystem:
		var wire struct {
			Role   Role             `json:"role"`
			Blocks *json.RawMessage `json:"blocks"`
		}
		if err := oracleStrict(raw, PartMessage, &wire); err != nil {
			return nil, err
		}
		blocks, err := oracleDecodeRequestList(PartMessage, "blocks", wire.Blocks, 0)
		if err != nil {
			return nil, err
		}
		if *probe.Role == RoleUser {
			return &UserMessage{Blocks: blocks}, nil
		}
		return &SystemMessage{Blocks: blocks}, nil
	case RoleAssistant:
		var wire struct {
			Role   Role             `json:"role"`
			Blocks *json.RawMessage `json:"blocks"`
			Usage  *requestUsage    `json:"usage"`
		}
		if err := oracleStrict(raw, PartMessage, &wire); err != nil {
			return nil, err
		}
		blocks, err := oracleDecodeRequestList(PartMessage, "blocks", wire.Blocks, 0)
		if err != nil {
			return nil, err
		}
		return &AIMessage{Blocks: blocks, Usage: (*Usage)(wire.Usage)}, nil
	case RoleTool:
		var wire struct {
			Role      Role             `json:"role"`
			Blocks    *json.RawMessage `json:"blocks"`
			ToolUseID *string          `json:"tool_use_id"`
			IsError   *bool            `json:"is_error"`
		}
		if err := oracleStrict(raw, PartMessage, &wire); err != nil {
			return nil, err
		}
		blocks, err := oracleDecodeRequestList(PartMessage, "blocks", wire.Blocks, 0)
		if err != nil {
			return nil, err
		}
		if err := required(PartMessage, requiredField{"tool_use_id", wire.ToolUseID != nil}, requiredField{"is_error", wire.IsError != nil}); err != nil {
			return nil, err
		}
		return &ToolResultMessage{Blocks: blocks, ToolUseID: *wire.ToolUseID, IsError: *wire.IsError}, nil
	}
	return nil, &UnknownRoleError{Role: string(*probe.Role)}
}

// oracleDecodeRequestList decodes the block list of a message, or of the level-th tool
// result inside each other.
func oracleDecodeRequestList(part Part, name string, raw *json.RawMessage, level int) ([]Block, error) {
	if raw == nil {
		return nil, &FieldError{Part: part, Field: name}
	}
	var items []json.RawMessage
	if err := oracleUnmarshal(*raw, PartBlocks, &items); err != nil {
		return nil, err
	}
	if items == nil {
		return nil, &FieldError{Part: part, Field: name}
	}
	blocks := make([]Block, len(items))
	for i, item := range items {
		b, err := oracleDecodeRequestBlock(item, level)
		if err != nil {
			return nil, err
		}
		blocks[i] = b
	}
	return blocks, nil
}

func oracleDecodeRequestBlock(raw []byte, level int) (Block, error) {
	var probe struct {
		Type *BlockType `json:"type"`
	}
	if err := oracleUnmarshal(raw, PartBlock, &probe); err != nil {
		return nil, err
	}
	if probe.Type == nil {
		return nil, &FieldError{Part: PartBlock, Field: "type"}
	}
	switch *probe.Type {
	case BlockText, BlockRefusal:
		return oracleDecodeRequestText(raw, *probe.Type)
	case BlockImage:
		return oracleDecodeRequestImage(raw)
	case BlockAudio:
		return oracleDecodeRequestAudio(raw)
	case BlockDocument:
		return oracleDecodeRequestDocument(raw)
	case BlockThinking:
		return oracleDecodeRequestThinking(raw)
	case BlockToolUse:
		return oracleDecodeRequestToolUse(raw)
	case BlockToolResult:
		return oracleDecodeRequestToolResult(raw, level+1)
	}
	return nil, &UnknownBlockError{Type: string(*probe.Type)}
}

func oracleDecodeRequestText(raw []byte, t BlockType) (Block, error) {
	var wire struct {
		Type BlockType `json:"type"`
		Text *string   `json:"text"`
	}
	if err := oracleStrict(raw, PartBlock, &wire); err != nil {
		return nil, err
	}
	if wire.Text == nil {
		return nil, &FieldError{Part: PartBlock, Field: "text"}
	}
	if t == BlockRefusal {
		return &RefusalBlock{Text: *wire.Text}, nil
	}
	return &TextBlock{Text: *wire.Text}, nil
}

func oracleDecodeRequestImage(raw []byte) (Block, error) {
	var wire struct {
		Type      BlockType `json:"type"`
		MediaType *string   `json:"media_type"`
		Source    *struct {
			URL  *string      `json:"url"`
			Data requestBytes `json:"data"`
		} `json:"source"`
	}
	if err := oracleStrict(raw, PartBlock, &wire); err != nil {
		return nil, err
	}
	if err := required(PartBlock, requiredField{"media_type", wire.MediaType != nil}, requiredField{"source", wire.Source != nil}); err != nil {
		return nil, err
	}
	if err := required(PartBlock, requiredField{"url", wire.Source.URL != nil}, requiredField{"data", wire.Source.Data.present}); err != nil {
		return nil, err
	}
	return &ImageBlock{MediaType: *wire.MediaType, Source: ImageSource{URL: *wire.Source.URL, Data: wire.Source.Data.bytes}}, nil
}

func oracleDecodeRequestAudio(raw []byte) (Block, error) {
	var wire struct {
		Type      BlockType    `json:"type"`
		MediaType *string      `json:"media_type"`
		Data      requestBytes `json:"data"`
	}
	if err := oracleStrict(raw, PartBlock, &wire); err != nil {
		return nil, err
	}
	if err := required(PartBlock, requiredField{"media_type", wire.MediaType != nil}, requiredField{"data", wire.Data.present}); err != nil {
		return nil, err
	}
	return &AudioBlock{MediaType: *wire.MediaType, Data: wire.Data.bytes}, nil
}

func oracleDecodeRequestDocument(raw []byte) (Block, error) {
	var wire struct {
		Type      BlockType    `json:"type"`
		MediaType *string      `json:"media_type"`
		Name      *string      `json:"name"`
		Data      requestBytes `json:"data"`
		Text      *string      `json:"text"`
	}
	if err := oracleStrict(raw, PartBlock, &wire); err != nil {
		return nil, err
	}
	if err := required(PartBlock,
		requiredField{"media_type", wire.MediaType != nil}, requiredField{"name", wire.Name != nil},
		requiredField{"data", wire.Data.present}, requiredField{"text", wire.Text != nil}); err != nil {
		return nil, err
	}
	return &DocumentBlock{MediaType: *wire.MediaType, Name: *wire.Name, Data: wire.Data.bytes, Text: *wire.Text}, nil
}

func oracleDecodeRequestThinking(raw []byte) (Block, error) {
	var wire struct {
		Type                BlockType       `json:"type"`
		Thinking            *string         `json:"thinking"`
		Signature           *string         `json:"signature"`
		SignatureFormat     *string         `json:"signature_format"`
		ProviderState       json.RawMessage `json:"provider_state"`
		ProviderStateFormat *string         `json:"provider_state_format"`
	}
	if err := oracleStrict(raw, PartBlock, &wire); err != nil {
		return nil, err
	}
	if err := required(PartBlock, requiredField{"thinking", wire.Thinking != nil}, requiredField{"signature", wire.Signature != nil}); err != nil {
		return nil, err
	}
	b := &ThinkingBlock{Thinking: *wire.Thinking, Signature: *wire.Signature}
	if b.Signature != "" && wire.SignatureFormat != nil {
		b.SignatureFormat = *wire.SignatureFormat
	}
	b.ProviderState, b.ProviderStateFormat = keptState(wire.ProviderState, wire.ProviderStateFormat)
	return b, nil
}

func oracleDecodeRequestToolUse(raw []byte) (Block, error) {
	var wire struct {
		Type                BlockType       `json:"type"`
		ID                  *string         `json:"id"`
		Name                *string         `json:"name"`
		Input               json.RawMessage `json:"input"`
		ProviderState       json.RawMessage `json:"provider_state"`
		ProviderStateFormat *string         `json:"provider_state_format"`
	}
	if err := oracleStrict(raw, PartBlock, &wire); err != nil {
		return nil, err
	}
	if err := required(PartBlock, requiredField{"id", wire.ID != nil}, requiredField{"name", wire.Name != nil}, requiredField{"input", wire.Input != nil}); err != nil {
		return nil, err
	}
	b := &ToolUseBlock{ID: *wire.ID, Name: *wire.Name, Input: wire.Input}
	b.ProviderState, b.ProviderStateFormat = keptState(wire.ProviderState, wire.ProviderStateFormat)
	return b, nil
}

func oracleDecodeRequestToolResult(raw []byte, level int) (Block, error) {
	if level > MaxNesting {
		return nil, &LimitError{Limit: LimitNesting, Got: level, Max: MaxNesting}
	}
	var wire struct {
		Type      BlockType        `json:"type"`
		ToolUseID *string          `json:"tool_use_id"`
		Content   *json.RawMessage `json:"content"`
		IsError   *bool            `json:"is_error"`
	}
	if err := oracleStrict(raw, PartBlock, &wire); err != nil {
		return nil, err
	}
	if err := required(PartBlock, requiredField{"tool_use_id", wire.ToolUseID != nil}, requiredField{"is_error", wire.IsError != nil}); err != nil {
		return nil, err
	}
	blocks, err := oracleDecodeRequestList(PartBlock, "content", wire.Content, level)
	if err != nil {
		return nil, err
	}
	return &ToolResultBlock{ToolUseID: *wire.ToolUseID, Content: blocks, IsError: *wire.IsError}, nil
}
