package crash

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// secret is a text of a file, which must not get into a report.
const secret = "SECRET"

// caught returns the panic of do.
func caught(do func()) (p *Panic) {
	defer func() { p = New(recover()) }()
	do()
	return nil
}

//go:noinline
func index(text string, i int) byte { return text[i] }

// disguised is an error that says it is the runtime's.
type disguised struct{ error }

func (disguised) RuntimeError() {}

func TestPanicsAreToldWithoutTheirText(t *testing.T) {
	var none *Panic
	var text any = secret
	for name, c := range map[string]struct {
		do   func()
		want string
	}{
		"index":     {func() { _ = index(secret, 7) }, "runtime error: index out of range [7] with length 6"},
		"nil":       {func() { none.What = "" }, "runtime error: invalid memory address or nil pointer dereference"},
		"type":      {func() { _ = text.(int) }, "interface conversion: interface {} is string, not int"},
		"text":      {func() { panic(secret) }, "a value of type string, which"},
		"error":     {func() { panic(fmt.Errorf("x %s", secret)) }, "a value of type *fmt.wrapError, which"},
		"disguised": {func() { panic(disguised{errors.New(secret)}) }, "a value of type crash.disguised, which"},
	} {
		p := caught(c.do)
		if name == "error" {
			c.want = "a value of type *errors.errorString, which"
		}
		if !strings.HasPrefix(p.What, c.want) {
			t.Errorf("%s: %q, want %q", name, p.What, c.want)
		}
		again := caught(func() { panic(p) })
		if again.What != p.What || !strings.HasPrefix(again.Stack, p.Stack+"waited for by\n") {
			t.Errorf("%s, passed on: %q\n%s", name, again.What, again.Stack)
		}
		for _, p := range []*Panic{p, again} {
			r := Report{Panic: p, Version: "devel", Width: 80, Height: 25, Messages: []string{"tea.KeyMsg"}, At: time.Now()}
			for _, s := range []string{p.Error(), p.Stack, r.String()} {
				if strings.Contains(s, secret) || strings.Contains(s, "(0x") {
					t.Errorf("%s: %s", name, s)
				}
			}
			if !strings.Contains(p.Stack, "crash.caught\n    crash_test.go:") || !strings.Contains(r.String(), "tea.KeyMsg") {
				t.Errorf("%s: the report is short:\n%s", name, r.String())
			}
		}
	}
}

func TestReportIsWritten(t *testing.T) {
	r := Report{Panic: caught(func() { panic(1) }), At: time.Unix(0, 0)}
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	path, err := r.Write("", filepath.Join(file, "below"), filepath.Join(dir, "a", "b"))
	if err != nil || filepath.Dir(path) != filepath.Join(dir, "a", "b") {
		t.Fatalf("%s, %v", path, err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != r.String() {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := r.Write(filepath.Dir(path)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("written over: %v", err)
	}
	if _, err := r.Write(""); err == nil {
		t.Error("written nowhere")
	}
}
