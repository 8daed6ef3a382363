package journal

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"strings"
	"testing"

	"compactlens/loader/problem"
)

const (
	sessionA = "aaaaaaaa-0000-4000-8000-000000000001"
	sessionB = "bbbbbbbb-0000-4000-8000-000000000002"
)

// eventJSON returns an event as the harness writes one.
func eventJSON(typ, session string, n int) string {
	return fmt.Sprintf(`{"created_at":"2026-11-30T08:30:10Z","event_id":"%08d-0000-4000-8000-000000000000","messages":[{"role":"assistant","blocks":[{"Text":"said \"type\":\"Nothing\",\"v\":1} %s","type":"text"}]}],"session_id":"%s","turn_id":"x","turn_index":%d,"type":"%s","v":1}`,
		n, strings.Repeat("word ", 80), session, n, typ)
}

func envelopeJSON(kind, id, body string) string {
	return fmt.Sprintf(`{"v":1,"kind":"%s","id":"%s","body":"%s"}`, kind, id, base64.StdEncoding.EncodeToString([]byte(body)))
}

// appendFrame appends a frame to a log.
func appendFrame(log []byte, sequence uint64, payload string) []byte {
	log = binary.LittleEndian.AppendUint32(log, uint32(len(payload)))
	log = binary.LittleEndian.AppendUint32(log, crc32.Checksum([]byte(payload), crc32.MakeTable(crc32.Castagnoli)))
	log = binary.LittleEndian.AppendUint64(log, sequence)
	return append(log, payload...)
}

// logOf returns a log of n frames and the offset of each, and of its end.
func logOf(n int) (log []byte, offsets []int) {
	for i := range n {
		offsets = append(offsets, len(log))
		payload := envelopeJSON("event", fmt.Sprint(i), eventJSON("StepDone", sessionA, i))
		if i == 0 {
			payload = envelopeJSON("fence", "1", `{"epoch":1}`)
		}
		log = appendFrame(log, uint64(i+1), payload)
	}
	return log, append(offsets, len(log))
}

func scan(t testing.TB, form Form, b []byte, opt Options) *Index {
	t.Helper()
	x, err := Scan(context.Background(), form, bytes.NewReader(b), int64(len(b)), opt)
	if err != nil {
		t.Fatal(err)
	}
	checkIndex(t, x, int64(len(b)))
	return x
}

// checkIndex states what holds of every index: its entries cover the file.
func checkIndex(t testing.TB, x *Index, size int64) {
	t.Helper()
	at := int64(0)
	for i := range x.Len() {
		r := x.At(i)
		if r.N != i || r.Offset != at || r.Size <= 0 {
			t.Fatalf("entry %d is %+v, not at %d", i, r, at)
		}
		at += r.Size
	}
	if x.Len() > 0 && at != size {
		t.Fatalf("entries end at %d of %d", at, size)
	}
	for _, p := range x.Problems {
		if p.Place.Offset < 0 || p.Place.Offset > size || p.Place.Size < 0 || p.Place.Offset+p.Place.Size > size {
			t.Fatalf("problem outside the file: %v", p)
		}
	}
}

// shape writes an index down: one letter an entry, and the problems.
func shape(x *Index) string {
	var b strings.Builder
	for i := range x.Len() {
		r := x.At(i)
		switch {
		case r.Kind == Other:
			b.WriteByte('.')
		case r.Kind == Fence:
			b.WriteByte('f')
		case r.Kind == Gate:
			b.WriteByte('g')
		case r.Kind == Command:
			b.WriteByte('c')
		default:
			b.WriteByte('e')
		}
	}
	for _, p := range x.Problems {
		fmt.Fprintf(&b, " %s@%d", p.Kind, p.Place.Offset)
		if p.Place.Sequence > 0 {
			fmt.Fprintf(&b, "#%d", p.Place.Sequence)
		}
		if p.Place.Line > 0 {
			fmt.Fprintf(&b, ":%d", p.Place.Line)
		}
	}
	return b.String()
}

func TestDamagedFrames(t *testing.T) {
	whole, at := logOf(7)
	cut := func(b []byte, from, to int) []byte { return append(bytes.Clone(b[:from]), b[to:]...) }
	set := func(offset int, with ...byte) []byte {
		b := bytes.Clone(whole)
		copy(b[offset:], with)
		return b
	}
	for _, c := range []struct {
		name string
		log  []byte
		want string
	}{
		{"whole", whole, "feeeeee"},
		{"empty", nil, ""},
		{"torn payload", whole[:at[7]-9], fmt.Sprintf("feeeee. torn_tail@%d#7", at[6])},
		{"torn header", whole[:at[6]+5], fmt.Sprintf("feeeee. torn_tail@%d#7", at[6])},
		{"zero tail", append(bytes.Clone(whole), make([]byte, 4096)...), fmt.Sprintf("feeeeee. zero_tail@%d#8", at[7])},
		{"short zero tail", append(bytes.Clone(whole), 0, 0, 0), fmt.Sprintf("feeeeee. zero_tail@%d#8", at[7])},
		{"byte flipped in the middle", set(at[3]+40, 0x01), fmt.Sprintf("fee.eee checksum@%d#4", at[3])},
		{"byte flipped at the end", set(at[6]+40, 0x01), fmt.Sprintf("feeeee. checksum@%d#7", at[6])},
		{"two neighbours flipped", func() []byte { b := set(at[3]+40, 0x01); b[at[4]+40] = 1; return b }(), fmt.Sprintf("fee..ee checksum@%d#4 checksum@%d#5", at[3], at[4])},
		{"length grown", set(at[3], 0x40, 0x54, 0x89, 0x00), fmt.Sprintf("fee.eee length_field@%d#4", at[3])},
		{"length near 4 GiB", set(at[3], 0xFF, 0xFF, 0xFF, 0xFF), fmt.Sprintf("fee.eee length_field@%d#4", at[3])},
		{"length shrunk", set(at[3], 0x07, 0, 0, 0), fmt.Sprintf("fee.eee length_field@%d#4", at[3])},
		{"length zero", set(at[3], 0, 0, 0, 0), fmt.Sprintf("fee.eee length_field@%d#4", at[3])},
		{"length of the last grown", set(at[6], 0xFF, 0xFF, 0xFF, 0), fmt.Sprintf("feeeee. torn_tail@%d#7", at[6])},
		{"frame missing", cut(whole, at[3], at[4]), fmt.Sprintf("feeeee sequence_gap@%d#5", at[3])},
		{"first frame missing", whole[at[1]:], "eeeeee sequence_gap@0#2"},
		{"bytes missing", cut(whole, at[3]+30, at[5]+11), fmt.Sprintf("fee.e length_field@%d#4 sequence_gap@%d#7", at[3], at[3]+30+at[6]-at[5]-11)},
		{"frame repeated", append(bytes.Clone(whole[:at[4]]), whole[at[3]:]...), fmt.Sprintf("feee.eee sequence_repeat@%d#4", at[4])},
		{"block repeated", append(bytes.Clone(whole[:at[5]]), whole[at[2]:]...), fmt.Sprintf("feeee...ee sequence_repeat@%d#3 sequence_repeat@%d#4 sequence_repeat@%d#5", at[5], at[5]+at[3]-at[2], at[5]+at[4]-at[2])},
		{"sequence used again", appendFrame(bytes.Clone(whole), 3, envelopeJSON("event", "x", eventJSON("StepDone", sessionB, 9))), fmt.Sprintf("feeeeeee sequence_repeat@%d#3", at[7])},
		{"sequence changed", set(at[3]+8, 0x77), fmt.Sprintf("feeeeee sequence_field@%d#4", at[3])},
		{"zeros in the middle", set(at[3], make([]byte, 80)...), fmt.Sprintf("fee.eee length_field@%d#4", at[3])},
		{"junk before", append([]byte("junk"), whole...), "." + "feeeeee length_field@0#1"},
		{"payload no JSON", appendFrame(bytes.Clone(whole), 8, "not json"), fmt.Sprintf("feeeeee. bad_envelope@%d#8", at[7])},
		{"envelope version 2", appendFrame(bytes.Clone(whole), 8, `{"v":2,"kind":"event","id":"1","body":""}`), fmt.Sprintf("feeeeee. envelope_version@%d#8", at[7])},
		{"unknown kind", appendFrame(bytes.Clone(whole), 8, envelopeJSON("mystery", "1", "{}")), fmt.Sprintf("feeeeee. unknown_kind@%d#8", at[7])},
		{"bare event in a frame", appendFrame(bytes.Clone(whole), 8, eventJSON("StepDone", sessionA, 1)), fmt.Sprintf("feeeeee. bad_envelope@%d#8", at[7])},
		{"body no base64", appendFrame(bytes.Clone(whole), 8, `{"v":1,"kind":"event","id":"1","body":"*"}`), fmt.Sprintf("feeeeee. bad_envelope@%d#8", at[7])},
		{"newer schema", appendFrame(bytes.Clone(whole), 8, envelopeJSON("event", "1", `{"event_id":"1","type":"StepDone","v":2}`)), fmt.Sprintf("feeeeee. schema@%d#8", at[7])},
		{"unknown type", appendFrame(bytes.Clone(whole), 8, envelopeJSON("event", "1", `{"type":"CompactionDeferred","v":1}`)), fmt.Sprintf("feeeeeee unknown_type@%d#8", at[7])},
		{"gate and command", appendFrame(appendFrame(bytes.Clone(whole), 8, envelopeJSON("gate_prepared", "", "{}")), 9, envelopeJSON("command", "1", `{"command_id":"1","type":"Shutdown","v":1}`)), "feeeeeegc"},
	} {
		x := scan(t, Frames, c.log, Options{Known: func(c Class) bool { return c.Type != "CompactionDeferred" }})
		if got := shape(x); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestLines(t *testing.T) {
	e := eventJSON("StepDone", sessionA, 1)
	env := envelopeJSON("event", "1", e)
	for _, c := range []struct{ name, in, want string }{
		{"whole", e + "\n" + e + "\n", "ee"},
		{"no line feed at the end", e + "\n" + e, "ee"},
		{"CRLF", e + "\r\n" + e + "\r\n", "ee"},
		{"envelopes", env + "\n" + envelopeJSON("fence", "1", `{"epoch":1}`) + "\n" + env, "efe"},
		{"envelope in another order", `{"id":"1","kind":"event","v":1,"body":"` + base64.StdEncoding.EncodeToString([]byte(e)) + `"}` + "\n", "e"},
		{"envelope with spaces", strings.Replace(strings.Replace(env, `":`, `": `, 3), `,"`, `, "`, 2) + "\n", "e"},
		{"bare commands and fences", `{"epoch":1}` + "\n" + `{"agency":1,"command_id":"1","loop_id":"2","session_id":"` + sessionA + `","type":"Compact","v":1}` + "\n", "fc"},
		{"members in another order", `{"type":"StepDone","v":1,"session_id":"` + sessionA + `","event_id":"1","messages":[{"a":"}"}]}` + "\n", "e"},
		{"spaces", `{"event_id": "1", "session_id": "` + sessionA + `", "type": "StepDone", "v": 1}` + "\n", "e"},
		{"blank lines", e + "\n\n" + e + "\n  ", "e.e blank_line@" + fmt.Sprint(len(e)+1) + ":2"},
		{"not JSON", "nothing\n" + e + "\n", ".e not_json@0:1"},
		{"half line in the middle", e[:90] + "\n" + e + "\n", ".e not_json@0:1"},
		{"half line at the end", e + "\n" + e[:90], "e. half_line@" + fmt.Sprint(len(e)+1) + ":2"},
		{"second half of a line", e[90:] + "\n" + e + "\n", ".e not_json@0:1"},
		{"not UTF-8", e + "\n" + strings.Replace(e, "said", "s\xffid", 1) + "\n" + e + "\n", "e.e not_utf8@" + fmt.Sprint(len(e)+1) + ":2"},
		{"newer schema", strings.TrimSuffix(e, "1}") + "2}\n", ". schema@0:1"},
		{"no type", `{"a":1}` + "\n", ". not_json@0:1"},
		{"envelope cut", env[:len(env)-20] + "\n", ". not_json@0:1"},
		{"another envelope version", strings.Replace(env, `"v":1`, `"v":7`, 1) + "\n", ". envelope_version@0:1"},
	} {
		if got := shape(scan(t, Lines, []byte(c.in), Options{})); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestSessionsAndRead(t *testing.T) {
	lines := []string{
		eventJSON("StepDone", sessionA, 0), eventJSON("TurnDone", sessionB, 1),
		envelopeJSON("event", "id-2", eventJSON("StepDone", sessionA, 2)), `{"command_id":"1","type":"UserInput","v":1}`,
	}
	text := []byte(strings.Join(lines, "\n"))
	x := scan(t, Lines, text, Options{})
	if got := fmt.Sprint(x.Sessions()); got != "["+sessionA+" "+sessionB+"]" {
		t.Errorf("sessions %s", got)
	}
	src := Source{Form: Lines, At: bytes.NewReader(text)}
	for i, want := range []string{sessionA, sessionB, sessionA, sessionA} {
		r := x.At(i)
		b, err := src.Read(r)
		if r.Session != want || err != nil {
			t.Errorf("record %d: session %q, %v", i, r.Session, err)
		}
		if i == 2 && (b.ID != "id-2" || b.Raw || string(b.JSON) != eventJSON("StepDone", sessionA, 2)) || i != 2 && string(b.JSON) != lines[i] {
			t.Errorf("record %d: %+v", i, b)
		}
		if found, ok := x.Find(r.Offset + r.Size/2); !ok || found.N != i {
			t.Errorf("record %d is not found at its middle: %+v", i, found)
		}
	}
	if n := x.Count(Class{Event, "StepDone"}); n != 2 {
		t.Errorf("%d steps", n)
	}
}

func TestReadFrames(t *testing.T) {
	log, _ := logOf(3)
	x := scan(t, Frames, log, Options{})
	src := Source{Form: Frames, At: bytes.NewReader(log)}
	b, err := src.Read(x.At(2))
	if err != nil || b.Sequence != 3 || string(b.JSON) != eventJSON("StepDone", sessionA, 2) {
		t.Errorf("%+v, %v", b, err)
	}
	log[len(log)-3]++
	var p *problem.Problem
	if _, err := src.Read(x.At(2)); !errors.As(err, &p) || p.Kind != problem.Changed || p.Place.Sequence != 3 {
		t.Errorf("a record that changed: %v", err)
	}
}

func TestVisitSeesEveryWantedBody(t *testing.T) {
	log, _ := logOf(5)
	log = appendFrame(log, 6, envelopeJSON("event", "z", `{"event_id":"1","session_id":"`+sessionB+`","type":"HustleStarted","usage":{"a":1},"v":1}`))
	var seen []string
	opt := Options{
		Want: func(c Class) bool { return c.Type != "StepDone" },
		Visit: func(r Record, body []byte) error {
			seen = append(seen, fmt.Sprintf("%d %s %s", r.N, r.Type, body[:9]))
			if r.Type == "HustleStarted" {
				return fs.ErrInvalid
			}
			return nil
		},
	}
	x := scan(t, Frames, log, opt)
	if got := strings.Join(seen, "|"); got != `0  {"epoch":|5 HustleStarted {"event_i` {
		t.Errorf("visited %s", got)
	}
	if x.At(5).Type != "HustleStarted" || len(x.Problems) != 1 || !errors.Is(x.Problems[0], fs.ErrInvalid) {
		t.Errorf("a refused record: %+v, %v", x.At(5), x.Problems)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	log, _ := logOf(4)
	if _, err := Scan(ctx, Frames, bytes.NewReader(log), int64(len(log)), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("frames: %v", err)
	}
	if _, err := Scan(ctx, Lines, strings.NewReader("x\n"), 2, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("lines: %v", err)
	}
}

func TestLongLines(t *testing.T) {
	e := eventJSON("StepDone", sessionA, 1)
	long := strings.Replace(e, "said", strings.Repeat("x", 3<<20), 1)
	tooLong := strings.Replace(e, "said", strings.Repeat("x", maxEnvelope), 1)
	x := scan(t, Lines, []byte(e+"\n"+long+"\n"+tooLong+"\n"+e+"\n"), Options{})
	if got, want := shape(x), fmt.Sprintf("ee.e line_too_long@%d:3", len(e)+len(long)+2); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestProblemsAreCapped(t *testing.T) {
	x := scan(t, Lines, bytes.Repeat([]byte("x\n"), 250), Options{})
	last := x.Problems[len(x.Problems)-1]
	if len(x.Problems) != maxRows+1 || last.Kind != problem.More || last.Detail != "not_json, 150 more" {
		t.Errorf("%d problems, the last %v", len(x.Problems), last)
	}
}

// failing fails to read from an offset on.
type failing struct {
	*bytes.Reader
	from int64
}

func (f failing) ReadAt(b []byte, off int64) (int, error) {
	if off+int64(len(b)) > f.from {
		n, _ := f.Reader.ReadAt(b[:max(0, min(f.from-off, int64(len(b))))], off)
		return n, fs.ErrPermission
	}
	return f.Reader.ReadAt(b, off)
}

func TestReadErrorsEndTheScanOnly(t *testing.T) {
	log, at := logOf(1000)
	x, err := Scan(context.Background(), Frames, failing{bytes.NewReader(log), int64(at[900])}, int64(len(log)), Options{})
	if err != nil || x.Len() < 100 || len(x.Problems) != 1 || !errors.Is(x.Problems[0], fs.ErrPermission) {
		t.Errorf("%d records, %v, %v", x.Len(), x.Problems, err)
	}
}

func TestSniff(t *testing.T) {
	log, at := logOf(4)
	e := eventJSON("StepDone", sessionA, 1)
	for _, c := range []struct {
		name, in string
		form     Form
		ok       bool
	}{
		{"log", string(log), Frames, true},
		{"log cut in its first frame", string(log[:40]), Frames, true},
		{"log without its first frame", string(log[at[1]:]), Frames, true},
		{"log damaged at the beginning", "\x01" + string(log[1:]), Frames, true},
		{"lines", e + "\n", Lines, true},
		{"lines behind damage", "\nxx\n" + e[:70] + "\n" + e + "\n", Lines, true},
		{"envelopes", envelopeJSON("event", "1", e), Lines, true},
		{"hooks", `{"attempt_id":"1","outcome":3,"has_output":false}`, Lines, false},
		{"another agent's lines", `{"type":"user","uuid":"1","message":{}}` + "\n", Lines, false},
		{"a reply", `{"version":1,"summary":""}`, Lines, false},
		{"nothing", "", Lines, false},
	} {
		form, ok := Sniff([]byte(c.in), int64(len(c.in)))
		if ok != c.ok || ok && form != c.form {
			t.Errorf("%s: form %d, %v", c.name, form, ok)
		}
	}
	long := envelopeJSON("event", "1", strings.Repeat(e, 300))
	if form, ok := Sniff([]byte(long[:64<<10]), int64(len(long))); form != Lines || !ok {
		t.Error("a long first line is not recognised")
	}
	if _, ok := Sniff(log[:40], int64(len(log))); !ok {
		t.Error("a long first frame is not recognised")
	}
}

// What a turn's end says behind its type is passed over from the end, too.
func TestProbeTailPassesUsages(t *testing.T) {
	for in, want := range map[string]bool{
		`{"session_id":"s","type":"T","usage":{"a":1,"b":22},"v":1}`:     true,
		`{"session_id":"s","type":"T","usage":{},"v":1}`:                 true,
		`{"session_id":"s","type":"T","usage":{"a":"x"},"v":1}`:          false,
		`{"session_id":"s","type":"T","usage":{"a":{"b":1}},"v":1}`:      false,
		`{"session_id":"s","type":"T","usage":{"a":1,"b":},"v":1}`:       false,
		`{"session_id":"s","type":"T","usage":{"a\\":1},"v":1}`:          false,
		`{"session_id":"s","type":"T","usage":{"a":1 },"v":1}`:           false,
		`{"session_id":"s","type":"T","usage":{"a":1"b":2},"v":1}`:       false,
		`{"session_id":"s","type":"T","usage":{"a":"\":{","b":1},"v":1}`: false,
	} {
		h, ok := probeTail([]byte(in))
		if ok != want || ok && (string(h.typ) != "T" || string(h.session) != "s") {
			t.Errorf("%s: %v, type %q, session %q", in, ok, h.typ, h.session)
		}
	}
}
