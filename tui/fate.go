package tui

import (
	"cmp"

	"compactlens/loader/problem"
)

// fate is what became of a file that was read once.
type fate uint8

const (
	fateRead    fate = iota // it can be read still
	fateGone                // it is no more
	fateEmpty               // it is there and holds nothing
	fateBlocked             // it is there and cannot be read
)

// label is the word for the list, where there is little room.
func (f fate) label() string { return [...]string{"", "gone", "empty", "unreadable"}[f] }

// verb says what the file is, behind its name; of several, behind their number.
func (f fate) verb(several bool) string {
	switch {
	case f == fateBlocked:
		return "cannot be read"
	case several:
		return "are " + f.label()
	}
	return "is " + f.label()
}

// news says the same of what was just noticed.
func (f fate) news(several bool) string {
	if f == fateGone {
		return f.verb(several)
	}
	return f.verb(several) + " now"
}

// fates returns what became of a file, as the contents were read.
func (c *contents) fates() func(path string) fate {
	if c.workspace == nil {
		return func(string) fate { return fateRead }
	}
	known := map[string]fate{}
	of := func(p *problem.Problem) fate {
		switch {
		case p.Severity() != problem.Fatal, p.Idle(): // it was read, whatever there is to judge in it
			return fateRead
		case p.Kind == problem.NotFound:
			return fateGone
		case p.Kind == problem.Empty:
			return fateEmpty
		}
		return fateBlocked
	}
	for _, s := range c.workspace.Sources {
		known[s.Path] = fateRead
		for _, p := range s.Problems {
			known[s.Path] = cmp.Or(of(p), known[s.Path])
		}
	}
	for _, p := range c.workspace.Problems {
		if _, is := known[p.Path]; !is && of(p) != fateRead {
			known[p.Path] = of(p)
		}
	}
	return func(path string) fate {
		if f, is := known[path]; is {
			return f
		}
		return fateGone
	}
}

// there returns whether a file could be read.
func (c *contents) there() func(path string) bool {
	of := c.fates()
	return func(path string) bool { return of(path) == fateRead }
}

// fateWords says what became of the files of items that are shown as they were read.
func fateWords(items []*item) string {
	n, name := inFiles(items)
	what := items[0].fate
	for _, it := range items {
		if it.fate != what {
			return grouped(n) + " files are gone or cannot be read now; showing what was read"
		}
	}
	if n == 1 {
		return name + " " + what.news(false) + "; showing what was read"
	}
	return grouped(n) + " files " + what.news(true) + "; showing what was read"
}
