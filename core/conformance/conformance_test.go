package conformance

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"testing"
	"testing/fstest"
)

func corpus(t *testing.T, lines ...string) *fstest.MapFile {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for _, line := range lines {
		fmt.Fprintln(z, line)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return &fstest.MapFile{Data: b.Bytes()}
}

func TestCases(t *testing.T) {
	b64 := base64.StdEncoding.EncodeToString
	line := func(id, kind string) string {
		return fmt.Sprintf(`{"id":%q,"case":{"kind":%q,"raw_b64":%q,"expand":[{"marker":"@@","repeat_b64":%q,"count":3}]},"want":{"ok":true},"tags":["t"]}`,
			id, kind, b64([]byte("a@@b")), b64([]byte("xy")))
	}
	first := fstest.MapFS{"event.jsonl.gz": corpus(t, line("1", "event"))}
	more := fstest.MapFS{
		"event-more.jsonl.gz":   corpus(t, line("2", "event")),
		"event_direct.jsonl.gz": corpus(t, line("3", "event_direct")),
		"zz.jsonl.gz":           corpus(t, line("4", "event"), line("5", "other")),
	}
	cases, err := Cases("event", first, more)
	if err != nil || len(cases) != 3 || cases[0].ID != "1" || cases[1].ID != "2" || cases[2].ID != "4" {
		t.Fatalf("got %v, %v", cases, err)
	}
	if raw, err := cases[0].Bytes("raw"); err != nil || string(raw) != "axyxyxyb" {
		t.Errorf("got %q, %v", raw, err)
	}
	if _, err := Cases("policy", first); err == nil {
		t.Error("a corpus that is missing is no error")
	}
	total, failed, err := Check("event", func(c Case) (string, error) {
		var want struct{ OK bool }
		if err := c.Want(&want); err != nil || !want.OK {
			return "", fmt.Errorf("want %v: %w", want, err)
		}
		if c.ID == "2" {
			return "differs", nil
		}
		return "", nil
	}, first, more)
	if err != nil || total != 3 || len(failed) != 1 {
		t.Errorf("got %d, %v, %v", total, failed, err)
	}
}
