// Package testfile reads the project's test data for tests, which lie in the folder
// testdata at its top, the large ones compressed. It is the one place that knows so.
// Only tests import it; it may read files.
package testfile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Dir returns the path of the folder testdata from within a package of this module, at
// most three levels below its top.
func Dir() (string, error) {
	for _, up := range []string{".", "..", "../..", "../../.."} {
		if _, err := os.Stat(filepath.Join(up, "go.mod")); err == nil {
			return filepath.Join(up, "testdata"), nil
		}
	}
	return "", errors.New("there is no go.mod here or up to three levels above")
}

// Read returns what a file of test data holds, decompressed. The name is relative to
// [Dir] and may leave out .gz. Where there is no such file, the error is
// [fs.ErrNotExist].
func Read(name string) ([]byte, error) {
	dir, err := Dir()
	if err != nil {
		return nil, err
	}
	return ReadFrom(os.DirFS(dir), name)
}

// ReadFrom is [Read] in another folder.
func ReadFrom(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(name, ".gz") {
		name += ".gz"
		f, err = fsys.Open(name)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if !strings.HasSuffix(name, ".gz") {
		return io.ReadAll(f)
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// Must is [Read] for a test that cannot do without.
func Must(t testing.TB, name string) []byte {
	t.Helper()
	b, err := Read(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// MustFrom is [ReadFrom] for a test that cannot do without.
func MustFrom(t testing.TB, fsys fs.FS, name string) []byte {
	t.Helper()
	b, err := ReadFrom(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Zipped returns b compressed, as a file that ends in .gz holds it.
func Zipped(t testing.TB, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err := z.Write(b)
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
