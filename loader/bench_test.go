package loader

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// benchSize is about how large the benchmarks' journals are, in bytes.
const benchSize = 256 << 20

// largeJournal writes a journal that is a composed one followed by its first turns
// over and over, as in a long session, and returns its path and the number of its
// attempts.
func largeJournal(b *testing.B, log bool) (path string, attempts int) {
	lines := bytes.SplitAfter(fileContent(b, find(b, journals, "session-200.jsonl")), []byte("\n"))
	lines = lines[:len(lines)-1]
	path = filepath.Join(b.TempDir(), "large")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	sequence, size := 0, 0
	put := func(lines [][]byte) {
		for _, out := range lines {
			sequence++
			if log {
				id := fmt.Sprintf("%08d-0000-4000-8000-000000000000", sequence)
				body := base64.StdEncoding.EncodeToString(bytes.TrimSpace(out))
				out = frame(sequence, []byte(`{"v":1,"kind":"event","id":"`+id+`","body":"`+body+`"}`))
			}
			n, _ := w.Write(out)
			size += n
		}
	}
	for put(lines); size < benchSize; {
		put(lines[2:123])
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return path, 32
}

func benchmarkOpen(b *testing.B, log bool) {
	path, attempts := largeJournal(b, log)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	var w *Workspace
	b.SetBytes(info.Size())
	for b.Loop() {
		if w, err = Open(context.Background(), []string{path}, Options{}, func(Progress) {}); err != nil {
			b.Fatal(err)
		}
		if len(w.Attempts) != attempts {
			b.Fatalf("%d attempts", len(w.Attempts))
		}
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	records := w.Sources[0].Index().Len()
	b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MiB-held")
	b.ReportMetric(float64(records), "records")
	runtime.KeepAlive(w)
}

func BenchmarkOpenJournal(b *testing.B) { benchmarkOpen(b, false) }
func BenchmarkOpenLog(b *testing.B)     { benchmarkOpen(b, true) }
