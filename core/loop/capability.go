package loop

import (
	"fmt"

	"compactlens/core/event"
)

// Transport is how a counter or a model is reached. 0 is unknown.
type Transport uint8

// TransportLocal needs no provider and may have no security identity; every other
// transport needs both.
const (
	TransportLocal Transport = 1

	maxCounterTransport   Transport = 3
	maxInferenceTransport Transport = 4
)

// Retention says what the other side keeps. 0 is unknown.
type Retention uint8

const maxRetention Retention = 3

// CounterCapability is how a token counter counts. Field names and their order are
// part of a request fingerprint.
type CounterCapability struct {
	Provider         string
	Transport        Transport
	SecurityIdentity [32]byte // an array of numbers in JSON
	Retention        Retention
	TokenizerRev     string
	Quality          event.CountQuality
}

// InferenceCapability is how a model is reached. Field names and their order are
// part of a request fingerprint.
type InferenceCapability struct {
	Provider         string
	Transport        Transport
	SecurityIdentity [32]byte // an array of numbers in JSON
	Retention        Retention
}

// CapabilityField names a field of a capability.
type CapabilityField string

// The fields that can be invalid.
const (
	CapabilityTransport        CapabilityField = "Transport"
	CapabilityRetention        CapabilityField = "Retention"
	CapabilityTokenizerRev     CapabilityField = "TokenizerRev"
	CapabilityQuality          CapabilityField = "Quality"
	CapabilityProvider         CapabilityField = "Provider"
	CapabilitySecurityIdentity CapabilityField = "SecurityIdentity"
)

// CapabilityFault is what a field of a capability breaks.
type CapabilityFault string

// The four faults.
const (
	CapabilityUnknown     CapabilityFault = "unknown"
	CapabilityOutOfRange  CapabilityFault = "out of range"
	CapabilityEmpty       CapabilityFault = "must not be empty"
	CapabilityMustBeEmpty CapabilityFault = "must be zero"
)

// CapabilityError reports the first invalid field of a capability.
type CapabilityError struct {
	Field  CapabilityField
	Reason CapabilityFault
}

func (e *CapabilityError) Error() string { return fmt.Sprintf("capability: %s %s", e.Field, e.Reason) }

// Validate applies the runtime's rules in its order. The error is a
// *CapabilityError.
func (c CounterCapability) Validate() error {
	switch {
	case c.Transport == 0:
		return &CapabilityError{CapabilityTransport, CapabilityUnknown}
	case c.Transport > maxCounterTransport:
		return &CapabilityError{CapabilityTransport, CapabilityOutOfRange}
	case c.Retention == 0:
		return &CapabilityError{CapabilityRetention, CapabilityUnknown}
	case c.Retention > maxRetention:
		return &CapabilityError{CapabilityRetention, CapabilityOutOfRange}
	case c.TokenizerRev == "":
		return &CapabilityError{CapabilityTokenizerRev, CapabilityEmpty}
	case c.Quality == 0:
		return &CapabilityError{CapabilityQuality, CapabilityUnknown}
	case !c.Quality.Valid():
		return &CapabilityError{CapabilityQuality, CapabilityOutOfRange}
	}
	return validateReach(c.Transport, c.Provider, c.SecurityIdentity)
}

// Validate applies the runtime's rules in its order; an unknown retention is fine.
// The error is a *CapabilityError.
func (c InferenceCapability) Validate() error {
	switch {
	case c.Transport == 0:
		return &CapabilityError{CapabilityTransport, CapabilityUnknown}
	case c.Transport > maxInferenceTransport:
		return &CapabilityError{CapabilityTransport, CapabilityOutOfRange}
	case c.Retention > maxRetention:
		return &CapabilityError{CapabilityRetention, CapabilityOutOfRange}
	}
	return validateReach(c.Transport, c.Provider, c.SecurityIdentity)
}

func validateReach(t Transport, provider string, identity [32]byte) error {
	if t == TransportLocal {
		if identity != [32]byte{} {
			return &CapabilityError{CapabilitySecurityIdentity, CapabilityMustBeEmpty}
		}
		return nil
	}
	if provider == "" {
		return &CapabilityError{CapabilityProvider, CapabilityEmpty}
	}
	if identity == [32]byte{} {
		return &CapabilityError{CapabilitySecurityIdentity, CapabilityEmpty}
	}
	return nil
}
