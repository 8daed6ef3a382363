//go:build unix

package loader

import "syscall"

// noWait has the opening of a pipe without a writer return at once.
const noWait = syscall.O_NONBLOCK
