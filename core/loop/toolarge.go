package loop

import (
	"fmt"

	"compactlens/core/event"
)

// SummaryTooLargeError reports a valid summary after which the context would not
// fit: Measurement.InputTokens is at or above Measurement.InputLimit. The attempt
// is rejected with event.CompactRejectSummaryTooLarge.
type SummaryTooLargeError struct {
	Measurement event.ContextMeasurement // of the summary, the retained tail and the request around them
}

func (e *SummaryTooLargeError) Error() string {
	return fmt.Sprintf("compaction summary too large: %d tokens against a limit of %d", e.Measurement.InputTokens, e.Measurement.InputLimit)
}

// Is reports whether target is a *SummaryTooLargeError with the same measurement or
// with none.
func (e *SummaryTooLargeError) Is(target error) bool {
	t, ok := target.(*SummaryTooLargeError)
	return ok && (t.Measurement == event.ContextMeasurement{} || t.Measurement == e.Measurement)
}

// CheckPostContext reports a measurement that reaches its limit as a
// *SummaryTooLargeError, and one that is invalid as an *event.ContextError.
func CheckPostContext(m event.ContextMeasurement) error {
	if err := m.Validate(); err != nil {
		return err
	}
	if m.InputTokens >= m.InputLimit {
		return &SummaryTooLargeError{Measurement: m}
	}
	return nil
}
