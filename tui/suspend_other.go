//go:build !unix

package tui

// Run does nothing: programs are not stopped here.
func (pause) Run() error { return errNotStopped }
