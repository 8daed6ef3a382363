package loader

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"compactlens/loader/capture"
	"compactlens/loader/problem"
)

// collect adds the sources that a path given by a person names.
func (o *opener) collect(path string) error {
	if path == Stdin {
		if s := o.opened[Stdin]; s != nil {
			o.under[o.root] = append(o.under[o.root], s)
			return nil
		}
		s := &Source{Path: Stdin, Asked: true, name: capture.Name{Base: Stdin}, stdin: o.w.options.Stdin}
		if s.stdin == nil {
			s.stdin = strings.NewReader("")
		}
		o.opened[Stdin] = s
		o.add(s)
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		o.refuse(path, problem.Unreadable, err)
		return o.ctx.Err()
	}
	return o.entry(path, info, true, 0)
}

// add adds a source of the path that is being collected.
func (o *opener) add(s *Source) {
	o.w.Sources = append(o.w.Sources, s)
	o.under[o.root] = append(o.under[o.root], s)
}

// Missing tells why the path cannot be opened, in the words that opening it would have;
// nil where something is there.
func Missing(path string) *problem.Problem {
	_, err := os.Stat(path)
	if err == nil {
		return nil
	}
	s := &Source{Path: path}
	s.report(missingKind(err, problem.Unreadable), "", err)
	return s.Problems[0]
}

// missingKind returns the kind of an error of the system, k for the usual one.
func missingKind(err error, k problem.Kind) problem.Kind {
	if errors.Is(err, fs.ErrNotExist) {
		return problem.NotFound
	}
	return k
}

// refuse adds a source that cannot be opened.
func (o *opener) refuse(path string, k problem.Kind, err error) *Source {
	k = missingKind(err, k)
	s := &Source{Path: path, Asked: true, name: capture.ParseName(path)}
	s.report(k, "", err)
	o.add(s)
	return s
}

// entry adds a file or the files of a folder.
func (o *opener) entry(path string, info fs.FileInfo, asked bool, depth int) error {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		o.refuse(path, problem.Unreadable, err).Asked = asked
		return o.ctx.Err()
	}
	switch {
	case info.IsDir():
		if _, again := o.opened[real]; again {
			o.entered[o.root] = o.entered[o.root] || depth == 0 || o.folders[real] != o.root
			return o.ctx.Err()
		}
		o.opened[real], o.folders[real] = nil, o.root
		return o.folder(path, real, asked, depth)
	case info.Mode().IsRegular():
		o.file(path, real, info, asked)
	case asked:
		o.refuse(path, problem.NotAFile, nil)
	}
	return o.ctx.Err()
}

// folder adds the files of a folder in the order of their names, without hidden
// ones, and those of its folders. A link to a folder that was entered already is
// passed over, so that links in a circle end.
func (o *opener) folder(path, real string, asked bool, depth int) error {
	if err := o.ctx.Err(); err != nil {
		return err
	}
	if depth > o.limits.depth {
		o.announce(path, problem.TooDeep, fmt.Sprintf("%d levels", o.limits.depth))
		return nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		o.refuse(path, problem.Unreadable, err).Asked = asked
		return o.ctx.Err()
	}
	if isStore(path) {
		s := &Source{Path: path, Kind: KindStore, Asked: asked, name: capture.ParseName(path)}
		o.add(s)
		return o.logs(filepath.Join(path, streams), real, 0)
	}
	for _, e := range entries {
		if o.entries++; o.entries > o.limits.entries {
			if o.entries == o.limits.entries+1 {
				o.announce(path, problem.TooMany, fmt.Sprintf("%d", o.limits.entries))
			}
			return nil
		}
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if err := o.listed(path, real, e, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// listed adds an entry of a folder. A file lies where it is listed; how large it
// is shows when it is read, unless somebody wants to know how far that is.
func (o *opener) listed(path, real string, e fs.DirEntry, depth int) error {
	name := filepath.Join(path, e.Name())
	if !e.Type().IsRegular() || o.progress != nil {
		return o.child(name, depth)
	}
	o.file(name, filepath.Join(real, e.Name()), nil, false)
	return o.ctx.Err()
}

// file adds a file, unless it was added before. info may be nil.
func (o *opener) file(path, real string, info fs.FileInfo, asked bool) {
	if s, again := o.opened[real]; again {
		s.Asked = s.Asked || asked
		o.under[o.root] = append(o.under[o.root], s)
		return
	}
	s := &Source{Path: path, Asked: asked, name: capture.ParseName(path), store: o.storeOf(real)}
	if info != nil {
		s.Size, s.Modified = info.Size(), info.ModTime()
	}
	o.opened[real] = s
	o.add(s)
}

// child adds an entry that was found in a folder.
func (o *opener) child(path string, depth int) error {
	info, err := os.Stat(path) // through links
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // else a link that leads nowhere
			o.refuse(path, problem.Unreadable, err).Asked = false
		}
		return o.ctx.Err()
	}
	return o.entry(path, info, false, depth)
}

// inside reports whether a path, with all links followed, lies below root. One that
// leads nowhere does.
func inside(path, root string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return true
	}
	below, err := filepath.Rel(root, real)
	return err == nil && filepath.IsLocal(below)
}

// logs adds the logs below the streams of the store at root. None is opened that
// lies elsewhere: a store that somebody got from somebody else must not show files
// of one's own.
func (o *opener) logs(path, root string, depth int) error {
	entries, err := os.ReadDir(path)
	if err != nil || depth > o.limits.depth {
		return o.ctx.Err()
	}
	for _, e := range entries {
		name := filepath.Join(path, e.Name())
		switch o.entries++; {
		case o.entries > o.limits.entries:
			if o.entries == o.limits.entries+1 {
				o.announce(path, problem.TooMany, fmt.Sprintf("%d", o.limits.entries))
			}
			return nil
		case e.IsDir():
			err = o.logs(name, root, depth+1)
		case strings.HasSuffix(strings.TrimSuffix(e.Name(), ".gz"), ".log"):
			if inside(name, root) {
				err = o.child(name, depth+1)
			} else {
				o.refuse(name, problem.LeadsOut, nil).Asked = false
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// announce notes a limit that was met in a folder.
func (o *opener) announce(path string, k problem.Kind, detail string) {
	o.w.Problems = append(o.w.Problems, &problem.Problem{Path: path, Kind: k, Detail: detail})
}
