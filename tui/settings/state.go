package settings

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"compactlens/loader/atomic"
	"compactlens/loader/regular"
)

// State is what was chosen in the interface. The zero value has nothing chosen.
type State struct {
	Theme ThemeChoice `json:"theme,omitzero"`
	Panes PaneSizes   `json:"panes,omitzero"`
}

// PaneSizes are the shares of the window that panes were given, from 0 to 1; 0 is
// none.
type PaneSizes struct {
	List  float64 `json:"list,omitzero"`  // of the width
	Below float64 `json:"below,omitzero"` // of the height
}

// ThemeChoice is the theme that was chosen, and which one the settings had then.
type ThemeChoice struct {
	Name string `json:"name"`
	Over string `json:"over,omitempty"` // what the settings said; where they were changed since, they count more
}

// stateVersion is the form of the state file.
const stateVersion = 1

// stateFile is the file's form.
type stateFile struct {
	Version int `json:"version"`
	State
}

// maxState bounds the bytes that are read of a state.
const maxState = 1 << 20

// LoadState returns the state at path. One that is not there is empty; for a broken
// one a note says that it is not used.
func LoadState(path string) (s State, note string) {
	if path == "" {
		return s, ""
	}
	b, err := regular.ReadFile(path, maxState)
	if errors.Is(err, fs.ErrNotExist) {
		return s, ""
	}
	var f stateFile
	var large *regular.TooLargeError
	switch {
	case errors.As(err, &large):
		note = "it is too large"
	case err != nil:
		note = "it cannot be read"
	case json.Unmarshal(b, &f) != nil:
		note = "it is no JSON of that form"
	case f.Version != stateVersion:
		note = "it is of another version"
	}
	if note != "" {
		return State{}, "the state in " + path + " is not used: " + note
	}
	return f.State, ""
}

// StateError reports that the state at Path was not written, and what to do about it.
type StateError struct {
	Path string // untrusted
	Err  error
}

func (e *StateError) Error() string {
	const another = "XDG_STATE_HOME names another folder"
	remedy := another
	switch {
	case errors.Is(e.Err, fs.ErrPermission):
		remedy = "let it be written to; " + another
	case errors.Is(e.Err, syscall.ENOSPC), errors.Is(e.Err, syscall.EDQUOT), errors.Is(e.Err, syscall.EFBIG):
		remedy = "make room; " + another
	}
	return e.Path + ": " + atomic.Says(e.Err) + "; " + remedy
}

func (e *StateError) Unwrap() error { return e.Err }

// SaveState changes the state at path in one step: readers find the old one or the
// new one. Errors of writing are a *StateError.
func SaveState(path string, change func(*State)) error {
	if path == "" {
		return nil
	}
	s, _ := LoadState(path)
	change(&s)
	b, err := json.MarshalIndent(stateFile{Version: stateVersion, State: s}, "", "  ")
	if err != nil {
		return err
	}
	if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
		_, err = atomic.WriteFile(path, append(b, '\n'), atomic.Options{})
	}
	if err != nil {
		return &StateError{Path: path, Err: err}
	}
	return nil
}

// Apply takes the theme that was chosen in the interface, unless the settings were
// changed since.
func (s State) Apply(theme string) string {
	if s.Theme.Name != "" && s.Theme.Over == theme {
		return s.Theme.Name
	}
	return theme
}
