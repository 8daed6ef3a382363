package watch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// begin watches paths until the test ends. A change that never comes fails it.
func begin(t *testing.T, opt Options, paths ...string) (context.Context, *Watcher) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	if opt.Quiet == 0 {
		opt.Quiet = 20 * time.Millisecond
	}
	if opt.Every == 0 {
		opt.Every = 5 * time.Millisecond
	}
	return ctx, New(ctx, paths, opt)
}

// next returns the paths of the next change, below dir.
func next(t *testing.T, ctx context.Context, w *Watcher, dir string) []string {
	t.Helper()
	c, err := w.Next(ctx)
	if err != nil || c.Polls != "" {
		t.Fatalf("it looks because %q, %v", c.Polls, err)
	}
	for i, p := range c.Paths {
		if rel, err := filepath.Rel(dir, p); err == nil {
			c.Paths[i] = filepath.ToSlash(rel)
		}
	}
	return c.Paths
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// cases are the ways in which programs change files. setup makes the files, change
// changes them; both are given the folder.
var cases = []struct {
	name   string
	roots  []string // below the folder
	setup  func(t *testing.T, dir string)
	change func(t *testing.T, dir string)
	want   []string
}{
	{"write", []string{"a.xml"}, nil, func(t *testing.T, dir string) { write(t, dir+"/a.xml", "other") }, []string{"a.xml"}},
	{"append", []string{"."}, nil, func(t *testing.T, dir string) {
		f, err := os.OpenFile(dir+"/a.xml", os.O_APPEND|os.O_WRONLY, 0)
		must(t, err)
		_, err = f.WriteString(" and more")
		must(t, err)
		must(t, f.Close())
	}, []string{"a.xml"}},
	{"rename over", []string{"a.xml"}, nil, func(t *testing.T, dir string) {
		write(t, dir+"/.a.xml.tmp", "TEXT") // of the same size
		must(t, os.Rename(dir+"/.a.xml.tmp", dir+"/a.xml"))
	}, []string{"a.xml"}},
	{"truncate", []string{"a.xml"}, nil, func(t *testing.T, dir string) { must(t, os.Truncate(dir+"/a.xml", 1)) }, []string{"a.xml"}},
	{"delete", []string{"a.xml"}, nil, func(t *testing.T, dir string) { must(t, os.Remove(dir+"/a.xml")) }, []string{"a.xml"}},
	{"delete and make anew", []string{"."}, nil, func(t *testing.T, dir string) {
		must(t, os.Remove(dir+"/a.xml"))
		write(t, dir+"/a.xml", "text2")
	}, []string{"a.xml"}},
	{"a new file", []string{"."}, nil, func(t *testing.T, dir string) { write(t, dir+"/b.xml", "new") }, []string{"b.xml"}},
	{"a new folder", []string{"."}, nil, func(t *testing.T, dir string) {
		must(t, os.MkdirAll(dir+"/x/y", 0o700))
		write(t, dir+"/x/y/c.xml", "new")
	}, []string{"x/y/c.xml"}},
	{"a file that was not there", []string{"later/a.xml"}, nil, func(t *testing.T, dir string) {
		must(t, os.Mkdir(dir+"/later", 0o700))
		write(t, dir+"/later/a.xml", "new")
	}, []string{"later/a.xml"}},
	{"a folder put in another's place", []string{"sub"}, func(t *testing.T, dir string) {
		must(t, os.Mkdir(dir+"/sub", 0o700))
		write(t, dir+"/sub/a.xml", "text")
	}, func(t *testing.T, dir string) {
		must(t, os.Mkdir(dir+"/.new", 0o700))
		write(t, dir+"/.new/a.xml", "other")
		must(t, os.Rename(dir+"/sub", dir+"/.old"))
		must(t, os.Rename(dir+"/.new", dir+"/sub"))
	}, []string{"sub/a.xml"}},
	{"what a link leads to", []string{"link.xml"}, func(t *testing.T, dir string) {
		must(t, os.Mkdir(dir+"/sub", 0o700))
		write(t, dir+"/sub/a.xml", "text")
		must(t, os.Symlink("sub/a.xml", dir+"/link.xml"))
	}, func(t *testing.T, dir string) { write(t, dir+"/sub/a.xml", "other") }, []string{"link.xml"}},
	{"a link that leads elsewhere", []string{"link.xml"}, func(t *testing.T, dir string) {
		write(t, dir+"/b.xml", "TEXT")
		must(t, os.Symlink("a.xml", dir+"/link.xml"))
	}, func(t *testing.T, dir string) {
		must(t, os.Symlink("b.xml", dir+"/.link"))
		must(t, os.Rename(dir+"/.link", dir+"/link.xml"))
	}, []string{"link.xml"}},
	{"a link on the way", []string{"data/a.xml"}, func(t *testing.T, dir string) {
		for _, v := range []string{"v1", "v2"} {
			must(t, os.Mkdir(dir+"/"+v, 0o700))
			write(t, dir+"/"+v+"/a.xml", v)
		}
		must(t, os.Symlink("v1", dir+"/data"))
	}, func(t *testing.T, dir string) {
		must(t, os.Symlink("v2", dir+"/.data"))
		must(t, os.Rename(dir+"/.data", dir+"/data"))
	}, []string{"data/a.xml"}},
	{"a link in a folder", []string{"sub"}, func(t *testing.T, dir string) {
		must(t, os.Mkdir(dir+"/sub", 0o700))
		must(t, os.Symlink("../a.xml", dir+"/sub/link.xml"))
	}, func(t *testing.T, dir string) { write(t, dir+"/a.xml", "other") }, []string{"sub/link.xml"}},
	{"several", []string{"."}, func(t *testing.T, dir string) { write(t, dir+"/b.xml", "text") }, func(t *testing.T, dir string) {
		write(t, dir+"/a.xml", "other")
		must(t, os.Remove(dir+"/b.xml"))
		write(t, dir+"/c.xml", "new")
	}, []string{"a.xml", "b.xml", "c.xml"}},
}

func TestChanges(t *testing.T) {
	for _, poll := range []bool{false, true} {
		for _, c := range cases {
			t.Run(fmt.Sprintf("poll=%v/%s", poll, c.name), func(t *testing.T) {
				dir := t.TempDir()
				write(t, dir+"/a.xml", "text")
				if c.setup != nil {
					c.setup(t, dir)
				}
				var roots []string
				for _, r := range c.roots {
					roots = append(roots, filepath.Join(dir, r))
				}
				ctx, w := begin(t, Options{Poll: poll}, roots...)
				if (w.Polls() != "") != poll {
					t.Fatalf("it polls because %q", w.Polls())
				}
				c.change(t, dir)
				got := map[string]bool{}
				for len(got) < len(c.want) { // while it polls, a change can be seen in parts
					for _, p := range next(t, ctx, w, dir) {
						got[p] = true
					}
				}
				for _, p := range c.want {
					if !got[p] || len(got) != len(c.want) {
						t.Errorf("told of %v, want %v", got, c.want)
					}
				}
			})
		}
	}
}

// Whatever is told of after it must be the last contents.
func TestTheLastContentsAreToldOf(t *testing.T) {
	for _, poll := range []bool{false, true} {
		dir := t.TempDir()
		path := dir + "/a.xml"
		write(t, path, "text")
		ctx, w := begin(t, Options{Poll: poll}, dir)
		const writes = 1000
		told := 0
		for i := range writes {
			if i%2 == 0 {
				write(t, path, fmt.Sprint("text ", i))
			} else {
				write(t, dir+"/.tmp", fmt.Sprint("text ", i))
				must(t, os.Rename(dir+"/.tmp", path))
			}
		}
		for last := ""; last != fmt.Sprint("text ", writes-1); told++ {
			next(t, ctx, w, dir)
			b, err := os.ReadFile(path)
			must(t, err)
			last = string(b)
		}
		if told > 5 {
			t.Errorf("poll=%v: a burst of %d writes was told of %d times", poll, writes, told)
		}
	}
}

// A touch, a change that is undone, and what does not count are no changes; what is
// no change costs no look and no timer where it does not count.
func TestWhatIsNoChange(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/a.xml", "text")
	write(t, dir+"/b.xml", "text")
	ctx, w := begin(t, Options{}, dir+"/a.xml")
	timers := 0
	w.after = func(d time.Duration) (<-chan time.Time, func() bool) {
		timers++
		return timer(d)
	}
	write(t, dir+"/b.xml", "is nobody's business")
	write(t, dir+"/c.xml", "neither")
	looks := w.looks
	write(t, dir+"/a.xml", "other")
	if got := next(t, ctx, w, dir); !slices.Equal(got, []string{"a.xml"}) {
		t.Errorf("told of %v", got)
	}
	if w.looks != looks+1 {
		t.Errorf("looked %d times for one change", w.looks-looks)
	}
	write(t, dir+"/b.xml", "still nobody's")
	gone, cancel := context.WithCancel(ctx)
	cancel()
	before := timers
	if _, err := w.Next(gone); !errors.Is(err, context.Canceled) || timers != before {
		t.Errorf("%v; %d timers while nothing changes", err, timers-before)
	}
	must(t, os.Chtimes(dir+"/a.xml", time.Time{}, time.Now().Add(-time.Hour)))
	write(t, dir+"/a.xml.new", "other")
	must(t, os.Rename(dir+"/a.xml.new", dir+"/a.xml"))
	if err := w.settle(ctx); err != nil || len(w.pending) > 0 {
		t.Errorf("a touch and a copy of the same: %v, %v", w.pending, err)
	}
	write(t, dir+"/a.xml", "changed")
	must(t, w.settle(ctx))
	if len(w.pending) != 1 {
		t.Errorf("after that: %v", w.pending)
	}
}

// A file that does not count is not looked at, wherever it is.
func TestAllBut(t *testing.T) {
	for _, poll := range []bool{false, true} {
		dir := t.TempDir()
		write(t, dir+"/log.txt", "a line")
		ctx, w := begin(t, Options{Poll: poll, But: []string{dir + "/log.txt"}}, dir)
		write(t, dir+"/log.txt", "a line and another")
		write(t, dir+"/a.xml", "text")
		if got := next(t, ctx, w, dir); !slices.Equal(got, []string{"a.xml"}) {
			t.Errorf("poll=%v: told of %v", poll, got)
		}
	}
}

func TestGenerationsGrow(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/a.xml", "text")
	ctx, w := begin(t, Options{}, dir)
	var last uint64
	for i := range 3 {
		write(t, dir+"/a.xml", fmt.Sprint(i))
		c, err := w.Next(ctx)
		if err != nil || c.Generation <= last {
			t.Errorf("generation %d after %d, %v", c.Generation, last, err)
		}
		last = c.Generation
	}
}

// Where nobody can be asked, the watcher looks.
func TestFallsBack(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/a.xml", "text")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	opt := Options{Quiet: time.Millisecond, Every: time.Millisecond}
	w := newWatcher(ctx, []string{dir}, opt, func() (*fsnotify.Watcher, error) { return nil, errors.New("too many open files") })
	if w.Polls() != "too many open files" {
		t.Errorf("it looks because %q", w.Polls())
	}
	fell := func(w *Watcher, want string) {
		t.Helper()
		if c, err := w.Next(ctx); err != nil || !strings.Contains(c.Polls, want) || len(c.Paths) > 0 {
			t.Errorf("told of %+v, %v; want that it looks because of %q", c, err, want)
		}
	}
	fell(w, "too many open files") // once
	write(t, dir+"/a.xml", "other")
	if got := next(t, ctx, w, dir); !slices.Equal(got, []string{"a.xml"}) {
		t.Errorf("told of %v", got)
	}

	w = New(ctx, []string{dir}, opt)
	must(t, w.told.Close()) // as if the system gave up
	fell(w, "tells of no changes any more")
	write(t, dir+"/a.xml", "other again")
	if got := next(t, ctx, w, dir); !slices.Equal(got, []string{"a.xml"}) || w.Polls() == "" {
		t.Errorf("told of %v, looks because %q", got, w.Polls())
	}
}

func TestEndsWithItsContext(t *testing.T) {
	for _, poll := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		w := New(ctx, []string{t.TempDir()}, Options{Poll: poll})
		ended := make(chan error)
		go func() {
			_, err := w.Next(ctx)
			ended <- err
		}()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("poll=%v: %v", poll, err)
		}
		<-w.Done()
		listens := func() bool {
			var all bytes.Buffer
			must(t, pprof.Lookup("goroutine").WriteTo(&all, 2))
			return strings.Contains(all.String(), "readEvents")
		}
		for listens() { // the library's goroutine is told, and ends by itself; the test ends where it does not
			runtime.Gosched()
		}
	}
}

// A file that is cut to nothing before it is written is looked at once more.
func TestAFileThatIsBeingWritten(t *testing.T) {
	dir := t.TempDir()
	path := dir + "/a.xml"
	write(t, path, "text")
	ctx, w := begin(t, Options{}, path)
	w.after = func(d time.Duration) (<-chan time.Time, func() bool) {
		if d == again {
			write(t, path, "the whole of it")
			d = 0
		}
		return timer(d)
	}
	must(t, os.Truncate(path, 0))
	next(t, ctx, w, dir)
	if f := w.seen.files[path]; f.info.Size() != int64(len("the whole of it")) {
		t.Errorf("told of a file of %d bytes", f.info.Size())
	}
}

func BenchmarkLook(b *testing.B) {
	dir := b.TempDir()
	for i := range 1000 {
		if err := os.WriteFile(fmt.Sprintf("%s/%d.xml", dir, i), bytes.Repeat([]byte("text"), 1000), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	w := New(b.Context(), []string{dir}, Options{})
	for b.Loop() {
		w.look(w.seen)
	}
}
