package loader

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"compactlens/core/inspect"
	"compactlens/loader/journal"
)

// FuzzOpen opens any bytes as standard input: nothing panics, every place lies in
// the file, and what was opened can be judged and read again.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(script("compact:1:5 call:1:9 fail:1:9:4:6 reject:1:3:3:5:9 no:1:3:5:9 fence")))
	var log, bare []byte
	for i, line := range strings.Split(strings.TrimSpace(script("call:1:9 end:1:9 commit:1:3:3:5 yes:1:3:5")), "\n") {
		log = append(log, frame(i+1, []byte(line))...)
		body, err := (journal.Source{At: strings.NewReader(line)}).Read(journal.Record{Size: int64(len(line))})
		if err != nil {
			f.Fatal(err)
		}
		bare = append(append(bare, body.JSON...), '\n')
	}
	f.Add(log)
	f.Add(bare)
	for _, name := range []string{"106-byte-limit-masks-fence.attempt.json", "001-fenced-xml.xml", "068-json-fence-unclosed.txt"} {
		b, err := os.ReadFile("../testdata/cases/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		l := usual
		l.inflated = 1 << 20
		w, err := open(context.Background(), []string{Stdin}, Options{Stdin: bytes.NewReader(b)}, nil, l)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range w.Attempts {
			inspect.Judge(a.Evidence())
			for _, e := range a.Lifecycle() {
				if _, err := e.Source.Read(e.Source.Index().At(e.Record)); err != nil {
					t.Fatalf("%s: %v", e.Type, err)
				}
			}
			if _, err := a.CommittedSummary(); err != nil {
				t.Fatal(err)
			}
		}
		for _, p := range w.Problems {
			if p.Error() == "" || p.Place.Offset < 0 || !w.Sources[0].Gzip && p.Place.Offset+p.Place.Size > int64(len(b)) {
				t.Fatalf("%+v", p)
			}
		}
	})
}
