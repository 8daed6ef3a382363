package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io/fs"
	"testing"

	"compactlens/loader/problem"
)

// binaryEnvelope builds an envelope of the binary form from fields given as tag
// and value.
func binaryEnvelope(kind byte, fields ...any) string {
	var body []byte
	for i := 0; i < len(fields); i += 2 {
		body = append(body, byte(fields[i].(int)))
		value := fields[i+1].(string)
		body = binary.BigEndian.AppendUint32(body, uint32(len(value)))
		body = append(body, value...)
	}
	b := append([]byte(magic), 1, kind)
	b = binary.BigEndian.AppendUint16(b, uint16(len(fields)/2))
	b = binary.BigEndian.AppendUint32(b, uint32(len(body)))
	return string(append(b, body...))
}

// reference builds a binary reference to content.
func reference(key string, content []byte) string {
	b := binary.BigEndian.AppendUint16([]byte{1}, uint16(len(key)))
	b = append(b, key...)
	b = binary.BigEndian.AppendUint64(b, uint64(len(content)))
	sum := sha256.Sum256(content)
	return string(append(b, sum[:]...))
}

func TestBinaryEnvelopes(t *testing.T) {
	event := eventJSON("StepDone", sessionA, 1)
	offloaded := []byte(eventJSON("StepDone", sessionB, 2))
	for _, c := range []struct{ name, payload, want string }{
		{"fence", binaryEnvelope(3, 6, "\x00\x00\x00\x00\x00\x00\x00\x02"), "f"},
		{"event", binaryEnvelope(1, 1, "id", 2, "{}", 4, event), "e"},
		{"command", binaryEnvelope(2, 4, `{"command_id":"1","type":"Compact","v":1}`), "c"},
		{"event in a blob", binaryEnvelope(1, 1, "id", 5, reference("k", offloaded)), "e"},
		{"public only", binaryEnvelope(1, 1, "id", 2, "{}"), ". public_only@0#1"},
		{"nothing in it", binaryEnvelope(4), ". unknown_kind@0#1"},
		{"tags not ascending", binaryEnvelope(1, 4, event, 1, "id"), ". bad_envelope@0#1"},
		{"cut", binaryEnvelope(1, 4, event)[:60], ". bad_envelope@0#1"},
		{"bad reference", binaryEnvelope(1, 5, "\x01\x00\x09k"), ". blob_pointer@0#1"},
		{"newer", "LRJE\x02" + binaryEnvelope(1, 4, event)[5:], ". envelope_version@0#1"},
	} {
		log := appendFrame(nil, 1, c.payload)
		opt := Options{Blob: func(string, int64) ([]byte, error) { return offloaded, nil }}
		x := scan(t, Frames, log, opt)
		if got := shape(x); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
			continue
		}
		if x.At(0).Kind != Event {
			continue
		}
		b, err := (Source{Form: Frames, At: bytes.NewReader(log), Blob: opt.Blob}).Read(x.At(0))
		if err != nil || b.ID != "id" || string(b.JSON) != event && !bytes.Equal(b.JSON, offloaded) || b.Offloaded != bytes.Equal(b.JSON, offloaded) {
			t.Errorf("%s: read %+v, %v", c.name, b, err)
		}
	}
}

func TestBlobs(t *testing.T) {
	inner := []byte(envelopeJSON("event", "id", eventJSON("StepDone", sessionA, 1)))
	sum := func(b []byte) string { h := sha256.Sum256(b); return hex.EncodeToString(h[:]) }
	pointerTo := func(id string, size int, hash string) string {
		return envelopeJSON("blobptr", id, fmt.Sprintf(`{"key":"k","size":%d,"sha256":"%s"}`, size, hash))
	}
	second := []byte(pointerTo("id", len(inner), sum(inner)))
	for _, c := range []struct {
		name, payload string
		blob          []byte
		err           error
		want          string
	}{
		{"right", pointerTo("id", len(inner), sum(inner)), inner, nil, "e"},
		{"missing", pointerTo("id", len(inner), sum(inner)), nil, fs.ErrNotExist, ". blob_missing@0#1"},
		{"unreadable", pointerTo("id", len(inner), sum(inner)), nil, fs.ErrPermission, ". blob_pointer@0#1"},
		{"changed", pointerTo("id", len(inner), sum(second)), inner, nil, ". blob_changed@0#1"},
		{"cut", pointerTo("id", len(inner)+1, sum(inner)), inner, nil, ". blob_changed@0#1"},
		{"of another record", pointerTo("other", len(inner), sum(inner)), inner, nil, ". blob_pointer@0#1"},
		{"leads to a pointer", pointerTo("id", len(second), sum(second)), second, nil, ". blob_pointer@0#1"},
		{"too large", pointerTo("id", maxEnvelope+1, sum(inner)), inner, nil, ". blob_pointer@0#1"},
		{"no pointer", envelopeJSON("blobptr", "id", "[]"), inner, nil, ". blob_pointer@0#1"},
	} {
		asked := int64(0)
		x := scan(t, Frames, appendFrame(nil, 1, c.payload), Options{Blob: func(_ string, limit int64) ([]byte, error) {
			asked = limit
			return c.blob, c.err
		}})
		if got := shape(x); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		if asked > maxEnvelope+1 {
			t.Errorf("%s: %d bytes were asked for", c.name, asked)
		}
	}
	x := scan(t, Frames, appendFrame(nil, 1, string(second)), Options{})
	if x.Problems[0].Kind != problem.BlobPointer {
		t.Errorf("without a store: %v", x.Problems)
	}
}
