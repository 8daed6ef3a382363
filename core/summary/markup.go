package summary

import (
	"bytes"
	"strings"

	"compactlens/core/source"
)

// htmlNames holds the elements of HTML that people quote, between spaces.
const htmlNames = " a abbr article aside audio b big blockquote body br button canvas caption center cite code col colgroup " +
	"dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html " +
	"i iframe img input ins kbd label legend li link main mark menu meta meter nav noscript object ol optgroup option output p param " +
	"picture pre progress q s samp script section select slot small source span strike strong style sub summary sup svg table tbody " +
	"td template textarea tfoot th thead time title tr track tt u ul var video wbr "

// itemNames holds elements that models make up to structure a section, between
// spaces.
const itemNames = " action bullet command decision detail entry error file fact finding goal_item item issue line list note open_item " +
	"point question reason result step steps subtask summary_item task tasks test todo value "

// listed reports whether name is a word of list.
func listed(list string, name []byte) bool {
	return len(name) > 0 && strings.Contains(list, " "+string(name)+" ")
}

// htmlName reports whether name is an HTML element as people write it: in small
// letters, or in capitals where it is longer than a type parameter.
func htmlName(name []byte) bool {
	if len(name) > len("blockquote") {
		return false
	}
	return listed(htmlNames, name) || len(name) > 1 && bytes.Equal(name, bytes.ToUpper(name)) && listed(htmlNames, bytes.ToLower(name))
}

// local returns the part of a qualified name behind its prefix, as encoding/xml
// divides it: a colon at either end belongs to the name.
func local(name []byte) []byte {
	if i := bytes.IndexByte(name, ':'); i > 0 && i < len(name)-1 {
		return name[i+1:]
	}
	return name
}

// wordByte reports whether c may end or begin an identifier.
func wordByte(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// foreign says what sort of well-formed tag t is that stands in a section. paired
// says that its end tag stands there too.
func foreign(b []byte, t token, paired bool) Kind {
	name := t.name.Of(b)
	switch {
	case SectionByName(string(local(name))) != None || string(local(name)) == rootName:
		return KindNested
	case htmlName(name):
		return KindHTMLTag
	case listed(itemNames, name) || paired || t.attrs.End > 0 || t.empty:
		return KindNested
	}
	return KindGenerics
}

// mark is what a person takes the bytes at a < for that the tokenizer refuses.
type mark struct {
	kind Kind
	span source.Span
	next int // where reading goes on
}

// brokenStart names the start tag t that the tokenizer refuses: a tag with
// something wrong in it, type parameters, or just a <.
func brokenStart(b []byte, t token) mark {
	at := t.span.Start
	name := t.name.Of(b)
	if known(local(name)) {
		return wholeTag(b, t, KindMalformedTag)
	}
	if htmlName(name) && (at == 0 || !wordByte(b[at-1]) || len(name) > 1) {
		if m := wholeTag(b, t, KindHTMLTag); b[m.next-1] == '>' {
			return m
		}
	}
	if spacedName(b, at+1) {
		return wholeTag(b, t, KindMalformedTag)
	}
	if end := angled(b, at); end > 0 {
		kind := KindGenerics
		if attributed(b[t.name.End:end]) {
			kind = KindHTMLTag
		}
		return mark{kind, source.Span{Start: at, End: end}, end}
	}
	end := at + 1
	for end < len(b) && b[end] == '<' && !opens(b, end) {
		end++
	}
	return mark{KindBareLessThan, source.Span{Start: at, End: end}, end}
}

// attributed reports whether rest, what stands behind a tag's name, reads like
// attributes.
func attributed(rest []byte) bool {
	if len(rest) == 0 || rest[0] != ' ' {
		return false
	}
	i := bytes.IndexByte(rest, '=')
	return i > 0 && wordByte(rest[i-1]) && i+1 < len(rest) && strings.IndexByte("\"'{", rest[i+1]) >= 0
}

// known reports whether name is that of a section or of the root.
func known(name []byte) bool {
	return SectionByName(string(name)) != None || string(name) == rootName
}

// spacedName reports whether the name of a section or the root stands at offset
// at behind white space, directly before a >: a tag with a space too many.
func spacedName(b []byte, at int) bool {
	start := (&reader{b: b}).space(at)
	end := nameEnd(b, start)
	return start > at && end < len(b) && b[end] == '>' && known(b[start:end])
}

// opens reports whether the < at offset at, which follows another, opens markup
// rather than being half of an operator.
func opens(b []byte, at int) bool {
	if at+1 == len(b) {
		return false
	}
	if c := b[at+1]; c == '/' || c == '!' || c == '?' {
		return true
	}
	name := b[at+1 : nameEnd(b, at+1)]
	return known(name) || htmlName(name)
}

// maxTag bounds how far the end of a broken tag is looked for, in bytes.
const maxTag = 512

// wholeTag returns the broken tag t up to its >, or as far as the tokenizer came
// where there is none before the next <.
func wholeTag(b []byte, t token, kind Kind) mark {
	rest := b[t.span.Start+1 : min(t.span.Start+1+maxTag, len(b))]
	end := max(t.name.End, t.span.Start+1)
	if i := bytes.IndexAny(rest, "<>"); i >= 0 && rest[i] == '>' {
		end = t.span.Start + i + 2
	}
	return mark{kind, source.Span{Start: t.span.Start, End: end}, end}
}

// maxAngled bounds what is taken for type parameters or a placeholder, in bytes.
const maxAngled = 120

// angled returns the offset after the text in angle brackets at offset at, where
// it looks like type parameters or a placeholder; else 0. A comparison does not.
func angled(b []byte, at int) int {
	if at > 0 && wordByte(b[at-1]) && at+1 < len(b) && b[at+1] == '>' {
		return at + 2
	}
	if at+1 >= len(b) || strings.IndexByte(" \t\r\n=-<>;", b[at+1]) >= 0 || '0' <= b[at+1] && b[at+1] <= '9' {
		return 0
	}
	depth, round := 0, 0
	for i := at; i < min(at+maxAngled, len(b)); i++ {
		switch c := b[i]; {
		case c == '<':
			depth++
		case c == '>' && b[i-1] == '-' || c == '>' && b[i-1] == '=':
			continue // an arrow of a function type
		case c == '>':
			depth--
		case c == '(' || c == '{' || c == '[':
			round++
		case c == ')' || c == '}' || c == ']':
			round--
		case c < 0x20, c == ';' && round == 0, (c == '&' || c == '|') && i+1 < len(b) && b[i+1] == c:
			return 0
		}
		if round < 0 {
			return 0
		}
		if depth == 0 {
			if comparison(b, at, i+1) {
				return 0
			}
			return i + 1
		}
	}
	return 0
}

// typeWords are words that may stand before another in type parameters, between
// spaces.
const typeWords = " extends super dyn impl const mut in out keyof typename class where readonly ref unsafe extern fn infer for "

// comparison reports whether the text from < to > reads like two comparisons: a
// word or an operand stands directly before or behind and words follow each other
// inside.
func comparison(b []byte, start, end int) bool {
	tight := start > 0 && wordByte(b[start-1]) || end < len(b) && wordByte(b[end])
	if !tight {
		return false
	}
	if inner := b[start+1 : end-1]; attributed(inner[nameEnd(inner, 0):]) {
		return false
	}
	fields := bytes.Fields(b[start+1 : end-1])
	for i := 0; i+1 < len(fields); i++ {
		f := fields[i]
		if last := f[len(f)-1]; wordByte(last) && wordByte(fields[i+1][0]) && !listed(typeWords, f) && !listed(typeWords, fields[i+1]) {
			return true
		}
	}
	return false
}

// brokenEnd names the end tag t that the tokenizer refuses.
func brokenEnd(b []byte, t token) mark {
	if t.name.Empty() && !spacedName(b, t.span.Start+2) && (t.name.End >= len(b) || b[t.name.End] != '>') {
		end := min(t.span.Start+2, len(b))
		return mark{KindBareLessThan, source.Span{Start: t.span.Start, End: end}, end}
	}
	return wholeTag(b, t, KindMalformedTag)
}
