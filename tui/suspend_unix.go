//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// stopping is how long the system may take to stop the program. Where it did, that
// time begins to count when it goes on.
const stopping = 200 * time.Millisecond

// Run stops the programs that were started together, as ctrl+z does in a shell, until
// they are told to go on. The system stops nothing that nobody could go on with.
func (pause) Run() error {
	on := make(chan os.Signal, 1)
	signal.Notify(on, syscall.SIGCONT)
	defer signal.Stop(on)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	limit := time.NewTimer(stopping)
	defer limit.Stop()
	select {
	case <-on:
		return nil
	case <-limit.C:
		return errNotStopped
	}
}
