package dossier

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"compactlens/core/inspect"
	"compactlens/loader"
)

// PickError reports that the attempts asked for are not in the workspace, or not
// as many as were asked for.
type PickError struct {
	Path string // that was opened; untrusted
	Key  string // as it was given; untrusted; empty where none was
	Why  string
}

func (e *PickError) Error() string {
	name := e.Path
	if e.Key != "" {
		name += "#" + e.Key
	}
	return name + ": " + e.Why
}

// fail returns a *PickError about what was opened.
func (b *Book) fail(key, why string) error {
	return &PickError{Path: strings.Join(b.w.Paths(), ", "), Key: key, Why: why}
}

// SplitKey takes "PATH#KEY" apart, where KEY names an attempt below the path: its
// number, see Pick, or the beginning of its id. A file whose own name has a # in it is taken
// as it is.
func SplitKey(arg string) (path, key string) {
	at := strings.LastIndexByte(arg, '#')
	if at <= 0 {
		return arg, ""
	}
	if _, err := os.Lstat(arg); err == nil {
		return arg, ""
	}
	return arg[:at], arg[at+1:]
}

// Pick returns the attempts that key names: all where it is empty, else the one with
// this number, from 1, among all there are in the order of reports, and those whose id
// begins so. The error is a *PickError.
func (b *Book) Pick(key string) ([]*loader.Attempt, error) {
	if key == "" {
		if len(b.w.Attempts) == 0 {
			return nil, b.fail("", "there is no attempt, no answer and no summary")
		}
		return b.w.Attempts, nil
	}
	number, err := strconv.Atoi(key)
	var found []*loader.Attempt
	for i, a := range b.w.Attempts {
		if err == nil && number == i+1 || len(key) >= 4 && a.Session != nil && strings.HasPrefix(a.Key(), strings.ToLower(key)) {
			found = append(found, a)
		}
	}
	if len(found) == 0 {
		return nil, b.fail(key, "there is no such attempt"+b.numbers())
	}
	return found, nil
}

// numbers says which numbers name an attempt.
func (b *Book) numbers() string {
	switch n := len(b.w.Attempts); n {
	case 0:
		return "; there is none"
	case 1:
		return "; the only one is 1"
	default:
		return fmt.Sprintf("; they are numbered from 1 to %d", n)
	}
}

// PickOne returns the one attempt that key names and that has an answer or a
// summary; without a key, the only such attempt there is. The error is a
// *PickError.
func (b *Book) PickOne(key string) (*loader.Attempt, error) {
	all, err := b.Pick(key)
	if err != nil {
		return nil, err
	}
	return b.only(key, all, "answer or summary", func(a *loader.Attempt) bool {
		return a.Reply != nil && a.Reply.Reply.Form != inspect.FormNone || a.Terminal == loader.Committed
	})
}

// only returns the one of all that has what is wanted. The error is a *PickError,
// which says how to name one of several.
func (b *Book) only(key string, all []*loader.Attempt, what string, wanted func(*loader.Attempt) bool) (*loader.Attempt, error) {
	var found []*loader.Attempt
	for _, a := range all {
		if wanted(a) {
			found = append(found, a)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0:
		return nil, b.fail(key, "there is no "+what)
	}
	return nil, b.fail(key, fmt.Sprintf("there is more than one %s; name one, as in %s", what, b.howToName(found)))
}

// howToName returns words for naming one of several attempts by number.
func (b *Book) howToName(all []*loader.Attempt) string {
	const shown = 3
	path := "PATH"
	if paths := b.w.Paths(); len(paths) == 1 {
		path = paths[0]
	}
	var names []string
	for _, a := range all[:min(len(all), shown)] {
		name := fmt.Sprintf("%s#%d", path, slices.Index(b.w.Attempts, a)+1)
		if of := a.Where(); of != path {
			name += " (" + of + ")" // where the number alone tells nobody which it is
		}
		names = append(names, name)
	}
	if len(all) > shown {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}
