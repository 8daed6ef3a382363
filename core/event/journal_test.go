package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"
)

func TestPeekFindsFaultsInOrder(t *testing.T) {
	for _, c := range []struct {
		name, raw string
		want      DecodeFault
	}{
		{"invalid UTF-8 wins over a repeated key", "{\"a\":1,\"A\":\"\xff\"}", DecodeInvalidUTF8},
		{"repeated key", `{"a":1,"A":2}`, DecodeDuplicateKey},
		{"repeated key before a syntax error", `{"a":1,"a":2,!}`, DecodeDuplicateKey},
		{"syntax error before a repeated key", `{"a":1,!,"a":2}`, DecodeJSON},
		{"repeated key through an escape", `{"a":1,"\u0061":2}`, DecodeDuplicateKey},
		{"repeated key in an unknown field", `{"x":[{"b":1,"B":2}]}`, DecodeDuplicateKey},
		{"repeated key after the value is not looked for", `{} {"a":1,"a":2}`, DecodeJSON},
		{"empty", ``, DecodeJSON},
		{"version of another type", `{"v":"1"}`, DecodeJSON},
	} {
		_, err := Peek([]byte(c.raw))
		var decode *DecodeError
		if !errors.As(err, &decode) || decode.Why != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	if typ, err := Peek([]byte(`{"TYPE":"Anything","ſ":1,"s":2}`)); err != nil || typ != "Anything" {
		t.Errorf("got %q, %v: a long s is no s here", typ, err)
	}
}

func TestNestingIsRefusedNotFollowed(t *testing.T) {
	for _, c := range []struct {
		open, value, close string
		levels             int
		ok                 bool
	}{
		{"[", "0", "]", MaxRecordNesting, true},
		{"[", "0", "]", MaxRecordNesting + 1, false},
		{`{"a":`, "0", "}", MaxRecordNesting, true},
		{`{"a":`, "0", "}", MaxRecordNesting + 1, false},
		{"[", "", "", 4 << 20, false},
		{`{"a":`, "", "", 2 << 20, false},
	} {
		raw := bytes.Repeat([]byte(c.open), c.levels)
		raw = append(raw, c.value...)
		raw = append(raw, bytes.Repeat([]byte(c.close), c.levels)...)
		err := scanDuplicates(raw)
		if (err == nil) != c.ok {
			t.Errorf("%d levels of %s: got %v", c.levels, c.open, err)
		}
	}
}

// slowPeek is Peek by the exact way alone.
func slowPeek(raw []byte) (Type, bool) {
	var envelope struct {
		Type Type   `json:"type"`
		V    uint32 `json:"v"`
	}
	ok := utf8.Valid(raw) && scanDuplicates(raw) == nil && json.Unmarshal(raw, &envelope) == nil && envelope.V <= SchemaVersion
	return envelope.Type, ok
}

func FuzzPeekAgreesWithTheExactWay(f *testing.F) {
	for _, seed := range []string{
		`{"type":"StepDone","v":1,"a":[1,-0.5e+10,{"b":"\u00e9\n"}]}`, `{"Type":"x","V":0}`, `{"a":1,"A":2}`, `{"a":01}`, `{"a":1.}`, `{"a":"` + "\x01" + `"}`,
		`{"a":[1,]}`, `{"a":1,}`, `{,"a":1}`, `{"a" 1}`, `{"a":tru}`, `{"é":1}`, `{"v":1e0}`, `{"v":-0}`, `{"v":4294967296}`, `{"type":null}`, `{"type":"\u0041"}`,
		`{} {}`, `[]`, ` {"type" : "x" } `, `{"a":-}`, `{"a":"\u12"}`, `{"a":"\x"}`, `{"K":1,"k":2}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := Peek(raw)
		want, ok := slowPeek(raw)
		if (err == nil) != ok || ok && got != want {
			t.Fatalf("%q: got %q, %v, want %q, %v", raw, got, err, want, ok)
		}
	})
}
