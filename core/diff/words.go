package diff

import (
	"unicode"
	"unicode/utf8"

	"compactlens/core/source"
)

// pairUp finds for the lines of each change those that stand against each other,
// and says in what they differ. It reports whether a pair differs in more than is
// compared in full.
func pairUp(old, new []byte, all []Line) (coarse bool) {
	for i := 0; i < len(all); {
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
		for k := 0; k < min(middle-start, i-middle); k++ {
			a, b := &all[start+k], &all[middle+k]
			rough := false
			a.Changed, b.Changed, rough = words(old, new, a.Span, b.Span)
			coarse = coarse || rough
		}
	}
	return coarse
}

// words returns the parts in which the line a of old and the line b of new differ.
func words(old, new []byte, a, b source.Span) (inOld, inNew []source.Span, coarse bool) {
	x, y := cut(old, a), cut(new, b)
	ids := map[string]int{}
	number := func(text []byte, spans []source.Span) []int {
		out := make([]int, len(spans))
		for i, s := range spans {
			word := string(s.Of(text))
			id, ok := ids[word]
			if !ok {
				id = len(ids)
				ids[word] = id
			}
			out[i] = id
		}
		return out
	}
	i, j := 0, 0
	step := func(toI, toJ int) {
		if i == toI && j == toJ {
			return
		}
		inOld = append(inOld, stretch(x, i, toI, a.End))
		inNew = append(inNew, stretch(y, j, toJ, b.End))
	}
	all, coarse := matches(number(old, x), number(new, y))
	for _, m := range all {
		step(m.a, m.b)
		i, j = m.a+m.n, m.b+m.n
	}
	step(len(x), len(y))
	return inOld, inNew, coarse
}

// stretch returns the span of the words from i up to j; the place where word i
// begins where there are none.
func stretch(words []source.Span, i, j, end int) source.Span {
	switch {
	case i < j:
		return source.Span{Start: words[i].Start, End: words[j-1].End}
	case i < len(words):
		return source.At(words[i].Start)
	}
	return source.At(end)
}

// cut returns the words of s: runs of letters and digits, runs of blanks, and
// every other character by itself.
func cut(text []byte, s source.Span) []source.Span {
	const (
		none = iota
		word
		blank
	)
	class := func(r rune) int {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_':
			return word
		case unicode.IsSpace(r):
			return blank
		}
		return none
	}
	var out []source.Span
	last := none
	for at := s.Start; at < s.End; {
		r, n := utf8.DecodeRune(text[at:s.End])
		c := class(r)
		if k := len(out) - 1; k >= 0 && c != none && c == last {
			out[k].End = at + n
		} else {
			out = append(out, source.Span{Start: at, End: at + n})
		}
		last = c
		at += n
	}
	return out
}
