package diagnose

import (
	"bytes"
	"regexp"
	"strings"

	"compactlens/core/source"
)

// form is a pattern that is looked for near the words it cannot do without: a
// pattern takes a hundred times as long as a word.
type form struct {
	pattern *regexp.Regexp
	words   []string // of at least wordLen bytes, in small letters where fold is set
	fold    bool     // words are found in any case
	begins  bool     // a match begins with the word, and no letter stands before it
	line    bool     // a match lies in the word's line, and may ask for its start
	// may looks at what stands around a word at the offset and reports whether the
	// pattern may match there; nil always does.
	may func(b []byte, at int) bool
}

// reach is how many bytes before and behind a word its pattern is tried on, up to
// the next white space.
const reach = 96

// wordLen is how many bytes of a word the table of a finder has.
const wordLen = 3

// finder looks for the words of some forms at once. It never changes.
type finder struct {
	forms []form
	words []formWord
	table [wordLen][256]uint64 // bit i: words[i] may have the byte at this index
}

type formWord struct {
	text string
	form int
}

// newFinder makes the finder of forms that have at most 64 words.
func newFinder(forms []form) *finder {
	f := &finder{forms: forms}
	for i, form := range forms {
		for _, w := range form.words {
			bit := uint64(1) << len(f.words)
			f.words = append(f.words, formWord{w, i})
			for k := range wordLen {
				f.table[k][w[k]] |= bit
				if form.fold {
					f.table[k][strings.ToUpper(w[k : k+1])[0]] |= bit
				}
			}
		}
	}
	return f
}

// near returns, by the index of the form, where in b its pattern is to be tried;
// nil where no word stands.
func (f *finder) near(b []byte) (near [][]source.Span) {
	for at := 0; at+wordLen <= len(b); at++ {
		found := f.table[0][b[at]] & f.table[1][b[at+1]] & f.table[2][b[at+2]]
		for i := 0; found != 0; i, found = i+1, found>>1 {
			if found&1 == 0 || !f.stands(b, at, f.words[i]) {
				continue
			}
			if near == nil {
				near = make([][]source.Span, len(f.forms))
			}
			own := &near[f.words[i].form]
			w := f.forms[f.words[i].form].window(b, at)
			if n := len(*own); n > 0 && w.Start < (*own)[n-1].End {
				(*own)[n-1].End = max((*own)[n-1].End, w.End)
				continue
			}
			*own = append(*own, w)
		}
	}
	return near
}

// stands reports whether the word stands in b at the offset, as its form wants it.
func (f *finder) stands(b []byte, at int, w formWord) bool {
	form := &f.forms[w.form]
	if len(b)-at < len(w.text) || form.begins && at > 0 && isWord(b[at-1]) {
		return false
	}
	if form.fold {
		if !bytes.EqualFold(b[at:at+len(w.text)], []byte(w.text)) {
			return false
		}
	} else if string(b[at:at+len(w.text)]) != w.text {
		return false
	}
	return form.may == nil || form.may(b, at)
}

// window returns the bytes around a word at the offset that its pattern is tried
// on: its line, or a stretch that begins and ends beside white space, so that no
// match is cut short.
func (f *form) window(b []byte, at int) source.Span {
	if f.line {
		w := source.Span{Start: bytes.LastIndexByte(b[:at], '\n') + 1, End: len(b)}
		if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
			w.End = at + i
		}
		return w
	}
	w := source.Span{Start: max(at-reach, 0), End: min(at+reach, len(b))}
	for w.Start > 0 && !isBlank(b[w.Start-1]) && at-w.Start < 2*reach {
		w.Start--
	}
	for w.End < len(b) && !isBlank(b[w.End]) {
		w.End++
	}
	return w
}

// all calls do with the matches of a form in b, in order, as
// FindSubmatchIndex gives them; near is what near returned.
func (f *finder) all(b []byte, near [][]source.Span, form int, do func(m []int)) {
	if near == nil {
		return
	}
	for _, w := range near[form] {
		for _, m := range f.forms[form].pattern.FindAllSubmatchIndex(w.Of(b), -1) {
			for i := range m {
				if m[i] >= 0 {
					m[i] += w.Start
				}
			}
			do(m)
		}
	}
}

func isBlank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// leads reports whether nothing but white space and the marks of lists and
// quotations stands before the offset on its line.
func leads(b []byte, at int) bool {
	for ; at > 0 && b[at-1] != '\n'; at-- {
		if c := b[at-1]; !isBlank(c) && c != '>' && c != '*' && c != '-' {
			return false
		}
	}
	return true
}

// assigns reports whether the word at the offset ends before something that gives
// it a value: a colon, an equals sign, or "is".
func assigns(b []byte, at int) bool {
	for at < len(b) && isWord(b[at]) {
		at++
	}
	for at < len(b) && (isBlank(b[at]) || b[at] == '"' || b[at] == '\'') {
		at++
	}
	return at < len(b) && (b[at] == ':' || b[at] == '=' || b[at]|0x20 == 'i')
}

// user reports whether the URL whose "://" stands at the offset has an @.
func user(b []byte, at int) bool {
	end := at
	for end < len(b) && !isBlank(b[end]) {
		end++
	}
	return bytes.IndexByte(b[at:end], '@') >= 0
}
