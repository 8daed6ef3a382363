// Package watch waits until files or folders change.
//
// It listens on folders, not on files, because most programs write a file by putting
// another one in its place. Where the system tells of no changes, as on network file
// systems, it looks at the files again and again instead. Bursts of changes are told
// of once, and a file that was touched but holds what it held before not at all.
//
// The package opens files to compare them and writes none. A Watcher has no goroutine
// of its own beside the one that its library listens with: it works in the calls of
// Next, and nothing runs, and no timer either, while nothing changes.
package watch

import (
	"context"
	"hash/maphash"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Options say how to watch. The zero value is ready.
type Options struct {
	Poll  bool          // look again and again instead of being told
	Every time.Duration // how often at most, where it has to look; 0 is UsualEvery
	Quiet time.Duration // how long nothing must change until a change is told of; 0 is 150 ms
	But   []string      // files that do not count wherever they are, such as one that is written because of changes
}

// Change is what Next tells of.
type Change struct {
	Generation uint64   // of the state it left, from 1; it only grows
	Paths      []string // of the files that appeared, changed or vanished, sorted; untrusted
	Polls      string   // why the watcher looks from now on instead of being told, said once and without paths; may hold paths
}

// Watcher watches paths. Next must not be called by two goroutines at once.
type Watcher struct {
	roots []string
	opt   Options
	told  *fsnotify.Watcher // nil where it has to look
	why   string            // why it has to
	fell  bool              // it has to without having been asked, and Next did not tell yet

	seen       view
	pending    map[string]bool // changed since Next returned
	generation uint64
	took       time.Duration // by the last look at everything
	done       chan struct{}
	after      func(time.Duration) (c <-chan time.Time, stop func() bool)
	looks      int // at everything
	seed       maphash.Seed
	but        map[string]bool // real paths of files that do not count
}

// UsualEvery is how often a watcher looks that has to, if nobody says otherwise.
const UsualEvery = time.Second

// How long things take at most.
const (
	usualQuiet = 150 * time.Millisecond
	longest    = time.Second            // a burst goes on before it is told of
	again      = 100 * time.Millisecond // until a file that is being written is looked at once more
	share      = 10                     // of the time goes, at most one part into looking
)

// New begins to watch paths: files, folders with everything in them, and what is not
// there yet. What changes from now on is told of by Next. The watcher ends with ctx.
func New(ctx context.Context, paths []string, opt Options) *Watcher {
	return newWatcher(ctx, paths, opt, fsnotify.NewWatcher)
}

func newWatcher(ctx context.Context, paths []string, opt Options, listen func() (*fsnotify.Watcher, error)) *Watcher {
	if opt.Quiet <= 0 {
		opt.Quiet = usualQuiet
	}
	if opt.Every <= 0 {
		opt.Every = UsualEvery
	}
	w := &Watcher{roots: paths, opt: opt, pending: map[string]bool{}, done: make(chan struct{}), after: timer, seed: maphash.MakeSeed(), but: map[string]bool{}}
	if opt.Poll {
		w.why = "it was asked for"
	} else if told, err := listen(); err != nil {
		w.why, w.fell = err.Error(), true
	} else {
		w.told = told
	}
	told := w.told
	context.AfterFunc(ctx, func() {
		if told != nil {
			_ = told.Close() // there is nothing left to do about it
		}
		close(w.done)
	})
	for _, path := range opt.But {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		if abs, err := filepath.Abs(path); err == nil {
			w.but[abs] = true
		}
	}
	w.seen = w.look(view{})
	return w
}

func timer(d time.Duration) (<-chan time.Time, func() bool) {
	t := time.NewTimer(d)
	return t.C, t.Stop
}

// Done is closed when the context has ended and the watcher holds nothing any more.
func (w *Watcher) Done() <-chan struct{} { return w.done }

// Polls returns why the watcher has to look instead of being told; empty where it is
// told. It must not be called while Next runs.
func (w *Watcher) Polls() string { return w.why }

// Next waits for the next change, or until the watcher has to look instead of being
// told. The error is the context's.
func (w *Watcher) Next(ctx context.Context) (Change, error) {
	for {
		if w.fell {
			w.fell = false
			return Change{Generation: w.generation, Polls: w.why}, ctx.Err()
		}
		if err := w.await(ctx); err != nil {
			return Change{}, err
		}
		if err := w.settle(ctx); err != nil {
			return Change{}, err
		}
		if len(w.pending) == 0 {
			continue
		}
		c := Change{Generation: w.generation, Paths: make([]string, 0, len(w.pending))}
		for path := range w.pending {
			c.Paths = append(c.Paths, path)
		}
		slices.Sort(c.Paths)
		w.pending = map[string]bool{}
		return c, nil
	}
}

// await waits until there is a reason to look.
func (w *Watcher) await(ctx context.Context) error {
	for {
		if w.told == nil {
			return w.sleep(ctx, max(w.opt.Every, share*w.took))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, open := <-w.told.Events:
			if !open {
				w.fallBack("the system tells of no changes any more")
			} else if w.concerns(e.Name) {
				return nil
			}
		case err, open := <-w.told.Errors:
			if open && err == fsnotify.ErrEventOverflow {
				return nil // anything may have changed
			}
			if open {
				w.fallBack(err.Error())
				return nil
			}
		}
	}
}

// fallBack makes the watcher look by itself from now on.
func (w *Watcher) fallBack(why string) {
	if w.told != nil {
		_ = w.told.Close() // it failed already
	}
	w.told, w.why, w.fell = nil, why, true
}

// settle lets what changes come to rest, but for no longer than a burst may last, and
// looks at it.
func (w *Watcher) settle(ctx context.Context) error {
	if w.told == nil {
		if !w.compare() {
			return nil
		}
		if err := w.sleep(ctx, w.opt.Quiet); err != nil {
			return err
		}
		w.compare()
		return nil
	}
	if err := w.quiet(ctx); err != nil {
		return err
	}
	if w.compare(); !w.seen.cut(w.pending) {
		return nil
	}
	if err := w.sleep(ctx, again); err != nil {
		return err
	}
	w.compare()
	return nil
}

// quiet waits until nothing has changed for a while.
func (w *Watcher) quiet(ctx context.Context) error {
	end, stop := w.after(max(longest, share*w.took))
	defer stop()
	for {
		rest, stop := w.after(w.opt.Quiet)
		select {
		case <-ctx.Done():
			stop()
			return ctx.Err()
		case e, open := <-w.told.Events:
			stop()
			if !open {
				w.fallBack("the system tells of no changes any more")
				return nil
			}
			if !w.concerns(e.Name) {
				continue
			}
		case err, open := <-w.told.Errors:
			stop()
			if !open || err != fsnotify.ErrEventOverflow {
				w.fallBack("the system tells of no changes any more")
				return nil
			}
		case <-rest:
			return nil
		case <-end:
			stop()
			return nil
		}
	}
}

func (w *Watcher) sleep(ctx context.Context, d time.Duration) error {
	c, stop := w.after(d)
	defer stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-c:
		return nil
	}
}

// compare looks at everything and adds to pending what differs from before.
func (w *Watcher) compare() (differs bool) {
	before := w.seen
	w.seen = w.look(before)
	for path, f := range w.seen.files {
		if was, is := before.files[path]; !is || !was.same(f) {
			w.pending[path], differs = true, true
		}
	}
	for path := range before.files {
		if _, is := w.seen.files[path]; !is {
			w.pending[path], differs = true, true
		}
	}
	if differs {
		w.generation++
	}
	return differs
}
