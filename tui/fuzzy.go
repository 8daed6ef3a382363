package tui

import "unicode"

// The weights of a fuzzy match: letters in a row and letters that begin a word
// count more than others.
const (
	weightLetter = 1
	weightRow    = 4
	weightStart  = 6
)

// fuzzyLimit bounds the letters of a pattern and of a text that are looked at.
const fuzzyLimit = 200

// fuzzy reports whether pattern is near to text, and how near: more is better. Near
// means that each word of the pattern is made of beginnings of words that follow each
// other in text, or that it is in text as it is. Case does not matter, and a hyphen
// parts words as a blank does.
func fuzzy(pattern, text string) (score int, ok bool) {
	m := matcher{text: []rune(text)}
	m.text = m.text[:min(len(m.text), fuzzyLimit)]
	begins := false
	for _, r := range pattern {
		if unicode.IsSpace(r) || r == '-' {
			begins = true
			continue
		}
		m.want = append(m.want, letter{unicode.ToLower(r), begins || len(m.want) == 0})
		begins = false
	}
	if len(m.want) == 0 {
		return 0, true
	}
	if len(m.want) > len(m.text) {
		return 0, false
	}
	best := m.match()
	return best, best > 0
}

// letter is one of a pattern.
type letter struct {
	r      rune
	begins bool // it is the first of a word of the pattern
}

// matcher finds the best way to find want in text.
type matcher struct {
	want []letter
	text []rune
}

// starts reports whether a word of the text begins at i.
func (m *matcher) starts(i int) bool {
	inside := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return i == 0 || !inside(m.text[i-1])
}

// match returns the best score, 0 where want is not near to text. Row i of its table
// has for each letter of text the best score of want[i:] with want[i] there, and 0
// where there is no match.
func (m *matcher) match() (best int) {
	n := len(m.text)
	below := make([]int, n+1)
	for i := len(m.want) - 1; i >= 0; i-- {
		row := make([]int, n+1)
		last := i == len(m.want)-1
		next, later := 0, 0 // the best at the start of the next word, and of any behind
		for j := n - 1; j >= 0; j-- {
			if unicode.ToLower(m.text[j]) == m.want[i].r && (m.starts(j) || !m.want[i].begins || m.whole(i, j)) {
				rest := below[j+1]
				if rest > 0 {
					rest += weightRow
				}
				switch {
				case last:
					row[j] = m.weight(j)
				case m.want[i+1].begins:
					rest = max(rest, later)
					fallthrough
				default:
					if rest = max(rest, next); rest > 0 {
						row[j] = m.weight(j) + rest
					}
				}
			}
			if m.starts(j) && !last {
				next = below[j]
			}
			if !last {
				later = max(later, below[j])
			}
		}
		below = row
	}
	for j := range n {
		best = max(best, below[j])
	}
	return best
}

func (m *matcher) weight(j int) int {
	if m.starts(j) {
		return weightLetter + weightStart
	}
	return weightLetter
}

// whole reports whether the word of the pattern that begins with want[i] is in text at
// j as it is. One letter inside a word is not near to anything.
func (m *matcher) whole(i, j int) bool {
	from := i
	for i++; i < len(m.want) && !m.want[i].begins; i++ {
		if j+i-from >= len(m.text) || unicode.ToLower(m.text[j+i-from]) != m.want[i].r {
			return false
		}
	}
	return i-from > 1
}
