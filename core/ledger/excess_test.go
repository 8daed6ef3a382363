package ledger

import (
	"math"
	"testing"

	"compactlens/core/event"
	"compactlens/core/inspect"
)

// The overage is right at both ends of the range: it is 1 where the limit is just
// reached, and figures from files never wrap.
func TestExcess(t *testing.T) {
	const most = math.MaxUint64
	know := func(n uint64) inspect.Known[uint64] { return inspect.Know(n, "") }
	none := inspect.Known[uint64]{}
	for _, c := range []struct {
		kept, budget, limit inspect.Known[uint64]
		over                uint64
	}{
		{know(156000), know(4096), know(160000), 97}, {know(60), know(40), know(100), 1}, {know(60), know(39), know(100), 0},
		{know(most), know(most), know(1), most}, {know(most), know(1), know(most), 1}, {know(0), know(0), know(0), 1}, {know(most), none, know(0), most},
		{know(100), none, know(100), 1}, {none, know(100), know(100), 0}, {know(100), know(100), none, 0},
	} {
		e, ok := NoRoom(c.kept, c.budget, c.limit)
		if ok != (c.over > 0) || ok && (e.Over() != c.over || e.Reason != event.CompactRejectRetainedTailTooLarge) {
			t.Errorf("%+v: %d, %v", c, e.Over(), ok)
		}
		if e, ok := TooLarge(know(Sum(c.kept.Value, c.budget.Value)), c.limit); ok && e.Over() == 0 {
			t.Errorf("%+v: %v", c, e)
		}
	}
	if got := Estimate(most); got != 1<<62 {
		t.Errorf("a quarter of the largest size is %d", got)
	}
	for _, c := range []struct {
		e    Excess
		want string
	}{
		{Excess{Reason: event.CompactRejectRetainedTailTooLarge, Total: 160096, Limit: 160000}, "97 tokens too many: 160,096 with the summary budget in it, and it must stay below 160,000"},
		{Excess{Reason: event.CompactRejectSummaryTooLarge, Total: 160000, Limit: 160000}, "1 token too many: 160,000 with the summary in it, and it must stay below 160,000"},
		{Excess{Reason: event.CompactRejectSummaryTooLarge, Total: 23111, Limit: 20480, Estimate: true}, "≈ 2,632 tokens too many: ≈ 23,111 with the summary in it, and it must stay below 20,480"},
		{Excess{Total: 90, Limit: 100, Estimate: true}, "by the estimate it fits with ≈ 90 of 100; the runtime counted more than the estimate"},
		{Excess{Total: 100, Limit: 100, Unknown: "it is not in hand"}, "by how many tokens is not known: it is not in hand"},
	} {
		if got := c.e.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
