package event

import (
	"bytes"
	"errors"
	"testing"

	"compactlens/core/testfile"
)

// BenchmarkDecode reads a whole journal of 763 events.
func BenchmarkDecode(b *testing.B) {
	raw := testfile.Must(b, "journals/session-200.jsonl.gz")
	lines := bytes.Split(bytes.TrimSpace(raw), []byte("\n"))
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		for _, line := range lines {
			var unknown *UnknownTypeError
			if _, err := Decode(line); err != nil && !errors.As(err, &unknown) {
				b.Fatal(err)
			}
		}
	}
}
