package regular

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{file: nil, dir: ErrNotRegular, os.DevNull: ErrNotRegular, filepath.Join(dir, "nowhere"): fs.ErrNotExist} {
		f, info, err := Open(path)
		if !errors.Is(err, want) || (f == nil) != (err != nil) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
		if f != nil {
			if info.Size() != 5 {
				t.Errorf("%d bytes", info.Size())
			}
			f.Close()
		}
	}
	if b, err := ReadFile(file, 5); err != nil || string(b) != "12345" {
		t.Errorf("%q, %v", b, err)
	}
	var large *TooLargeError
	if b, err := ReadFile(file, 4); !errors.As(err, &large) || large.Limit != 4 || b != nil {
		t.Errorf("%q, %v", b, err)
	}
}
