// Package regular opens files that somebody named and that may be anything: a pipe
// without a writer, a device that never ends, a socket, a folder. Only regular
// files are opened, without waiting, and read only as far as they may be large. It
// only reads.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrNotRegular says that a path is a folder, a device, a pipe or a socket.
var ErrNotRegular = errors.New("it is no regular file")

// TooLargeError reports a file with more bytes than are read of its kind.
type TooLargeError struct {
	Path  string // untrusted
	Limit int64  // bytes
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s: the file has more than %d bytes", e.Path, e.Limit)
}

// Open opens a regular file for reading. It never waits: for anything else, which
// the path may have come to mean at any time, the error is an *fs.PathError with
// ErrNotRegular.
func Open(path string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|NoWait, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: ErrNotRegular}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// ReadFile returns the content of a regular file of at most limit bytes. The error
// is an *fs.PathError or a *TooLargeError.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, _, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(b)) > limit {
		return nil, &TooLargeError{Path: path, Limit: limit}
	}
	return b, err
}
