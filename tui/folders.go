package tui

import (
	"context"
	"os"
	"sync"
)

// folders are the private folders that scratch copies lie in. None of them outlives the
// interface, whenever that ends. The zero value has none.
type folders struct {
	mu     sync.Mutex
	all    map[string]bool
	closed bool // the interface has ended
}

// make makes another one. The error is the system's, or that the interface has ended.
func (f *folders) make() (path string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return "", context.Canceled
	}
	if path, err = os.MkdirTemp("", "compactlens-"); err != nil { // 0700
		return "", err
	}
	if f.all == nil {
		f.all = map[string]bool{}
	}
	f.all[path] = true
	return path, nil
}

// remove removes one. The system tidies its folder of temporary files, too.
func (f *folders) remove(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_ = os.RemoveAll(path)
	delete(f.all, path)
}

// finish removes what is left.
func (f *folders) finish() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for path := range f.all {
		_ = os.RemoveAll(path)
	}
	f.closed = true
}
