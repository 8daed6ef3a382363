// Package crash keeps of a panic what may be kept. What was passed to panic, and
// what a stack trace shows of arguments, may hold text of the files that were open;
// so a report has neither: it names kinds, functions and lines.
//
// Every goroutine of the program begins with a deferred call that recovers; a test
// of package core sees to it.
package crash

import (
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
)

// Panic is a panic that was recovered. It is an error.
type Panic struct {
	Value any    // what panic was called with: may hold text of files, and is not to be written anywhere
	What  string // what may be said of it
	Stack string // where, a function and its line on two lines each; without arguments
}

func (p *Panic) Error() string { return "internal error: " + p.What }

// New returns the panic with the value that recover returned. The deferred function
// that called recover calls it. A *Panic, which is what package work passes on,
// keeps its own place too.
func New(value any) *Panic {
	stack := callers()
	if p, is := value.(*Panic); is {
		return &Panic{Value: p.Value, What: p.What, Stack: p.Stack + "waited for by\n" + stack}
	}
	return &Panic{Value: value, What: what(value), Stack: stack}
}

// what says what may be said of a panic: all of an error of the runtime's own, which
// holds numbers and names of types, and of anything else its type.
func what(value any) string {
	if e, is := value.(runtime.Error); is {
		t := reflect.TypeOf(e)
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.PkgPath() == "runtime" {
			return e.Error()
		}
	}
	return fmt.Sprintf("a value of type %T, which is not shown: it may hold text of a file", value)
}

// callers returns the functions that led to the caller's caller.
func callers() string {
	const deepest = 100
	pcs := make([]uintptr, deepest)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var b strings.Builder
	for {
		f, more := frames.Next()
		fmt.Fprintf(&b, "%s\n    %s:%d\n", f.Function, filepath.Base(f.File), f.Line)
		if !more {
			return b.String()
		}
	}
}

// Guard is what a goroutine defers first: it calls then with the panic, where there
// is one.
func Guard(then func(*Panic)) {
	if v := recover(); v != nil {
		then(New(v))
	}
}
