package tui

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/loader"
	"compactlens/loader/atomic"
)

// askWhere asks for the path that the answer is saved at, with the text in it.
func (e *editing) askWhere(a *App) {
	e.ask(a, suggested(e.of, ".edited"), "")
}

// ask asks for the path. over is one that is there already and would be written over
// by giving it again; empty for none.
func (e *editing) ask(a *App, path, over string) {
	title, help := "Save a copy of the whole answer, with this text in it", "a new file; the original stays as it is · tab completes"
	if over != "" {
		title, help = "There is a file of this name", "enter writes over it; or give another name"
	}
	q := newQuestion(title, path, help)
	q.complete, q.waits = completePath, true
	q.accept = func(a *App, path string) (string, tea.Cmd) {
		if strings.TrimSpace(path) == "" {
			return "a path is needed", nil
		}
		return "", e.save(a, q, path == over)
	}
	a.push(q)
}

// saveError says that a path is not written to, because evidence lies there.
type saveError struct{}

func (saveError) Error() string { return "this is where the answer itself comes from" }

// save writes the answer, with the text in it, to the path that was given to asked.
func (e *editing) save(a *App, asked *question, over bool) tea.Cmd {
	path, draft, text, sources := asked.text(), e.draft, e.buffer.Text(), a.evidence(e.of)
	return func() tea.Msg {
		m := savedMsg{e: e, asked: asked, path: path, text: text}
		made, ok := draft.Judge(text.Bytes())
		if made.Dossier == nil || !ok {
			m.err = errors.New("the answer cannot be read as one with this text in it")
			return m
		}
		file := made.Evidence.Reply.File.Bytes()
		m.size = len(file)
		target := expandHome(path)
		m.err = writeApart(target, file, over, sources)
		return m
	}
}

// writeApart writes b to target, over a file that is there where over says so, but never
// over evidence. The error is a saveError, or that of atomic.WriteFile.
func writeApart(target string, b []byte, over bool, evidence []string) error {
	if slices.ContainsFunc(evidence, func(s string) bool { return sameFile(s, target) }) {
		return saveError{}
	}
	_, err := atomic.WriteFile(target, b, atomic.Options{New: !over})
	return err
}

// evidence returns the files that are open, and those that items came from.
func (a *App) evidence(items ...*item) (paths []string) {
	add := func(s *loader.Source) {
		if s != nil && s.IsFile() {
			paths = append(paths, s.Path)
		}
	}
	if a.contents != nil && a.contents.workspace != nil {
		for _, s := range a.contents.workspace.Sources {
			add(s)
		}
	}
	for _, it := range items {
		for it != nil {
			if x := it.attempt; x != nil {
				add(x.Source)
				if x.Reply != nil {
					add(x.Reply.Source)
				}
			}
			switch {
			case it.revision != nil:
				it = it.revision.of
			case it.scratch != nil:
				it = it.scratch.of
			default:
				it = nil
			}
		}
	}
	return paths
}

// sameFile reports whether two paths lead to one file, or to a place in a folder.
func sameFile(source, target string) bool {
	a, err := os.Stat(source)
	if err != nil {
		return false
	}
	if b, err := os.Stat(target); err == nil && os.SameFile(a, b) {
		return true
	}
	if !a.IsDir() {
		return false
	}
	rel, err := filepath.Rel(source, target)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) // a store
}

// savedMsg says what came of saving.
type savedMsg struct {
	e     *editing
	asked *question // for the path
	path  string
	text  *source.Text
	size  int
	err   error
}

func (m savedMsg) arrive(a *App) tea.Cmd {
	e := m.e
	if !slices.Contains(a.layers, layer(e)) {
		return nil
	}
	switch {
	case errors.Is(m.err, fs.ErrExist):
		a.dropLayer(m.asked)
		e.ask(a, m.path, m.path)
	case m.err != nil:
		if problem := "not saved: " + writeSays(m.err); !m.asked.settle(a, problem) {
			e.say(m.path+": "+problem, true)
		}
	default:
		m.asked.settle(a, "")
		e.buffer.Saved(m.text)
		e.say("saved, "+count(m.size, "byte")+": "+m.path, false)
	}
	return nil
}
