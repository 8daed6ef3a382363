package content

import "encoding/json"

// BlockType names a kind of block as the "type" key of both JSON spellings does.
type BlockType string

// The eight block types. There is no other.
const (
	BlockText       BlockType = "text"
	BlockImage      BlockType = "image"
	BlockAudio      BlockType = "audio"
	BlockDocument   BlockType = "document"
	BlockThinking   BlockType = "thinking"
	BlockToolUse    BlockType = "tool_use"
	BlockToolResult BlockType = "tool_result"
	BlockRefusal    BlockType = "refusal"
)

// Block is one piece of a message: a pointer to one of the eight block types of
// this package, never anything else. A nil interface and a nil pointer in it are
// both faults; Validate finds them. Any block may stand under any role.
type Block interface {
	// Type returns the block's type; it is a property of the Go type.
	Type() BlockType
	isNil() bool
}

// TextBlock is plain text.
type TextBlock struct {
	Text string
}

// RefusalBlock is a model's refusal in its own words.
type RefusalBlock struct {
	Text string
}

// ImageSource is where an image comes from; both parts may be set.
type ImageSource struct {
	URL  string
	Data []byte // nil is written as null, empty as ""
}

// ImageBlock is a picture.
type ImageBlock struct {
	MediaType string
	Source    ImageSource
}

// AudioBlock is a sound.
type AudioBlock struct {
	MediaType string
	Data      []byte // nil is written as null, empty as ""
}

// DocumentBlock is an attached document.
type DocumentBlock struct {
	MediaType string
	Name      string
	Data      []byte // nil is written as null, empty as ""
	Text      string
}

// ThinkingBlock is a model's reasoning. ProviderState is opaque JSON which only
// the provider understands, kept byte for byte.
type ThinkingBlock struct {
	Thinking            string
	Signature           string
	SignatureFormat     string          // kept in a request only beside a signature
	ProviderState       json.RawMessage // kept in a request only beside a format
	ProviderStateFormat string
}

// ToolUseBlock is a model's call of a tool.
type ToolUseBlock struct {
	ID                  string
	Name                string
	Input               json.RawMessage // any JSON value, kept byte for byte; nil is written as null
	ProviderState       json.RawMessage // kept in a request only beside a format
	ProviderStateFormat string
}

// ToolResultBlock is a tool's answer inside a block list. It may hold further
// tool results, MaxNesting deep.
type ToolResultBlock struct {
	ToolUseID string
	Content   []Block
	IsError   bool
}

func (b *TextBlock) Type() BlockType       { return BlockText }
func (b *RefusalBlock) Type() BlockType    { return BlockRefusal }
func (b *ImageBlock) Type() BlockType      { return BlockImage }
func (b *AudioBlock) Type() BlockType      { return BlockAudio }
func (b *DocumentBlock) Type() BlockType   { return BlockDocument }
func (b *ThinkingBlock) Type() BlockType   { return BlockThinking }
func (b *ToolUseBlock) Type() BlockType    { return BlockToolUse }
func (b *ToolResultBlock) Type() BlockType { return BlockToolResult }

func (b *TextBlock) isNil() bool       { return b == nil }
func (b *RefusalBlock) isNil() bool    { return b == nil }
func (b *ImageBlock) isNil() bool      { return b == nil }
func (b *AudioBlock) isNil() bool      { return b == nil }
func (b *DocumentBlock) isNil() bool   { return b == nil }
func (b *ThinkingBlock) isNil() bool   { return b == nil }
func (b *ToolUseBlock) isNil() bool    { return b == nil }
func (b *ToolResultBlock) isNil() bool { return b == nil }
