package tui

import "sync/atomic"

// progress carries the newest few words from the command that opens to the frames
// that show them. The zero value is ready.
type progress struct{ words atomic.Pointer[string] }

// report keeps words; it may be called often and from any goroutine.
func (p *progress) report(words string) { p.words.Store(&words) }

// latest returns the newest words.
func (p *progress) latest() string {
	if s := p.words.Load(); s != nil {
		return *s
	}
	return ""
}
