//go:build unix

package e2e

import (
	"bytes"
	little "encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"compactlens/core/testfile"
)

// framed makes a store's log of the envelopes on the lines of a ledger.
func framed(ledger []byte) (log []byte) {
	for i, line := range bytes.Split(bytes.TrimSpace(ledger), []byte("\n")) {
		log = little.LittleEndian.AppendUint32(log, uint32(len(line)))
		log = little.LittleEndian.AppendUint32(log, crc32.Checksum(line, crc32.MakeTable(crc32.Castagnoli)))
		log = little.LittleEndian.AppendUint64(log, uint64(i+1))
		log = append(log, line...)
	}
	return log
}

// A file of any kind that grows, shrinks, is emptied, becomes another or vanishes while
// it is open is told on screen, and the screen goes on with what there is.
func TestFilesOfEveryKindMove(t *testing.T) {
	read := func(name string) []byte { return testfile.Must(t, name) }
	summary := read("cases/026-less-than-code.xml")
	journal := read("journals/live-invalid-summaries.jsonl")
	for name, content := range map[string][]byte{
		"summary.xml": summary, "answer.json": read("cases/088-model-swapped.json"), "body.json": read("captures/anthropic.valid.response.json"),
		"x.attempt.json": read("cases/111-over-token-limit.attempt.json"), "session.jsonl": journal,
		"store/streams/sessions/1.log": framed(read("journals/live-invalid-summaries.ledger.jsonl")),
		"summary.xml.gz":               testfile.Zipped(t, summary), "session.jsonl.gz": testfile.Zipped(t, journal),
	} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			put := func(b []byte) { // in one step, as another file
				t.Helper()
				if err := os.WriteFile(path+".new", b, 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Rename(path+".new", path); err != nil {
					t.Fatal(err)
				}
			}
			put(content)
			x := open(t, opening{args: []string{path}, env: known, cols: 120, rows: 40})
			x.says("all keys", "─ Checks")
			if err := os.Rename(path, filepath.Join(t.TempDir(), "rotated")); err != nil {
				t.Fatal(err)
			}
			x.says("gone; showing what was read")
			dismiss := func() { // a key takes the message away
				t.Helper()
				x.send("?")
				x.says("Keys")
				x.send("?")
				x.gone("Keys")
				x.gone("reloaded")
			}
			dismiss()
			put(content)
			x.says("reloaded")
			for _, step := range []struct {
				what string
				do   func() error
			}{
				{"shrinks", func() error { return os.Truncate(path, int64(len(content)/2)) }},
				{"grows", func() error {
					f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
					if err == nil {
						_, err = f.Write(content[len(content)/2:])
						f.Close()
					}
					return err
				}},
				{"is emptied", func() error { return os.Truncate(path, 0) }},
			} {
				dismiss()
				if err := step.do(); err != nil {
					t.Fatal(err)
				}
				x.says("reloaded")
			}
			x.send("q")
			x.end(0)
		})
	}
}
