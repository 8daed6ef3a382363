package event

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzDecode decodes any bytes as an event, a command and a measurement: nothing panics,
// no error holds bytes of the record, and what decodes is the same written and read again.
func FuzzDecode(f *testing.F) {
	const header = `"event_id":"9070dfd3-9c61-43ad-a457-3cbca6b2c526","session_id":"9070dfd3-9c61-43ad-a457-3cbca6b2c527","created_at":"2026-11-30T08:30:10.775250162Z","v":1`
	for _, seed := range []string{
		`{"type":"SessionActive",` + header + `}`,
		`{"type":"CompactionRejected","reject_reason":4,"basis":{"revision":1,"through_event_id":"9070dfd3-9c61-43ad-a457-3cbca6b2c526"},` + header + `}`,
		`{"type":"TurnStarted","message":{"role":"user","blocks":[{"Text":"x","type":"text"}]},"turn_index":1,` + header + `}`,
		`{"type":"StepDone","messages":[{"role":"tool","blocks":[]},null],` + header + `}`,
		`{"type":"ContextMeasured","measurement":{"basis":{"revision":1},"request_fingerprint":[1,2],"input_tokens":3},` + header + `}`,
		`{"type":"CompactionCommitted","summary":{"blocks":[]},"retained":[],` + header + `}`,
		`{"command_id":"9070dfd3-9c61-43ad-a457-3cbca6b2c526"}`, `{"basis":{"revision":1}}`, `{`, "", `{"type":"SECRETSECRET","v":99}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		e, err := Decode(raw)
		if err != nil {
			quotes(t, raw, err)
		} else if written, err := Encode(e); err == nil {
			again, err := Decode(written)
			if err != nil {
				t.Fatalf("%q: what was written does not decode: %v", written, err)
			}
			if twice, err := Encode(again); err != nil || !bytes.Equal(twice, written) {
				t.Fatalf("%q is written as %q, %v", written, twice, err)
			}
		}
		if _, err := DecodeCommand(raw); err != nil {
			quotes(t, raw, err)
		}
		if _, err := DecodeMeasurement(raw); err != nil {
			quotes(t, raw, err)
		}
	})
}

// quotes fails where an error holds bytes of a record that nobody else would write.
func quotes(t *testing.T, raw []byte, err error) {
	t.Helper()
	const secret = "SECRETSECRET"
	if bytes.Contains(raw, []byte(secret)) && strings.Contains(err.Error(), secret) {
		t.Fatalf("%q: %v", raw, err)
	}
}
