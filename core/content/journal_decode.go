package content

import (
	"strings"

	"compactlens/core/rawjson"
)

// DecodeJournal decodes one message as events spell it. Keys match without regard
// to case, unknown ones are ignored and all fields but the role and a block's type
// may be missing. A null is a nil message, which the reader's rules must judge.
//
// The error is a *DecodeError, an *UnknownRoleError, an *UnknownBlockError or a
// *LimitError (MaxBlocks, MaxBlockBytes). Nesting is not limited here; Validate
// refuses it. The time is linear in the size of the message, however it is nested.
func DecodeJournal(raw []byte) (Message, error) {
	r, err := newReader(raw, PartMessage)
	if err != nil {
		return nil, err
	}
	return r.journalMessage(r.Value())
}

// DecodeJournalMessages decodes a list of messages as events spell it; null is no
// list, and a null in it is a nil message. The errors are those of DecodeJournal.
// More than limit messages are refused before any is read, with a *LimitError of
// LimitMessages.
func DecodeJournalMessages(raw []byte, limit int) ([]Message, error) {
	r, err := newReader(raw, PartMessages)
	if err != nil {
		return nil, err
	}
	return ReadJournalMessages(r.Reader, r.Value(), limit)
}

// ReadJournalMessage is DecodeJournal for a message that stands in a larger text.
func ReadJournalMessage(text *rawjson.Reader, value int) (Message, error) {
	return (&reader{text}).journalMessage(value)
}

// ReadJournalMessages is DecodeJournalMessages for a list that stands in a larger
// text.
func ReadJournalMessages(text *rawjson.Reader, list, limit int) ([]Message, error) {
	r := &reader{text}
	if r.Null(list) {
		return nil, nil
	}
	if !r.array(list) {
		return nil, &DecodeError{Part: PartMessages, Err: &TypeError{Field: "messages", Offset: list}}
	}
	items := r.Elements(list)
	if len(items) > limit {
		return nil, &LimitError{Limit: LimitMessages, Got: len(items), Max: limit}
	}
	messages := make([]Message, len(items))
	for i, item := range items {
		m, err := r.journalMessage(item)
		if err != nil {
			return nil, err
		}
		messages[i] = m
	}
	return messages, nil
}

// DecodeJournalBlocks decodes a block list as events and commands spell it; null
// is no list. Its errors are those of DecodeJournal.
func DecodeJournalBlocks(raw []byte) ([]Block, error) {
	r, err := newReader(raw, PartBlocks)
	if err != nil {
		return nil, err
	}
	return r.journalBlocks(r.Value())
}

func (r *reader) journalMessage(value int) (Message, error) {
	if r.Null(value) {
		return nil, nil
	}
	if !r.object(value) {
		return nil, &DecodeError{Part: PartMessage, Err: &TypeError{Field: "message", Offset: value}}
	}
	role, err := r.tag(value, "role", PartMessage, nullKeeps)
	if err != nil {
		return nil, err
	}
	switch Role(or(role)) {
	case RoleUser, RoleSystem, RoleAssistant, RoleTool:
	default:
		return nil, &UnknownRoleError{Role: or(role)}
	}
	var (
		f      = fields{reader: r}
		blocks []Block
		usage  *Usage
		id     *string
		failed *bool
	)
	err = r.Members(value, func(key string, v int) (err error) {
		switch {
		case strings.EqualFold(key, "blocks"):
			blocks, err = r.journalBlocks(v)
		case Role(*role) == RoleAssistant && strings.EqualFold(key, "usage"):
			f.other("usage", v, &usage)
		case f.Null(v): // leaves a string or bool as it is
		case Role(*role) == RoleTool && strings.EqualFold(key, "tool_use_id"):
			f.str("tool_use_id", v, &id)
		case Role(*role) == RoleTool && strings.EqualFold(key, "is_error"):
			f.flag("is_error", v, &failed)
		}
		return err
	})
	if err == nil && f.mismatch != nil {
		err = &DecodeError{Part: PartMessage, Err: f.mismatch}
	}
	if err != nil {
		return nil, err
	}
	switch Role(*role) {
	case RoleUser:
		return &UserMessage{Blocks: blocks}, nil
	case RoleSystem:
		return &SystemMessage{Blocks: blocks}, nil
	case RoleAssistant:
		return &AIMessage{Blocks: blocks, Usage: usage}, nil
	}
	return &ToolResultMessage{Blocks: blocks, ToolUseID: or(id), IsError: or(failed)}, nil
}

// nullRule is what a null does to a string read before it.
type nullRule uint8

const (
	nullKeeps nullRule = iota
	nullTakes
)

// tag reads the string that says what an object is; nil where it is missing.
func (r *reader) tag(object int, name string, part Part, null nullRule) (*string, error) {
	f := fields{reader: r}
	var tag *string
	_ = r.Members(object, func(key string, v int) error {
		if strings.EqualFold(key, name) && (null == nullTakes || !f.Null(v)) {
			f.str(name, v, &tag)
		}
		return nil
	})
	if f.mismatch != nil {
		return nil, &DecodeError{Part: part, Err: f.mismatch}
	}
	return tag, nil
}

func (r *reader) journalBlocks(value int) ([]Block, error) {
	if r.Null(value) {
		return nil, nil
	}
	if !r.array(value) {
		return nil, &DecodeError{Part: PartBlocks, Err: &TypeError{Field: "blocks", Offset: value}}
	}
	items := r.Elements(value)
	if len(items) > MaxBlocks {
		return nil, &LimitError{Limit: LimitSliceCount, Got: len(items), Max: MaxBlocks}
	}
	blocks := make([]Block, len(items))
	for i, item := range items {
		b, err := r.journalBlock(item)
		if err != nil {
			return nil, err
		}
		blocks[i] = b
	}
	return blocks, nil
}

func (r *reader) journalBlock(value int) (Block, error) {
	if size := r.End(value) - value; size > MaxBlockBytes {
		return nil, &LimitError{Limit: LimitBlockBytes, Got: size, Max: MaxBlockBytes}
	}
	if r.Null(value) {
		return nil, &UnknownBlockError{}
	}
	if !r.object(value) {
		return nil, &DecodeError{Part: PartBlock, Err: &TypeError{Field: "block", Offset: value}}
	}
	tag, err := r.tag(value, "type", PartBlock, nullKeeps)
	if err != nil {
		return nil, err
	}
	f := fields{reader: r}
	var b Block
	switch BlockType(or(tag)) {
	case BlockText:
		b = f.journalText(value)
	case BlockRefusal:
		b = &RefusalBlock{Text: f.journalText(value).Text}
	case BlockToolUse:
		b = f.journalToolUse(value)
	case BlockToolResult:
		if b, err = f.journalToolResult(value); err != nil {
			return nil, err
		}
	case BlockImage:
		b = f.journalOther(value, &ImageBlock{})
	case BlockAudio:
		b = f.journalOther(value, &AudioBlock{})
	case BlockDocument:
		b = f.journalOther(value, &DocumentBlock{})
	case BlockThinking:
		b = f.journalOther(value, &ThinkingBlock{})
	default:
		return nil, &UnknownBlockError{Type: or(tag)}
	}
	if f.mismatch != nil {
		return nil, &DecodeError{Part: PartBlock, Err: f.mismatch}
	}
	return b, nil
}

func (f *fields) journalText(object int) *TextBlock {
	var text *string
	_ = f.Members(object, func(key string, v int) error {
		if strings.EqualFold(key, "Text") && !f.Null(v) {
			f.str("Text", v, &text)
		}
		return nil
	})
	return &TextBlock{Text: or(text)}
}

func (f *fields) journalToolUse(object int) *ToolUseBlock {
	b := &ToolUseBlock{}
	var id, name, format *string
	_ = f.Members(object, func(key string, v int) error {
		switch {
		case strings.EqualFold(key, "Input"):
			b.Input = f.keep(v)
		case strings.EqualFold(key, "ProviderState"):
			b.ProviderState = f.keep(v)
		case f.Null(v): // leaves a string as it is
		case strings.EqualFold(key, "ID"):
			f.str("ID", v, &id)
		case strings.EqualFold(key, "Name"):
			f.str("Name", v, &name)
		case strings.EqualFold(key, "ProviderStateFormat"):
			f.str("ProviderStateFormat", v, &format)
		}
		return nil
	})
	b.ID, b.Name, b.ProviderStateFormat = or(id), or(name), or(format)
	return b
}

func (f *fields) journalToolResult(object int) (Block, error) {
	var (
		blocks []Block
		id     *string
		failed *bool
	)
	err := f.Members(object, func(key string, v int) (err error) {
		switch {
		case strings.EqualFold(key, "content"):
			blocks, err = f.journalBlocks(v)
		case f.Null(v): // leaves a string or bool as it is
		case strings.EqualFold(key, "tool_use_id"):
			f.str("tool_use_id", v, &id)
		case strings.EqualFold(key, "is_error"):
			f.flag("is_error", v, &failed)
		}
		return err
	})
	return &ToolResultBlock{ToolUseID: or(id), Content: blocks, IsError: or(failed)}, err
}

// journalOther reads the kinds of block that hold nothing nested with encoding/json.
func (f *fields) journalOther(object int, b Block) Block {
	f.other(string(b.Type()), object, b)
	return b
}
