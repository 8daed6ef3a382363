package loader

import (
	"bufio"
	"context"
	"io"

	"compactlens/loader/crash"
)

// patient reads what may keep one waiting for ever, such as a pipe, until its
// context ends: then the read that waits is left to itself, and what it brings is
// lost.
type patient struct {
	ctx   context.Context
	r     io.Reader
	reads chan read
}

type read struct {
	b     []byte
	err   error
	panic *crash.Panic // of the reader; nil where there was none
}

// pieces is how many bytes are waited for at a time.
const pieces = 64 << 10

// newPatient returns r as a reader that ends with ctx. Nothing else may read from r.
func newPatient(ctx context.Context, r io.Reader) io.Reader {
	return bufio.NewReaderSize(&patient{ctx: ctx, r: r, reads: make(chan read, 1)}, pieces)
}

func (p *patient) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	own := make([]byte, len(b)) // b is the caller's again when the context ends
	go func() {
		defer crash.Guard(func(x *crash.Panic) { p.reads <- read{panic: x} })
		n, err := p.r.Read(own)
		p.reads <- read{b: own[:n], err: err}
	}()
	select {
	case got := <-p.reads:
		if got.panic != nil {
			panic(got.panic)
		}
		return copy(b, got.b), got.err
	case <-p.ctx.Done():
		return 0, p.ctx.Err()
	}
}
