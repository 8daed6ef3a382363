package dossier

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"compactlens/core/inspect"
	"compactlens/loader"
)

// PickError reports that the attempts asked for are not in the workspace, or not
// as many as were asked for.
type PickError struct {
	Key string // as it was given; untrusted; empty where none was
	Why string
}

func (e *PickError) Error() string {
	if e.Key == "" {
		return e.Why
	}
	return fmt.Sprintf("#%s: %s", e.Key, e.Why)
}

// SplitKey takes "PATH#KEY" apart, where KEY names an attempt in the file: its
// number, or the beginning of its id. A file whose own name has a # in it is taken
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

// Pick returns the attempts that key names: all where it is empty, else those with
// this number or whose id begins so. The error is a *PickError.
func (b *Book) Pick(key string) ([]*loader.Attempt, error) {
	if key == "" {
		if len(b.w.Attempts) == 0 {
			return nil, &PickError{Why: "there is no attempt, no answer and no summary"}
		}
		return b.w.Attempts, nil
	}
	number, err := strconv.Atoi(key)
	var found []*loader.Attempt
	for _, a := range b.w.Attempts {
		if err == nil && a.Number == number || len(key) >= 4 && a.Session != nil && strings.HasPrefix(a.Key(), strings.ToLower(key)) {
			found = append(found, a)
		}
	}
	if len(found) == 0 {
		return nil, &PickError{Key: key, Why: "there is no such attempt" + b.numbers()}
	}
	return found, nil
}

// numbers says which numbers name an attempt, nothing where none does.
func (b *Book) numbers() string {
	last := 0
	for _, a := range b.w.Attempts {
		last = max(last, a.Number)
	}
	switch last {
	case 0:
		return ""
	case 1:
		return "; the only one is 1"
	}
	return fmt.Sprintf("; they are numbered from 1 to %d", last)
}

// PickOne returns the one attempt that key names and that has an answer or a
// summary; without a key, the only such attempt there is. The error is a
// *PickError.
func (b *Book) PickOne(key string) (*loader.Attempt, error) {
	all, err := b.Pick(key)
	if err != nil {
		return nil, err
	}
	return only(key, all, "answer or summary", func(a *loader.Attempt) bool {
		return a.Reply != nil && a.Reply.Reply.Form != inspect.FormNone || a.Terminal == loader.Committed
	})
}

// only returns the one of all that has what is wanted. The error is a *PickError,
// which says how to name one of several.
func only(key string, all []*loader.Attempt, what string, wanted func(*loader.Attempt) bool) (*loader.Attempt, error) {
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
		return nil, &PickError{Key: key, Why: "there is no " + what}
	}
	return nil, &PickError{Key: key, Why: fmt.Sprintf("there is more than one %s; name one, as in %s", what, howToName(found))}
}

// howToName returns words for naming one of several attempts: by number where the
// numbers tell them apart, by id where the same number is in several sessions, and
// else by file.
func howToName(all []*loader.Attempt) string {
	const shown = 3
	numbers := map[int]bool{}
	sessions := true
	for _, a := range all {
		numbers[a.Number] = true
		sessions = sessions && a.Session != nil
	}
	var names []string
	for _, a := range all[:min(len(all), shown)] {
		switch {
		case !sessions:
			names = append(names, a.Source.Path)
		case len(numbers) == len(all):
			names = append(names, fmt.Sprintf("PATH#%d", a.Number))
		default:
			names = append(names, "PATH#"+a.Key())
		}
	}
	if len(all) > shown {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}
