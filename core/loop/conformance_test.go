package loop

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"compactlens/core/conformance"
	"compactlens/core/event"
)

func TestConformancePolicy(t *testing.T) {
	type verdict struct {
		OK        bool   `json:"ok"`
		Error     string `json:"error"`
		What      string `json:"what"`
		Field     string `json:"field"`
		CauseKind string `json:"cause_kind"`
	}
	conformance.Run(t, "policy", func(c conformance.Case) (string, error) {
		var got, want verdict
		if err := c.Want(&want); err != nil {
			return "", err
		}
		policyJSON, err := c.Bytes("policy")
		if err != nil {
			return "", err
		}
		capabilityJSON, err := c.Bytes("capability")
		if err != nil {
			return "", err
		}
		var (
			policy  CompactionPolicy
			counter CounterCapability
			invalid *CompactionPolicyError
			name    *HustleNameError
		)
		if err := json.Unmarshal(policyJSON, &policy); err != nil {
			got.Error, got.What = "decode", "policy"
		} else if err := json.Unmarshal(capabilityJSON, &counter); err != nil {
			got.Error, got.What = "decode", "capability"
		} else if err := policy.Validate(counter); errors.As(err, &invalid) {
			got.Error, got.Field = "field", string(invalid.Field)
			if errors.As(err, &name) {
				got.CauseKind = string(name.Kind)
			}
		} else {
			got.OK = true
		}
		if got != want {
			return fmt.Sprintf("got %+v, want %+v", got, want), nil
		}
		return "", nil
	})
}

func TestConformanceFingerprint(t *testing.T) {
	type verdict struct {
		OK          bool   `json:"ok"`
		Fingerprint string `json:"fingerprint"`
		Bytes       int    `json:"preimage_bytes"`
		Error       string `json:"error"`
		Field       string `json:"field"`
		CauseField  string `json:"cause_field"`
		CauseReason string `json:"cause_reason"`
	}
	conformance.Run(t, "fingerprint", func(c conformance.Case) (string, error) {
		var got, want verdict
		if err := c.Want(&want); err != nil {
			return "", err
		}
		raw, err := c.Bytes("raw")
		if err != nil {
			return "", err
		}
		var (
			in         RequestFingerprintInput
			invalid    *RequestFingerprintError
			model      *ModelError
			key        *event.ModelKeyError
			capability *CapabilityError
		)
		if err := json.Unmarshal(raw, &in); err != nil {
			got.Error = "decode"
		} else if fingerprint, err := in.Fingerprint(); errors.As(err, &invalid) {
			got.Error, got.Field = "field", string(invalid.Field)
			switch {
			case errors.As(err, &model):
				got.CauseField = string(model.Field)
			case errors.As(err, &key):
				got.CauseField = "key." + string(key.Field)
			case errors.As(err, &capability):
				got.CauseField, got.CauseReason = string(capability.Field), string(capability.Reason)
			}
		} else {
			preimage, err := in.Preimage()
			if err != nil {
				return "", err
			}
			got = verdict{OK: true, Fingerprint: fingerprint.String(), Bytes: len(preimage)}
		}
		if got != want {
			return fmt.Sprintf("got %+v, want %+v", got, want), nil
		}
		return "", nil
	})
}
