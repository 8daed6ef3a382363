package whatif

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/loop"
	"compactlens/core/source"
)

const goodReply = `{"version":1,"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"},` +
	`"model":{"provider":"anthropic","model":"example-model-1"},` +
	`"request_fingerprint":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f",` +
	`"summary":"<conversation_summary><goal>Port it</goal><constraints/><decisions/><state>Done</state><open_items/></conversation_summary>"}`

// answered is an attempt of which only the answer is known.
func answered(text string, usage *content.Usage) Attempt {
	b := []byte(text)
	return Attempt{
		Evidence: inspect.Evidence{
			Reply: inspect.Reply{Form: inspect.FormResponse, Role: "assistant", File: source.NewText(b),
				Blocks: []inspect.Block{{Type: "text", Text: inspect.Excerpt{Bytes: b, Map: source.Offsets(0, len(b))}}}},
			Usage: inspect.Know(usage, "test"),
			Identity: inspect.Identity{
				Revision: inspect.Know[uint64](7, "test"), ThroughEventID: inspect.Know("0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10", "test"),
				Provider: inspect.Know("anthropic", "test"), Model: inspect.Know("example-model-1", "test"), Fingerprint: inspect.Know(strings.Repeat("3f", 32), "test"),
			},
		},
		Limits: set(Limits{}, MaxSummaryTokens, 4096, OutputBytes, 65536),
	}
}

// set returns limits with some of them known: knob, value, knob, value, …
func set(l Limits, pairs ...any) Limits {
	for i := 0; i < len(pairs); i += 2 {
		l[pairs[i].(Knob)] = inspect.Know(uint64(pairs[i+1].(int)), "test")
	}
	return l
}

// stepsSay is what the first failed step decides: the decision made another way
// than from figures alone.
func stepsSay(o Outcome) Result {
	for _, s := range o.Steps {
		if s.Status == inspect.Failed {
			r := Result{Decision: inspect.Rejected, Reject: s.ID.Reject()}
			if s.ID == StepAnswer {
				r.Reason = o.Verdict.Reason
			}
			return r
		}
	}
	return Result{Decision: o.Verdict.Decision}
}

func describe(rs []Range) string {
	var out []string
	for _, r := range rs {
		to := "…"
		if r.To != math.MaxUint64 {
			to = fmt.Sprint(r.To)
		}
		out = append(out, fmt.Sprintf("%d-%s %s", r.From, to, r.Result))
	}
	return strings.Join(out, ", ")
}

// The value at which each figure turns the decision is exact.
func TestProfiles(t *testing.T) {
	size := len(goodReply)
	over := answered(goodReply, &content.Usage{OutputTokens: 5102})
	full := answered(goodReply, &content.Usage{OutputTokens: 310})
	full.Kept, full.Total = inspect.Know[uint64](100_000, "test"), inspect.Know[uint64](100_400, "test")
	full.Limits = set(full.Limits, InputLimit, 106_496, ReservedOutput, 16384, SafetyMargin, 8192)
	tight := full
	tight.Limits = set(tight.Limits, MaxSummaryTokens, 7000)
	model := full
	model.Limits[InputLimit] = inspect.Known[uint64]{}
	model.Limits = set(model.Limits, Window, 131_072, MaxOutputTokens, 0)
	for _, c := range []struct {
		name    string
		attempt Attempt
		knob    Knob
		want    string
	}{
		{"over the budget", over, MaxSummaryTokens, "1-5101 token_limit, 5102-… accepted"},
		{"bytes behind the budget", over, OutputBytes, fmt.Sprintf("0-%d byte_limit, %d-… token_limit", size-1, size)},
		{"budget and room", full, MaxSummaryTokens, "1-309 token_limit, 310-6495 accepted, 6496-… retained_tail_too_large"},
		{"limit", full, InputLimit, "1-104096 retained_tail_too_large, 104097-… accepted"},
		{"limit with a small budget", tight, InputLimit, "1-107000 retained_tail_too_large, 107001-… accepted"},
		{"reserve", full, ReservedOutput, "0-18783 accepted, 18784-… retained_tail_too_large"},
		{"margin", full, SafetyMargin, "0-10591 accepted, 10592-… retained_tail_too_large"},
		{"window", full, Window, "0-0 context_limit_unknown, 1-128672 retained_tail_too_large, 128673-… accepted"},
		{"the window itself", model, Window, "0-0 context_limit_unknown, 1-128672 retained_tail_too_large, 128673-… accepted"},
		{"input limit of the model", model, MaxInputTokens, "0-0 accepted, 1-112288 retained_tail_too_large, 112289-… accepted"},
		{"output limit of the model", model, MaxOutputTokens, "0-… accepted"},
	} {
		p, ok := New(c.attempt).Profile(c.attempt.Limits, c.knob)
		if got := describe(p.Ranges); !ok || got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestPostSizeFlipsAtOneAboveTheCount(t *testing.T) {
	a := answered(goodReply, &content.Usage{OutputTokens: 310})
	a.Total = inspect.Know[uint64](160_000, "test")
	a.Limits = set(a.Limits, InputLimit, 160_000)
	m := New(a)
	if r := m.Compute(a.Limits).Result; r.Reject != event.CompactRejectSummaryTooLarge {
		t.Errorf("%v", r)
	}
	flips := m.Flips(a.Limits)
	if len(flips) == 0 || fmt.Sprint(m.Mends(a.Limits)) != "[input_limit from 160,001 on: accepted]" {
		t.Errorf("%v %v", flips, m.Mends(a.Limits))
	}
}

// An answer in hand is not asked for.
func TestUndecidedAnswer(t *testing.T) {
	a := answered(goodReply, &content.Usage{OutputTokens: 300})
	if s := New(a).Compute(Limits{}).Steps[StepAnswer]; s.Status != inspect.Unknown || !strings.HasPrefix(s.Detail, "in hand, not decided: byte_limit ") {
		t.Errorf("in hand: %+v", s)
	}
	if s := New(Attempt{}).Compute(Limits{}).Steps[StepAnswer]; s.Status != inspect.Unknown || s.Detail != "needs the model's answer" {
		t.Errorf("none: %+v", s)
	}
}

// What came between a good answer and its commit stands whatever the limits are; a
// recorded size stands until the sizes are known.
func TestRefusedAfterwards(t *testing.T) {
	a := answered(goodReply, &content.Usage{OutputTokens: 300})
	a.Refused = event.CompactRejectStaleBasis
	m := New(a)
	if o := m.Compute(a.Limits); o.Reject != event.CompactRejectStaleBasis || o.Decision != inspect.Rejected || o.Verdict.Decision != inspect.Accepted {
		t.Errorf("stale: %v, answer %v", o.Result, o.Verdict.Decision)
	} else if last := o.Steps[len(o.Steps)-1]; last.ID != StepEnd || last.Status != inspect.Failed {
		t.Errorf("stale: %+v", last)
	}
	if o := m.Compute(set(a.Limits, MaxSummaryTokens, 10)); o.Reason != loop.InvalidTokenLimit {
		t.Errorf("an answer that fails comes first: %v", o.Result)
	}
	if all := m.Mends(a.Limits); len(all) > 0 {
		t.Errorf("no limit mends it: %v", all)
	}
	a.Refused = event.CompactRejectSummaryTooLarge
	if o := New(a).Compute(a.Limits); o.Reject != event.CompactRejectSummaryTooLarge {
		t.Errorf("too large, sizes unknown: %v", o.Result)
	}
	a.Total = inspect.Know[uint64](90, "test")
	if o := New(a).Compute(set(a.Limits, InputLimit, 100)); o.Decision != inspect.Accepted {
		t.Errorf("too large, and it fits: %v", o.Result)
	}
}

// A record that the figures contradict is what happened: nothing follows from them, and
// no sentence says that it fits.
func TestTheRecordWins(t *testing.T) {
	a := answered(goodReply, &content.Usage{OutputTokens: 300})
	a.Limits = set(a.Limits, InputLimit, 100)
	a.Total, a.Kept = inspect.Know[uint64](90, "test"), inspect.Know[uint64](9000, "test")
	a.Committed = true
	if o := New(a).Compute(a.Limits); o.Decision != inspect.Accepted || o.Steps[StepRoom].Status != inspect.Unknown {
		t.Errorf("committed: %v, %+v", o.Result, o.Steps)
	}
	a.Committed, a.Refused = false, event.CompactRejectStaleBasis
	if o := New(a).Compute(a.Limits); o.Reject != event.CompactRejectStaleBasis || o.Steps[StepRoom].Status != inspect.Unknown {
		t.Errorf("stale: %v, %+v", o.Result, o.Steps)
	}
	for _, r := range []event.CompactRejectReason{event.CompactRejectSummaryTooLarge, event.CompactRejectRetainedTailTooLarge} {
		a = answered(goodReply, &content.Usage{OutputTokens: 300})
		a.Limits, a.Refused = set(a.Limits, InputLimit, 100_000), r
		a.Kept, a.Total = inspect.Know[uint64](80, "test"), inspect.Know[uint64](90, "test")
		o := New(a).Compute(a.Limits)
		if o.Reject != r || !strings.HasPrefix(o.Replacement.Headline(), "refused for its size") {
			t.Errorf("%v: %v, %q", r, o.Result, o.Replacement.Headline())
		}
	}
}

func TestMends(t *testing.T) {
	a := answered(strings.Replace(goodReply, "Done", "a && b", 1), &content.Usage{OutputTokens: 5102})
	if got := New(a).Mends(a.Limits); got != nil {
		t.Errorf("limits mend a broken summary: %v", got)
	}
	if got := fmt.Sprint(New(a).Flips(a.Limits)); got != fmt.Sprintf("[max_summary_tokens from 5,102 on: xml_syntax output_bytes up to %d: byte_limit]", len(goodReply)+1) {
		t.Error(got)
	}
	a = answered(goodReply, &content.Usage{OutputTokens: 5102})
	if got := fmt.Sprint(New(a).Mends(a.Limits)); got != "[max_summary_tokens from 5,102 on: accepted]" {
		t.Error(got)
	}
}

func TestRequestBytes(t *testing.T) {
	big := strings.Repeat("x", 900)
	in := loop.CompactionInput{
		Basis: event.ContextBasis{Revision: 7, ThroughEventID: event.UUID{1}}, Model: event.ModelKey{Provider: "p", Model: "m"},
		RequestFingerprint: event.RequestFingerprint{1}, MaxSummaryTokens: 4096,
		Transcript: []content.Message{
			&content.UserMessage{Blocks: []content.Block{&content.TextBlock{Text: "go"}}},
			&content.AIMessage{Blocks: []content.Block{&content.ToolUseBlock{ID: "a", Name: "sh"}}},
			&content.ToolResultMessage{ToolUseID: "a", Blocks: []content.Block{&content.TextBlock{Text: big}}},
		},
	}
	a := answered(goodReply, &content.Usage{OutputTokens: 310})
	a.Input = &in
	a.Limits = set(a.Limits, InputBytes, 2<<20)
	m := New(a)
	p, ok := m.Profile(a.Limits, InputBytes)
	if !ok || len(p.Ranges) != 2 || p.Ranges[0].Result.Reject != event.CompactRejectExecutionFailed {
		t.Fatalf("%+v", p)
	}
	least := p.Ranges[1].From
	for _, c := range []struct {
		limit uint64
		fits  bool
	}{{least, true}, {least - 1, false}} {
		if r := m.Compute(a.Limits.With(InputBytes, c.limit, "test")); (r.Decision == inspect.Accepted) != c.fits {
			t.Errorf("%d bytes: %v %+v", c.limit, r.Result, r.Steps)
		}
	}
}

// Figures and steps decide alike, and so does every value of every profile.
func TestProfileEqualsComputing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	texts := []string{goodReply, strings.Replace(goodReply, "Done", "a && b", 1), strings.Replace(goodReply, "anthropic", "other", 1), "no json", ""}
	for round := range 400 {
		a := answered(texts[rng.IntN(len(texts))], &content.Usage{OutputTokens: rng.Uint64N(6000)})
		switch rng.IntN(4) {
		case 0:
			a.Evidence.Usage = inspect.Known[*content.Usage]{}
		case 1:
			a.Evidence.Reply = inspect.Reply{}
		case 2:
			a.Evidence.Reply.Form, a.Evidence.Reply.Text = inspect.FormText, a.Evidence.Reply.Blocks[0].Text
		}
		if rng.IntN(2) == 0 {
			a.Kept = inspect.Know(rng.Uint64N(120_000), "test")
		}
		if rng.IntN(2) == 0 {
			a.Total = inspect.Know(rng.Uint64N(120_000), "test")
		}
		for k := range knobsBehind {
			if rng.IntN(3) > 0 {
				a.Limits[k] = inspect.Know(rng.Uint64N(110_000), "test")
			} else {
				a.Limits[k] = inspect.Known[uint64]{}
			}
		}
		m := New(a)
		check(t, m, a.Limits, round, rng)
	}
}

func check(t *testing.T, m *Model, l Limits, round int, rng *rand.Rand) {
	t.Helper()
	o := m.Compute(l)
	if got := stepsSay(o); got != o.Result {
		t.Errorf("round %d: decided %v, the steps say %v: %+v", round, o.Result, got, o.Steps)
	}
	for k := range knobsBehind {
		p, ok := m.Profile(l, k)
		if !ok {
			continue
		}
		if p.Ranges[0].From != k.Info().Min || p.Ranges[len(p.Ranges)-1].To != math.MaxUint64 {
			t.Fatalf("round %d: %v has gaps: %s", round, k, describe(p.Ranges))
		}
		for i, r := range p.Ranges {
			if i > 0 && (r.From != p.Ranges[i-1].To+1 || r.Result == p.Ranges[i-1].Result) {
				t.Fatalf("round %d: %v: %s", round, k, describe(p.Ranges))
			}
			for _, v := range []uint64{r.From, r.To, r.From + rng.Uint64N(r.To-r.From+1|1)} {
				if v < r.From || v > r.To {
					continue
				}
				if got := stepsSay(m.Compute(l.With(k, v, "test"))); got != r.Result {
					t.Fatalf("round %d: %v = %d gives %v, the profile says %s", round, k, v, got, describe(p.Ranges))
				}
			}
		}
	}
}

func TestInconsistentLimitsAreNoted(t *testing.T) {
	a := answered(goodReply, &content.Usage{OutputTokens: 310})
	l := set(a.Limits, InputLimit, 100_000, Window, 131_072, ReservedOutput, 16384, SafetyMargin, 8192)
	if New(a).Compute(l).Note == "" {
		t.Error("no note")
	}
	if n := New(a).Compute(set(l, InputLimit, 106_496)).Note; n != "" {
		t.Error(n)
	}
}

func TestParseSetting(t *testing.T) {
	for in, want := range map[string]string{
		"max_summary_tokens=6000":      "max_summary_tokens 6000",
		"max-summary-tokens = 6k":      "max_summary_tokens 6000",
		"Output_Bytes=64KiB":           "output_bytes 65536",
		"input_bytes=2MiB":             "input_bytes 2097152",
		"window_tokens=1,000_000":      "window_tokens 1000000",
		"window_tokens=0":              "window_tokens 0",
		"keep_recent_segments=0":       "what-if: keep_recent_segments takes a whole number of segments from 1 on, such as 1 or 3",
		"max_sumary_tokens=1":          `what-if: there is no limit "max_sumary_tokens"; did you mean max_summary_tokens?`,
		"nothing=1":                    `what-if: there is no limit "nothing"; the limits are max_summary_tokens, output_bytes, input_bytes, input_limit, reserved_output, safety_margin, keep_recent_segments, keep_recent_tokens, window_tokens, max_input_tokens, max_output_tokens`,
		"output_bytes=x":               "what-if: output_bytes takes a whole number of bytes from 0 on, such as 64k or 2MiB",
		"input_limit=-1":               "what-if: input_limit takes a whole number of tokens from 1 on, such as 4096 or 4k",
		"input_limit=1.5k":             "what-if: input_limit takes a whole number of tokens from 1 on, such as 4096 or 4k",
		"input_limit=99999999999999mi": "what-if: input_limit takes a whole number of tokens from 1 on, such as 4096 or 4k",
		"input_limit":                  "what-if: input_limit takes a whole number of tokens from 1 on, such as 4096 or 4k",
	} {
		k, v, err := ParseSetting(in)
		got := fmt.Sprintf("%v %d", k, v)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	for i, info := range Knobs() {
		if int(info.Knob) != i || info.Name == "" || info.Unit == "" || info.What == "" || info.Step == 0 {
			t.Errorf("row %d: %+v", i, info)
		}
		// What a value may look like is one that makes sense: of its unit, and no absurd one.
		for _, v := range strings.FieldsFunc(info.Example(), func(r rune) bool { return r == ' ' || r == ',' }) {
			n, ok := ParseValue(v)
			if v == "or" {
				continue
			}
			if most := map[string]uint64{"segments": 10, "tokens": 1 << 20, "bytes": 16 << 20}[info.Unit]; !ok || n < info.Min || n > most || strings.HasSuffix(v, "B") != (info.Unit == "bytes" && strings.HasSuffix(v, "iB")) {
				t.Errorf("%s: %q is no example for %s", info.Name, v, info.Unit)
			}
		}
		var wrong *ValueError
		if _, _, err := ParseSetting(info.Name + "=x"); !errors.As(err, &wrong) || !strings.HasSuffix(err.Error(), "such as "+info.Example()) {
			t.Errorf("%s: %v", info.Name, err)
		}
	}
}

// A setting that would make the input limit of what nobody knows leaves it alone.
func TestApply(t *testing.T) {
	known := set(Limits{}, InputLimit, 106_496)
	for _, c := range []struct {
		name     string
		limits   Limits
		settings []Setting
		lost     bool
		want     uint64
	}{
		{"the margin alone", known, []Setting{{SafetyMargin, 100}}, true, 106_496},
		{"the limit itself", known, []Setting{{InputLimit, 9}}, false, 9},
		{"all that makes it", known, []Setting{{ReservedOutput, 10}, {SafetyMargin, 5}, {Window, 100}}, false, 85},
		{"in another order", known, []Setting{{Window, 100}, {SafetyMargin, 5}, {ReservedOutput, 10}}, false, 85},
		{"a reserve beside its margin", set(known, SafetyMargin, 6, ReservedOutput, 4), []Setting{{ReservedOutput, 10}}, false, 106_490},
	} {
		got, lost := c.limits.Apply(c.settings, "test")
		limit, _ := got.inputLimit()
		if lost != c.lost || limit.Value != c.want {
			t.Errorf("%s: limit %v, lost %v", c.name, limit, lost)
		}
	}
}
