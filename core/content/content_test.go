package content

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// nested returns a block with level tool results inside each other.
func nested(level int) Block {
	var inner []Block
	if level > 1 {
		inner = []Block{nested(level - 1)}
	}
	return &ToolResultBlock{ToolUseID: "t", Content: inner}
}

func TestValidateFindsNilAndDepth(t *testing.T) {
	text := &TextBlock{Text: "x"}
	for _, c := range []struct {
		name     string
		messages []Message
		want     error
	}{
		{"no messages", nil, nil},
		{"every kind", []Message{&UserMessage{}, &AIMessage{}, &SystemMessage{}, &ToolResultMessage{}}, nil},
		{"nil interface", []Message{nil}, &NilMessageError{}},
		{"nil pointer", []Message{&UserMessage{}, (*AIMessage)(nil)}, &NilMessageError{}},
		{"nil block", []Message{&UserMessage{Blocks: []Block{text, nil}}}, &NilBlockError{Index: 1}},
		{"nil pointer block", []Message{&UserMessage{Blocks: []Block{(*ImageBlock)(nil)}}}, &NilBlockError{}},
		{"nil block inside", []Message{&ToolResultMessage{Blocks: []Block{&ToolResultBlock{Content: []Block{nil}}}}}, &NilBlockError{}},
		{"deepest", []Message{&UserMessage{Blocks: []Block{nested(MaxNesting)}}}, nil},
		{"too deep", []Message{&UserMessage{Blocks: []Block{nested(MaxNesting + 1)}}}, &LimitError{Limit: LimitNesting, Got: MaxNesting + 1, Max: MaxNesting}},
	} {
		err := Validate(c.messages)
		var at *MessageError
		switch {
		case c.want == nil && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want == nil:
		case !errors.As(err, &at):
			t.Errorf("%s: got %v, want a *MessageError", c.name, err)
		case at.Index != len(c.messages)-1 || !reflect.DeepEqual(at.Err, c.want):
			t.Errorf("%s: got %d, %#v, want %#v", c.name, at.Index, at.Err, c.want)
		}
		if _, err := AppendRequest(nil, append(c.messages, &UserMessage{})[0]); c.want != nil && len(c.messages) == 1 && err == nil {
			t.Errorf("%s: is written", c.name)
		}
	}
}

func TestNilPointersHaveTypesAndNoContent(t *testing.T) {
	for _, m := range []Message{(*UserMessage)(nil), (*AIMessage)(nil), (*SystemMessage)(nil), (*ToolResultMessage)(nil)} {
		if !IsNil(m) || m.Content() != nil || m.Role() == "" {
			t.Errorf("%T: nil %v, content %v, role %q", m, IsNil(m), m.Content(), m.Role())
		}
	}
}

// everyBlock has one of each type, with text that needs every kind of escape.
func everyBlock() []Block {
	const odd = "<a & b>\u2028\x00\x7f\"\\\n\tü😀"
	state := json.RawMessage(`{"b":1.50,"a":"<"}`)
	return []Block{
		&TextBlock{Text: odd},
		&RefusalBlock{Text: odd},
		&ImageBlock{MediaType: "image/png", Source: ImageSource{URL: odd, Data: []byte{}}},
		&AudioBlock{MediaType: "audio/wav", Data: []byte{0, 255}},
		&DocumentBlock{MediaType: "text/plain", Name: odd, Text: odd},
		&ThinkingBlock{Thinking: odd, Signature: "s", SignatureFormat: "f", ProviderState: state, ProviderStateFormat: "g"},
		&ToolUseBlock{ID: "1", Name: odd, Input: state},
		&ToolResultBlock{ToolUseID: "1", Content: []Block{&TextBlock{Text: odd}}, IsError: true},
	}
}

func TestBothSpellingsRoundTrip(t *testing.T) {
	messages := []Message{
		&UserMessage{Blocks: everyBlock()},
		&AIMessage{Blocks: everyBlock(), Usage: &Usage{InputTokens: 1, OutputTokens: 1<<64 - 1}},
		&AIMessage{Blocks: []Block{}},
		&SystemMessage{Blocks: everyBlock()},
		&ToolResultMessage{Blocks: everyBlock(), ToolUseID: "1", IsError: true},
	}
	for _, m := range messages {
		request, err := AppendRequest([]byte("["), m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := DecodeRequest(append(request, ']'))
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		twice, err := AppendRequest([]byte("["), again[0])
		if err != nil || !bytes.Equal(request, twice) {
			t.Errorf("request form is no fixed point (%v):\n%s\n%s", err, request, twice)
		}
		journal, err := AppendJournal(nil, m)
		if err != nil {
			t.Fatal(err)
		}
		read, err := DecodeJournal(journal)
		if err != nil {
			t.Fatalf("%s: %v", journal, err)
		}
		if twice, err := AppendJournal(nil, read); err != nil || !bytes.Equal(journal, twice) {
			t.Errorf("journal form is no fixed point (%v):\n%s\n%s", err, journal, twice)
		}
	}
}

func TestRequestFaultsAreTyped(t *testing.T) {
	for _, c := range []struct {
		raw  string
		want error
	}{
		{`null`, &DecodeError{}},
		{`{}`, &DecodeError{}},
		{`[`, &DecodeError{}},
		{`[null]`, &FieldError{Part: PartMessage, Field: "role"}},
		{`[{"role":"narrator","blocks":[]}]`, &UnknownRoleError{Role: "narrator"}},
		{`[{"role":"user"}]`, &FieldError{Part: PartMessage, Field: "blocks"}},
		{`[{"role":"user","blocks":null}]`, &FieldError{Part: PartMessage, Field: "blocks"}},
		{`[{"role":"user","blocks":[],"usage":null}]`, &FieldError{Part: PartMessage}},
		{`[{"role":"user","blocks":[null]}]`, &FieldError{Part: PartBlock, Field: "type"}},
		{`[{"role":"user","blocks":[{"type":"hologram"}]}]`, &UnknownBlockError{Type: "hologram"}},
		{`[{"role":"user","blocks":[{"type":"audio","media_type":""}]}]`, &FieldError{Part: PartBlock, Field: "data"}},
		{`[{"role":"tool","blocks":[],"tool_use_id":"1"}]`, &FieldError{Part: PartMessage, Field: "is_error"}},
		{
			`[{"role":"user","blocks":[` + strings.Repeat(`{"type":"tool_result","tool_use_id":"","is_error":false,"content":[`, MaxNesting+1) + strings.Repeat(`]}`, MaxNesting+1) + `]}]`,
			&LimitError{Limit: LimitNesting, Got: MaxNesting + 1, Max: MaxNesting},
		},
	} {
		_, err := DecodeRequest([]byte(c.raw))
		target := reflect.New(reflect.TypeOf(c.want))
		if !errors.As(err, target.Interface()) {
			t.Errorf("%.60s: got %v, want %T", c.raw, err, c.want)
			continue
		}
		if _, open := c.want.(*DecodeError); !open && !reflect.DeepEqual(target.Elem().Interface(), c.want) {
			t.Errorf("%.60s: got %#v, want %#v", c.raw, target.Elem().Interface(), c.want)
		}
	}
}

func TestErrorsHoldNoContent(t *testing.T) {
	const secret = "hunter2"
	for _, raw := range []string{
		`[{"role":"` + secret + `","blocks":[]}]`,
		`[{"role":"user","blocks":[{"type":"` + secret + `"}]}]`,
		`[{"role":"user","blocks":[{"type":"text","text":"x","` + secret + `":1}]}]`,
		`[{"role":"user","blocks":"` + secret + `"}]`,
		`[` + secret,
	} {
		_, err := DecodeRequest([]byte(raw))
		if err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", raw, err)
		}
		_, err = DecodeJournal([]byte(strings.Trim(raw, "[]")))
		if err != nil && strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", raw, err)
		}
	}
	_, err := AppendRequest(nil, &AIMessage{Blocks: []Block{&ToolUseBlock{Input: json.RawMessage(secret)}}})
	var encode *EncodeError
	if !errors.As(err, &encode) || strings.Contains(err.Error(), secret) {
		t.Errorf("raw JSON that is none: %v", err)
	}
}

func TestJournalLimits(t *testing.T) {
	message := func(blocks string) []byte { return fmt.Appendf(nil, `{"role":"user","blocks":[%s]}`, blocks) }
	text := `{"Text":"x","type":"text"}`
	many := strings.TrimSuffix(strings.Repeat(text+",", MaxBlocks), ",")
	filler := strings.Repeat("a", MaxBlockBytes-len(`{"Text":"","type":"text"}`))
	for _, c := range []struct {
		name   string
		blocks string
		want   Limit
	}{
		{"most blocks", many, ""},
		{"one block more", many + "," + text, LimitSliceCount},
		{"largest block", `{"Text":"` + filler + `","type":"text"}`, ""},
		{"one byte more", `{"Text":"` + filler + `b","type":"text"}`, LimitBlockBytes},
	} {
		_, err := DecodeJournal(message(c.blocks))
		var limit *LimitError
		if errors.As(err, &limit) != (c.want != "") || limit != nil && limit.Limit != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func FuzzDecodeJournal(f *testing.F) {
	for _, m := range []Message{&UserMessage{Blocks: everyBlock()}, &AIMessage{Usage: &Usage{}}, &ToolResultMessage{IsError: true}} {
		raw, err := AppendJournal(nil, m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := DecodeJournal(raw)
		if err != nil || validateMessage(m) != nil {
			return
		}
		written, err := AppendJournal(nil, m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := DecodeJournal(written)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		if twice, err := AppendJournal(nil, again); err != nil || !bytes.Equal(written, twice) {
			t.Fatalf("no fixed point (%v):\n%s\n%s", err, written, twice)
		}
	})
}
