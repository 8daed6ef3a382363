package content

import "encoding/json"

// AppendRequest appends m as a compaction request spells it, in the canonical form:
// compact, keys in the order of the contract, escaped for HTML, usage always there
// on an assistant's message, an empty signature or provider state format left out.
// It fails on what Validate refuses and with an *EncodeError on raw JSON that is
// none.
func AppendRequest(dst []byte, m Message) ([]byte, error) {
	if err := validateMessage(m); err != nil {
		return dst, err
	}
	blocks := requestBlocks(m.Content())
	var wire any
	switch m := m.(type) {
	case *AIMessage:
		wire = requestAssistant{RoleAssistant, blocks, (*requestUsage)(m.Usage)}
	case *ToolResultMessage:
		wire = requestTool{RoleTool, blocks, m.ToolUseID, m.IsError}
	default:
		wire = requestPlain{m.Role(), blocks}
	}
	raw, err := json.Marshal(wire)
	if err != nil {
		return dst, &EncodeError{Role: m.Role(), Err: err}
	}
	return append(dst, raw...), nil
}

type (
	requestPlain struct {
		Role   Role  `json:"role"`
		Blocks []any `json:"blocks"`
	}
	requestAssistant struct {
		Role   Role          `json:"role"`
		Blocks []any         `json:"blocks"`
		Usage  *requestUsage `json:"usage"`
	}
	requestTool struct {
		Role      Role   `json:"role"`
		Blocks    []any  `json:"blocks"`
		ToolUseID string `json:"tool_use_id"`
		IsError   bool   `json:"is_error"`
	}
	requestText struct {
		Type BlockType `json:"type"`
		Text string    `json:"text"`
	}
	requestImage struct {
		Type      BlockType     `json:"type"`
		MediaType string        `json:"media_type"`
		Source    requestSource `json:"source"`
	}
	requestSource struct {
		URL  string `json:"url"`
		Data []byte `json:"data"`
	}
	requestAudio struct {
		Type      BlockType `json:"type"`
		MediaType string    `json:"media_type"`
		Data      []byte    `json:"data"`
	}
	requestDocument struct {
		Type      BlockType `json:"type"`
		MediaType string    `json:"media_type"`
		Name      string    `json:"name"`
		Data      []byte    `json:"data"`
		Text      string    `json:"text"`
	}
	requestThinking struct {
		Type                BlockType       `json:"type"`
		Thinking            string          `json:"thinking"`
		Signature           string          `json:"signature"`
		SignatureFormat     string          `json:"signature_format,omitempty"`
		ProviderState       json.RawMessage `json:"provider_state,omitempty"`
		ProviderStateFormat string          `json:"provider_state_format,omitempty"`
	}
	requestToolUse struct {
		Type                BlockType       `json:"type"`
		ID                  string          `json:"id"`
		Name                string          `json:"name"`
		Input               json.RawMessage `json:"input"`
		ProviderState       json.RawMessage `json:"provider_state,omitempty"`
		ProviderStateFormat string          `json:"provider_state_format,omitempty"`
	}
	requestToolResult struct {
		Type      BlockType `json:"type"`
		ToolUseID string    `json:"tool_use_id"`
		Content   []any     `json:"content"`
		IsError   bool      `json:"is_error"`
	}
)

// requestBlocks returns the wire form of blocks, never nil: requests have no null
// list.
func requestBlocks(blocks []Block) []any {
	wire := make([]any, len(blocks))
	for i, b := range blocks {
		switch b := b.(type) {
		case *TextBlock:
			wire[i] = requestText{BlockText, b.Text}
		case *RefusalBlock:
			wire[i] = requestText{BlockRefusal, b.Text}
		case *ImageBlock:
			wire[i] = requestImage{BlockImage, b.MediaType, requestSource(b.Source)}
		case *AudioBlock:
			wire[i] = requestAudio{BlockAudio, b.MediaType, b.Data}
		case *DocumentBlock:
			wire[i] = requestDocument{BlockDocument, b.MediaType, b.Name, b.Data, b.Text}
		case *ThinkingBlock:
			state, format := keptState(b.ProviderState, &b.ProviderStateFormat)
			wire[i] = requestThinking{BlockThinking, b.Thinking, b.Signature, signatureFormat(b), state, format}
		case *ToolUseBlock:
			state, format := keptState(b.ProviderState, &b.ProviderStateFormat)
			wire[i] = requestToolUse{BlockToolUse, b.ID, b.Name, b.Input, state, format}
		case *ToolResultBlock:
			wire[i] = requestToolResult{BlockToolResult, b.ToolUseID, requestBlocks(b.Content), b.IsError}
		}
	}
	return wire
}

func signatureFormat(b *ThinkingBlock) string {
	if b.Signature == "" {
		return ""
	}
	return b.SignatureFormat
}
