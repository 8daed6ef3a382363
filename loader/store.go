package loader

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"compactlens/loader/regular"
)

// streams is the folder of a store that holds its logs.
const streams = "streams"

// store is a store's folder. Nothing outside it is opened through it.
type store struct{ root string }

// isStore reports whether a folder is a store: it has a folder of logs.
func isStore(path string) bool {
	info, err := os.Stat(filepath.Join(path, streams))
	return err == nil && info.IsDir()
}

// storeOf returns the store that a log lies in by its path, or nil.
func (o *opener) storeOf(real string) *store {
	if !strings.HasSuffix(strings.TrimSuffix(real, ".gz"), ".log") {
		return nil
	}
	for dir := filepath.Dir(real); ; dir = filepath.Dir(dir) {
		up := filepath.Dir(dir)
		if up == dir {
			return nil
		}
		if filepath.Base(dir) != streams {
			continue
		}
		if o.stores[up] == nil {
			o.stores[up] = &store{root: up}
		}
		return o.stores[up]
	}
}

// read returns at most limit bytes of a regular file of the store. name is given
// with slashes; one that leads out of the store, also through links, is an error.
func (s *store) read(name string, limit int64) ([]byte, error) {
	root, err := os.OpenRoot(s.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	name = filepath.FromSlash(name)
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("is no regular file")}
	}
	f, err := root.OpenFile(name, os.O_RDONLY|regular.NoWait, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

// blob returns the content of an offloaded record.
func (s *store) blob(key string, limit int64) ([]byte, error) {
	if !filepath.IsLocal(filepath.FromSlash(key)) {
		return nil, &fs.PathError{Op: "open", Path: "blob", Err: errors.New("the key leads out of the store")}
	}
	return s.read("blobs/"+key, limit)
}

// catalog is what a store notes of a session beside its journal.
type catalog struct {
	SessionID string `json:"session_id"`
	Title     string `json:"title"`
	Status    string `json:"status"`
}

// maxCatalog bounds a catalog entry, in bytes.
const maxCatalog = 8 << 20

// catalog reads the entry of a session. An error that is fs.ErrNotExist says that
// there is none.
func (s *store) catalog(session string) (c catalog, err error) {
	var b []byte
	for _, name := range []string{"kv/sessions/" + session, "kv/sessions/" + session + "/catalog"} {
		if b, err = s.read(name, maxCatalog); err == nil {
			break
		}
	}
	if err != nil {
		return c, err
	}
	const revision = 8 // bytes before the JSON
	if len(b) < revision {
		return c, fmt.Errorf("%d bytes", len(b))
	}
	if err := json.Unmarshal(b[revision:], &c); err != nil {
		return catalog{}, errors.New("its JSON cannot be read")
	}
	return c, nil
}
