package content

import "encoding/json"

// AppendJournal appends m as events spell it: role, blocks, then usage (zero
// counters left out) or tool_use_id and is_error where true. A block's keys are
// its Go field names and "type", sorted by byte. The JSON is compact and escaped
// for HTML, as the runtime writes it, so its length is the weight that cuts a
// retained tail. It fails on what Validate refuses and on raw JSON that is none.
func AppendJournal(dst []byte, m Message) ([]byte, error) {
	if err := validateMessage(m); err != nil {
		return dst, err
	}
	blocks := journalBlocks(m.Content())
	wire := journalMessage{Role: m.Role(), Blocks: blocks}
	switch m := m.(type) {
	case *AIMessage:
		if m.Usage != nil {
			wire.Usage = (*journalUsage)(m.Usage)
		}
	case *ToolResultMessage:
		wire.ToolUseID = &m.ToolUseID
		wire.IsError = m.IsError
	}
	raw, err := json.Marshal(wire)
	if err != nil {
		return dst, &EncodeError{Role: m.Role(), Err: err}
	}
	return append(dst, raw...), nil
}

type journalMessage struct {
	Role      Role          `json:"role"`
	Blocks    []any         `json:"blocks,omitempty"`
	Usage     *journalUsage `json:"usage,omitempty"`
	ToolUseID *string       `json:"tool_use_id,omitempty"`
	IsError   bool          `json:"is_error,omitempty"`
}

type journalUsage struct {
	InputTokens         uint64 `json:",omitempty"`
	OutputTokens        uint64 `json:",omitempty"`
	CacheReadTokens     uint64 `json:",omitempty"`
	CacheCreationTokens uint64 `json:",omitempty"`
	ReasoningTokens     uint64 `json:",omitempty"`
}

// The blocks of a journal. The order of fields is the byte order of their keys.
type (
	journalText struct {
		Text string
		Type BlockType `json:"type"`
	}
	journalImage struct {
		MediaType string
		Source    ImageSource
		Type      BlockType `json:"type"`
	}
	journalAudio struct {
		Data      []byte
		MediaType string
		Type      BlockType `json:"type"`
	}
	journalDocument struct {
		Data      []byte
		MediaType string
		Name      string
		Text      string
		Type      BlockType `json:"type"`
	}
	journalThinking struct {
		ProviderState       json.RawMessage `json:",omitempty"`
		ProviderStateFormat string          `json:",omitempty"`
		Signature           string
		SignatureFormat     string `json:",omitempty"`
		Thinking            string
		Type                BlockType `json:"type"`
	}
	journalToolUse struct {
		ID                  string
		Input               json.RawMessage
		Name                string
		ProviderState       json.RawMessage `json:",omitempty"`
		ProviderStateFormat string          `json:",omitempty"`
		Type                BlockType       `json:"type"`
	}
	journalToolResult struct {
		Content   []any     `json:"content,omitempty"`
		IsError   bool      `json:"is_error,omitempty"`
		ToolUseID string    `json:"tool_use_id"`
		Type      BlockType `json:"type"`
	}
)

func journalBlocks(blocks []Block) []any {
	if blocks == nil {
		return nil
	}
	wire := make([]any, len(blocks))
	for i, b := range blocks {
		switch b := b.(type) {
		case *TextBlock:
			wire[i] = journalText{b.Text, BlockText}
		case *RefusalBlock:
			wire[i] = journalText{b.Text, BlockRefusal}
		case *ImageBlock:
			wire[i] = journalImage{b.MediaType, b.Source, BlockImage}
		case *AudioBlock:
			wire[i] = journalAudio{b.Data, b.MediaType, BlockAudio}
		case *DocumentBlock:
			wire[i] = journalDocument{b.Data, b.MediaType, b.Name, b.Text, BlockDocument}
		case *ThinkingBlock:
			wire[i] = journalThinking{b.ProviderState, b.ProviderStateFormat, b.Signature, b.SignatureFormat, b.Thinking, BlockThinking}
		case *ToolUseBlock:
			wire[i] = journalToolUse{b.ID, b.Input, b.Name, b.ProviderState, b.ProviderStateFormat, BlockToolUse}
		case *ToolResultBlock:
			wire[i] = journalToolResult{journalBlocks(b.Content), b.IsError, b.ToolUseID, BlockToolResult}
		}
	}
	return wire
}
