package tui

import "unicode"

// The weights of a fuzzy match: letters in a row and letters that begin a word
// count more than others, and a late first letter a little less.
const (
	weightLetter = 1
	weightRow    = 4
	weightStart  = 6
)

// fuzzy reports whether the letters of pattern appear in text in their order, and
// how well: more is better. Case and blanks of the pattern do not matter.
func fuzzy(pattern, text string) (score int, ok bool) {
	var want []rune
	for _, r := range pattern {
		if !unicode.IsSpace(r) {
			want = append(want, unicode.ToLower(r))
		}
	}
	have := []rune(text)
	best := -1
	for from := range have {
		if len(want) > 0 && unicode.ToLower(have[from]) != want[0] {
			continue
		}
		if s, ok := matchFrom(want, have, from); ok && s > best {
			best = s
		}
	}
	if len(want) == 0 {
		return 0, true
	}
	return best, best >= 0
}

// matchFrom matches want in have greedily from index at on.
func matchFrom(want, have []rune, at int) (score int, ok bool) {
	next, last := 0, -2
	for i := at; i < len(have) && next < len(want); i++ {
		if unicode.ToLower(have[i]) != want[next] {
			continue
		}
		score += weightLetter
		if i == last+1 {
			score += weightRow
		}
		if i == 0 || !unicode.IsLetter(have[i-1]) {
			score += weightStart
		}
		next, last = next+1, i
	}
	return score, next == len(want)
}
