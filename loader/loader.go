package loader

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"compactlens/core/event"
	"compactlens/loader/capture"
	"compactlens/loader/problem"
)

// Options say how to open. The zero value is ready.
type Options struct {
	Preset    string          // of Presets; empty chooses by the prompt the journal names; NoPreset uses none
	Overrides capture.Figures // given by hand: wins over everything; From names the flag
	Against   string          // path of an identity, request or bundle to compare with
	ReplyFile string          // a reply that is the one of the attempt AttemptID
	AttemptID string          // or enough of its beginning
	Stdin     io.Reader       // what "-" reads; nil is empty
}

// NoPreset is the preset that knows nothing.
const NoPreset = "none"

// Workspace is everything that was opened.
type Workspace struct {
	Title    string             // of the gallery; empty where paths were opened
	Sources  []*Source          // in the order they were met
	Sessions []*Session         // in the order of their sources
	Attempts []*Attempt         // in the order of their sources, then of their journal
	Problems []*problem.Problem // of all sources, each with its path
	Requests []*Request         // captured requests, in order
	Lessons  []Lesson           // of the gallery, in the order of the rules; else none
	options  Options
	against  capture.Figures
	paths    []string // that were asked for
}

// Paths returns the paths that were asked for.
func (w *Workspace) Paths() []string { return w.paths }

// Failed returns the problems for which of a path that was named nothing could be judged
// or used, and files that could not be read at all.
func (w *Workspace) Failed() []*problem.Problem {
	var out []*problem.Problem
	for _, s := range w.Sources {
		for _, p := range s.Problems {
			if p.Severity() == problem.Fatal && (s.Asked || p.Kind == problem.Unreadable) {
				out = append(out, p)
			}
		}
	}
	return out
}

// Progress tells how far opening is.
type Progress struct {
	Path        string // of the file being read; untrusted
	Done, Total int64  // bytes, of all files
	Found       []Glimpse
}

// Glimpse is what a list can show of an attempt while its journal is still being
// read. The attempts of the workspace take its place.
type Glimpse struct {
	Path         string // of the journal; untrusted
	Session      event.UUID
	Loop         event.UUID
	Attempt      event.UUID
	Trigger      event.CompactionReason
	Terminal     Terminal
	RejectReason event.CompactRejectReason
	At           time.Time
}

// UsageError reports options that ask for something that cannot be done.
type UsageError struct {
	Option string // the field of Options
	Value  string // as given; untrusted
	Why    string
	Err    error // may be nil
}

func (e *UsageError) Error() string {
	s := fmt.Sprintf("%s %q: %s", e.Option, e.Value, e.Why)
	if e.Err == nil {
		return s
	}
	var of *fs.PathError // it names the path again
	if errors.As(e.Err, &of) {
		return s + ": " + of.Err.Error()
	}
	return s + ": " + e.Err.Error()
}

func (e *UsageError) Unwrap() error { return e.Err }

// Open opens the files and folders that paths name, "-" being standard input.
// progress, if not nil, is called from the calling goroutine. What cannot be read
// is a problem of the workspace; the error is a *UsageError or the context's. With
// the context's error the workspace holds what was opened until then.
func Open(ctx context.Context, paths []string, opt Options, progress func(Progress)) (*Workspace, error) {
	return open(ctx, paths, opt, progress, usual)
}

func open(ctx context.Context, paths []string, opt Options, progress func(Progress), l limits) (*Workspace, error) {
	o, err := newOpener(ctx, opt, progress)
	if err != nil {
		return nil, err
	}
	o.limits = l
	return o.run(paths)
}

// run opens paths.
func (o *opener) run(paths []string) (*Workspace, error) {
	opt := o.w.options
	o.w.paths = paths
	if opt.ReplyFile != "" {
		paths = append(paths[:len(paths):len(paths)], opt.ReplyFile)
	}
	err := o.open(paths)
	o.match()
	if err == nil {
		o.useless(paths)
		o.lookBeside()
	}
	o.finish()
	if err == nil {
		err = o.explicit()
	}
	return o.w, err
}

// newOpener returns an opener with the usual limits that has read what opt names.
// The error is a *UsageError.
func newOpener(ctx context.Context, opt Options, progress func(Progress)) (*opener, error) {
	if _, ok := presetNamed(opt.Preset); !ok {
		return nil, &UsageError{Option: "preset", Value: opt.Preset, Why: "there is no such preset; there are " + presetList()}
	}
	o := &opener{ctx: ctx, w: &Workspace{options: opt}, limits: usual, progress: progress, opened: map[string]*Source{}, folders: map[string]int{}, stores: map[string]*store{}}
	if opt.Against != "" {
		if err := o.readAgainst(opt.Against); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// open collects the files, then reads them in order.
func (o *opener) open(paths []string) error {
	o.under, o.entered = make([][]*Source, len(paths)), make([]bool, len(paths))
	for i, p := range paths {
		o.root = i
		if err := o.collect(p); err != nil {
			return err
		}
	}
	for _, s := range o.w.Sources {
		o.total += s.Size
	}
	for some := range slices.Chunk(o.w.Sources, aheadFiles) {
		if err := o.readAhead(some); err != nil {
			return err
		}
		for _, s := range some {
			if err := o.read(s); err != nil {
				return err
			}
			o.done += s.Size
			o.tell(s, 0)
		}
	}
	return o.ctx.Err()
}

// match brings together what was read.
func (o *opener) match() { newMatcher(o.w).match() }

// finish puts the workspace together from what was read and matched.
func (o *opener) finish() {
	for _, s := range o.w.Sources {
		for _, session := range s.sessions {
			session.events = nil
			o.w.Sessions = append(o.w.Sessions, session)
			o.w.Attempts = append(o.w.Attempts, session.Attempts...)
		}
		if s.attempt != nil {
			o.w.Attempts = append(o.w.Attempts, s.attempt)
		}
		o.w.Problems = append(o.w.Problems, s.Problems...)
	}
	for _, a := range o.w.Attempts {
		a.w = o.w
	}
}

// tell reports progress: done bytes of the content of s are read.
func (o *opener) tell(s *Source, done int64) {
	if o.progress == nil {
		return
	}
	done = min(o.done+min(done, s.Size), o.total) // a live file may have grown
	o.progress(Progress{Path: s.Path, Done: done, Total: o.total, Found: o.found})
	o.found = nil
}
