package tui

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/loader"
)

func canGiveByHand(a *App) bool { return a.contents != nil }

// askForReply asks for a file that is judged as an answer of the selected attempt.
func (a *App) askForReply() {
	q := newQuestion("A reply, a response body or a summary from a file", "", "judged as an answer of this attempt; stored nowhere · tab completes")
	q.complete, q.waits = completePath, true
	q.accept = func(a *App, path string) (string, tea.Cmd) {
		if strings.TrimSpace(path) == "" {
			return "a path is needed", nil
		}
		m, ctx := handMsg{opening: a.opened, of: a.attemptShown(), at: a.clock(), asked: q}, a.ctx
		return "", func() tea.Msg { return m.open(ctx, expandHome(path)) }
	}
	a.push(q)
}

// open reads the file at path as the answer.
func (m handMsg) open(ctx context.Context, path string) tea.Msg {
	m.how = filepath.Base(path)
	m.reply, m.err = loader.OpenReply(ctx, path)
	if ctx.Err() != nil {
		return nil // the program ends
	}
	return m
}

// expandHome puts the home folder in the place of a leading ~.
func expandHome(path string) string {
	rest, is := strings.CutPrefix(path, "~")
	if home, err := os.UserHomeDir(); is && err == nil && (rest == "" || os.IsPathSeparator(rest[0])) {
		return home + rest
	}
	return path
}

// longestPath is more than any system takes, in bytes.
const longestPath = 4 << 10

// droppedFile returns the path of the file that was dropped on the window: terminals
// paste it, some in quotes, with backslashes or as an address.
func droppedFile(pasted []byte) (path string, ok bool) {
	s := strings.TrimSpace(string(pasted[:min(len(pasted), longestPath)]))
	if len(pasted) > longestPath || strings.ContainsAny(s, "\r\n") {
		return "", false
	}
	if n := len(s); n > 1 && (s[0] == '\'' || s[0] == '"') && s[n-1] == s[0] {
		s = s[1 : n-1]
	}
	tries := []string{s, strings.ReplaceAll(s, `\`, "")}
	if u, err := url.Parse(s); err == nil && u.Scheme == "file" {
		tries = []string{u.Path}
	}
	for _, try := range tries {
		if try = expandHome(try); !filepath.IsAbs(try) {
			continue
		}
		if info, err := os.Stat(try); err == nil && info.Mode().IsRegular() {
			return try, true
		}
	}
	return "", false
}

// completionMsg brings what a path that is being typed goes on with.
type completionMsg struct {
	question *question
	typed    string
	text     string // as far as it is clear
	note     string // what there is to choose from; untrusted
}

// arrive completes the path where nothing was typed meanwhile.
func (m completionMsg) arrive(a *App) tea.Cmd {
	if q := m.question; q.text() == m.typed {
		q.input.SetValue(m.text)
		q.input.CursorEnd()
		q.problem, q.hint = "", m.note
	}
	return nil
}

// completePath returns what typed goes on with: as far as all files agree, and their
// names where there are several.
func completePath(typed string) (text, note string) {
	folder, begun := filepath.Split(typed)
	entries, err := os.ReadDir(filepath.Clean(expandHome(folder) + "."))
	if err != nil {
		return typed, "there is no such folder"
	}
	var names []string
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, begun) && (begun != "" || name[0] != '.') {
			if info, err := os.Stat(filepath.Join(expandHome(folder), name)); err == nil && info.IsDir() {
				name += string(filepath.Separator)
			}
			names = append(names, name)
		}
	}
	switch len(names) {
	case 0:
		return typed, "nothing is called so"
	case 1:
		return folder + names[0], ""
	}
	common := names[0]
	for _, n := range names[1:] {
		for !strings.HasPrefix(n, common) {
			common = common[:len(common)-1]
		}
	}
	common = strings.ToValidUTF8(common, "") // it may have been cut inside a character
	return folder + common, fmt.Sprintf("%d: %s", len(names), source.Printable(strings.Join(names, "  ")))
}
