package event

import (
	"strings"
	"testing"
)

func TestRejectReasonsRoundTrip(t *testing.T) {
	all := CompactRejectReasons()
	if len(all) != 14 || all[0] != CompactRejectControlLaneFull || all[13] != CompactRejectRetainedTailTooLarge {
		t.Fatalf("got %d reasons", len(all))
	}
	for i, r := range all {
		if int(r) != i+1 || !r.Valid() {
			t.Errorf("%d: number %d, valid %v", i, uint8(r), r.Valid())
		}
		if got, ok := ParseCompactRejectReason(r.String()); !ok || got != r {
			t.Errorf("%s parses to %d", r, uint8(got))
		}
		if m := r.Meaning(); !strings.HasSuffix(m, ".") || strings.Count(m, ". ") > 0 {
			t.Errorf("%s: meaning is not one sentence: %q", r, m)
		}
	}
	for _, bad := range []CompactRejectReason{0, 15, 255} {
		if bad.Valid() || bad.Meaning() != "" {
			t.Errorf("%d is taken for a reason", uint8(bad))
		}
	}
	if _, ok := ParseCompactRejectReason("unknown_reason_15"); ok {
		t.Error("an unknown reason parses")
	}
}

func TestRejectNames(t *testing.T) {
	for r, want := range map[CompactRejectReason]string{
		CompactRejectControlLaneFull:      "control_lane_full",
		CompactRejectShuttingDown:         "shutting_down",
		CompactRejectInterrupted:          "interrupted",
		CompactRejectCanceled:             "canceled",
		CompactRejectStaleBasis:           "stale_basis",
		CompactRejectProgressPublication:  "progress_publication",
		CompactRejectUnavailable:          "unavailable",
		CompactRejectExecutionFailed:      "execution_failed",
		CompactRejectInvalidSummary:       "invalid_summary",
		CompactRejectContextCountFailed:   "context_count_failed",
		CompactRejectSummaryTooLarge:      "summary_too_large",
		CompactRejectInternal:             "internal",
		CompactRejectContextLimitUnknown:  "context_limit_unknown",
		CompactRejectRetainedTailTooLarge: "retained_tail_too_large",
	} {
		if r.String() != want {
			t.Errorf("%d is named %s, want %s", uint8(r), r, want)
		}
	}
}

func TestDecodeCommand(t *testing.T) {
	c, err := DecodeCommand([]byte(`{"agency":1,"command_id":"b7213f00-4649-4784-ae89-85432d7f5d4e","created_at":"2026-11-30T08:30:10Z","loop_id":"36dbd36b-83f3-4feb-a9a4-69dd865e273b","session_id":"fe5395c7-40a7-4a2a-a8e6-0a53350d583c","type":"Compact","v":1}`))
	if err != nil || c.Type != CommandCompact || c.Agency != AgencyUser || c.LoopID.IsZero() || c.CommandID.String() != "b7213f00-4649-4784-ae89-85432d7f5d4e" {
		t.Errorf("got %+v, %v", c, err)
	}
	c, err = DecodeCommand([]byte(`{"type":"UserInput","blocks":[{"Text":"hello","type":"text"}]}`))
	if err != nil || len(c.Blocks) != 1 {
		t.Errorf("got %+v, %v", c, err)
	}
	if _, err = DecodeCommand([]byte(`{"type":"UserInput","Type":"Compact"}`)); err == nil {
		t.Error("a repeated key passes")
	}
}
