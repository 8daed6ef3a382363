package loader

import (
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"syscall"

	"compactlens/loader/problem"
	"compactlens/loader/regular"
)

// onDisk reads a file by opening it anew each time, so that a folder of many
// journals holds no files open. Where the path has come to mean another file, or
// that has become shorter, the error is a *problem.Problem: what is read there now
// is not what was indexed.
type onDisk struct {
	path string
	was  fs.FileInfo // as it was indexed; nil takes whatever is there
}

func (d *onDisk) ReadAt(b []byte, off int64) (int, error) {
	f, info, err := regular.Open(d.path)
	switch {
	case errors.Is(err, regular.ErrNotRegular), errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ELOOP):
		return 0, &problem.Problem{Path: d.path, Kind: problem.Changed, Err: err}
	case err != nil:
		return 0, err
	}
	defer f.Close()
	if d.was != nil && !os.SameFile(d.was, info) {
		return 0, &problem.Problem{Path: d.path, Kind: problem.Changed}
	}
	n, err := f.ReadAt(b, off)
	if n < len(b) && err == io.EOF && d.was != nil && off+int64(len(b)) <= d.was.Size() {
		return n, &problem.Problem{Path: d.path, Kind: problem.Changed, Err: io.ErrUnexpectedEOF}
	}
	return n, err
}

// systemWords returns what the system says is the matter, without the path, and
// nothing where the error is none of the system's.
func systemWords(err error) string {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number.Error()
	}
	return ""
}

// sum tells contents of documents apart. It is never 0 for one that is not empty.
func sum(b []byte) uint64 { return uint64(len(b))<<32 | uint64(crc32.ChecksumIEEE(b)) }
