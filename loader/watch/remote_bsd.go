//go:build darwin || freebsd

package watch

import "syscall"

// local is the flag MNT_LOCAL of statfs(2).
const local = 0x1000

// remote reports whether a folder lies on a file system that does not tell of all
// changes: one that is not this machine's.
func remote(path string) bool {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return false
	}
	return uint64(s.Flags)&local == 0
}
