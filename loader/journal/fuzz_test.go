package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
)

// checkScan states what holds of every file: the scan ends, its entries cover the
// file, and what it lists can be read or gives an error.
func checkScan(t *testing.T, form Form, b []byte) {
	opt := Options{
		Visit: func(Record, []byte) error { return nil },
		Blob:  func(string, int64) ([]byte, error) { return b, nil },
	}
	x, err := Scan(context.Background(), form, bytes.NewReader(b), int64(len(b)), opt)
	if err != nil {
		t.Fatal(err)
	}
	size := int64(len(b))
	if form == Lines {
		size -= size - int64(len(bytes.TrimRight(b, " \t\r"))) // spaces after the last line make no entry
	}
	at := int64(0)
	src := Source{Form: form, At: bytes.NewReader(b), Blob: opt.Blob}
	for i := range x.Len() {
		r := x.At(i)
		if r.N != i || r.Offset != at || r.Size <= 0 {
			t.Fatalf("entry %d is %+v, not at %d", i, r, at)
		}
		at += r.Size
		body, err := src.Read(r)
		if (r.Kind == Event || r.Kind == Command) && err == nil && body.JSON == nil {
			t.Fatalf("entry %d of kind %d has no body", i, r.Kind)
		}
	}
	if x.Len() > 0 && at < size {
		t.Fatalf("entries end at %d of %d", at, size)
	}
}

func FuzzFrames(f *testing.F) {
	log, at := logOf(4)
	f.Add(log)
	f.Add(log[:at[3]+20])
	f.Add(append(bytes.Clone(log[:at[2]]), log[at[1]:]...))
	f.Add(appendFrame(nil, 1, "LRJE\x01\x03\x00\x01\x00\x00\x00\x0d\x06\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x02"))
	f.Add(appendFrame(nil, 1, envelopeJSON("blobptr", "1", `{"key":"a","size":3,"sha256":""}`)))
	f.Fuzz(func(t *testing.T, b []byte) { checkScan(t, Frames, b) })
}

func FuzzLines(f *testing.F) {
	f.Add([]byte(eventJSON("StepDone", sessionA, 1) + "\n" + envelopeJSON("event", "1", eventJSON("StepDone", sessionA, 1))))
	f.Add([]byte("{\"type\":\"a\",\"v\":1}\n\n{\"x\":\"\\\"}"))
	f.Add([]byte(`{"kind":"event","v":1,"body":"e30="}`))
	f.Fuzz(func(t *testing.T, b []byte) { checkScan(t, Lines, b) })
}

// FuzzProbeTail checks that reading an object from its end agrees with reading it
// from its beginning.
func FuzzProbeTail(f *testing.F) {
	f.Add([]byte(eventJSON("StepDone", sessionA, 1)))
	f.Add([]byte(`{"a":"b\\\"","session_id":"s","type":"T","v":1}`))
	f.Add([]byte(`{"session_id":"s","x":{"session_id":"t","type":"U","v":1},"type":"T","v":1}`))
	f.Add([]byte(`{"session_id":"s","type":"T","usage":{"InputTokens":2917,"OutputTokens":0},"v":1}`))
	f.Add([]byte(`{"session_id":"s","type":"T","usage":{},"x":{"a":{"b":1}},"y":"\":{\"b\":1}","v":1}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		back, ok := probeTail(b)
		forth, whole := probe(b)
		if !ok || !whole || !json.Valid(b) || repeatsKeys(b) {
			return
		}
		if !bytes.Equal(back.typ, forth.typ) && forth.typ != nil || !bytes.Equal(back.session, forth.session) && forth.session != nil {
			t.Errorf("%q: type %q session %q backwards, %q %q forwards", b, back.typ, back.session, forth.typ, forth.session)
		}
	})
}

func repeatsKeys(b []byte) bool {
	seen := map[string]bool{}
	repeated := false
	members(b, func(key, _ []byte) bool {
		repeated = repeated || seen[string(key)]
		seen[string(key)] = true
		return true
	})
	return repeated
}
