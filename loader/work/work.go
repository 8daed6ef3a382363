// Package work runs pieces of work that do not depend on each other on all
// processors. It touches nothing but what it is given.
package work

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Panic is what a panic in a piece of work becomes where Each was called.
type Panic struct {
	Value any    // what panic was called with
	Stack []byte // of the piece of work
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n%s", p.Value, p.Stack) }

// Each calls do for every index below n, some at a time, and returns when all of
// them have returned. Where ctx ends first, the indices that nobody took yet are
// left out and its error is returned. A panic in do ends the rest in the same way
// and panics with a *Panic.
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
		failed atomic.Pointer[Panic]
		all    sync.WaitGroup
	)
	for range workers {
		all.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					failed.CompareAndSwap(nil, &Panic{v, debug.Stack()})
				}
			}()
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
