// Package event holds what a session journal records of a conversation and of its
// compactions: the events and commands, context bases and measurements, reject
// reasons and the ids of waiter replies, with their JSON. It decides what the
// runtime's own decoder decides. It is pure and imports core/content alone.
package event

import (
	"encoding/hex"
	"fmt"
)

// UUID is a 128-bit id. The zero value means that there is none. Version and
// variant bits are not looked at.
type UUID [16]byte

// UUIDError reports text that is not a UUID of 36 characters, 8-4-4-4-12. It does
// not hold the text.
type UUIDError struct {
	Length int // of the text, in bytes
}

func (e *UUIDError) Error() string { return "uuid: invalid text encoding" }

// ParseUUID reads a UUID of 36 characters, 8-4-4-4-12, in either case. Braces, a
// urn: prefix, missing hyphens and blanks around it are a *UUIDError.
func ParseUUID(s string) (UUID, error) {
	var id UUID
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return UUID{}, &UUIDError{Length: len(s)}
	}
	var digits [32]byte
	n := copy(digits[:], s[:8])
	n += copy(digits[n:], s[9:13])
	n += copy(digits[n:], s[14:18])
	n += copy(digits[n:], s[19:23])
	copy(digits[n:], s[24:])
	if _, err := hex.Decode(id[:], digits[:]); err != nil {
		return UUID{}, &UUIDError{Length: len(s)}
	}
	return id, nil
}

// IsZero reports whether u is no id.
func (u UUID) IsZero() bool { return u == UUID{} }

// String returns the canonical form: 8-4-4-4-12, lower case.
func (u UUID) String() string {
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

// MarshalText writes the canonical form.
func (u UUID) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText reads what ParseUUID reads.
func (u *UUID) UnmarshalText(text []byte) error {
	id, err := ParseUUID(string(text))
	if err != nil {
		return err
	}
	*u = id
	return nil
}
