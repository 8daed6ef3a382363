package diagnose

import (
	"slices"
	"strings"
	"unicode"

	"compactlens/core/inspect"
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

// damagedFile is the cause of what damage to a file may have come to.
const damagedFile = "damaged-file"

// Mend says what to write instead of what was found: what the rule says, and nothing
// where the fault may be the file's. The finding was given its cause before.
func Mend(f *inspect.Finding) string {
	if f.Cause == damagedFile {
		return ""
	}
	return f.Mend()
}
