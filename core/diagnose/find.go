package diagnose

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"slices"
	"strings"

	"compactlens/core/source"
)

// form is a pattern that is looked for near the words it cannot do without: a
// pattern takes a hundred times as long as a word.
type form struct {
	pattern *regexp.Regexp
	words   []string // of at least two bytes, in small letters where fold is set
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

// finder looks for the words of some forms at once: for the rarest two bytes of
// each. It never changes.
type finder struct {
	forms []form
	pairs [1 << 16]uint8 // by two bytes of text: an index into words; 0 where no word has them
	words [][]formWord   // words[0] is none
}

// formWord is a word of a form, and where in it the two bytes are that it is looked
// for by.
type formWord struct {
	text string
	form int
	at   int
}

// newFinder makes the finder of forms.
func newFinder(forms []form) *finder {
	f := &finder{forms: forms, words: make([][]formWord, 1)}
	for i, form := range forms {
		for _, text := range form.words {
			w := formWord{text, i, rarest(text)}
			a, b := text[w.at:w.at+1], text[w.at+1:w.at+2]
			f.put(a, b, w)
			if form.fold {
				f.put(strings.ToUpper(a), b, w)
				f.put(a, strings.ToUpper(b), w)
				f.put(strings.ToUpper(a), strings.ToUpper(b), w)
			}
		}
	}
	return f
}

// put has w looked for by the bytes a and b.
func (f *finder) put(a, b string, w formWord) {
	own := &f.pairs[pair(a[0], b[0])]
	if *own == 0 {
		*own = uint8(len(f.words))
		f.words = append(f.words, nil)
	}
	if all := &f.words[*own]; !slices.Contains(*all, w) {
		*all = append(*all, w)
	}
}

func pair(a, b byte) uint16 { return uint16(a) | uint16(b)<<8 }

// rarest returns the offset of the two bytes of word that prose has least of.
func rarest(word string) (at int) {
	const often = " etaoinsrhdlcumfpgwybv"
	rank := func(c byte) int {
		if i := strings.IndexByte(often, c); i >= 0 {
			return i
		}
		return len(often)
	}
	best := -1
	for i := range len(word) - 1 {
		if r := rank(word[i]) + rank(word[i+1]); r > best {
			at, best = i, r
		}
	}
	return at
}

// near returns, by the index of the form, where in b its pattern is to be tried;
// nil where no word stands.
func (f *finder) near(b []byte) (near [][]source.Span) {
	const some = 8 // pairs looked at in one go
	for i := 0; i+1 < len(b); {
		if i+some < len(b) && !f.any(binary.LittleEndian.Uint64(b[i:]), b[i+some]) {
			i += some
			continue
		}
		for end := min(i+some, len(b)-1); i < end; i++ {
			if own := f.pairs[pair(b[i], b[i+1])]; own != 0 {
				near = f.note(b, i, f.words[own], near)
			}
		}
	}
	return near
}

// note adds to near where patterns are to be tried for those of the words that
// stand in b with their two bytes at the offset.
func (f *finder) note(b []byte, offset int, words []formWord, near [][]source.Span) [][]source.Span {
	for _, w := range words {
		at := offset - w.at
		if at < 0 || !f.stands(b, at, w) {
			continue
		}
		if near == nil {
			near = make([][]source.Span, len(f.forms))
		}
		near[w.form] = f.forms[w.form].reaches(b, at, near[w.form])
	}
	return near
}

// any reports whether two neighbours of nine bytes are a pair that words have: the
// eight of w, the first the lowest, and next.
func (f *finder) any(w uint64, next byte) bool {
	t := &f.pairs
	return t[uint16(w)]|t[uint16(w>>8)]|t[uint16(w>>16)]|t[uint16(w>>24)]|
		t[uint16(w>>32)]|t[uint16(w>>40)]|t[uint16(w>>48)]|t[pair(byte(w>>56), next)] != 0
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

// reaches adds to near the bytes around a word at the offset that the pattern is
// tried on: its line, or a stretch that begins and ends beside white space, so that
// no match is cut short. Stretches that meet become one.
func (f *form) reaches(b []byte, at int, near []source.Span) []source.Span {
	var last source.Span
	if n := len(near); n > 0 {
		last = near[n-1]
	}
	if f.line && at < last.End {
		return near
	}
	s := source.Span{Start: max(at-reach, 0), End: max(last.End, min(at+reach, len(b)))}
	if f.line {
		s.Start, s.End = bytes.LastIndexByte(b[:at], '\n')+1, len(b)
		if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
			s.End = at + i
		}
	} else {
		for s.Start > last.End && !isBlank(b[s.Start-1]) && at-s.Start < 2*reach {
			s.Start--
		}
		for s.End < len(b) && !isBlank(b[s.End]) {
			s.End++
		}
	}
	if n := len(near); n > 0 && s.Start <= last.End {
		near[n-1].End = s.End
		return near
	}
	return append(near, s)
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
	b = b[:min(len(b), at+reach)]
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
	for end < min(len(b), at+2*reach) && !isBlank(b[end]) {
		end++
	}
	return bytes.IndexByte(b[at:end], '@') >= 0
}
