package watch

import (
	"hash/maphash"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"compactlens/loader/regular"
)

// view is what a look at the paths found. The zero value is nothing.
type view struct {
	files   map[string]file // by the path they were found at
	folders map[string]bool // that are listened on, by their real path
	trees   []string        // real paths of folders of which everything counts
	names   map[string]bool // what counts in other folders, by the real path of those
}

// file is a file as it was when it was looked at.
type file struct {
	info   fs.FileInfo // of what a link leads to
	sum    uint64
	summed bool
}

// The bounds of looking.
const (
	maxDepth   = 16       // levels of folders
	maxEntries = 100_000  // of all folders together
	maxLinks   = 40       // followed on the way to one file
	maxSum     = 1 << 20  // bytes of a file whose content is compared
	maxSums    = 16 << 20 // bytes of all whose content is read at the start
)

// same reports whether f holds what g does, as far as that can be told without having
// kept it: a file of the same place, size and time, or of the same content.
func (f file) same(g file) bool {
	if f.info.Size() != g.info.Size() {
		return false
	}
	return f.unmoved(g) || f.summed && g.summed && f.sum == g.sum
}

func (f file) unmoved(g file) bool {
	return f.info.Size() == g.info.Size() && f.info.ModTime().Equal(g.info.ModTime()) && os.SameFile(f.info, g.info)
}

// concerns reports whether something at a path, as the system tells of it, counts.
func (w *Watcher) concerns(path string) bool {
	path = filepath.Clean(path)
	v := &w.seen
	if w.but[path] {
		return false
	}
	if v.names[path] {
		return true
	}
	for _, t := range v.trees {
		if path == t || strings.HasPrefix(path, strings.TrimSuffix(t, string(filepath.Separator))+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// cut reports whether one of the paths is a file of no bytes: mostly one that is just
// being written.
func (v *view) cut(paths map[string]bool) bool {
	for path := range paths {
		if f, is := v.files[path]; is && f.info.Size() == 0 {
			return true
		}
	}
	return false
}

// looker makes a view.
type looker struct {
	w       *Watcher
	before  view
	view    view
	entered map[string]bool // folders, by their real path
	entries int
	sums    int64 // bytes of content read
}

// look looks at all paths and begins to listen on folders that are new. Sums are
// taken of files that changed and, at first, of as much as is read in a moment, so
// that a touch can be told from a change.
func (w *Watcher) look(before view) view {
	begin := time.Now()
	w.looks++
	l := &looker{w: w, before: before, entered: map[string]bool{},
		view: view{files: map[string]file{}, folders: map[string]bool{}, names: map[string]bool{}}}
	for _, root := range w.roots {
		l.root(root)
	}
	if w.told != nil {
		for folder := range before.folders {
			if !l.view.folders[folder] {
				_ = w.told.Remove(folder) // where it is gone, nobody listens on it already
			}
		}
	}
	w.took = time.Since(begin)
	return l.view
}

// root looks at a path that was named. Where it is not there, the nearest folder
// above it that is will tell when it comes.
func (l *looker) root(path string) {
	real, there := l.follow(path)
	if !there {
		return
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
	case info.IsDir():
		l.folder(path, real, 0)
	default:
		l.file(path, info)
	}
}

// follow resolves a path link by link and listens where each of them, and what the
// path leads to, could be exchanged. It returns the real path; there is false where
// it leads nowhere.
func (l *looker) follow(path string) (real string, there bool) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	root := filepath.VolumeName(abs) + string(filepath.Separator)
	rest := strings.Split(strings.TrimPrefix(abs, root), string(filepath.Separator))
	at, links := root, 0
	for len(rest) > 0 {
		name := rest[0]
		rest = rest[1:]
		if name == "" {
			continue
		}
		here := at
		at = filepath.Join(at, name)
		info, err := os.Lstat(at)
		link := err == nil && info.Mode()&fs.ModeSymlink != 0
		if err != nil || link || len(rest) == 0 {
			l.view.names[at] = true
			l.listen(here)
		}
		if err != nil {
			return at, false
		}
		if !link {
			continue
		}
		to, err := os.Readlink(at)
		if links++; err != nil || links > maxLinks {
			return at, false
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(here, to)
		}
		root = filepath.VolumeName(to) + string(filepath.Separator)
		rest = append(strings.Split(strings.TrimPrefix(filepath.Clean(to), root), string(filepath.Separator)), rest...)
		at = root
	}
	return at, true
}

// listen begins to listen on a folder, which path names without links.
func (l *looker) listen(path string) {
	if l.view.folders[path] {
		return
	}
	l.view.folders[path] = true
	w := l.w
	if w.told == nil {
		return
	}
	if remote(path) {
		w.fallBack("the file system of " + path + " tells of no changes")
		return
	}
	// A folder that was put in the place of one of this name has to be added anew;
	// one that is listened on already costs nothing.
	if err := w.told.Add(path); err != nil {
		if _, gone := os.Lstat(path); gone == nil {
			w.fallBack(err.Error())
		}
	}
}

// folder looks at what is in a folder, without hidden files, as those are not opened.
func (l *looker) folder(path, real string, depth int) {
	if depth > maxDepth || l.entered[real] {
		return
	}
	l.entered[real] = true
	if depth == 0 {
		l.view.trees = append(l.view.trees, real)
	}
	l.listen(real) // before it is read, so that nothing is missed between
	entries, err := os.ReadDir(real)
	if err != nil {
		return
	}
	for _, e := range entries {
		if l.entries++; l.entries > maxEntries {
			return
		}
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		l.entry(filepath.Join(path, e.Name()), filepath.Join(real, e.Name()), e, depth+1)
	}
}

// entry looks at an entry of a folder.
func (l *looker) entry(path, real string, e fs.DirEntry, depth int) {
	switch mode := e.Type(); {
	case mode.IsDir():
		l.folder(path, real, depth)
	case l.w.but[real]:
	case mode.IsRegular():
		if info, err := e.Info(); err == nil {
			l.file(path, info)
		}
	case mode&fs.ModeSymlink != 0:
		target, there := l.follow(real)
		if !there {
			return
		}
		info, err := os.Stat(target)
		if err == nil && info.IsDir() {
			l.view.trees = append(l.view.trees, target)
			l.folder(path, target, depth)
		} else if err == nil {
			l.file(path, info)
		}
	}
}

// file keeps what a file is like.
func (l *looker) file(path string, info fs.FileInfo) {
	if !info.Mode().IsRegular() {
		return
	}
	f := file{info: info}
	if was, is := l.before.files[path]; is && was.unmoved(f) {
		f.sum, f.summed = was.sum, was.summed
	} else if l.before.files == nil && l.sums+info.Size() > maxSums {
		// At the start, only so much is read.
	} else if info.Size() <= maxSum {
		l.sums += info.Size()
		f.sum, f.summed = sum(path, l.w.seed)
	}
	l.view.files[path] = f
}

// sum hashes the content of a file.
func sum(path string, seed maphash.Seed) (uint64, bool) {
	b, err := regular.ReadFile(path, maxSum)
	if err != nil {
		return 0, false
	}
	return maphash.Bytes(seed, b), true
}
