package pulse

import (
	"context"
	"testing"

	"compactlens/core/pulse/pulsetest"
)

func TestBeat(t *testing.T) {
	ctx := pulsetest.UpTo(2)
	p := Of(ctx)
	steps := 0
	for ; !p.Beat(100); steps += 100 {
	}
	if want := 3*Every - 100; ctx.Asked != 3 || steps < want-300 || steps > want+300 {
		t.Errorf("stopped after %d steps, asked %d times", steps, ctx.Asked)
	}
	if !p.Beat(1) || p.Err() != context.Canceled || ctx.Asked != 3 {
		t.Errorf("an ended pulse beats on: %v, asked %d times", p.Err(), ctx.Asked)
	}
	if p := Of(pulsetest.UpTo(0)); !p.Beat(10*Every) || p.Err() == nil {
		t.Error("one long step is not noticed")
	}
	var none Pulse
	if none.Beat(10*Every) || none.Err() != nil {
		t.Error("the zero value ends")
	}
}
