package pulse

import (
	"context"
	"testing"
)

// counted is a context that counts how often it was asked, and ends at the n-th
// time.
type counted struct {
	context.Context
	asked *int
	n     int
}

func (c counted) Err() error {
	if *c.asked++; *c.asked >= c.n {
		return context.Canceled
	}
	return nil
}

func TestBeat(t *testing.T) {
	asked := 0
	p := Of(counted{context.Background(), &asked, 3})
	steps := 0
	for ; !p.Beat(100); steps += 100 {
	}
	if want := 3*Every - 100; asked != 3 || steps < want-300 || steps > want+300 {
		t.Errorf("stopped after %d steps, asked %d times", steps, asked)
	}
	if !p.Beat(1) || p.Err() != context.Canceled || asked != 3 {
		t.Errorf("an ended pulse beats on: %v, asked %d times", p.Err(), asked)
	}
	if p := Of(counted{context.Background(), new(int), 1}); !p.Beat(10*Every) || p.Err() == nil {
		t.Error("one long step is not noticed")
	}
	var none Pulse
	if none.Beat(10*Every) || none.Err() != nil {
		t.Error("the zero value ends")
	}
}
