package event

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// ContextBasis names an exact place in a loop's history: how many events that
// change the context there have been, and the last of them. Two attempts with one
// basis summarised the same transcript.
type ContextBasis struct {
	Revision       uint64 `json:"revision"`         // from 1; 0 is no basis
	ThroughEventID UUID   `json:"through_event_id"` // the event that made this revision
}

// Validate reports a zero revision or a zero event id as a *ContextError.
func (b ContextBasis) Validate() error {
	if b.Revision == 0 {
		return &ContextError{Field: FieldRevision}
	}
	if b.ThroughEventID.IsZero() {
		return &ContextError{Field: FieldThroughEventID}
	}
	return nil
}

// ModelKey names a model at a provider. In events its keys are Provider and Model,
// in a compaction request provider and model.
type ModelKey struct {
	Provider string
	Model    string
}

// Validate reports an empty provider, then an empty model, as a *ModelKeyError.
// Blanks are not empty.
func (k ModelKey) Validate() error {
	if k.Provider == "" {
		return &ModelKeyError{Field: FieldProvider}
	}
	if k.Model == "" {
		return &ModelKeyError{Field: FieldModel}
	}
	return nil
}

// RequestFingerprint is the SHA-256 over everything that shapes a loop's model
// request; all zero is none. In events it is an array of 32 numbers, in a
// compaction request 64 lower-case hex digits.
type RequestFingerprint [32]byte

// IsZero reports whether f is no fingerprint.
func (f RequestFingerprint) IsZero() bool { return f == RequestFingerprint{} }

// String returns the 64 lower-case hex digits.
func (f RequestFingerprint) String() string { return hex.EncodeToString(f[:]) }

// CountQuality says how input tokens were counted.
type CountQuality uint8

// The three qualities.
const (
	CountExactProvider CountQuality = 1 // counted by the provider
	CountExactLocal    CountQuality = 2 // counted with the model's own tokenizer
	CountHeuristic     CountQuality = 3 // estimated, e.g. bytes of the request divided by 4
)

// Valid reports whether q is one of the three.
func (q CountQuality) Valid() bool { return q >= CountExactProvider && q <= CountHeuristic }

func (q CountQuality) String() string {
	switch q {
	case CountExactProvider:
		return "exact by provider"
	case CountExactLocal:
		return "exact locally"
	case CountHeuristic:
		return "heuristic"
	}
	return fmt.Sprintf("unknown quality %d", uint8(q))
}

// ContextMeasurement is the size of a loop's whole model request at one basis.
type ContextMeasurement struct {
	Basis              ContextBasis       `json:"basis"`
	Model              ModelKey           `json:"model"`
	RequestFingerprint RequestFingerprint `json:"request_fingerprint"`
	InputTokens        uint64             `json:"input_tokens"` // any value, above the limit too
	InputLimit         uint64             `json:"input_limit"`  // tokens; reserve and margin are already taken off
	Quality            CountQuality       `json:"quality"`
}

// Validate reports the first bad field as a *ContextError, in the runtime's order:
// revision, event id, model, fingerprint, input limit, quality.
func (m ContextMeasurement) Validate() error {
	if err := m.Basis.Validate(); err != nil {
		return err
	}
	if err := m.Model.Validate(); err != nil {
		return &ContextError{Field: FieldModel, Err: err}
	}
	if m.RequestFingerprint.IsZero() {
		return &ContextError{Field: FieldRequestFingerprint}
	}
	if m.InputLimit == 0 {
		return &ContextError{Field: FieldInputLimit}
	}
	if !m.Quality.Valid() {
		return &ContextError{Field: FieldQuality}
	}
	return nil
}

// ContextError reports a basis or measurement of which Field is invalid. For the
// model, Err is a *ModelKeyError.
type ContextError struct {
	Field Field
	Err   error
}

func (e *ContextError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("event: context %s is invalid: %v", e.Field, e.Err)
	}
	return fmt.Sprintf("event: context %s is invalid", e.Field)
}

func (e *ContextError) Unwrap() error { return e.Err }

// ModelKeyError reports an empty part of a ModelKey.
type ModelKeyError struct {
	Field Field // FieldProvider or FieldModel
}

func (e *ModelKeyError) Error() string { return fmt.Sprintf("model key: %s is empty", e.Field) }

// DecodeMeasurement reads a measurement as events spell it. Missing and null
// members are zero, unknown ones are ignored and of repeated ones the last wins;
// a fingerprint shorter than 32 numbers is filled with zeros. The error is a
// *DecodeError. It applies no rule of Validate.
func DecodeMeasurement(raw []byte) (ContextMeasurement, error) {
	var m ContextMeasurement
	if err := json.Unmarshal(raw, &m); err != nil {
		return ContextMeasurement{}, decodeError("", err)
	}
	return m, nil
}
