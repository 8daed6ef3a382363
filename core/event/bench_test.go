package event

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"testing"
)

// BenchmarkDecode reads a whole journal of 763 events.
func BenchmarkDecode(b *testing.B) {
	f, err := os.Open("../../testdata/journals/session-200.jsonl.gz")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		b.Fatal(err)
	}
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
