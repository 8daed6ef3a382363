package loader

import (
	"io/fs"
	"syscall"
	"time"
)

// smallFile reads a regular file into room, which must be larger than the file. It
// asks the system directly: of thousands of small files package os would spend as
// long on each again, registering it to be waited for.
func smallFile(path string, room []byte) (size int, modified time.Time, err error) {
	fd, err := again(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	})
	if err != nil {
		return 0, modified, err
	}
	defer syscall.Close(fd)
	var info syscall.Stat_t
	if err := syscall.Fstat(fd, &info); err != nil {
		return 0, modified, err
	}
	if info.Mode&syscall.S_IFMT != syscall.S_IFREG || info.Size >= int64(len(room)) {
		return 0, modified, fs.ErrInvalid
	}
	// One more byte tells whether it grows.
	n, err := again(func() (int, error) { return syscall.Read(fd, room[:info.Size+1]) })
	if err != nil || int64(n) != info.Size {
		return 0, modified, fs.ErrInvalid
	}
	return n, time.Unix(info.Mtim.Unix()), nil
}

// again calls do until no signal comes between.
func again(do func() (int, error)) (int, error) {
	for {
		if n, err := do(); err != syscall.EINTR {
			return n, err
		}
	}
}
