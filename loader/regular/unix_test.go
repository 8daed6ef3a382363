//go:build unix

package regular

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe without a writer, a socket, a device without an end and links in a circle
// are refused at once.
func TestOpenNeverWaits(t *testing.T) {
	dir, err := os.MkdirTemp("", "") // short: the path of a socket has a limit
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	pipe, socket, circle := filepath.Join(dir, "pipe"), filepath.Join(dir, "socket"), filepath.Join(dir, "circle")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := os.Symlink("circle", circle); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{pipe: ErrNotRegular, "/dev/zero": ErrNotRegular, socket: nil, circle: syscall.ELOOP} {
		b, err := ReadFile(path, 1<<20)
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %d bytes, %v", path, len(b), err)
		}
	}
}
