package screen

import (
	"io"
	"sync"

	"github.com/aymanbagabas/go-osc52/v2"
)

// Shared is the output of a program whose frames Bubble Tea writes itself: each in
// one piece, between which a sequence can be passed. Its methods may be called from
// several goroutines.
type Shared struct {
	Terminal

	mu sync.Mutex
}

// Write writes b in one piece.
func (s *Shared) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Terminal.Write(b)
}

// Clipboard passes a sequence that sets the clipboard.
func (s *Shared) Clipboard(q osc52.Sequence) error {
	_, err := io.WriteString(s, q.String())
	return err
}
