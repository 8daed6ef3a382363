//go:build unix

package regular

import "syscall"

// NoWait has the opening of a pipe without a writer return at once.
const NoWait = syscall.O_NONBLOCK
