package accessible

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/loader"
)

// script gives commands, and does something before some of them.
type script struct {
	steps []step
}

type step struct {
	before  func()
	command string
}

func (s *script) Read(p []byte) (int, error) {
	if len(s.steps) == 0 {
		return 0, io.EOF
	}
	next := s.steps[0]
	s.steps = s.steps[1:]
	if next.before != nil {
		next.before()
	}
	return copy(p, next.command+"\n"), nil
}

// Files are read again when somebody says so.
func TestReload(t *testing.T) {
	const bad = "<conversation_summary><goal>a && b</goal><constraints>x</constraints><decisions>y</decisions><state>z</state><open_items>w</open_items></conversation_summary>"
	dir := t.TempDir()
	write := func(name, text string) func() {
		return func() {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("b.xml", bad)()
	var out bytes.Buffer
	err := Run(context.Background(), Options{
		Open: func(ctx context.Context) (*loader.Workspace, error) {
			return loader.Open(ctx, []string{dir}, loader.Options{}, nil)
		},
		In: &script{[]step{
			{write("a.xml", bad), "reload"},
			{write("b.xml", strings.Replace(bad, "&&", "and", 1)), "reload"},
			{func() { _ = os.RemoveAll(dir) }, "reload"},
		}},
		Out: &out, Version: "devel",
	})
	if err != nil {
		t.Fatal(err)
	}
	said := out.String()
	for _, want := range []string{
		"Read again: 2 attempts, 0 problems.\nAttempt 2 of 2.",
		"It had 1 finding and has 0 now.\nAttempt 2 of 2.",
		"Read again: 0 attempts, 1 problem.",
	} {
		i := strings.Index(said, want)
		if i < 0 {
			t.Fatalf("no %q in\n%s", want, out.String())
		}
		said = said[i:]
	}
}
