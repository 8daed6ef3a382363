package journal

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// benchSize is the size of the journals the benchmarks scan, in bytes; the file
// is in the page cache.
const benchSize = 256 << 20

// mix is a stretch of a session in the proportions of real journals.
func mix(n int) []string {
	head := fmt.Sprintf(`{"created_at":"2026-11-30T08:30:10.778463308Z","event_id":"%08d-7999-46c4-b74d-e0c0aa6151e6","loop_id":"36dbd36b-83f3-4feb-a9a4-69dd865e273b",`, n)
	foot := `"session_id":"` + sessionA + `",`
	measured := head + `"measurement":{"basis":{"revision":1,"through_event_id":"492721ea-9391-4406-a3c6-e14d26169bc5"},"model":{"Provider":"lmstudio","Model":"qwen3-coder-30b"},"request_fingerprint":[46,177,247,97,128,226,41,189,238,218,104,163,112,38,240,35,200,141,212,145,161,95,40,101,87,1,153,32,206,208,88,175],"input_tokens":284,"input_limit":106496,"quality":3},` + foot + `"type":"ContextMeasured","v":1}`
	permission := head + `"audit":{},"effect":"approve","reason":"access_evaluated",` + foot + `"step_id":"a29139d9-1c08-4dc0-8a2b-5893469c63a1","subject":"tool","tool_execution_id":"a29139d9-1c08-4dc0-8a2b-5893469c63a1","turn_id":"a29139d9-1c08-4dc0-8a2b-5893469c63a1","type":"PermissionDecided","v":1}`
	step := head + `"messages":[{"role":"assistant","blocks":[{"Text":"` + strings.Repeat("I read the file and \\u003cfound\\u003e it. ", 40) + `","type":"text"}]}],` + foot + `"step_id":"a29139d9-1c08-4dc0-8a2b-5893469c63a1","turn_id":"a29139d9-1c08-4dc0-8a2b-5893469c63a1","type":"StepDone","v":1}`
	active := strings.Replace(head, `"loop_id":"36dbd36b-83f3-4feb-a9a4-69dd865e273b",`, "", 1) + foot + `"type":"SessionActive","v":1}`
	return []string{measured, step, permission, measured, permission, step, measured, permission, step, active, measured, permission}
}

// writeJournal writes a journal of about size bytes and returns its path and the
// number of records.
func writeJournal(b *testing.B, form Form, size int) (path string, records int) {
	path = filepath.Join(b.TempDir(), "journal")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	var frame []byte
	for done := 0; done < size; {
		for _, e := range mix(records) {
			if records++; form == Lines {
				n, _ := w.WriteString(e + "\n")
				done += n
				continue
			}
			frame = appendFrame(frame[:0], uint64(records), envelopeJSON("event", fmt.Sprintf("%08d-7999-46c4-b74d-e0c0aa6151e6", records), e))
			n, _ := w.Write(frame)
			done += n
		}
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return path, records
}

func benchmarkScan(b *testing.B, form Form) {
	path, records := writeJournal(b, form, benchSize)
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	var before, after runtime.MemStats
	var x *Index
	b.SetBytes(info.Size())
	for b.Loop() {
		if x, err = Scan(context.Background(), form, f, info.Size(), Options{}); err != nil {
			b.Fatal(err)
		}
		if x.Len() != records || len(x.Problems) != 0 {
			b.Fatalf("%d of %d records, %v", x.Len(), records, x.Problems)
		}
	}
	x = nil
	runtime.GC()
	runtime.ReadMemStats(&before)
	x, _ = Scan(context.Background(), form, f, info.Size(), Options{})
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(records), "B/record")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/(1<<20), "MiB-allocated")
	runtime.KeepAlive(x)
}

func BenchmarkScanLines(b *testing.B)  { benchmarkScan(b, Lines) }
func BenchmarkScanFrames(b *testing.B) { benchmarkScan(b, Frames) }
