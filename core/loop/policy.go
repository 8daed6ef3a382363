package loop

import (
	"fmt"
	"strings"
	"time"

	"compactlens/core/event"
)

// CompactionPolicy is how an application compacts. Its JSON keys are the field
// names, matched without regard to case.
type CompactionPolicy struct {
	Automatic          bool          // compact without being asked
	CounterPolicy      CounterPolicy // which counts an automatic policy trusts
	CompactAt          uint16        // basis points of the input limit (1/10,000) from which compaction is due
	RearmBelow         uint16        // basis points below which it stops being due
	KeepRecentSegments int           // most segments kept word for word; a segment begins at a user message
	KeepRecentTokens   uint64        // most estimated tokens kept word for word beyond the last segment
	ReservedOutput     uint64        // tokens taken off the window for the answer
	SafetyMargin       uint64        // tokens taken off the input limit
	MaxSummaryTokens   uint64        // most output tokens a summary may cost
	CountTimeout       time.Duration // for counting tokens; nanoseconds in JSON
	Hustle             string        // name of the model call that makes the summary
}

// FullOccupancy is the whole input limit in basis points.
const FullOccupancy = 10_000

// CounterPolicy says which counts are good enough to compact by.
type CounterPolicy uint8

// The two.
const (
	CounterExact          CounterPolicy = 1 // exact counts alone
	CounterAllowsEstimate CounterPolicy = 2 // heuristic counts too
)

// reservedHustlePrefix begins the names of the runtime's own hustles.
const reservedHustlePrefix = "_looprig."

// PolicyField names a field of a CompactionPolicy.
type PolicyField string

// The fields that can be invalid, in the order they are checked.
const (
	PolicyKeepRecentSegments PolicyField = "KeepRecentSegments"
	PolicyKeepRecentTokens   PolicyField = "KeepRecentTokens"
	PolicyReservedOutput     PolicyField = "ReservedOutput"
	PolicyMaxSummaryTokens   PolicyField = "MaxSummaryTokens"
	PolicyCountTimeout       PolicyField = "CountTimeout"
	PolicyHustle             PolicyField = "Hustle"
	PolicySafetyMargin       PolicyField = "SafetyMargin"
	PolicyRearmBelow         PolicyField = "RearmBelow"
	PolicyCompactAt          PolicyField = "CompactAt"
	PolicyCounterPolicy      PolicyField = "CounterPolicy"
)

// CompactionPolicyError reports the first field of a policy that is invalid. For
// the hustle, Err is a *HustleNameError.
type CompactionPolicyError struct {
	Field PolicyField
	Err   error
}

func (e *CompactionPolicyError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("compaction policy: %s is invalid: %v", e.Field, e.Err)
	}
	return fmt.Sprintf("compaction policy: %s is invalid", e.Field)
}

func (e *CompactionPolicyError) Unwrap() error { return e.Err }

// Is reports whether target is a *CompactionPolicyError with the same field or with
// none.
func (e *CompactionPolicyError) Is(target error) bool {
	t, ok := target.(*CompactionPolicyError)
	return ok && t.Err == nil && (t.Field == "" || t.Field == e.Field)
}

// HustleNameFault is why a hustle's name is refused.
type HustleNameFault string

// The two faults.
const (
	HustleNameMissing  HustleNameFault = "missing_name"  // nothing but blanks
	HustleNameReserved HustleNameFault = "reserved_name" // begins like the runtime's own
)

// HustleNameError reports a hustle's name that is refused.
type HustleNameError struct {
	Kind HustleNameFault
}

func (e *HustleNameError) Error() string { return "hustle: " + string(e.Kind) }

// Validate applies the runtime's rules in its order. Thresholds and the counter
// policy are looked at only where the policy is automatic; a threshold of zero is
// reported for RearmBelow, which nothing lies below. The capability itself is not
// validated. The error is a *CompactionPolicyError.
func (p CompactionPolicy) Validate(counter CounterCapability) error {
	for _, r := range []struct {
		field PolicyField
		ok    bool
		err   error
	}{
		{PolicyKeepRecentSegments, p.KeepRecentSegments > 0, nil},
		{PolicyKeepRecentTokens, p.KeepRecentTokens > 0, nil},
		{PolicyReservedOutput, p.ReservedOutput > 0, nil},
		{PolicyMaxSummaryTokens, p.MaxSummaryTokens > 0, nil},
		{PolicyCountTimeout, p.CountTimeout > 0, nil},
		{PolicyHustle, true, validateHustleName(p.Hustle)},
		{PolicySafetyMargin, p.SafetyMargin > 0 || counter.Quality != event.CountHeuristic, nil},
		{PolicyRearmBelow, !p.Automatic || p.RearmBelow > 0 && p.RearmBelow < p.CompactAt, nil},
		{PolicyCompactAt, !p.Automatic || p.CompactAt < FullOccupancy, nil},
		{PolicyCounterPolicy, !p.Automatic || p.CounterPolicy.accepts(counter.Quality), nil},
	} {
		if !r.ok || r.err != nil {
			return &CompactionPolicyError{Field: r.field, Err: r.err}
		}
	}
	return nil
}

func (c CounterPolicy) accepts(q event.CountQuality) bool {
	switch c {
	case CounterExact:
		return q == event.CountExactProvider || q == event.CountExactLocal
	case CounterAllowsEstimate:
		return q.Valid()
	}
	return false
}

func validateHustleName(name string) error {
	trimmed := strings.TrimSpace(name)
	if trimmed == "" {
		return &HustleNameError{Kind: HustleNameMissing}
	}
	if strings.HasPrefix(trimmed, reservedHustlePrefix) {
		return &HustleNameError{Kind: HustleNameReserved}
	}
	return nil
}
