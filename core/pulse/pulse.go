// Package pulse lets long work ask now and then whether somebody still wants it,
// without asking at every step. It is pure and knows nothing of the work.
package pulse

import "context"

// Every is how much work is done between two looks at the context: about a
// millisecond's, where one step of it is a byte, a word or a line.
const Every = 1 << 16

// Pulse counts work and looks at its context after Every steps of it. The zero
// value has no context and never ends.
type Pulse struct {
	ctx  context.Context
	left int
	err  error
}

// Of returns the pulse of work that is done for ctx.
func Of(ctx context.Context) *Pulse { return &Pulse{ctx: ctx, left: Every} }

// Beat counts n steps of work and reports whether to stop. Once it has, it always
// does.
func (p *Pulse) Beat(n int) (stop bool) {
	if p.left -= n; p.left <= 0 {
		p.left = Every
		p.Err()
	}
	return p.err != nil
}

// Err looks at the context now and returns its error.
func (p *Pulse) Err() error {
	if p.err == nil && p.ctx != nil {
		p.err = p.ctx.Err()
	}
	return p.err
}
