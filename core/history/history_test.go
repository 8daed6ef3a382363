package history

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/loop"
	"compactlens/core/testfile"
)

func text(s string) []content.Block { return []content.Block{&content.TextBlock{Text: s}} }

func user(s string) content.Message { return &content.UserMessage{Blocks: text(s)} }

func calls(ids ...string) content.Message {
	m := &content.AIMessage{}
	for _, id := range ids {
		m.Blocks = append(m.Blocks, &content.ToolUseBlock{ID: id, Name: "Bash"})
	}
	return m
}

func result(id, s string) content.Message {
	return &content.ToolResultMessage{ToolUseID: id, Blocks: text(s)}
}

func TestCut(t *testing.T) {
	answer := &content.AIMessage{Blocks: text("done")}
	long := strings.Repeat("x", 4000) // weighs a bit over 1000
	for _, c := range []struct {
		name     string
		derived  int
		messages []content.Message
		policy   Policy
		head     int // messages; -1 for nothing to compact
	}{
		{"two segments of three", 0, []content.Message{user("a"), answer, user("b"), answer, user("c"), answer}, Policy{KeepRecentSegments: 2, KeepRecentTokens: 8000}, 2},
		{"one segment only", 0, []content.Message{user("a"), answer}, Policy{KeepRecentSegments: 2, KeepRecentTokens: 8000}, -1},
		{"the last segment is kept whatever it weighs", 0, []content.Message{user("a"), answer, user(long), answer}, Policy{KeepRecentSegments: 2, KeepRecentTokens: 10}, 2},
		{"the weight of both counts", 0, []content.Message{user("a"), user(long), user(long)}, Policy{KeepRecentSegments: 3, KeepRecentTokens: 1500}, 2},
		{"a summary is never retained", 1, []content.Message{user("summary"), user("b"), answer}, Policy{KeepRecentSegments: 2, KeepRecentTokens: 8000}, -1},
		{"a summary alone is nothing to compact", 1, []content.Message{user("summary"), user("b"), answer, user("c")}, Policy{KeepRecentSegments: 2, KeepRecentTokens: 8000}, -1},
		{"behind a summary", 1, []content.Message{user("summary"), user("b"), answer, user("c"), user("d")}, Policy{KeepRecentSegments: 2, KeepRecentTokens: 8000}, 3},
		{"a cut between a call and its result moves to the call's segment", 0,
			[]content.Message{user("a"), answer, user("b"), calls("1"), user("c"), result("1", "r"), answer},
			Policy{KeepRecentSegments: 1, KeepRecentTokens: 8000}, 2},
		{"whole transcript", 0, []content.Message{user("a")}, Policy{Generation: GenerationWhole}, 1},
		{"nothing at all", 0, nil, Policy{KeepRecentSegments: 2}, -1},
		{"nothing at all, whole", 0, nil, Policy{Generation: GenerationWhole}, -1},
	} {
		head, tail, err := Context{Messages: c.messages, Derived: c.derived}.Cut(c.policy)
		var nothing *NothingToCompactError
		switch {
		case c.head < 0:
			if !errors.As(err, &nothing) || nothing.Messages != len(c.messages) {
				t.Errorf("%s: got %d and %d messages, %v", c.name, len(head), len(tail), err)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case len(head) != c.head || len(head)+len(tail) != len(c.messages):
			t.Errorf("%s: got %d and %d messages", c.name, len(head), len(tail))
		}
	}
}

func TestCutRefusesBrokenPairs(t *testing.T) {
	for _, c := range []struct {
		messages []content.Message
		fault    event.PairingFault
		index    int
	}{
		{[]content.Message{calls("1")}, event.PairingFirstNotUser, 0},
		{[]content.Message{user("a"), calls("1"), calls("2")}, event.PairingCallsOpen, 2},
		{[]content.Message{user("a"), calls("1")}, event.PairingUnansweredCalls, 2},
		{[]content.Message{user("a"), result("1", "r")}, event.PairingNoSuchCall, 1},
		{[]content.Message{user("a"), calls("")}, event.PairingEmptyCallID, 1},
		{[]content.Message{user("a"), calls("1", "1")}, event.PairingRepeatedCallID, 1},
	} {
		_, _, err := Context{Messages: c.messages}.Cut(policy)
		var pairing *event.PairingError
		if !errors.As(err, &pairing) || pairing.Fault != c.fault || pairing.Index != c.index {
			t.Errorf("got %v, want message %d: %s", err, c.index+1, c.fault)
		}
	}
}

func TestProject(t *testing.T) {
	blocks := []content.Block{
		&content.TextBlock{Text: "t"},
		&content.ThinkingBlock{Thinking: "secret"},
		&content.ToolUseBlock{ID: "1", Name: "Bash"},
		&content.RefusalBlock{Text: "no"},
		&content.ImageBlock{}, &content.AudioBlock{}, &content.DocumentBlock{Text: "d"},
	}
	want := []string{
		"t", "[thinking omitted for compaction]", "[called tool: Bash]", "[model refused: no]",
		"[image omitted for compaction]", "[audio omitted for compaction]", "[document omitted for compaction]",
	}
	usage := &content.Usage{InputTokens: 1}
	got, err := Project([]content.Message{
		&content.AIMessage{Blocks: blocks, Usage: usage},
		&content.ToolResultMessage{ToolUseID: "1", IsError: true, Blocks: append(text("a"), text("b")...)},
		&content.ToolResultMessage{ToolUseID: "2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	ai := got[0].(*content.AIMessage)
	var texts []string
	for _, b := range ai.Blocks {
		texts = append(texts, b.(*content.TextBlock).Text)
	}
	if !reflect.DeepEqual(texts, want) || ai.Usage != usage {
		t.Errorf("got %q, usage %v", texts, ai.Usage)
	}
	if !reflect.DeepEqual(got[1], &content.ToolResultMessage{ToolUseID: "1", IsError: true, Blocks: text("a\nb")}) {
		t.Errorf("got %+v", got[1])
	}
	if len(got[2].Content()) != 0 {
		t.Errorf("got %+v", got[2])
	}
	_, err = Project([]content.Message{user("a"), &content.AIMessage{Blocks: []content.Block{&content.ToolResultBlock{}}}})
	var projection *ProjectionError
	if !errors.As(err, &projection) || projection.Index != 1 || projection.Type != content.BlockToolResult {
		t.Errorf("got %v", err)
	}
}

func TestTruncateCountsItsMark(t *testing.T) {
	const digits = "0123456789"
	for n := MaxToolResultRunes - 1; n < MaxToolResultRunes+1200; n++ {
		full := strings.Repeat("é"+digits, n/11+1)
		full = full[:runeOffset(full, n)]
		got := truncate(full)
		if n <= MaxToolResultRunes {
			if got != full {
				t.Fatalf("%d runes are cut", n)
			}
			continue
		}
		head, rest, _ := strings.Cut(got, "[tool result truncated for compaction: omitted ")
		var omitted int
		var tail string
		if _, err := fmt.Sscanf(rest, "%d", &omitted); err != nil {
			t.Fatal(err)
		}
		_, tail, _ = strings.Cut(rest, " runes]")
		h, l := utf8.RuneCountInString(head), utf8.RuneCountInString(tail)
		if utf8.RuneCountInString(got) != MaxToolResultRunes || h+l+omitted != n || l-h < 0 || l-h > 1 ||
			!strings.HasPrefix(full, head) || !strings.HasSuffix(full, tail) {
			t.Fatalf("%d runes: head %d, omitted %d, tail %d", n, h, omitted, l)
		}
	}
}

func TestWholeTranscriptIsNotFitted(t *testing.T) {
	c := Context{
		Basis:    event.ContextBasis{Revision: 3, ThroughEventID: event.UUID{1}},
		Messages: []content.Message{user("a"), calls("1"), result("1", strings.Repeat("x", 5000))},
		Measurement: &event.ContextMeasurement{
			Model: event.ModelKey{Provider: "p", Model: "m"}, RequestFingerprint: event.RequestFingerprint{1},
		},
	}
	p := Policy{MaxSummaryTokens: 4096, Generation: GenerationWhole}
	r, err := c.Request(p, 1<<20)
	if err != nil || !bytes.Contains(r.JSON, []byte(`{"type":"tool_use","id":"1","name":"Bash","input":null}`)) || len(r.Retained) != 0 {
		t.Errorf("got %.300s, %v", r.JSON, err)
	}
	var large *loop.CompactionInputTooLargeError
	if _, err := c.Request(p, 1000); !errors.As(err, &large) || large.Size != large.FullSize || large.Size != int64(len(r.JSON)) {
		t.Errorf("got %v", err)
	}
	c.Measurement = nil
	var none *NoMeasurementError
	if _, err := c.Request(p, 1<<20); !errors.As(err, &none) || none.Basis != c.Basis {
		t.Errorf("got %v", err)
	}
}

// attempt is a compaction hustle or terminal and what was rebuilt for it.
type attempt struct {
	json []byte
	err  error
}

// replay folds events, of which those at the indices in lose are unreadable, and
// rebuilds the request of every hustle as one that ended and as one that did not.
func replay(events []event.Event, lose map[int]bool) []attempt {
	var (
		h    History
		last = map[event.UUID]*event.HustleStarted{}
		all  []attempt
	)
	build := func(c Context, err error, d event.HustleDefinition) attempt {
		if err != nil {
			return attempt{err: err}
		}
		r, err := c.Request(policy, d.Limits.InputBytes)
		return attempt{r.JSON, err}
	}
	for i, e := range events {
		switch e := e.(type) {
		case *event.HustleStarted:
			last[e.Cause.LoopID] = e
			if l := h.Loop(e.Cause.LoopID); l != nil {
				c, err := l.Now()
				all = append(all, build(c, err, e.Run.Definition))
			}
		case *event.CompactionRejected:
			if e.RejectReason == event.CompactRejectInvalidSummary {
				l := h.Loop(e.LoopID)
				c, err := l.At(e.Basis)
				all = append(all, build(c, err, last[e.LoopID].Run.Definition))
			}
		}
		if lose[i] {
			h.Lose(Lost{Record: i})
			continue
		}
		h.Add(e)
	}
	return all
}

// Whatever record is unreadable, a request is rebuilt rightly or not at all, and
// those before it and after the next commit are rebuilt.
func TestALostRecordSpoilsOnlyWhatNeedsIt(t *testing.T) {
	raw, err := testfile.Read("journals/session-200.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var events []event.Event
	if err := records(raw, func(_ int, e event.Event) {
		if e != nil {
			events = append(events, e)
		}
	}); err != nil {
		t.Fatal(err)
	}
	want := replay(events, nil)
	spoilt, needed := 0, 0
	for i, e := range events {
		switch e.(type) {
		case *event.TurnStarted, *event.StepDone, *event.TurnFoldedInto, *event.CompactionCommitted, *event.LoopModeChanged, *event.LoopInferenceChanged, *event.ContextMeasured:
		default:
			continue
		}
		if i%2 == 1 { // half of them are enough, and take half the time
			continue
		}
		more := i / 2 % 3 // how many of the records behind are lost with it
		lose := map[int]bool{}
		for j := range more + 1 {
			if _, keep := events[min(i+j, len(events)-1)].(*event.HustleStarted); !keep {
				lose[i+j] = true
			}
		}
		for k, got := range replay(events, lose) {
			var (
				lost *LostRecordsError
				none *NoMeasurementError
			)
			switch {
			case got.err == nil && !bytes.Equal(got.json, want[k].json):
				t.Fatalf("record %d of %T lost with %d more: attempt %d is rebuilt wrongly", i, e, more, k)
			case got.err == nil:
				needed++
			case errors.As(got.err, &lost):
				spoilt++
				if len(lost.Records) == 0 || lost.Records[0].Record != i {
					t.Fatalf("record %d lost: the error names %v", i, lost.Records)
				}
			case !errors.As(got.err, &none):
				t.Fatalf("record %d lost: attempt %d: %v", i, k, got.err)
			}
		}
	}
	if spoilt == 0 || needed == 0 {
		t.Errorf("%d spoilt, %d rebuilt all the same", spoilt, needed)
	}
}

func TestUnknownBasis(t *testing.T) {
	var h History
	id := event.Header{Coordinates: event.Coordinates{LoopID: event.UUID{9}}, EventID: event.UUID{1}}
	h.Add(&event.TurnStarted{Header: id, Message: user("a")})
	l := h.Loop(event.UUID{9})
	if got := l.Basis(); got != (event.ContextBasis{Revision: 1, ThroughEventID: event.UUID{1}}) {
		t.Errorf("got %+v", got)
	}
	var unknown *UnknownBasisError
	if _, err := l.At(event.ContextBasis{Revision: 1, ThroughEventID: event.UUID{2}}); !errors.As(err, &unknown) {
		t.Errorf("got %v", err)
	}
	var lost *LostRecordsError
	if _, err := l.At(event.ContextBasis{Revision: 3, ThroughEventID: event.UUID{1}}); !errors.As(err, &lost) || lost.Missing != 2 {
		t.Errorf("got %v", err)
	}
	if h.Loop(event.UUID{8}) != nil || len(h.Loops()) != 1 {
		t.Error("a loop that is not there")
	}
}

func TestAMeasurementClearsALossThatWasNotTheLoops(t *testing.T) {
	loopID := event.Coordinates{LoopID: event.UUID{9}}
	measured := func(revision uint64, through byte) *event.ContextMeasured {
		return &event.ContextMeasured{Header: event.Header{Coordinates: loopID}, Measurement: event.ContextMeasurement{
			Basis: event.ContextBasis{Revision: revision, ThroughEventID: event.UUID{through}},
		}}
	}
	for _, c := range []struct {
		name     string
		revision uint64
		through  byte
		missing  uint64
	}{
		{"another loop's record", 2, 2, 0},
		{"a record before the last event", 4, 2, 2},
		{"the last event itself", 3, 3, 1},
	} {
		var h History
		h.Add(&event.TurnStarted{Header: event.Header{Coordinates: loopID, EventID: event.UUID{1}}, Message: user("a")})
		h.Lose(Lost{Record: 2})
		h.Add(&event.StepDone{Header: event.Header{Coordinates: loopID, EventID: event.UUID{2}}})
		l := h.Loop(loopID.LoopID)
		var lost *LostRecordsError
		if _, err := l.Now(); !errors.As(err, &lost) {
			t.Errorf("%s: before the measurement: %v", c.name, err)
		}
		h.Add(measured(c.revision, c.through))
		got, err := l.Now()
		if c.missing == 0 && (err != nil || len(got.Messages) != 1 || got.Measurement == nil) {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.missing > 0 && (!errors.As(err, &lost) || lost.Missing != c.missing || lost.Records[0].Record != 2) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
