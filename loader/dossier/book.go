// Package dossier works out what is known of an attempt: its verdict with causes
// and advice, its life with the cause that a reject number hides, its transcript
// and request, its repairs, its ledgers and what would happen under other limits.
// The command line and the interface show the same dossier.
//
// It reads journals through package loader and does no other I/O. Its methods may
// take long and take a context; they may be called from several goroutines.
package dossier

import (
	"context"
	"fmt"
	"sync"

	"compactlens/core/diagnose"
	"compactlens/core/event"
	"compactlens/core/lifecycle"
	"compactlens/loader"
)

// MaxAudited is the size in bytes of the largest journal whose sessions are
// followed record by record without being asked: at 35 MB/s, which decoding runs
// at, twice that long would be noticed.
const MaxAudited = 64 << 20

// TooLargeError reports a journal that is not followed because it is larger than
// MaxAudited.
type TooLargeError struct {
	Path string // untrusted
	Size int64  // bytes
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s: the journal has %d MiB; only up to %d MiB are followed record by record", e.Path, e.Size>>20, MaxAudited>>20)
}

// Book holds what was worked out of a workspace, so that it is done once.
type Book struct {
	w *loader.Workspace

	mu     sync.Mutex
	audits map[*loader.Session]*audit

	named sync.Once
	all   []diagnose.Other // what the first attempts asked for; made on demand
}

// NewBook returns the book of a workspace.
func NewBook(w *loader.Workspace) *Book {
	return &Book{w: w, audits: map[*loader.Session]*audit{}}
}

// audit is one session followed through its journal.
type audit struct {
	mu       sync.Mutex
	done     bool
	err      error
	attempts []*lifecycle.Attempt
}

// life returns the attempt of the session's audit that a is.
func (b *Book) life(ctx context.Context, a *loader.Attempt) (*lifecycle.Attempt, error) {
	if a.Session == nil {
		return nil, nil
	}
	if s := a.Session.Source; s.Size > MaxAudited {
		return nil, &TooLargeError{Path: s.Path, Size: s.Size}
	}
	b.mu.Lock()
	x := b.audits[a.Session]
	if x == nil {
		x = &audit{}
		b.audits[a.Session] = x
	}
	b.mu.Unlock()
	attempts, err := x.follow(ctx, a.Session)
	if err != nil {
		return nil, err
	}
	return pick(attempts, a), nil
}

// follow walks the session's journal, unless that was done. A walk that was
// cancelled is begun anew the next time.
func (x *audit) follow(ctx context.Context, s *loader.Session) ([]*lifecycle.Attempt, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.done {
		var life lifecycle.Audit
		if err := s.Walk(ctx, &life); err != nil {
			return nil, err
		}
		x.attempts, x.done = life.Attempts(), true
	}
	return x.attempts, x.err
}

// pick finds the attempt that is the loader's a: by its id, else by the records
// that both name.
func pick(all []*lifecycle.Attempt, a *loader.Attempt) *lifecycle.Attempt {
	if a.ID != (event.UUID{}) {
		for _, l := range all {
			if l.ID == a.ID {
				return l
			}
		}
		return nil
	}
	own := map[int]bool{}
	for _, e := range a.Events {
		if e.Source == a.Session.Source {
			own[e.Record] = true
		}
	}
	for _, l := range all {
		if !l.ID.IsZero() {
			continue
		}
		for _, step := range l.Steps() {
			for _, e := range step.Evidence {
				if own[e.Record] {
					return l
				}
			}
		}
	}
	return nil
}
