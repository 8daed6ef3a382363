// Package atomic replaces a file by new content in one step: whoever reads it
// meanwhile, and whoever comes after a crash, finds either the old content or the
// new, never half of one. It writes only where it is told to.
package atomic

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Options say how a file is written. The zero value replaces the file and keeps
// nothing.
type Options struct {
	// Backup keeps what the file was before as PATH.orig. A file of that name that
	// is there already is never written over: the next free one of PATH.orig.2,
	// PATH.orig.3, … is taken, or none where the same content is kept already.
	Backup bool

	// New refuses to write where the file is there already.
	New bool

	// Was is what the file is expected to hold: where somebody has changed it
	// meanwhile, nothing is written. Nil expects nothing.
	Was []byte
}

// Op names the step that failed.
type Op string

// The steps.
const (
	OpTarget  Op = "find out what to write to"
	OpBackup  Op = "keep the original"
	OpWrite   Op = "write the new content"
	OpReplace Op = "put the new content in place"
)

// Error says that a file was not written, and at which step. The file at Path is
// as it was. Use errors.As.
type Error struct {
	Path string // as it was given
	Op   Op
	Err  error
}

// Error returns the step and what the system said. The path is as it was given:
// make it printable before it is shown.
func (e *Error) Error() string { return fmt.Sprintf("%s: cannot %s: %v", e.Path, e.Op, e.Err) }

// Unwrap returns what the system said, or one of the errors of this package.
func (e *Error) Unwrap() error { return e.Err }

var (
	// ErrNotRegular says that the path is a folder, a device, a pipe or a socket.
	ErrNotRegular = errors.New("it is no regular file")

	// ErrLinkLeads says that the path is a symbolic link to a file in another
	// folder, which is not written to, because the path does not say so.
	ErrLinkLeads = errors.New("it is a link that leads to another folder")

	// ErrOtherNames says that the file has hard links. A new file in its place would be
	// known by this name alone.
	ErrOtherNames = errors.New("it has other names, which would keep the old content")

	// ErrChanged says that the file does not hold what it was expected to.
	ErrChanged = errors.New("the file was changed meanwhile")

	// ErrTooManyBackups says that no free name for the original was found.
	ErrTooManyBackups = errors.New("too many originals are kept beside it")
)

// WriteFile writes data to the file at path and returns the path of the original
// where one was kept. The data goes to a new file in the same folder first, which
// then takes the place of the old one with its permissions. A symbolic link stays a
// link; its file is replaced if it lies in the same folder. A file with hard links is
// left as it is. Errors are of type
// *Error, and nothing half-written is left.
func WriteFile(path string, data []byte, o Options) (backup string, err error) {
	fail := func(op Op, err error) (string, error) { return "", &Error{Path: path, Op: op, Err: err} }
	target, info, err := resolve(path)
	if err != nil {
		return fail(OpTarget, err)
	}
	if info != nil && o.New {
		return fail(OpTarget, fs.ErrExist)
	}
	if info != nil && names(info) > 1 {
		return fail(OpTarget, ErrOtherNames)
	}
	var content []byte
	if o.Backup || o.Was != nil {
		if info != nil {
			content, err = os.ReadFile(target)
		}
		if err != nil {
			return fail(OpBackup, err)
		}
		if o.Was != nil && (info == nil || !bytes.Equal(content, o.Was)) {
			return fail(OpTarget, ErrChanged)
		}
	}
	temp, err := writeTemp(target, data, info)
	if err != nil {
		return fail(OpWrite, err)
	}
	defer os.Remove(temp) // fails where it has taken the file's place
	if info != nil && o.Backup {
		if backup, err = keep(target, content, info.Mode().Perm()); err != nil {
			return fail(OpBackup, err)
		}
	}
	if err := replace(temp, target, o.New); err != nil {
		return fail(OpReplace, err)
	}
	// The content is safe; that the name is, too, not every file system can say.
	syncFolder(filepath.Dir(target))
	return backup, nil
}

// resolve returns the file that path means, and what is there, nil where nothing
// is.
func resolve(path string) (target string, info fs.FileInfo, err error) {
	info, err = os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	target = path
	if info.Mode()&fs.ModeSymlink != 0 {
		if _, err := os.Stat(path); err != nil {
			return "", nil, err // in the system's words
		}
		if target, err = filepath.EvalSymlinks(path); err != nil {
			return "", nil, err
		}
		folder, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return "", nil, err
		}
		if filepath.Clean(folder) != filepath.Dir(target) {
			return "", nil, ErrLinkLeads
		}
		if info, err = os.Lstat(target); err != nil {
			return "", nil, err
		}
	}
	if !info.Mode().IsRegular() {
		return "", nil, ErrNotRegular
	}
	// Replacing needs no permission on the file itself. One that nobody may write
	// to is left alone all the same.
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return "", nil, err
	}
	return target, info, f.Close()
}

// newFile is the mode of a file that was not there before, as far as the process's
// mask allows.
const newFile fs.FileMode = 0o666

// maxNames bounds how many names are tried.
const maxNames = 1000

// writeTemp writes data to a new file beside target, with the permissions of the
// file that was there, and returns its path.
func writeTemp(target string, data []byte, was fs.FileInfo) (string, error) {
	for i := 0; ; i++ {
		path := filepath.Join(filepath.Dir(target), fmt.Sprintf(".compactlens-%d-%d.tmp", os.Getpid(), i))
		mode := newFile
		if was != nil {
			mode = 0o600 // until its own is set
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) && i < maxNames {
			continue
		}
		if err == nil {
			err = fill(f, data, was)
		}
		if err != nil && f != nil {
			os.Remove(path)
		}
		return path, err
	}
}

// fill writes data to f with the permissions of the file that was there, makes
// sure that it is on the disk and closes f.
func fill(f *os.File, data []byte, was fs.FileInfo) error {
	_, err := f.Write(data)
	if err == nil && was != nil {
		err = f.Chmod(was.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if shut := f.Close(); err == nil {
		err = shut
	}
	return err
}

// replace gives temp the name target. fresh says that nothing of that name may be
// there.
func replace(temp, target string, fresh bool) error {
	if !fresh {
		return os.Rename(temp, target)
	}
	// A link fails where the name was taken meanwhile; a rename would replace it.
	err := os.Link(temp, target)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(target); !errors.Is(err, fs.ErrNotExist) {
		return fs.ErrExist
	}
	return os.Rename(temp, target) // a file system without links
}

// keep writes content to the first free name for an original of path and returns
// it. Where the same is kept already, it returns the path of that.
func keep(path string, content []byte, mode fs.FileMode) (string, error) {
	for i := 1; i <= maxNames; i++ {
		name := path + ".orig"
		if i > 1 {
			name = fmt.Sprintf("%s.orig.%d", path, i)
		}
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		switch {
		case err == nil:
			if err := fill(f, content, nil); err != nil {
				os.Remove(name)
				return "", err
			}
			return name, nil
		case !errors.Is(err, fs.ErrExist):
			return "", err
		case holds(name, content):
			return name, nil
		}
	}
	return "", ErrTooManyBackups
}

// holds reports whether the regular file called name holds content.
func holds(name string, content []byte) bool {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(content)) {
		return false
	}
	kept, err := os.ReadFile(name)
	return err == nil && bytes.Equal(kept, content)
}

// syncFolder asks the system to put a folder's names on the disk.
func syncFolder(path string) {
	if d, err := os.Open(path); err == nil {
		_ = d.Sync()
		d.Close()
	}
}
