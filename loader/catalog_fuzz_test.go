package loader

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzCatalog reads any bytes as a store's note of a session, and follows any key of an
// offloaded record: nothing panics, and nothing outside of the store is read.
func FuzzCatalog(f *testing.F) {
	for _, seed := range []string{"12345678{}", `12345678{"session_id":"x","title":"y","status":"stopped"}`, "1234567", "", "12345678[", "12345678{\"title\":1}"} {
		f.Add([]byte(seed), "inside")
	}
	f.Add([]byte(""), "../../secret")
	f.Add([]byte(""), "link")
	dir := f.TempDir()
	root := filepath.Join(dir, "store")
	for path, text := range map[string]string{"secret": "secret", "store/kv/sessions/x": "", "store/blobs/inside": "inside"} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			f.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			f.Fatal(err)
		}
	}
	if err := os.Symlink("../../secret", filepath.Join(root, "blobs/link")); err != nil {
		f.Fatal(err)
	}
	s := &store{root: root}
	f.Fuzz(func(t *testing.T, b []byte, key string) {
		if err := os.WriteFile(filepath.Join(root, "kv/sessions/x"), b, 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := s.catalog("x"); err != nil && c != (catalog{}) {
			t.Fatalf("%q: %+v, %v", b, c, err)
		}
		if got, err := s.blob(key, 100); err == nil && string(got) != "inside" {
			t.Fatalf("%q gives %q", key, got)
		}
		if c, err := s.catalog(key); err == nil && key != "x" && filepath.Clean(key) != "x" {
			t.Fatalf("the session %q gives %+v", key, c)
		}
	})
}
