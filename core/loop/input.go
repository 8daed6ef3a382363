package loop

import (
	"fmt"

	"compactlens/core/content"
	"compactlens/core/event"
)

// CompactionInput is what an executor is asked to summarise: the older part of a
// transcript, already cut and projected, with the identity that the answer must
// echo.
type CompactionInput struct {
	Basis              event.ContextBasis       // what is summarised
	Model              event.ModelKey           // the loop's model
	RequestFingerprint event.RequestFingerprint // of the loop's request at Basis
	Transcript         []content.Message        // oldest first
	MaxSummaryTokens   uint64                   // most output tokens the answer may cost, reasoning included
}

// InputField names a part of a CompactionInput as its JSON does.
type InputField string

// The five parts.
const (
	InputBasis              InputField = "basis"
	InputModel              InputField = "model"
	InputRequestFingerprint InputField = "request_fingerprint"
	InputTranscript         InputField = "transcript"
	InputMaxSummaryTokens   InputField = "max_summary_tokens"
)

// InputPhase says when an input was found at fault.
type InputPhase string

// The two phases. A field that decodes may still fail to validate.
const (
	InputDecode   InputPhase = "decode"
	InputValidate InputPhase = "validate"
)

// CompactionInputError reports the first field of an input that is invalid. Err
// holds what is known beyond that: an *event.ContextError for the basis, an
// *event.ModelKeyError, or one of core/content's errors for the transcript. It may
// be nil. The error's text holds nothing of the transcript.
type CompactionInputError struct {
	Field InputField
	Phase InputPhase
	Err   error
}

func (e *CompactionInputError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("compaction input: %s is invalid: %v", e.Field, e.Err)
	}
	return fmt.Sprintf("compaction input: %s is invalid", e.Field)
}

func (e *CompactionInputError) Unwrap() error { return e.Err }

// Is reports whether target is a *CompactionInputError with the same field and phase;
// an empty one of them matches any.
func (e *CompactionInputError) Is(target error) bool {
	t, ok := target.(*CompactionInputError)
	return ok && t.Err == nil && (t.Field == "" || t.Field == e.Field) && (t.Phase == "" || t.Phase == e.Phase)
}

// Validate applies the runtime's rules in its order: a basis with revision and
// event, a model with provider and name, a fingerprint, a transcript with at least
// one message, a positive token budget. The transcript may hold no nil message or
// block, nil pointers in interfaces included, and no tool result more than
// content.MaxNesting deep. Roles, pairing and text are not looked at.
//
// The error is a *CompactionInputError of phase InputValidate.
func (in CompactionInput) Validate() error {
	invalid := func(field InputField, err error) error {
		return &CompactionInputError{Field: field, Phase: InputValidate, Err: err}
	}
	if err := in.Basis.Validate(); err != nil {
		return invalid(InputBasis, err)
	}
	if err := in.Model.Validate(); err != nil {
		return invalid(InputModel, err)
	}
	if in.RequestFingerprint.IsZero() {
		return invalid(InputRequestFingerprint, nil)
	}
	if len(in.Transcript) == 0 {
		return invalid(InputTranscript, nil)
	}
	if err := content.Validate(in.Transcript); err != nil {
		return invalid(InputTranscript, err)
	}
	if in.MaxSummaryTokens == 0 {
		return invalid(InputMaxSummaryTokens, nil)
	}
	return nil
}

// CompactionInputTooLargeError reports an input whose JSON exceeds the model
// call's byte limit even after every old tool result was left out that helped. The
// attempt is rejected with event.CompactRejectExecutionFailed and no model is
// called.
type CompactionInputTooLargeError struct {
	Limit    int64 // bytes
	Size     int64 // bytes of the JSON after leaving out; FullSize where the limit is not positive
	FullSize int64 // bytes of the JSON as it was
}

func (e *CompactionInputTooLargeError) Error() string {
	return fmt.Sprintf("compaction input: %d bytes exceed the limit of %d (%d before old tool results were left out)", e.Size, e.Limit, e.FullSize)
}

// Is reports whether target is a *CompactionInputTooLargeError with the same numbers
// or with none.
func (e *CompactionInputTooLargeError) Is(target error) bool {
	t, ok := target.(*CompactionInputTooLargeError)
	return ok && (*t == CompactionInputTooLargeError{} || *t == *e)
}
