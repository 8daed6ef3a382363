package content

import "fmt"

// The bounds of a message, as the runtime sets them.
const (
	MaxNesting    = 128     // levels of tool_result blocks inside each other; the outermost is level 1
	MaxBlocks     = 10_000  // blocks in one list of a journal's message
	MaxBlockBytes = 8 << 20 // bytes of one block's JSON in a journal
)

// Limit names one of the bounds above.
type Limit string

// The bounds.
const (
	LimitNesting    Limit = "nesting"
	LimitSliceCount Limit = "slice_count"
	LimitBlockBytes Limit = "block_bytes"
	LimitMessages   Limit = "messages" // of a list, set by whoever reads it
)

// LimitError reports that content exceeds one of the bounds.
type LimitError struct {
	Limit Limit
	Got   int // levels, blocks, bytes or messages; of nesting the first level too deep
	Max   int
}

// Error says what the bound is of, how much there is, and that it is the runtime's.
func (e *LimitError) Error() string {
	what := "content of size"
	switch e.Limit {
	case LimitNesting: // nobody looks deeper than the first level too deep
		return fmt.Sprintf("content: tool results are nested more than %d levels deep, the most that the runtime takes", e.Max)
	case LimitSliceCount:
		what = "blocks in one list:"
	case LimitBlockBytes:
		what = "bytes in one block:"
	case LimitMessages:
		what = "messages in one list:"
	}
	return fmt.Sprintf("content: %s %d, and the runtime takes at most %d", what, e.Got, e.Max)
}

// MessageError says which message of a list is at fault. Err is one of the other
// errors of this package.
type MessageError struct {
	Index int // in the list, 0-based
	Err   error
}

func (e *MessageError) Error() string {
	return fmt.Sprintf("message %d: %v", e.Index+1, e.Err)
}

func (e *MessageError) Unwrap() error { return e.Err }

// NilMessageError reports a message that is nil, or a nil pointer in an interface.
type NilMessageError struct{}

func (e *NilMessageError) Error() string { return "content: message is nil" }

// NilBlockError reports a block that is nil, or a nil pointer in an interface.
type NilBlockError struct {
	Index int // in its block list, 0-based
}

func (e *NilBlockError) Error() string { return fmt.Sprintf("content: block %d is nil", e.Index+1) }

// UnknownRoleError reports a role outside the four. Role is as the file has it,
// empty where it is missing; the error's text leaves it out.
type UnknownRoleError struct {
	Role string
}

func (e *UnknownRoleError) Error() string { return "content: unknown message role" }

// UnknownBlockError reports a block type outside the eight. Type is as the file
// has it, empty where it is missing; the error's text leaves it out.
type UnknownBlockError struct {
	Type string
}

func (e *UnknownBlockError) Error() string { return "content: unknown block type" }

// DecodeError reports JSON of the wrong form for a message or a block. Part says
// which was being read. The cause may quote bytes of the file, so the error's
// text leaves it out.
type DecodeError struct {
	Part Part
	Err  error
}

// Part is what a DecodeError was reading.
type Part string

// The parts of a conversation that are decoded by themselves.
const (
	PartMessages Part = "messages"
	PartMessage  Part = "message"
	PartBlocks   Part = "blocks"
	PartBlock    Part = "block"
)

func (e *DecodeError) Error() string { return "content: malformed " + string(e.Part) }
func (e *DecodeError) Unwrap() error { return e.Err }

// EncodeError reports a message that cannot be written because raw JSON in it is
// not JSON.
type EncodeError struct {
	Role Role
	Err  error
}

func (e *EncodeError) Error() string {
	return "content: cannot write a message of role " + string(e.Role)
}
func (e *EncodeError) Unwrap() error { return e.Err }

// FieldError reports a field of a request's message that is missing, null or
// unknown where it may not be.
type FieldError struct {
	Part  Part
	Field string // the required field; empty where an unknown one was met
}

func (e *FieldError) Error() string {
	if e.Field == "" {
		return "content: unknown field in " + string(e.Part)
	}
	return "content: " + string(e.Part) + " lacks " + e.Field
}
