//go:build unix

package loader

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"compactlens/loader/problem"
)

// A pipe without a writer, devices, folders and links in a circle are told at once,
// named by themselves or by an option; in a folder they are passed over.
func TestSpecialFiles(t *testing.T) {
	dir := write(t, map[string]string{"a.xml": "<conversation_summary/>", "locked.xml": "<conversation_summary/>"})
	pipe, circle := filepath.Join(dir, "pipe.xml"), filepath.Join(dir, "circle.xml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"circle.xml": "circle.xml", "zero.xml": "/dev/zero", "one": "two", "two": "one", "up": "."} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		pipe: "not_a_file", "/dev/zero": "not_a_file", filepath.Join(dir, "zero.xml"): "not_a_file", circle: "unreadable", filepath.Join(dir, "one"): "unreadable",
	} {
		w := mustOpen(t, Options{}, path)
		if len(w.Problems) != 1 || w.Problems[0].Kind.String() != want {
			t.Errorf("%s: %v, want %s", path, w.Problems, want)
		}
		if want == "unreadable" && !strings.Contains(w.Problems[0].What(), "symbolic links") {
			t.Errorf("%s: %q does not say why", path, w.Problems[0].What())
		}
		if _, err := Open(context.Background(), nil, Options{Against: path}, nil); err == nil {
			t.Errorf("compared with %s", path)
		}
	}
	if w := mustOpen(t, Options{}, dir); len(w.Attempts) != 2 {
		t.Errorf("%d attempts in the folder, %v", len(w.Attempts), w.Problems)
	}
	// A pipe that takes a file's place after it was found.
	s := &Source{Path: pipe, Asked: true}
	o, _ := newOpener(context.Background(), Options{}, nil)
	if err := o.read(s); err != nil || len(s.Problems) != 1 || s.Problems[0].Kind != problem.NotAFile {
		t.Errorf("%v, %v", err, s.Problems)
	}
	if _, err := (&onDisk{path: pipe}).ReadAt(make([]byte, 1), 0); err == nil {
		t.Error("a pipe is read")
	}
}

// Files of a terabyte that take no room are told at once, whatever they begin with
// and wherever they lie.
func TestSparseFiles(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // elsewhere they are read to their limit, as other large files are
	}
	const line = `{"type":"SessionActive","v":1,"event_id":"9070dfd3-9c61-43ad-a457-3cbca6b2c526"}` + "\n"
	dir := write(t, map[string]string{
		"1.jsonl": line, "2.xml": "<conversation_summary>", "3.bin": "", "store/streams/4.log": "",
		"store/streams/5.log": string(frame(1, []byte(`{"v":1,"kind":"x","id":"y","body":""}`))),
	})
	for _, name := range []string{"1.jsonl", "2.xml", "3.bin", "store/streams/4.log", "store/streams/5.log"} {
		if err := os.Truncate(filepath.Join(dir, name), 1<<40); err != nil {
			t.Fatal(err)
		}
	}
	w := mustOpen(t, Options{}, dir)
	got := map[string]string{}
	for _, p := range w.Problems {
		got[filepath.Base(p.Path)[:1]] += p.Kind.String() + " "
	}
	want := map[string]string{"1": "too_large line_too_long ", "2": "too_large ", "3": "binary ", "4": "too_large zero_tail ", "5": "too_large unknown_kind zero_tail ", "0": "no_attempt "}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("problems %v, want %v", got, want)
	}
}
