package ledger

import (
	"fmt"
	"testing"

	"compactlens/core/event"
	"compactlens/core/inspect"
)

func know(n uint64) inspect.Known[uint64] { return inspect.Know(n, "test") }

func TestInputLimit(t *testing.T) {
	for _, c := range []struct {
		window, in, out, reserve, margin uint64
		want                             uint64
		ok                               bool
	}{
		{131072, 0, 0, 16384, 8192, 106496, true},
		{131072, 0, 4096, 16384, 8192, 118784, true}, // no more is reserved than can be answered
		{131072, 100000, 0, 16384, 8192, 91808, true},
		{131072, 120000, 0, 16384, 8192, 106496, true},
		{0, 100000, 0, 16384, 8192, 91808, true}, // the reserve is taken off the window alone
		{0, 0, 4096, 16384, 8192, 0, false},
		{8000, 0, 0, 16384, 8192, 0, true},
	} {
		w := Window{Model: event.ModelLimits{WindowTokens: c.window, MaxInputTokens: c.in, MaxOutputTokens: c.out}, ReservedOutput: c.reserve, SafetyMargin: c.margin}
		if got, ok := w.InputLimit(); got != c.want || ok != c.ok {
			t.Errorf("%+v: %d %v", c, got, ok)
		}
	}
}

func TestReplace(t *testing.T) {
	base := Sizes{Limit: know(1000), Fixed: know(300), Tail: know(200), Summary: know(100), MaxSummary: know(400), LeastTail: know(50)}
	change := func(f func(*Sizes)) Sizes { s := base; f(&s); return s }
	for _, c := range []struct {
		name string
		s    Sizes
		want string
	}{
		{"fits", base, "total 600 headroom 399 over 0, before 900 over 0, smallest 379 over 0, unknown_reason_0"},
		{"equal is too large", change(func(s *Sizes) { s.Summary = know(500) }), "total 1000 headroom 0 over 1, before 900 over 0, smallest 379 over 0, summary_too_large"},
		{"one below fits", change(func(s *Sizes) { s.Summary = know(499) }), "total 999 headroom 0 over 0, before 900 over 0, smallest 379 over 0, unknown_reason_0"},
		{"before the call", change(func(s *Sizes) { s.MaxSummary = know(500) }), "total 600 headroom 399 over 0, before 1000 over 1, smallest 379 over 0, retained_tail_too_large"},
		{"can never fit", change(func(s *Sizes) { s.Fixed = know(980) }), "total 1280 headroom 0 over 281, before 1580 over 581, smallest 1059 over 60, retained_tail_too_large"},
		{"nothing known", Sizes{}, "total 0 headroom 0 over 0, before 0 over 0, smallest 0 over 0, unknown_reason_0"},
		{"kept in one", Sizes{Limit: know(160000), Kept: know(156000), MaxSummary: know(4096)}, "total 0 headroom 0 over 0, before 160096 over 97, smallest 156029 over 0, retained_tail_too_large"},
		{"counted", Sizes{Limit: know(160000), Total: know(160000)}, "total 160000 headroom 0 over 1, before 0 over 0, smallest 0 over 0, summary_too_large"},
	} {
		r := Replace(c.s)
		got := fmt.Sprintf("total %d headroom %d over %d, before %d over %d, smallest %d over %d, %v", r.Total.Value, r.Headroom, r.Over, r.BeforeCall.Value, r.BeforeOver, r.Smallest.Value, r.CannotFit, r.Reject())
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		sum := uint64(0)
		for _, i := range r.Items {
			sum += i.Tokens
		}
		if r.Total.Set && len(r.Items) > 1 && sum != r.Total.Value {
			t.Errorf("%s: the items add up to %d", c.name, sum)
		}
	}
}

// The shortest summary is one that the contract accepts.
func TestSmallestSummaryIsAccepted(t *testing.T) {
	b := []byte(SmallestSummary)
	v := inspect.Judge(inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormSummary, Text: inspect.Excerpt{Bytes: b}}})
	if v.Decision != inspect.Accepted {
		t.Errorf("%v", v.Findings)
	}
}
