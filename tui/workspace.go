package tui

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"compactlens/core/source"
	"compactlens/loader"
	"compactlens/loader/dossier"
	"compactlens/loader/problem"
	"compactlens/themes"
)

// contentsOf returns w as the interface shows it. It reads nothing.
func contentsOf(w *loader.Workspace) *contents {
	c := &contents{title: titleOf(w), book: dossier.NewBook(w), workspace: w, texts: map[*source.Text]bool{}}
	for _, a := range w.Attempts {
		if a.Reply != nil {
			c.texts[a.Reply.Reply.File] = true
		}
	}
	for _, s := range w.Sessions {
		c.groups = append(c.groups, sessionGroups(s)...)
	}
	files := group{title: "Files"}
	if w.Title != "" {
		files.title, files.note = w.Title, "one case for each reason"
	}
	names := shortNames(w)
	for _, a := range w.Attempts {
		if a.Session == nil {
			it := newItem(a)
			it.name = names[a.Source.Path]
			if a.Title != "" {
				it.name, it.neutral = a.Title, "Case "+strconv.Itoa(len(files.items)+1)
			}
			it.crumbs = []string{it.name}
			files.items = append(files.items, it)
		}
	}
	if len(files.items) > 0 {
		c.groups = append(c.groups, files)
	}
	c.groups = append(c.groups, lessonGroups(w.Lessons)...)
	for _, idle := range []bool{false, true} { // what went wrong first
		if g := problems(w, idle); len(g.items) > 0 {
			c.groups = append(c.groups, g)
		}
	}
	c.know()
	return c
}

// problems returns the group of the files in which nothing is to be judged, or that of
// what could not be read. A request alone has the row of its attempt.
func problems(w *loader.Workspace, idle bool) group {
	g := group{title: notReadable}
	if idle {
		g.title = notJudged
	}
	for _, p := range w.Problems {
		listed := p.Kind == problem.RequestAlone && slices.ContainsFunc(w.Attempts, func(a *loader.Attempt) bool { return a.Source.Path == p.Path })
		if p.Idle() == idle && !listed {
			g.items = append(g.items, problemItem(p))
		}
	}
	return g
}

// titleOf names what was opened: the gallery, the one file, or how many there are.
func titleOf(w *loader.Workspace) string {
	var asked []*loader.Source
	for _, s := range w.Sources {
		if s.Asked {
			asked = append(asked, s)
		}
	}
	switch {
	case w.Title != "":
		return w.Title
	case len(asked) == 1:
		return baseName(asked[0].Path)
	case len(w.Sources) == 1:
		return baseName(w.Sources[0].Path)
	}
	return count(len(w.Sources), "file")
}

// pathName returns what people call a path: itself, and standard input by its name.
func pathName(path string) string {
	if path == loader.Stdin {
		return "standard input"
	}
	return path
}

// baseName returns the last element of a path; of standard input its name.
func baseName(path string) string {
	if path == loader.Stdin {
		return pathName(path)
	}
	return filepath.Base(path)
}

// shortNames returns a name for the source of each loose attempt: its last
// element, with as much of the path before it as is needed to tell it from others.
func shortNames(w *loader.Workspace) map[string]string {
	users := map[string]int{}
	for _, a := range w.Attempts {
		if a.Session == nil {
			users[baseName(a.Source.Path)]++
		}
	}
	names := map[string]string{}
	for _, a := range w.Attempts {
		if a.Session != nil {
			continue
		}
		path := a.Source.Path
		name := baseName(path)
		if users[name] > 1 {
			name = filepath.Join(filepath.Base(filepath.Dir(path)), name)
		}
		names[path] = name
	}
	return names
}

// sessionGroups returns the group of a session and its attempts; where several of
// its loops have attempts, a group for each of them behind it.
func sessionGroups(s *loader.Session) []group {
	g := sessionGroup(s)
	var loops []group
	at := map[*loader.Loop]int{}
	for i, a := range s.Attempts {
		k, ok := at[a.Loop]
		if !ok {
			k = len(loops)
			at[a.Loop] = k
			loops = append(loops, group{title: loopName(a.Loop), inner: true})
		}
		loops[k].items = append(loops[k].items, g.items[i])
	}
	if len(loops) < 2 {
		return []group{g}
	}
	for i := range loops {
		loops[i].note = count(len(loops[i].items), "attempt")
	}
	g.items = nil
	return append([]group{g}, loops...)
}

// sessionGroup returns the group of a session and its attempts, by their time.
func sessionGroup(s *loader.Session) group {
	title := s.Title
	if title == "" {
		title = baseName(s.Source.Path)
	}
	g := group{title: title, note: count(len(s.Attempts), "attempt")}
	if len(s.Attempts) == 0 {
		g.note = "no compaction"
	}
	for _, a := range s.Attempts {
		it := newItem(a)
		it.name = strconv.Itoa(a.Number)
		it.crumbs = []string{shorten(title)}
		if len(s.Loops) > 1 && a.Loop != nil {
			it.crumbs = append(it.crumbs, loopName(a.Loop))
		}
		it.crumbs = append(it.crumbs, "attempt "+it.name+" of "+strconv.Itoa(len(s.Attempts)))
		g.items = append(g.items, it)
	}
	return g
}

// crumbLength bounds the code points of one step of the way in the title.
const crumbLength = 32

// shorten cuts s for the title.
func shorten(s string) string { return cut(s, crumbLength) }

// cut cuts s to at most n code points.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return strings.TrimSpace(string(r[:n-1])) + "…"
	}
	return s
}

// loopName returns what people call a loop: its agent, or the start of its id.
func loopName(l *loader.Loop) string {
	if l == nil {
		return "no loop"
	}
	if l.Name != "" {
		return l.Name
	}
	return "loop " + l.ID.String()[:8]
}

// newItem returns the item of an attempt, without its name.
func newItem(a *loader.Attempt) *item {
	it := &item{attempt: a, evidence: a.Evidence(), recorded: recordedOf(a), meaning: meaningOf(a), missing: missingOf(a), facts: factsOf(a)}
	it.at = a.Started
	if a.Trigger != 0 {
		it.trigger = strings.TrimSuffix(a.Trigger.String(), "matic")
	}
	switch {
	case a.Terminal == loader.Committed:
		it.outcome = outcome{kind: outcomeCommitted}
	case a.Terminal == loader.Rejected:
		it.outcome = outcome{kind: outcomeRejected, word: a.RejectReason.String()}
	case a.Session != nil:
		it.outcome = outcome{kind: outcomeOpen}
	case refusedUnanswered(it) != 0: // a bundle's sizes say it
		it.outcome = outcome{kind: outcomeRejected, word: a.Refused().String()}
	}
	if r := a.Refused(); r != 0 {
		it.outcome.late = r.String()
	}
	return it
}

// inWords writes a name in snake case as people do.
func inWords(name string) string { return strings.ReplaceAll(name, "_", " ") }

// problemItem returns the row of something that could not be read.
func problemItem(p *problem.Problem) *item {
	it := &item{problem: true, idle: p.Idle(), name: baseName(p.Path)}
	it.crumbs = []string{it.name}
	it.facts = []line{{text: p.What(), style: themes.Warning | themes.Bold}, {label: "file", text: pathName(p.Path)}}
	if at := placeWords(p.Place); at != "" {
		it.facts = append(it.facts, line{label: "where", text: at})
		it.name += " " + at
	}
	if p.Err != nil && (p.Detail == "" || !strings.HasSuffix(p.Err.Error(), p.Detail)) { // else it is said already
		it.facts = append(it.facts, line{label: "because", text: p.Err.Error()})
	}
	if remedy := p.Remedy(); remedy != "" {
		it.facts = append(it.facts, line{label: "do", text: remedy})
	}
	return it
}

// placeWords says where in a file something is.
func placeWords(p problem.Place) string {
	switch {
	case p.Line > 0:
		return "line " + grouped(p.Line)
	case p.Sequence > 0:
		return "record " + grouped(int(p.Sequence))
	case p.Size > 0 || p.Offset > 0:
		return "byte " + grouped(int(p.Offset))
	}
	return ""
}

// The headings of what could not be read, and of what holds nothing to judge.
const (
	notReadable = "Not readable"
	notJudged   = "Nothing to judge"
)
