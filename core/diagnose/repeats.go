package diagnose

import (
	"slices"
	"strings"
	"unicode"
)

// Repeats reports whether a sentence says nothing that another does not say: all its
// words that carry meaning are in the other, whatever their order, case and the signs
// between them. A cause and a rule often advise the same, and need not be shown both.
func Repeats(sentence, other string) bool {
	all := telling(other)
	for _, w := range telling(sentence) {
		if !slices.Contains(all, w) {
			return false
		}
	}
	return sentence != ""
}

// fillers are words that change nothing of what a sentence advises.
const fillers = " a an the it its their this that and or to of have let "

// telling returns the words of a sentence that carry meaning, in small letters.
func telling(sentence string) []string {
	words := strings.FieldsFunc(strings.ToLower(sentence), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".,;:?!()", r) })
	return slices.DeleteFunc(words, func(w string) bool { return strings.Contains(fillers, " "+w+" ") })
}
