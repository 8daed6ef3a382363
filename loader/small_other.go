//go:build !linux

package loader

import (
	"io/fs"
	"time"

	"compactlens/loader/regular"
)

// smallFile reads a regular file of at most limit bytes.
func smallFile(path string, limit int64) (b []byte, modified time.Time, err error) {
	f, info, err := regular.Open(path)
	if err != nil {
		return nil, modified, err
	}
	defer f.Close()
	if info.Size() > limit {
		return nil, modified, fs.ErrInvalid
	}
	b = make([]byte, info.Size()+1) // one more byte tells whether it grows
	n, err := f.Read(b)
	if err != nil || int64(n) != info.Size() {
		return nil, modified, fs.ErrInvalid
	}
	return b[:n:n], info.ModTime(), nil
}
