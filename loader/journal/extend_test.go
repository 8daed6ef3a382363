package journal

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// told is what Visit was told of one record.
type told struct {
	r    Record
	body string
}

// scanFrom scans b, from x on where there is one, and returns what was told as well.
func scanFrom(t *testing.T, form Form, x *Index, before []told, b []byte) (*Index, []told) {
	t.Helper()
	var all []told
	opt := Options{Visit: func(r Record, body []byte) error {
		all = append(all, told{r, string(body)})
		return nil
	}}
	if x == nil {
		y, err := Scan(context.Background(), form, bytes.NewReader(b), int64(len(b)), opt)
		if err != nil {
			t.Fatal(err)
		}
		return y, all
	}
	y, kept, ok, err := Extend(context.Background(), x, bytes.NewReader(b), int64(len(b)), opt)
	if err != nil || !ok {
		t.Fatalf("from %d to %d bytes: %v, %v", x.Size(), len(b), ok, err)
	}
	before = slices.DeleteFunc(slices.Clone(before), func(v told) bool { return v.r.N >= kept })
	return y, append(before, all...)
}

// describe writes all that an index says.
func describe(x *Index, all []told) string {
	var b strings.Builder
	for i := range x.Len() {
		fmt.Fprintf(&b, "%+v\n", x.At(i))
	}
	for _, p := range x.Problems {
		fmt.Fprintf(&b, "%v %+v\n", p, p.Place)
	}
	fmt.Fprintln(&b, x.Sessions(), x.Size())
	for _, v := range all {
		fmt.Fprintf(&b, "%+v\n", v)
	}
	return b.String()
}

// samples are journals of both forms, whole and damaged.
func samples(t *testing.T) map[string]struct {
	form Form
	b    []byte
} {
	t.Helper()
	type sample = struct {
		form Form
		b    []byte
	}
	log, at := logOf(12)
	flip := slices.Clone(log)
	flip[at[5]+40] ^= 1
	zeros := append(slices.Clone(log), make([]byte, 300)...)
	twice := append(slices.Clone(log), log[at[3]:at[5]]...)
	gap := append(slices.Clone(log[:at[4]]), log[at[6]:]...)
	length := slices.Clone(log)
	length[at[7]] ^= 0x20
	lines := strings.Join([]string{
		eventJSON("TurnStarted", sessionA, 1), "", eventJSON("StepDone", sessionB, 2), "no json", `{"half":`,
		envelopeJSON("event", "1", eventJSON("StepDone", sessionA, 3)), envelopeJSON("command", "2", `{"command_id":"x","type":"Compact","v":1}`),
		envelopeJSON("fence", "3", `{"epoch":2}`), "\xff\xfe", eventJSON("CompactionRejected", sessionA, 4) + "\r", eventJSON("TurnDone", sessionB, 5),
	}, "\n")
	return map[string]sample{
		"log": {Frames, log}, "flipped": {Frames, flip}, "zeros": {Frames, zeros}, "twice": {Frames, twice}, "gap": {Frames, gap}, "length": {Frames, length},
		"lines": {Lines, []byte(lines + "\n")}, "no end": {Lines, []byte(lines)}, "spaces": {Lines, []byte(lines + "\n   ")},
		"many": {Lines, []byte(strings.Repeat("no json\n", 300) + eventJSON("StepDone", sessionA, 1))},
	}
}

// However a journal grows, extending its index gives the index of the whole.
func TestExtendIsAScan(t *testing.T) {
	for name, s := range samples(t) {
		t.Run(name, func(t *testing.T) {
			want, all := scanFrom(t, s.form, nil, nil, s.b)
			expected := describe(want, all)
			step := max(len(s.b)/400, 1)
			for cut := 1; cut < len(s.b); cut += step {
				x, seen := scanFrom(t, s.form, nil, nil, s.b[:cut])
				was := describe(x, seen)
				y, more := scanFrom(t, s.form, x, seen, s.b)
				if got := describe(y, more); got != expected {
					t.Fatalf("cut at %d of %d:\n%s\nwant\n%s", cut, len(s.b), got, expected)
				}
				if describe(x, seen) != was {
					t.Fatalf("cut at %d: the old index changed", cut)
				}
			}
			var x *Index
			var seen []told
			for cut := 1; cut < len(s.b); cut += 97 { // as a program writes
				x, seen = scanFrom(t, s.form, x, seen, s.b[:cut])
			}
			if x, seen = scanFrom(t, s.form, x, seen, s.b); describe(x, seen) != expected {
				t.Errorf("bit by bit:\n%s\nwant\n%s", describe(x, seen), expected)
			}
		})
	}
}

// countingReader counts the bytes that are read.
type countingReader struct {
	io.ReaderAt
	read int
}

func (c *countingReader) ReadAt(b []byte, off int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(b, off)
	c.read += n
	return n, err
}

func TestExtendReadsWhatIsNew(t *testing.T) {
	line := []byte(eventJSON("StepDone", sessionA, 1) + "\n")
	b := bytes.Repeat(line, 20_000)
	x, err := Scan(context.Background(), Lines, bytes.NewReader(b), int64(len(b)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	b = append(b, line...)
	r := &countingReader{ReaderAt: bytes.NewReader(b)}
	y, kept, ok, err := Extend(context.Background(), x, r, int64(len(b)), Options{})
	if err != nil || !ok || kept != x.Len()-1 || y.Len() != x.Len()+1 {
		t.Errorf("%d of %d kept, %v, %v", kept, x.Len(), ok, err)
	}
	if most := 2*prints*printBytes + 4*len(line); r.read > most {
		t.Errorf("%d bytes of %d were read", r.read, len(b))
	}
}

func TestExtendRefusesAnotherFile(t *testing.T) {
	log, at := logOf(40)
	x, _ := scanFrom(t, Frames, nil, nil, log[:at[30]])
	for name, b := range map[string][]byte{
		"shorter":            log[:at[20]],
		"the same":           log[:at[30]],
		"another head":       append([]byte{1}, log[1:]...),
		"another tail":       slices.Concat(log[:at[30]-1], []byte{0}, log[at[30]:]),
		"another altogether": bytes.Repeat([]byte("{}\n"), len(log)),
	} {
		if _, _, ok, err := Extend(context.Background(), x, bytes.NewReader(b), int64(len(b)), Options{}); ok || err != nil {
			t.Errorf("%s: %v, %v", name, ok, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if y, err := Scan(ctx, Frames, bytes.NewReader(log), int64(at[30]), Options{}); err != nil {
		if _, _, ok, _ := Extend(context.Background(), y, bytes.NewReader(log), int64(len(log)), Options{}); ok {
			t.Error("an index that is not whole was extended")
		}
	}
}

func TestUnfinished(t *testing.T) {
	log, at := logOf(4)
	for name, c := range map[string]struct {
		form Form
		b    string
		want string
	}{
		"a whole log":        {Frames, string(log), ""},
		"half a frame":       {Frames, string(log[:at[3]+30]), "torn_tail"},
		"half a header":      {Frames, string(log[:at[3]+7]), "torn_tail"},
		"space for more":     {Frames, string(log) + "\x00\x00\x00", "zero_tail"},
		"a damaged frame":    {Frames, string(log[:at[3]]) + "\x01\x00\x00\x00" + string(log[at[3]+4:]), ""},
		"whole lines":        {Lines, "{}\nnonsense\n", ""},
		"half a line":        {Lines, "{}\n{\"type\":", "half_line"},
		"half a character":   {Lines, "{}\n{\"type\":\"\xc3", "not_utf8"},
		"a line without end": {Lines, eventJSON("StepDone", sessionA, 1), ""},
	} {
		x, err := Scan(context.Background(), c.form, strings.NewReader(c.b), int64(len(c.b)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range x.Unfinished() {
			got = append(got, p.Kind.String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %q", name, got, c.want)
		}
	}
}

// FuzzExtend grows any journal at any place.
func FuzzExtend(f *testing.F) {
	log, at := logOf(3)
	f.Add(log, at[2], true)
	f.Add([]byte("{\"type\":\"StepDone\",\"session_id\":\"x\",\"v\":1}\n{}\n\n"), 12, false)
	f.Fuzz(func(t *testing.T, b []byte, cut int, frames bool) {
		if cut <= 0 || cut >= len(b) {
			return
		}
		form := Lines
		if frames {
			form = Frames
		}
		want, all := scanFrom(t, form, nil, nil, b)
		x, seen := scanFrom(t, form, nil, nil, b[:cut])
		y, more := scanFrom(t, form, x, seen, b)
		if got, want := describe(y, more), describe(want, all); got != want {
			t.Errorf("cut at %d:\n%s\nwant\n%s", cut, got, want)
		}
	})
}

// BenchmarkExtend grows a journal of 64 MB by one event.
func BenchmarkExtend(b *testing.B) {
	line := []byte(eventJSON("StepDone", sessionA, 1) + "\n")
	path := filepath.Join(b.TempDir(), "a.jsonl")
	if err := os.WriteFile(path, bytes.Repeat(line, 64<<20/len(line)), 0o600); err != nil {
		b.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		b.Fatal(err)
	}
	x, err := Scan(b.Context(), Lines, file, info.Size(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := file.Write(line); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, ok, err := Extend(b.Context(), x, file, info.Size()+int64(len(line)), Options{}); !ok || err != nil {
			b.Fatal(ok, err)
		}
	}
}
