package work

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"compactlens/loader/crash"
)

func TestEachDoesAll(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		done := make([]atomic.Int32, n)
		if err := Each(context.Background(), n, func(i int) { done[i].Add(1) }); err != nil {
			t.Fatal(err)
		}
		for i := range done {
			if got := done[i].Load(); got != 1 {
				t.Errorf("%d of %d: done %d times", i, n, got)
			}
		}
	}
}

func TestEachStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var done atomic.Int32
	err := Each(ctx, 1_000_000, func(int) {
		done.Add(1)
		cancel()
	})
	if !errors.Is(err, context.Canceled) || done.Load() > 1000 {
		t.Errorf("%v after %d", err, done.Load())
	}
}

func TestEachHandsAPanicOn(t *testing.T) {
	defer func() {
		p, ok := recover().(*crash.Panic)
		if !ok || p.Value != "broken" || !strings.Contains(p.Stack, "work_test.go") {
			t.Errorf("got %v", p)
		}
	}()
	_ = Each(context.Background(), 100, func(i int) {
		if i == 7 {
			panic("broken")
		}
	})
	t.Error("it returned")
}
