package loader

import (
	"os"
	"syscall"
)

// sparse is a file of which the holes, which take no room on the disk and read as
// zero bytes, can be passed over: one of a terabyte may hold nothing else.
type sparse struct{ *os.File }

// Data returns the offset of the first byte from offset on that lies on the disk,
// end where none does.
func (s sparse) Data(offset, end int64) int64 {
	const seekData = 3 // SEEK_DATA
	at, err := syscall.Seek(int(s.Fd()), offset, seekData)
	switch {
	case err == syscall.ENXIO:
		return end
	case err != nil:
		return offset // the file system does not say
	}
	return min(at, end)
}
