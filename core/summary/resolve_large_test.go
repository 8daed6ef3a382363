package summary

import (
	"bytes"
	"context"
	"testing"

	"compactlens/core/pulse"
)

// ending is a context that ends when it was asked n times, and counts on.
type ending struct {
	context.Context
	asked *int
	n     int
}

func (c ending) Err() error {
	if *c.asked++; *c.asked > c.n {
		return context.Canceled
	}
	return nil
}

// Resolving asks its context by the work done, and does nothing more once that ended.
func TestResolveStops(t *testing.T) {
	const size = 8 * pulse.Every
	for name, text := range map[string][]byte{
		"many references": bytes.Repeat([]byte("a &lt; b, "), size/10),
		"much markup":     append(bytes.Repeat([]byte("<b>x</b>"), size/8), "&amp;"...),
		"a few far apart": bytes.Repeat(append(bytes.Repeat([]byte("x"), pulse.Every), "&lt;<b>"...), 8),
	} {
		all := 0
		want, err := ResolveContext(ending{context.Background(), &all, 1 << 40}, text)
		if err != nil || want.Count != Resolve(text).Count {
			t.Fatal(err)
		}
		if all < size/pulse.Every/2 {
			t.Errorf("%s: the context is asked %d times only", name, all)
		}
		for n := range all {
			asked := 0
			got, err := ResolveContext(ending{context.Background(), &asked, n}, text)
			if err != context.Canceled || asked != n+1 || got.Bytes != nil {
				t.Errorf("%s: ended at the %d. of %d times: %v, asked %d times", name, n, all, err, asked)
			}
		}
	}
	if _, err := ResolveContext(ending{context.Background(), new(int), 0}, []byte("no reference")); err == nil {
		t.Error("nothing is resolved for nobody")
	}
}
