// Package golden compares what a test made with a file that is kept, and writes that file
// anew where the test is run with -update. Only tests import it; it may read and write
// files.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the files that tests compare with anew")

// Updating reports whether the files are to be written anew.
func Updating() bool { return *update }

// Check fails t where got is not what the file at path holds, or writes it there. The
// path is relative to the package under test.
func Check(t testing.TB, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; -update writes it anew. Got:\n%s", path, got)
	}
}
