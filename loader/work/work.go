// Package work runs pieces of work that do not depend on each other on all
// processors. It touches nothing but what it is given.
package work

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"compactlens/loader/crash"
)

// Each calls do for every index below n, some at a time, and returns when all of
// them have returned. Where ctx ends first, the indices that nobody took yet are
// left out and its error is returned. A panic in do ends the rest in the same way
// and panics with a *crash.Panic.
func Each(ctx context.Context, n int, do func(i int)) error {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers <= 1 {
		for i := 0; i < n && ctx.Err() == nil; i++ {
			do(i)
		}
		return ctx.Err()
	}
	var (
		next   atomic.Int64
		failed atomic.Pointer[crash.Panic]
		all    sync.WaitGroup
	)
	for range workers {
		all.Go(func() {
			defer crash.Guard(func(p *crash.Panic) { failed.CompareAndSwap(nil, p) })
			for ctx.Err() == nil && failed.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	all.Wait()
	if p := failed.Load(); p != nil {
		panic(p)
	}
	return ctx.Err()
}
