// Package pulsetest has a context for the tests of what can be cancelled. It does no I/O.
package pulsetest

import "context"

// Counted is a context that lets itself be asked N times whether it has ended, and has
// from then on. It counts on, so that a test sees who asks and who does not stop. It is
// for one goroutine; UpTo makes it.
type Counted struct {
	context.Context
	N     int
	Asked int // so far
}

// UpTo returns a context that can be asked n times.
func UpTo(n int) *Counted { return &Counted{Context: context.Background(), N: n} }

// Err counts, and returns nil the first N times.
func (c *Counted) Err() error {
	if c.Asked++; c.Asked > c.N {
		return context.Canceled
	}
	return nil
}
