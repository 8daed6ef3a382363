package content

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// kindOf says what sort of error the two decoders of one spelling must agree on.
func kindOf(err error) string {
	var (
		role  *UnknownRoleError
		block *UnknownBlockError
		limit *LimitError
		parts *DecodeError
	)
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &role):
		return "role " + role.Role
	case errors.As(err, &block):
		return "block " + block.Type
	case errors.As(err, &limit):
		return fmt.Sprint(*limit)
	case errors.As(err, &parts) && (parts.Part == PartBlock || parts.Part == PartBlocks):
		return "malformed block"
	}
	return "malformed message"
}

// agree compares both decoders of both spellings on one text.
func agree(t *testing.T, raw []byte) {
	t.Helper()
	got, err := DecodeJournal(raw)
	want, oracleErr := oracleDecodeJournal(raw)
	if kindOf(err) != kindOf(oracleErr) || err == nil && !reflect.DeepEqual(got, want) {
		t.Errorf("journal: %.300q\n got %+v, %v\nwant %+v, %v", raw, got, err, want, oracleErr)
	}
	list := append(append([]byte("["), raw...), ']')
	messages, err := DecodeRequest(list)
	wants, oracleErr := oracleDecodeRequest(list)
	if (err == nil) != (oracleErr == nil) || err == nil && !reflect.DeepEqual(messages, wants) {
		t.Errorf("request: %.300q\n got %+v, %v\nwant %+v, %v", list, messages, err, wants, oracleErr)
	}
}

// odd are texts that take the decoders through every rule of encoding/json that
// matters: case, repetition, null, wrong types, merging, nesting.
var odd = []string{
	`null`, `true`, `[]`, `"x"`, `{}`, `{"role":1}`, `{"role":null}`, ` { "role" : "user" } `,
	`{"role":"user","role":null}`, `{"role":null,"ROLE":"user","blocks":[]}`, `{"role":"user","Role":"tool","blocks":[]}`,
	`{"role":"user","blocks":null}`, `{"role":"user","blocks":{}}`, `{"role":"user","blocks":"x","role":"user"}`,
	`{"role":"user","blocks":[null]}`, `{"role":"user","blocks":[1]}`, `{"role":"user","blocks":[{}]}`,
	`{"role":"user","blocks":[{"type":null}]}`, `{"role":"user","blocks":[{"type":"text","type":null,"text":"a","Text":"b"}]}`,
	`{"role":"user","blocks":[{"type":"text","text":"a","text":null}]}`, `{"role":"user","blocks":[{"type":"text","text":1,"text":"a"}]}`,
	`{"role":"user","blocks":[{"type":"text","text":"\ud800\u0041\n"}]}`, "{\"role\":\"user\",\"blocks\":[{\"type\":\"text\",\"text\":\"a\xff\u2028\"}]}",
	`{"role":"user","bloc\u212as":[{"\u0074ype":"text","te\u0078t":"a"}]}`, `{"role":"user","blocKs":[{"type":"text","text":"kelvin"}]}`,
	`{"role":"assistant","blocks":[],"usage":{"input_tokens":1,"InputTokens":2},"usage":{"OutputTokens":3,"output_tokens":3}}`,
	`{"role":"assistant","blocks":[],"usage":{"InputTokens":-1,"input_tokens":-1}}`, `{"role":"assistant","blocks":[],"usage":{"x":1}}`,
	`{"role":"assistant","blocks":[],"usage":{"input_tokens":1},"usage":null}`, `{"role":"assistant","blocks":[],"usage":1}`,
	`{"role":"tool","blocks":[],"tool_use_id":"a","tool_use_id":null,"is_error":true,"is_error":null}`,
	`{"role":"tool","blocks":[],"tool_use_id":1,"is_error":"x"}`, `{"role":"tool","blocks":[{"type":"nope"}],"is_error":1}`,
	`{"role":"tool","blocks":[],"tool_use_id":"a","is_error":false}`, `{"role":"user","blocks":[],"usage":null}`,
	`{"role":"user","blocks":[{"type":"image","media_type":"m","MediaType":"m","source":{"url":"u","data":[1,2]},"source":{"data":"AA=="}}]}`,
	`{"role":"user","blocks":[{"type":"image","media_type":"m","source":{"url":"u","data":null}}]}`, `{"role":"user","blocks":[{"type":"image","Source":1}]}`,
	`{"role":"user","blocks":[{"type":"audio","media_type":"m","data":"A"}]}`, `{"role":"user","blocks":[{"type":"audio","media_type":"m","data":[256]}]}`,
	`{"role":"user","blocks":[{"type":"document","media_type":"m","name":"n","data":"","text":"t"}]}`,
	`{"role":"user","blocks":[{"type":"thinking","thinking":"t","signature":"s","signature_format":"f","provider_state":{ "a" : 1 },"provider_state_format":"g"}]}`,
	`{"role":"user","blocks":[{"type":"tool_use","id":"1","name":"n","input":{"a":[1,{"b":2}]},"input":null}]}`,
	`{"role":"user","blocks":[{"type":"tool_use","ID":null,"ID":"1","Name":2,"Input":1}]}`,
	`{"role":"user","blocks":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"a","Text":"a"}],"is_error":false}]}`,
	`{"role":"user","blocks":[{"type":"tool_result","tool_use_id":null,"content":[{"type":"nope"}],"is_error":1}]}`,
	`{"role":"user","blocks":[{"type":"text","text":"x","content":[{"type":"nope"}]}]}`, `{"role":"user","blocks":[{"type":"tool_result","content":1}]}`,
	`{"role":"user","blocks":[{"content":[{"content":[{"type":"nope"}],"type":"tool_result"}],"type":"tool_result"}]}`,
	`{"role":"user","blocks":[{"type":"text","text":"x"}]`, `{"role":"user"} x`, ``,
}

func TestDecodersAgreeWithTheOracle(t *testing.T) {
	for _, raw := range odd {
		agree(t, []byte(raw))
	}
	for _, level := range []int{1, 2, 127, 128, 129, 130, 200} {
		for _, inner := range []string{"", `{"type":"text","text":"x","Text":"x"}`, `{"type":"nope"}`, `null`} {
			raw := strings.Repeat(`{"tool_use_id":"1","is_error":false,"content":[`, level) + inner + strings.Repeat(`],"type":"tool_result"}`, level)
			agree(t, []byte(`{"role":"user","blocks":[`+raw+`]}`))
		}
	}
}

// Deep nesting around a large text must cost no more than the text: a decoder that
// reads a list again at each level does not get through this in the time of a test.
func TestNestingCostsNothing(t *testing.T) {
	const levels = 4900
	var raw bytes.Buffer
	raw.WriteString(`{"role":"user","blocks":[`)
	raw.WriteString(strings.Repeat(`{"tool_use_id":"1","content":[`, levels))
	raw.WriteString(`{"Text":"` + strings.Repeat("x", 7<<20) + `","type":"text"}`)
	raw.WriteString(strings.Repeat(`],"type":"tool_result"}`, levels))
	raw.WriteString(`]}`)
	if _, err := DecodeJournal(raw.Bytes()); err != nil {
		t.Error(err)
	}
}

func FuzzDecodersAgreeWithTheOracle(f *testing.F) {
	for _, raw := range odd {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > 1<<16 {
			return
		}
		agree(t, raw)
	})
}
