package content

// Role says who speaks a message. Its text is the one both JSON spellings use;
// it is compared exactly, case included.
type Role string

// The four roles. There is no other.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleSystem    Role = "system"
	RoleTool      Role = "tool"
)

// Message is one message of a conversation: *UserMessage, *AIMessage,
// *SystemMessage or *ToolResultMessage, never anything else. A nil interface and a
// nil pointer in it are both faults; Validate finds them.
type Message interface {
	// Role returns the role; it is a property of the type.
	Role() Role
	// Content returns the message's own block list, not a copy of it.
	Content() []Block
	isNil() bool
}

// UserMessage is what a person, or the summary that stands for a conversation, says.
type UserMessage struct {
	Blocks []Block
}

// AIMessage is one answer of a model, with its tool calls as blocks.
type AIMessage struct {
	Blocks []Block
	Usage  *Usage // nil: the provider reported none, which is not a usage of zeros
}

// SystemMessage is an instruction that stands inside a conversation.
type SystemMessage struct {
	Blocks []Block
}

// ToolResultMessage answers one tool call.
type ToolResultMessage struct {
	Blocks    []Block
	ToolUseID string // the id of the call; may be empty in a request, never in a retained tail
	IsError   bool
}

func (m *UserMessage) Role() Role       { return RoleUser }
func (m *AIMessage) Role() Role         { return RoleAssistant }
func (m *SystemMessage) Role() Role     { return RoleSystem }
func (m *ToolResultMessage) Role() Role { return RoleTool }

func (m *UserMessage) Content() []Block {
	if m == nil {
		return nil
	}
	return m.Blocks
}

func (m *AIMessage) Content() []Block {
	if m == nil {
		return nil
	}
	return m.Blocks
}

func (m *SystemMessage) Content() []Block {
	if m == nil {
		return nil
	}
	return m.Blocks
}

func (m *ToolResultMessage) Content() []Block {
	if m == nil {
		return nil
	}
	return m.Blocks
}

func (m *UserMessage) isNil() bool       { return m == nil }
func (m *AIMessage) isNil() bool         { return m == nil }
func (m *SystemMessage) isNil() bool     { return m == nil }
func (m *ToolResultMessage) isNil() bool { return m == nil }
