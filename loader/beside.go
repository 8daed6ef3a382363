package loader

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"compactlens/loader/capture"
)

// beside are captured answers that, by their names, are of a journal, lie in its folder
// and were not opened.
type beside struct {
	first string // the name of one of them; untrusted
	count int
}

// lookBeside looks in the folders of journals that were named, and that have attempts
// without the answer of a model that was called, for answers that nobody named. Only
// names are looked at.
func (o *opener) lookBeside() {
	for _, s := range o.w.Sources {
		if !s.Asked || s.index == nil || s.stdin != nil || !slices.ContainsFunc(s.sessions, (*Session).unanswered) {
			continue
		}
		if was := o.before[s.Path]; was != nil {
			s.beside = was.beside // a folder is not listed again with each line of a journal
			continue
		}
		s.beside = o.answersBeside(s)
	}
}

// unanswered reports whether an attempt of the session lacks its answer.
func (s *Session) unanswered() bool { return slices.ContainsFunc(s.Attempts, (*Attempt).unanswered) }

func (a *Attempt) unanswered() bool { return a.Session != nil && a.Reply == nil && a.Call != nil }

// answersBeside returns what lies beside the journal; nil where there is nothing, or the
// folder cannot be listed.
func (o *opener) answersBeside(s *Source) *beside {
	dir := filepath.Dir(s.Path)
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(o.limits.entries) // what could be listed before an error
	opened := map[string]bool{}
	for _, other := range o.w.Sources {
		opened[filepath.Clean(other.Path)] = true
	}
	found, lowest := &beside{}, 0
	for _, e := range entries {
		name := capture.ParseName(e.Name())
		if e.Type().IsRegular() && name.Role == capture.RoleReply && name.Stem == s.name.Stem && name.Number > 0 && !opened[filepath.Join(dir, e.Name())] {
			if found.count++; found.count == 1 || name.Number < lowest {
				found.first, lowest = e.Name(), name.Number
			}
		}
	}
	if found.count == 0 {
		return nil
	}
	return found
}

// besideHint tells, once for a session, of answers that lie beside its journal: of its
// first attempt that lacks one.
func (a *Attempt) besideHint() string {
	if !a.unanswered() || a.Source.beside == nil || a != a.Session.Attempts[slices.IndexFunc(a.Session.Attempts, (*Attempt).unanswered)] {
		return ""
	}
	if b := a.Source.beside; b.count > 1 {
		files := "files"
		if b.count == 2 {
			files = "file"
		}
		return fmt.Sprintf("%s and %d more %s of captured answers lie beside the journal; give them, or the folder, too", b.first, b.count-1, files)
	}
	return a.Source.beside.first + ", a captured answer, lies beside the journal; give it, too"
}
