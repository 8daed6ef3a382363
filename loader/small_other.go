//go:build !linux

package loader

import (
	"io/fs"
	"time"

	"compactlens/loader/regular"
)

// smallFile reads a regular file into room, which must be larger than the file.
func smallFile(path string, room []byte) (size int, modified time.Time, err error) {
	f, info, err := regular.Open(path)
	if err != nil {
		return 0, modified, err
	}
	defer f.Close()
	if info.Size() >= int64(len(room)) {
		return 0, modified, fs.ErrInvalid
	}
	n, err := f.Read(room[:info.Size()+1]) // one more byte tells whether it grows
	if err != nil || int64(n) != info.Size() {
		return 0, modified, fs.ErrInvalid
	}
	return n, info.ModTime(), nil
}
