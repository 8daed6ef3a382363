package loop

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"compactlens/core/event"
)

// RequestFingerprintInput is everything that shapes a loop's model request. Equal
// fingerprints mean equal setup and equal place in the history. A journal does not
// hold all of it, so a fingerprint cannot be recomputed from a journal alone. Field
// names and their order are part of the hash.
type RequestFingerprintInput struct {
	SystemRevision         string // of the system prompt
	ToolPolicyRevision     string // of the tools on offer
	Model                  Model
	Basis                  event.ContextBasis
	RuntimeContextRevision string
	CounterCapability      CounterCapability
	InferenceCapability    InferenceCapability
}

// FingerprintField names a field of a RequestFingerprintInput.
type FingerprintField string

// The fields, in the order they are checked.
const (
	FingerprintSystemRevision         FingerprintField = "SystemRevision"
	FingerprintToolPolicyRevision     FingerprintField = "ToolPolicyRevision"
	FingerprintRuntimeContextRevision FingerprintField = "RuntimeContextRevision"
	FingerprintModel                  FingerprintField = "Model"
	FingerprintBasis                  FingerprintField = "Basis"
	FingerprintCounterCapability      FingerprintField = "CounterCapability"
	FingerprintInferenceCapability    FingerprintField = "InferenceCapability"
)

// RequestFingerprintError reports the first invalid field of a
// RequestFingerprintInput. Err is a *ModelError, an *event.ModelKeyError, an
// *event.ContextError or a *CapabilityError, as the field has it, or nil.
type RequestFingerprintError struct {
	Field FingerprintField
	Err   error
}

func (e *RequestFingerprintError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("request fingerprint: %s is invalid: %v", e.Field, e.Err)
	}
	return fmt.Sprintf("request fingerprint: %s is invalid", e.Field)
}

func (e *RequestFingerprintError) Unwrap() error { return e.Err }

// Is reports whether target is a *RequestFingerprintError with the same field or with
// none.
func (e *RequestFingerprintError) Is(target error) bool {
	t, ok := target.(*RequestFingerprintError)
	return ok && t.Err == nil && (t.Field == "" || t.Field == e.Field)
}

// Validate applies the runtime's rules in its order. Whether the two capabilities
// go together is not looked at, nor are effort, origin, API format and the ranges
// of sampling. The error is a *RequestFingerprintError.
func (in RequestFingerprintInput) Validate() error {
	for _, r := range []struct {
		field FingerprintField
		ok    bool
		check func() error
	}{
		{FingerprintSystemRevision, in.SystemRevision != "", nil},
		{FingerprintToolPolicyRevision, in.ToolPolicyRevision != "", nil},
		{FingerprintRuntimeContextRevision, in.RuntimeContextRevision != "", nil},
		{FingerprintModel, true, in.Model.Validate},
		{FingerprintModel, true, in.Model.Key().Validate},
		{FingerprintBasis, true, in.Basis.Validate},
		{FingerprintCounterCapability, true, in.CounterCapability.Validate},
		{FingerprintInferenceCapability, true, in.InferenceCapability.Validate},
	} {
		if !r.ok {
			return &RequestFingerprintError{Field: r.field}
		}
		if r.check == nil {
			continue
		}
		if err := r.check(); err != nil {
			return &RequestFingerprintError{Field: r.field, Err: err}
		}
	}
	return nil
}

// Preimage validates and returns the bytes that are hashed: the compact JSON of
// all fields in their order, none left out, escaped for HTML, with a security
// identity as 32 numbers and a UUID as lower-case text. No stop texts and an empty
// list of them differ, as do 0 and -0.
func (in RequestFingerprintInput) Preimage() ([]byte, error) {
	if err := in.Validate(); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(in)
	if err != nil { // a temperature that JSON has no number for
		return nil, &RequestFingerprintError{Field: FingerprintModel, Err: &ModelError{Field: ModelSampling}}
	}
	return raw, nil
}

// Fingerprint validates and returns the SHA-256 of the preimage.
func (in RequestFingerprintInput) Fingerprint() (event.RequestFingerprint, error) {
	raw, err := in.Preimage()
	if err != nil {
		return event.RequestFingerprint{}, err
	}
	return sha256.Sum256(raw), nil
}
