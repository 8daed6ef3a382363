package tui

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"compactlens/loader"
	"compactlens/themes"
)

// lockedBuffer is an output that a test may read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// options returns options that need no terminal, and where to write keys.
func options(t *testing.T, open func(context.Context, func(loader.Progress)) (*loader.Workspace, error)) (Options, *os.File, *lockedBuffer) {
	t.Helper()
	in, keys, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); keys.Close() })
	out := &lockedBuffer{}
	env := func(key string) string { return map[string]string{"TERM": "dumb"}[key] }
	return Options{Open: open, In: in, Out: out, Env: env, AltScreen: true}, keys, out
}

func TestRunEndsWithAKey(t *testing.T) {
	opened := make(chan struct{})
	o, keys, out := options(t, func(context.Context, func(loader.Progress)) (*loader.Workspace, error) {
		defer close(opened)
		return &loader.Workspace{}, nil
	})
	go func() {
		<-opened
		keys.WriteString("q")
	}()
	if err := Run(context.Background(), o); err != nil {
		t.Error(err)
	}
	if s := out.String(); !strings.Contains(s, "\x1b[?1049h") || !strings.Contains(s, "\x1b[?1049l") {
		t.Errorf("the alternate screen is not entered and left: %q", s)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o, _, _ := options(t, func(inner context.Context, _ func(loader.Progress)) (*loader.Workspace, error) {
		cancel()
		<-inner.Done()
		return nil, inner.Err()
	})
	if err := Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("ends with %v", err)
	}
}

func TestRunReportsAPanic(t *testing.T) {
	o, _, out := options(t, func(context.Context, func(loader.Progress)) (*loader.Workspace, error) { panic("while opening") })
	err := Run(context.Background(), o)
	var p *PanicError
	if !errors.As(err, &p) || p.Value != "while opening" {
		t.Errorf("ends with %v", err)
	}
	if s := out.String(); !strings.Contains(s, "\x1b[?1049l") || !strings.Contains(s, "\x1b[?25h") {
		t.Errorf("the terminal is not restored: %q", s)
	}
}

func TestRunRefusesAnUnknownTheme(t *testing.T) {
	o, _, out := options(t, nil)
	o.Theme = "solarised"
	var unknown *themes.UnknownThemeError
	if err := Run(context.Background(), o); !errors.As(err, &unknown) || out.String() != "" {
		t.Errorf("ends with %v, having written %q", err, out.String())
	}
}

func TestProgressWords(t *testing.T) {
	got := progressWords(loader.Progress{Path: "/a/b/journal.jsonl", Done: 3 << 20, Total: 12 << 20})
	if want := "journal.jsonl · 25 % of 12.0 MiB"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for n, want := range map[int64]string{1: "1 byte", 999: "999 bytes", 1536: "1.5 KiB", 5 << 30: "5.0 GiB"} {
		if got := bytesWords(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
