package diagnose

import (
	"strings"
	"unicode"

	"compactlens/core/inspect"
)

// script is a writing system and what to call a text in it.
type script struct {
	name   string
	tables []*unicode.RangeTable
}

// scripts are the systems that are told apart. Japanese mixes three of them.
var scripts = []script{
	{"the Latin script", []*unicode.RangeTable{unicode.Latin}},
	{"the Cyrillic script", []*unicode.RangeTable{unicode.Cyrillic}},
	{"Chinese or Japanese", []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana}},
	{"Korean", []*unicode.RangeTable{unicode.Hangul}},
	{"the Arabic script", []*unicode.RangeTable{unicode.Arabic}},
	{"the Hebrew script", []*unicode.RangeTable{unicode.Hebrew}},
	{"the Greek script", []*unicode.RangeTable{unicode.Greek}},
	{"the Devanagari script", []*unicode.RangeTable{unicode.Devanagari}},
	{"the Thai script", []*unicode.RangeTable{unicode.Thai}},
}

// small are frequent small words of languages in the Latin script.
var small = map[string][]string{
	"English":    {"the", "and", "is", "of", "to", "that", "with", "for", "this", "was", "are", "not", "it", "from", "have", "should", "which", "when"},
	"German":     {"der", "und", "ist", "nicht", "das", "ein", "eine", "mit", "auf", "für", "den", "von", "wird", "werden", "auch", "noch", "dass", "wir"},
	"French":     {"le", "les", "et", "est", "une", "des", "dans", "pour", "pas", "qui", "sur", "avec", "nous", "mais", "être", "sont", "cette", "du"},
	"Spanish":    {"el", "los", "las", "una", "por", "para", "con", "está", "pero", "como", "más", "del", "hay", "esta", "muy", "cuando", "también", "y"},
	"Portuguese": {"uma", "não", "os", "com", "mais", "mas", "foi", "ao", "também", "você", "está", "são", "isso", "pelo", "pela", "quando", "já", "em"},
	"Italian":    {"il", "che", "di", "gli", "sono", "nel", "della", "anche", "più", "questo", "quando", "ma", "ho", "ci", "perché", "essere", "è", "dei"},
	"Dutch":      {"het", "een", "niet", "van", "zijn", "op", "voor", "met", "maar", "ook", "wordt", "naar", "bij", "deze", "dit", "wij", "nog", "aan"},
}

const (
	minLetters = 24 // letters from which a text's script is told
	minWords   = 5  // small words from which a text's language is told
)

// adviseLanguage compares the summary's language with the user's. It is silent
// where either is short or mixed.
func (s *scene) adviseLanguage(texts []sectionText) {
	if len(s.ctx.UserText) == 0 {
		return
	}
	var all strings.Builder
	var first *sectionText
	for i := range texts {
		if first == nil && len(texts[i].text) > 0 {
			first = &texts[i]
		}
		all.Write(texts[i].read())
		all.WriteByte('\n')
	}
	if first == nil {
		return
	}
	theirs, ours := sample(string(s.ctx.UserText[:min(len(s.ctx.UserText), languageSample)])), sample(all.String())
	user, sum := scriptOf(theirs), scriptOf(ours)
	if user == "" || sum == "" {
		return
	}
	if user == sum {
		if user != scripts[0].name {
			return
		}
		user, sum = languageOf(theirs), languageOf(ours)
	}
	if user == "" || sum == "" || user == sum {
		return
	}
	s.advise(inspect.AdviceLanguage, *first, first.whole(), user, sum)
}

// languageSample bounds the bytes whose language is told.
const languageSample = 16 << 10

// sample returns the start of text, at most languageSample bytes of it.
func sample(text string) string {
	return strings.ToValidUTF8(text[:min(len(text), languageSample)], "")
}

// scriptOf names the script of at least two thirds of the letters in text, empty
// where there is none or too few letters. A character of Chinese, Japanese or
// Korean counts for three.
func scriptOf(text string) string {
	counts := make([]int, len(scripts))
	letters := 0
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		for i, sc := range scripts {
			if unicode.In(r, sc.tables...) {
				n := 1
				if i == 2 || i == 3 {
					n = 3
				}
				counts[i] += n
				letters += n
				break
			}
		}
	}
	if letters < minLetters {
		return ""
	}
	for i, n := range counts {
		if n*3 >= letters*2 {
			return scripts[i].name
		}
	}
	return ""
}

// languagesOf are the languages that each small word is one of.
var languagesOf = func() map[string][]string {
	index := map[string][]string{}
	for language, words := range small {
		for _, w := range words {
			index[w] = append(index[w], language)
		}
	}
	return index
}()

// languageOf names the language whose small words are by far the most frequent in
// text, empty where none is.
func languageOf(text string) string {
	counts := map[string]int{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		for _, language := range languagesOf[word] {
			counts[language]++
		}
	}
	best, most, next := "", 0, 0
	for language, n := range counts {
		switch {
		case n > most:
			best, most, next = language, n, most
		case n > next:
			next = n
		}
	}
	if most < minWords || most < 2*next {
		return ""
	}
	return best
}
