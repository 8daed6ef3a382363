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
		return nil, &PickError{Key: key, Why: "there is no such attempt"}
	}
	return found, nil
}

// PickOne returns the one attempt that key names and that has an answer or a
// summary; without a key, the only such attempt there is. The error is a
// *PickError.
func (b *Book) PickOne(key string) (*loader.Attempt, error) {
	all, err := b.Pick(key)
	if err != nil {
		return nil, err
	}
	var found *loader.Attempt
	for _, a := range all {
		answered := a.Reply != nil && a.Reply.Reply.Form != inspect.FormNone || a.Terminal == loader.Committed
		switch {
		case !answered:
		case found != nil:
			return nil, &PickError{Key: key, Why: "there is more than one answer or summary; name one as PATH#NUMBER"}
		default:
			found = a
		}
	}
	if found == nil {
		return nil, &PickError{Key: key, Why: "there is no answer and no summary"}
	}
	return found, nil
}
