package event

import "fmt"

// CompactRejectReason is why a compaction attempt, or one that waited for it, was
// rejected. Its number is what a journal stores.
type CompactRejectReason uint8

// The fourteen reasons.
const (
	CompactRejectControlLaneFull      CompactRejectReason = 1
	CompactRejectShuttingDown         CompactRejectReason = 2
	CompactRejectInterrupted          CompactRejectReason = 3
	CompactRejectCanceled             CompactRejectReason = 4
	CompactRejectStaleBasis           CompactRejectReason = 5
	CompactRejectProgressPublication  CompactRejectReason = 6
	CompactRejectUnavailable          CompactRejectReason = 7
	CompactRejectExecutionFailed      CompactRejectReason = 8
	CompactRejectInvalidSummary       CompactRejectReason = 9
	CompactRejectContextCountFailed   CompactRejectReason = 10
	CompactRejectSummaryTooLarge      CompactRejectReason = 11
	CompactRejectInternal             CompactRejectReason = 12
	CompactRejectContextLimitUnknown  CompactRejectReason = 13
	CompactRejectRetainedTailTooLarge CompactRejectReason = 14
)

// rejectReasons is the one table of the reasons; row i is reason i+1.
var rejectReasons = [...]struct{ name, meaning string }{
	{"control_lane_full", "64 commands already wait for the attempt, so this one was turned away at once; the attempt itself goes on."},
	{"shutting_down", "The session was shut down before the attempt was decided."},
	{"interrupted", "Somebody interrupted the loop; this wins even over a finished good summary."},
	{"canceled", "The model call was canceled or ran into its time limit."},
	{"stale_basis", "The transcript, mode, model or tools changed while the summary was being made."},
	{"progress_publication", "The notice that the attempt had started could not be published."},
	{"unavailable", "There was nothing that could be summarised, or a guard forbade it; no model was called."},
	{"execution_failed", "The request could not be sent or the model call failed."},
	{"invalid_summary", "The model answered, and a check of the answer failed."},
	{"context_count_failed", "The tokens of the retained tail or of the result could not be counted."},
	{"summary_too_large", "The summary is valid, but the context it would leave does not fit the input limit."},
	{"internal", "The runtime's own machinery broke, or the result was inconsistent."},
	{"context_limit_unknown", "Neither a context window nor an input limit is known for the model."},
	{"retained_tail_too_large", "The messages to be kept word for word leave no room for any summary; no model was called."},
}

// CompactRejectReasons returns the fourteen reasons in the order of their numbers.
func CompactRejectReasons() []CompactRejectReason {
	all := make([]CompactRejectReason, len(rejectReasons))
	for i := range all {
		all[i] = CompactRejectReason(i + 1)
	}
	return all
}

// ParseCompactRejectReason returns the reason named name, e.g. "stale_basis".
func ParseCompactRejectReason(name string) (CompactRejectReason, bool) {
	for i, row := range rejectReasons {
		if row.name == name {
			return CompactRejectReason(i + 1), true
		}
	}
	return 0, false
}

// Valid reports whether r is one of the fourteen.
func (r CompactRejectReason) Valid() bool { return r >= 1 && int(r) <= len(rejectReasons) }

// String returns the reason's name in snake case.
func (r CompactRejectReason) String() string {
	if !r.Valid() {
		return fmt.Sprintf("unknown_reason_%d", uint8(r))
	}
	return rejectReasons[r-1].name
}

// Meaning says in one sentence what r means; of an unknown reason nothing.
func (r CompactRejectReason) Meaning() string {
	if !r.Valid() {
		return ""
	}
	return rejectReasons[r-1].meaning
}

// CompactionReason is what asked for an attempt.
type CompactionReason uint8

// The two.
const (
	CompactionManual    CompactionReason = 1 // a Compact command
	CompactionAutomatic CompactionReason = 2 // the context grew past the policy's threshold
)

// Valid reports whether r is one of the two.
func (r CompactionReason) Valid() bool { return r == CompactionManual || r == CompactionAutomatic }

func (r CompactionReason) String() string {
	switch r {
	case CompactionManual:
		return "manual"
	case CompactionAutomatic:
		return "automatic"
	}
	return fmt.Sprintf("unknown_reason_%d", uint8(r))
}
