package diff

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"compactlens/core/pulse"
	"compactlens/core/source"
)

// pairUp finds for the lines of each change those that stand against each other,
// and says in what they differ: of pairs of which one is among the first read lines
// of the hunks, where read is not 0. It reports whether a pair differs in more than
// is compared in full.
func pairUp(p *pulse.Pulse, old, new []byte, hunks []Hunk, read int) (coarse bool) {
	before := 0 // lines of the hunks before
	for _, h := range hunks {
		if read > 0 && before >= read {
			return coarse
		}
		all := h.Lines
		for i := 0; i < len(all) && !p.Beat(1); {
			if all[i].Op == Same {
				i++
				continue
			}
			start := i
			for i < len(all) && all[i].Op == Removed {
				i++
			}
			middle := i
			for i < len(all) && all[i].Op == Added {
				i++
			}
			n := min(middle-start, i-middle)
			if read > 0 {
				n = min(n, read-before-start)
			}
			for k := 0; k < n; k++ {
				a, b := &all[start+k], &all[middle+k]
				rough := false
				a.Changed, b.Changed, rough = words(p, old, new, a.Span, b.Span)
				coarse = coarse || rough
			}
		}
		before += len(all)
	}
	return coarse
}

// words returns the parts in which the line a of old and the line b of new differ.
// What both begin and end with is not cut into words, nor is what lies behind more
// differences than are compared in full.
func words(p *pulse.Pulse, old, new []byte, a, b source.Span) (inOld, inNew []source.Span, coarse bool) {
	a, b = differing(old, new, a, b)
	x, y := &cutter{p: p, text: old, at: a.Start, end: a.End}, &cutter{p: p, text: new, at: b.Start, end: b.End}
	ids := numbers{p: p, of: map[string]int{}}
	rows := [2]*row{{more: x.numbered(ids)}, {more: y.numbered(ids)}}
	all, ok := shortest(p, rows[0], rows[1])
	if !ok && x.count() == y.count() {
		inOld, inNew = wordByWord(p, old, new, a, b)
		return inOld, inNew, true
	}
	i, j := 0, 0
	step := func(toI, toJ int) {
		if i == toI && j == toJ {
			return
		}
		inOld = append(inOld, x.stretch(i, toI))
		inNew = append(inNew, y.stretch(j, toJ))
	}
	for _, m := range all {
		step(m.a, m.b)
		i, j = m.a+m.n, m.b+m.n
	}
	a.Start, b.Start = x.stretch(i, i).Start, y.stretch(j, j).Start
	if !a.Empty() || !b.Empty() {
		inOld, inNew = append(inOld, a), append(inNew, b)
	}
	return inOld, inNew, !ok
}

// wordByWord returns the parts in which a of old and b of new differ, which have as many
// words, each compared with the one at its place. It keeps no word.
func wordByWord(p *pulse.Pulse, old, new []byte, a, b source.Span) (inOld, inNew []source.Span) {
	x, y := cutter{text: old, at: a.Start, end: a.End}, cutter{text: new, at: b.Start, end: b.End}
	differ := false
	for x.at < x.end && y.at < y.end && !p.Beat(1) {
		s, t := x.next(), y.next()
		switch same := bytes.Equal(s.Of(old), t.Of(new)); {
		case same && differ:
			a.End, b.End, differ = s.Start, t.Start, false
			inOld, inNew = append(inOld, a), append(inNew, b)
		case !same && !differ:
			a.Start, b.Start, differ = s.Start, t.Start, true
		}
	}
	if differ {
		a.End, b.End = x.end, y.end
		inOld, inNew = append(inOld, a), append(inNew, b)
	}
	return inOld, inNew
}

// differing returns a of old and b of new without the words that both begin with and
// end with.
func differing(old, new []byte, a, b source.Span) (inOld, inNew source.Span) {
	n := min(a.Len(), b.Len())
	same := 0
	for same < n && old[a.Start+same] == new[b.Start+same] {
		same++
	}
	for same > 0 && !(border(old, a, a.Start+same) && border(new, b, b.Start+same)) {
		same--
	}
	a.Start, b.Start, n = a.Start+same, b.Start+same, n-same
	same = 0
	for same < n && old[a.End-1-same] == new[b.End-1-same] {
		same++
	}
	for same > 0 && !(border(old, a, a.End-same) && border(new, b, b.End-same)) {
		same--
	}
	a.End, b.End = a.End-same, b.End-same
	return a, b
}

// border reports whether a word of s ends, and one begins, at offset at.
func border(text []byte, s source.Span, at int) bool {
	if at == s.Start || at == s.End {
		return true
	}
	if !utf8.RuneStart(text[at]) { // inside a character, or a byte that is none
		from := at
		for from > s.Start && from > at-utf8.UTFMax && !utf8.RuneStart(text[from]) {
			from--
		}
		_, n := utf8.DecodeRune(text[from:s.End])
		return from+n <= at
	}
	before, _ := utf8.DecodeLastRune(text[s.Start:at])
	here, _ := utf8.DecodeRune(text[at:s.End])
	return class(here) == none || class(here) != class(before)
}

// The classes of characters.
const (
	none = iota // of a character that is a word by itself
	word
	blank
)

func class(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_':
			return word
		case r == ' ' || r >= '\t' && r <= '\r':
			return blank
		}
		return none
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return word
	case unicode.IsSpace(r):
		return blank
	}
	return none
}

// cutter cuts text into words: runs of letters and digits, runs of blanks, and every
// other character by itself.
type cutter struct {
	p       *pulse.Pulse
	text    []byte
	at, end int
	words   []source.Span // so far
}

// next returns the word that begins at c.at, which is before the end, and goes behind
// it.
func (c *cutter) next() source.Span {
	s := source.Span{Start: c.at}
	r, n := utf8.DecodeRune(c.text[c.at:c.end])
	c.at += n
	for first := class(r); first != none && c.at < c.end; c.at += n {
		if r, n = utf8.DecodeRune(c.text[c.at:c.end]); class(r) != first {
			break
		}
	}
	s.End = c.at
	return s
}

// numbered returns what numbers the next words.
func (c *cutter) numbered(ids numbers) func([]int) []int {
	const atATime = 1 << 12
	return func(out []int) []int {
		from := len(c.words)
		for len(c.words) < from+atATime && c.at < c.end && !c.p.Beat(1) {
			c.words = append(c.words, c.next())
		}
		return append(out, ids.all(len(c.words)-from, func(i int) []byte { return c.words[from+i].Of(c.text) })...)
	}
}

// count returns how many words there are. It keeps none.
func (c *cutter) count() int {
	rest := *c
	n := len(c.words)
	for ; rest.at < rest.end && !c.p.Beat(1); n++ {
		rest.next()
	}
	return n
}

// stretch returns the span of the words from i up to j; the place where word i begins
// where there are none. Those before i were cut.
func (c *cutter) stretch(i, j int) source.Span {
	switch {
	case i < j:
		return source.Span{Start: c.words[i].Start, End: c.words[j-1].End}
	case i < len(c.words):
		return source.At(c.words[i].Start)
	}
	return source.At(c.at)
}
