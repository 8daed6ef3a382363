package rawjson

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// decode builds the value as encoding/json would, by way of the reader alone.
func decode(r *Reader, value int) any {
	switch r.Kind(value) {
	case '{':
		object := map[string]any{}
		_ = r.Members(value, func(key string, v int) error {
			object[key] = decode(r, v)
			return nil
		})
		return object
	case '[':
		list := []any{}
		for _, v := range r.Elements(value) {
			list = append(list, decode(r, v))
		}
		return list
	case '"':
		return r.String(value)
	case 'n':
		return nil
	case 't', 'f':
		return r.Kind(value) == 't'
	}
	return json.Number(r.Raw(value))
}

var seeds = []string{
	`null`, ` true `, `false`, `0`, `-0.5e+10`, `"x"`, `[]`, `{}`, `[ ]`, `{ }`, `[1,2 , 3]`, `{"a":1,"b":[{"c":"\u00e9\n"}]}`,
	`{"a":1,"a":2}`, `{"a":1,"A":2}`, `{"é":1}`, `{"\u0061":1}`, "\"\xff\"", `"\ud800"`, `"\\"`, `"\\\""`,
	``, ` `, `01`, `1.`, `.5`, `-`, `+1`, `1e`, `tru`, `nul`, `[1,]`, `[,1]`, `[1`, `]`, `{`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{a:1}`, `{"a":1}}`, `1 2`,
	`"`, `"\`, `"\x"`, `"\u12"`, `"\u12g4"`, "\"\x01\"", "\"\n\"", "\xef\xbb\xbf1", "\v1",
	`{"long":"` + strings.Repeat("x", 300) + `","list":[` + strings.Repeat(`{"k":"v"},`, 60) + `{}],"z":[[[[]]]]}`,
}

func check(t *testing.T, text []byte) {
	t.Helper()
	r, ok := Parse(text)
	if ok != json.Valid(text) {
		t.Fatalf("%.200q: valid %v, encoding/json says %v", text, ok, !ok)
	}
	u, unique := ParseUnique(text)
	if unique && !ok {
		t.Fatalf("%.200q: only unique if valid", text)
	}
	if !ok {
		return
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var want any
	if err := dec.Decode(&want); err != nil {
		t.Fatal(err)
	}
	if got := decode(r, r.Value()); !reflect.DeepEqual(got, want) {
		t.Fatalf("%.200q: got %v, want %v", text, got, want)
	}
	if unique && !reflect.DeepEqual(decode(u, u.Value()), want) {
		t.Fatalf("%.200q: differs when unique", text)
	}
	if end := r.End(r.Value()); len(bytes.TrimRight(text[end:], " \t\r\n")) != 0 {
		t.Fatalf("%.200q: ends at %d", text, end)
	}
}

func TestAgreesWithEncodingJSON(t *testing.T) {
	for _, text := range seeds {
		check(t, []byte(text))
	}
}

func TestUnique(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":1,"b":{"a":2}}`:   true,
		`[{"a":1},{"a":1}]`:     true,
		`{"a":1,"a":2}`:         false,
		`{"a":1,"A":2}`:         false,
		`{"x":[{"b":1,"B":1}]}`: false,
		`{"\u0061":1}`:          false, // cannot tell
		`{"ß":1}`:               false, // cannot tell
	} {
		if _, got := ParseUnique([]byte(text)); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

func TestDepth(t *testing.T) {
	for depth, want := range map[int]bool{MaxDepth: true, MaxDepth + 1: false} {
		for _, text := range []string{
			strings.Repeat("[", depth) + strings.Repeat("]", depth),
			strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth),
		} {
			if _, got := Parse([]byte(text)); got != want || json.Valid([]byte(text)) != want {
				t.Errorf("%d levels: got %v", depth, got)
			}
		}
	}
}

// Finding the end of every level of a deep text reads it a bounded number of times.
func TestEndsOfDeepTexts(t *testing.T) {
	const levels = 5000
	text := strings.Repeat(`[{"a":`, levels) + `"` + strings.Repeat("x", 4<<20) + `"` + strings.Repeat("}]", levels)
	r, ok := Parse([]byte(text))
	if !ok {
		t.Fatal("not valid")
	}
	value, seen := r.Value(), 0
	for r.Kind(value) == '[' {
		if end := r.End(value); end != len(text)-2*seen {
			t.Fatalf("level %d ends at %d", seen, end)
		}
		item := r.Elements(value)[0]
		_ = r.Members(item, func(_ string, v int) error {
			value = v
			return nil
		})
		seen++
	}
	if seen != levels {
		t.Errorf("%d levels", seen)
	}
}

func FuzzAgreesWithEncodingJSON(f *testing.F) {
	for _, text := range seeds {
		f.Add([]byte(text))
	}
	f.Fuzz(check)
}

func BenchmarkParse(b *testing.B) {
	text := []byte(`[` + strings.Repeat(`{"role":"tool","blocks":[{"Text":"`+strings.Repeat("some output of a tool ", 60)+`\n","type":"text"}],"tool_use_id":"call_1"},`, 700) + `null]`)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, ok := ParseUnique(text); !ok {
			b.Fatal("not valid")
		}
	}
}
