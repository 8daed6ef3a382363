package summary

import (
	"bytes"
	"context"
	"testing"

	"compactlens/core/pulse"
	"compactlens/core/pulse/pulsetest"
)

// Resolving asks its context by the work done, and does nothing more once that ended.
func TestResolveStops(t *testing.T) {
	const size = 8 * pulse.Every
	for name, text := range map[string][]byte{
		"many references": bytes.Repeat([]byte("a &lt; b, "), size/10),
		"much markup":     append(bytes.Repeat([]byte("<b>x</b>"), size/8), "&amp;"...),
		"a few far apart": bytes.Repeat(append(bytes.Repeat([]byte("x"), pulse.Every), "&lt;<b>"...), 8),
	} {
		whole := pulsetest.UpTo(1 << 40)
		want, err := ResolveContext(whole, text)
		if err != nil || want.Count != Resolve(text).Count {
			t.Fatal(err)
		}
		all := whole.Asked
		if all < size/pulse.Every/2 {
			t.Errorf("%s: the context is asked %d times only", name, all)
		}
		for n := range all {
			ctx := pulsetest.UpTo(n)
			got, err := ResolveContext(ctx, text)
			if err != context.Canceled || ctx.Asked != n+1 || got.Bytes != nil {
				t.Errorf("%s: ended at the %d. of %d times: %v, asked %d times", name, n, all, err, ctx.Asked)
			}
		}
	}
	if _, err := ResolveContext(pulsetest.UpTo(0), []byte("no reference")); err == nil {
		t.Error("nothing is resolved for nobody")
	}
}
