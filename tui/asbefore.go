package tui

import (
	"bytes"
	"fmt"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/summary"
)

// foundAgain says how many findings a verdict has, of as many as there were before: that
// they are those, or how many are others.
func foundAgain(was, is *judged) string {
	words := found(is.verdict)
	switch others := newFindings(was, is); {
	case others == 0:
		return words + " as before"
	case len(is.verdict.Findings) == 1:
		return words + ", another than before"
	default:
		return fmt.Sprintf("%s, %s of them new", words, grouped(others))
	}
}

// sameFault is what a finding is known by in another version of its answer: its rule, its
// section, and its place, counted from the side of the text that did not change. Where
// all around it changed, what was found there stands for the place.
type sameFault struct {
	rule    *inspect.Rule
	section summary.SectionID
	from    anchorSide
	at      int // bytes from that side
	got     string
}

// anchorSide is where in a text that changed in one stretch something is.
type anchorSide uint8

const (
	fromNowhere anchorSide = iota // it is in no text
	fromStart                     // before what changed
	fromEnd                       // behind it
	amidChange                    // in it
)

// newFindings returns how many findings of is are not those of was.
func newFindings(was, is *judged) (n int) {
	summaries, files := alikeEnds(was.summary, is.summary), alikeEnds(was.reply, is.reply)
	key := func(j *judged, f *inspect.Finding) sameFault {
		switch {
		case f.Place.InSummary && j.summary != nil:
			return summaries.known(f, j.summary, f.Place.Summary)
		case f.Place.InFile && j.reply != nil:
			return files.known(f, j.reply, f.Place.File)
		}
		return sameFault{rule: f.Rule, section: f.Section}
	}
	before := map[sameFault]int{}
	for i := range was.verdict.Findings {
		before[key(was, &was.verdict.Findings[i])]++
	}
	for i := range is.verdict.Findings {
		k := key(is, &is.verdict.Findings[i])
		if before[k] == 0 {
			n++
			continue
		}
		before[k]--
	}
	return n
}

// ends are how many bytes two texts begin and end with alike.
type ends struct{ start, end int }

// alikeEnds compares two texts, either of which may be nil. It takes time linear in them.
func alikeEnds(was, is *source.Text) (e ends) {
	if was == nil || is == nil {
		return e
	}
	a, b := was.Bytes(), is.Bytes()
	const step = 4096 // bytes that are compared at once
	n := min(len(a), len(b))
	for e.start+step <= n && bytes.Equal(a[e.start:e.start+step], b[e.start:e.start+step]) {
		e.start += step
	}
	for e.start < n && a[e.start] == b[e.start] {
		e.start++
	}
	n -= e.start
	tail := func(t []byte, from, to int) []byte { return t[len(t)-to : len(t)-from] }
	for e.end+step <= n && bytes.Equal(tail(a, e.end, e.end+step), tail(b, e.end, e.end+step)) {
		e.end += step
	}
	for e.end < n && a[len(a)-e.end-1] == b[len(b)-e.end-1] {
		e.end++
	}
	return e
}

// known returns what finding f, at s in t, is known by; t is one of the two texts.
func (e ends) known(f *inspect.Finding, t *source.Text, s source.Span) sameFault {
	k := sameFault{rule: f.Rule, section: f.Section}
	if k.from, k.at = e.place(t.Len(), s.Start); k.from == amidChange {
		k.got = f.Got
	}
	return k
}

// place returns where an offset is in one of the two texts, which has size bytes.
func (e ends) place(size, offset int) (anchorSide, int) {
	switch {
	case offset < e.start:
		return fromStart, offset
	case offset >= size-e.end:
		return fromEnd, size - offset
	}
	return amidChange, 0
}
