//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// outlast has a write beyond the limit on the size of files fail, as one to a full disk
// does: the signal that comes with it would end the program where it stands, with a
// half-written file and the terminal as it is. Programs that are started from here get
// the signal as usual.
func outlast() { signal.Notify(make(chan os.Signal, 1), syscall.SIGXFSZ) }
