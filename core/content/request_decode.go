package content

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// DecodeRequest decodes a transcript as a compaction request spells it. All fields
// but the optional ones must be there and not null, and no other may be; keys match
// without regard to case and of repeated ones the last wins. A list that is null,
// or holds a null, is refused; an empty one is not.
//
// The error is a *DecodeError, *FieldError, *UnknownRoleError, *UnknownBlockError
// or, past MaxNesting, a *LimitError, each of a message inside a *MessageError. The
// time is linear in the size of the transcript.
func DecodeRequest(raw []byte) ([]Message, error) {
	r, err := newReader(raw, PartMessages)
	if err != nil {
		return nil, err
	}
	list := r.Value()
	if !r.array(list) {
		return nil, &DecodeError{Part: PartMessages, Err: &TypeError{Field: "transcript", Offset: list}}
	}
	items := r.Elements(list)
	messages := make([]Message, len(items))
	for i, item := range items {
		if messages[i], err = r.requestMessage(item); err != nil {
			return nil, &MessageError{Index: i, Err: err}
		}
	}
	return messages, nil
}

// strict reads the members of an object, of which known says whether it knows the
// key. It reports an unknown key, else the first value of a wrong type.
func (f *fields) strict(object int, part Part, known func(key string, value int) bool) error {
	unknown := false
	_ = f.Members(object, func(key string, v int) error {
		unknown = !known(key, v) || unknown
		return nil
	})
	if unknown {
		return &FieldError{Part: part}
	}
	if f.mismatch != nil {
		return &DecodeError{Part: part, Err: f.mismatch}
	}
	return nil
}

// required reports the first field that is missing or null.
func required(part Part, fields ...requiredField) error {
	for _, f := range fields {
		if !f.present {
			return &FieldError{Part: part, Field: f.name}
		}
	}
	return nil
}

type requiredField struct {
	name    string
	present bool
}

// open returns the object's tag, which a request must have.
func (r *reader) open(value int, name string, part Part) (string, error) {
	if r.Null(value) {
		return "", &FieldError{Part: part, Field: name}
	}
	if !r.object(value) {
		return "", &DecodeError{Part: part, Err: &TypeError{Field: string(part), Offset: value}}
	}
	tag, err := r.tag(value, name, part, nullTakes)
	if err == nil && tag == nil {
		err = &FieldError{Part: part, Field: name}
	}
	return or(tag), err
}

func (r *reader) requestMessage(value int) (Message, error) {
	role, err := r.open(value, "role", PartMessage)
	if err != nil {
		return nil, err
	}
	switch Role(role) {
	case RoleUser, RoleSystem, RoleAssistant, RoleTool:
	default:
		return nil, &UnknownRoleError{Role: role}
	}
	var (
		f      = fields{reader: r}
		list   = -1
		usage  *requestUsage
		id     *string
		failed *bool
	)
	if err := f.strict(value, PartMessage, func(key string, v int) bool {
		switch {
		case strings.EqualFold(key, "role"):
		case strings.EqualFold(key, "blocks"):
			list = v
		case Role(role) == RoleAssistant && strings.EqualFold(key, "usage"):
			f.strictOther("usage", v, &usage)
		case Role(role) == RoleTool && strings.EqualFold(key, "tool_use_id"):
			f.str("tool_use_id", v, &id)
		case Role(role) == RoleTool && strings.EqualFold(key, "is_error"):
			f.flag("is_error", v, &failed)
		default:
			return false
		}
		return true
	}); err != nil {
		return nil, err
	}
	blocks, err := r.requestList(PartMessage, "blocks", list, 0)
	if err != nil {
		return nil, err
	}
	switch Role(role) {
	case RoleUser:
		return &UserMessage{Blocks: blocks}, nil
	case RoleSystem:
		return &SystemMessage{Blocks: blocks}, nil
	case RoleAssistant:
		return &AIMessage{Blocks: blocks, Usage: (*Usage)(usage)}, nil
	}
	if err := required(PartMessage, requiredField{"tool_use_id", id != nil}, requiredField{"is_error", failed != nil}); err != nil {
		return nil, err
	}
	return &ToolResultMessage{Blocks: blocks, ToolUseID: *id, IsError: *failed}, nil
}

// requestList decodes the block list of a message, or of the level-th tool result
// inside each other. A list of -1 is missing.
func (r *reader) requestList(part Part, name string, list, level int) ([]Block, error) {
	if list < 0 || r.Null(list) {
		return nil, &FieldError{Part: part, Field: name}
	}
	if !r.array(list) {
		return nil, &DecodeError{Part: PartBlocks, Err: &TypeError{Field: name, Offset: list}}
	}
	items := r.Elements(list)
	blocks := make([]Block, len(items))
	for i, item := range items {
		b, err := r.requestBlock(item, level)
		if err != nil {
			return nil, err
		}
		blocks[i] = b
	}
	return blocks, nil
}

func (r *reader) requestBlock(value, level int) (Block, error) {
	tag, err := r.open(value, "type", PartBlock)
	if err != nil {
		return nil, err
	}
	w := requestBlockJSON{fields: fields{reader: r}, content: -1}
	if err := w.read(value, BlockType(tag)); err != nil {
		return nil, err
	}
	switch BlockType(tag) {
	case BlockText:
		return &TextBlock{Text: *w.text}, nil
	case BlockRefusal:
		return &RefusalBlock{Text: *w.text}, nil
	case BlockImage:
		if err := required(PartBlock, requiredField{"url", w.source.URL != nil}, requiredField{"data", w.source.Data.present}); err != nil {
			return nil, err
		}
		return &ImageBlock{MediaType: *w.mediaType, Source: ImageSource{URL: *w.source.URL, Data: w.source.Data.bytes}}, nil
	case BlockAudio:
		return &AudioBlock{MediaType: *w.mediaType, Data: w.data.bytes}, nil
	case BlockDocument:
		return &DocumentBlock{MediaType: *w.mediaType, Name: *w.name, Data: w.data.bytes, Text: *w.text}, nil
	case BlockThinking:
		b := &ThinkingBlock{Thinking: *w.thinking, Signature: *w.signature}
		if b.Signature != "" {
			b.SignatureFormat = or(w.signatureFormat)
		}
		b.ProviderState, b.ProviderStateFormat = keptState(w.state, w.stateFormat)
		return b, nil
	case BlockToolUse:
		b := &ToolUseBlock{ID: *w.id, Name: *w.name, Input: w.input}
		b.ProviderState, b.ProviderStateFormat = keptState(w.state, w.stateFormat)
		return b, nil
	}
	if level++; level > MaxNesting {
		return nil, &LimitError{Limit: LimitNesting, Got: level, Max: MaxNesting}
	}
	inner, err := r.requestList(PartBlock, "content", w.content, level)
	if err != nil {
		return nil, err
	}
	return &ToolResultBlock{ToolUseID: *w.toolUseID, Content: inner, IsError: *w.isError}, nil
}

// requestBlockJSON holds the fields of a block of any type.
type requestBlockJSON struct {
	fields
	text, mediaType, name, thinking, signature, signatureFormat, id, toolUseID, stateFormat *string
	isError                                                                                 *bool
	source                                                                                  *requestSourceJSON
	data                                                                                    requestBytes
	input, state                                                                            json.RawMessage
	content                                                                                 int // offset of the list; -1 if missing
}

type requestSourceJSON struct {
	URL  *string      `json:"url"`
	Data requestBytes `json:"data"`
}

// requestBytes is base64 text, an array of numbers or null; it must be there.
type requestBytes struct {
	present bool
	bytes   []byte
}

func (b *requestBytes) UnmarshalJSON(raw []byte) error {
	b.present = true
	return json.Unmarshal(raw, &b.bytes)
}

// blockFields is the one table of a request's block fields: which types have each,
// and of which it may be missing or null.
var blockFields = []struct {
	key      string
	types    []BlockType
	optional bool
	read     func(w *requestBlockJSON, key string, value int)
	present  func(w *requestBlockJSON) bool
}{
	{"text", []BlockType{BlockText, BlockRefusal, BlockDocument}, false,
		func(w *requestBlockJSON, key string, v int) { w.str(key, v, &w.text) }, func(w *requestBlockJSON) bool { return w.text != nil }},
	{"media_type", []BlockType{BlockImage, BlockAudio, BlockDocument}, false,
		func(w *requestBlockJSON, key string, v int) { w.str(key, v, &w.mediaType) }, func(w *requestBlockJSON) bool { return w.mediaType != nil }},
	{"source", []BlockType{BlockImage}, false,
		func(w *requestBlockJSON, key string, v int) { w.strictOther(key, v, &w.source) }, func(w *requestBlockJSON) bool { return w.source != nil }},
	{"data", []BlockType{BlockAudio, BlockDocument}, false,
		func(w *requestBlockJSON, key string, v int) { w.other(key, v, &w.data) }, func(w *requestBlockJSON) bool { return w.data.present }},
	{"name", []BlockType{BlockDocument, BlockToolUse}, false,
		func(w *requestBlockJSON, key string, v int) { w.str(key, v, &w.name) }, func(w *requestBlockJSON) bool { return w.name != nil }},
	{"thinking", []BlockType{BlockThinking}, false,
		func(w *requestBlockJSON, key string, v int) { w.str(key, v, &w.thinking) }, func(w *requestBlockJSON) bool { return w.thinking != nil }},
	{"signature", []BlockType{BlockThinking}, false,
		func(w *requestBlockJSON, key string, v int) { w.str(key, v, &w.signature) }, func(w *requestBlockJSON) bool { return w.signature != nil }},
	{"signature_format", []BlockType{BlockThinking}, true,
		func(w *requestBlockJSON, key string, v int) { w.str(key, v, &w.signatureFormat) }, nil},
	{"provider_state", []BlockType{BlockThinking, BlockToolUse}, true,
		func(w *requestBlockJSON, _ string, v int) { w.state = w.keep(v) }, nil},
	{"provider_state_format", []BlockType{BlockThinking, BlockToolUse}, true,
		func(w *requestBlockJSON, key string, v int) { w.str(key, v, &w.stateFormat) }, nil},
	{"id", []BlockType{BlockToolUse}, false,
		func(w *requestBlockJSON, key string, v int) { w.str(key, v, &w.id) }, func(w *requestBlockJSON) bool { return w.id != nil }},
	{"input", []BlockType{BlockToolUse}, false,
		func(w *requestBlockJSON, _ string, v int) { w.input = w.keep(v) }, func(w *requestBlockJSON) bool { return w.input != nil }},
	{"tool_use_id", []BlockType{BlockToolResult}, false,
		func(w *requestBlockJSON, key string, v int) { w.str(key, v, &w.toolUseID) }, func(w *requestBlockJSON) bool { return w.toolUseID != nil }},
	{"content", []BlockType{BlockToolResult}, false,
		func(w *requestBlockJSON, _ string, v int) { w.content = v }, func(w *requestBlockJSON) bool { return w.content >= 0 }},
	{"is_error", []BlockType{BlockToolResult}, false,
		func(w *requestBlockJSON, key string, v int) { w.flag(key, v, &w.isError) }, func(w *requestBlockJSON) bool { return w.isError != nil }},
}

// read collects the fields of a block of type t and checks that they are t's.
func (w *requestBlockJSON) read(object int, t BlockType) error {
	known := false
	for _, f := range blockFields {
		known = known || slices.Contains(f.types, t)
	}
	if !known {
		return &UnknownBlockError{Type: string(t)}
	}
	if err := w.strict(object, PartBlock, func(key string, v int) bool {
		if strings.EqualFold(key, "type") {
			return true
		}
		for _, f := range blockFields {
			if strings.EqualFold(key, f.key) && slices.Contains(f.types, t) {
				f.read(w, f.key, v)
				return true
			}
		}
		return false
	}); err != nil {
		return err
	}
	for _, f := range blockFields {
		if slices.Contains(f.types, t) && !f.optional && !f.present(w) {
			return &FieldError{Part: PartBlock, Field: f.key}
		}
	}
	return nil
}

// strictOther is other with unknown keys refused; the values it is used for are
// short or hold nothing nested.
func (f *fields) strictOther(field string, value int, into any) {
	dec := json.NewDecoder(bytes.NewReader(f.Raw(value)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		f.wrong(field, value)
	}
}

// keptState drops a provider's state that nobody could read: one without a format,
// and a format without a state.
func keptState(state json.RawMessage, format *string) (json.RawMessage, string) {
	if state == nil || format == nil || *format == "" {
		return nil, ""
	}
	return state, *format
}

// requestUsage is a Usage as requests spell it; each member may be missing or null.
type requestUsage struct {
	InputTokens         uint64 `json:"input_tokens"`
	OutputTokens        uint64 `json:"output_tokens"`
	CacheReadTokens     uint64 `json:"cache_read_tokens"`
	CacheCreationTokens uint64 `json:"cache_creation_tokens"`
	ReasoningTokens     uint64 `json:"reasoning_tokens"`
}
