// Package rawjson reads JSON texts in place, once. It accepts what encoding/json
// accepts and decodes strings as that does, but where encoding/json reads a value
// once more for every level it is nested in, this package has found the ends of all
// values after one pass, so that nesting costs nothing.
//
// It is pure and imports nothing of this project.
package rawjson

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// MaxDepth is how many arrays and objects may be open at once, as in encoding/json.
const MaxDepth = 10_000

// Reader gives access to the values of one valid JSON text. A value is named by the
// offset of its first byte, 0-based.
type Reader struct {
	data []byte
	big  []container // containers over smallContainer bytes, by start
}

type container struct {
	start, end int
}

// smallContainer is the length up to which finding a container's end by reading it
// is as good as looking it up.
const smallContainer = 256

// Parse reads a text. ok is false where it is not one valid JSON value; what is wrong
// encoding/json can tell.
func Parse(text []byte) (r *Reader, ok bool) { return parse(text, false) }

// ParseUnique is Parse for texts in which no object repeats a key, compared in lower
// case. ok is false also where it cannot tell: of keys with escapes or letters beyond
// ASCII, and of objects with very many keys.
func ParseUnique(text []byte) (r *Reader, ok bool) { return parse(text, true) }

func parse(text []byte, unique bool) (*Reader, bool) {
	s := scanner{data: text, unique: unique}
	s.space()
	if !s.value() {
		return nil, false
	}
	s.space()
	return &Reader{data: text, big: s.big}, s.i == len(text)
}

// Value returns the text's own value.
func (r *Reader) Value() int { return r.space(0) }

// Kind returns the first byte of a value, which tells its type: one of {["tfn, a
// digit or a minus.
func (r *Reader) Kind(value int) byte { return r.data[value] }

// Null reports whether a value is null.
func (r *Reader) Null(value int) bool { return r.data[value] == 'n' }

// Raw returns the bytes of a value; they are the text's own.
func (r *Reader) Raw(value int) []byte { return r.data[value:r.End(value)] }

// End returns the offset behind a value.
func (r *Reader) End(value int) int {
	switch r.data[value] {
	case '"':
		return stringEnd(r.data, value)
	case '{', '[':
		i, found := slices.BinarySearchFunc(r.big, value, func(c container, at int) int { return c.start - at })
		if found {
			return r.big[i].end
		}
		return r.smallEnd(value)
	}
	i := value
	for i < len(r.data) && !strings.ContainsRune(" \t\r\n,]}", rune(r.data[i])) {
		i++
	}
	return i
}

func (r *Reader) smallEnd(value int) int {
	depth := 0
	for i := value; ; i++ {
		switch r.data[i] {
		case '"':
			i = stringEnd(r.data, i) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
}

// stringEnd returns the offset behind the string that begins at start.
func stringEnd(data []byte, start int) int {
	i := start + 1
	for {
		i += bytes.IndexByte(data[i:], '"')
		escaped := false
		for j := i - 1; j > start && data[j] == '\\'; j-- {
			escaped = !escaped
		}
		i++
		if !escaped {
			return i
		}
	}
}

func (r *Reader) space(i int) int {
	for i < len(r.data) && isSpace(r.data[i]) {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// Members calls f with the keys and values of an object, in their order, until f
// fails.
func (r *Reader) Members(object int, f func(key string, value int) error) error {
	i := r.space(object + 1)
	for r.data[i] != '}' {
		behind := stringEnd(r.data, i)
		key := r.String(i)
		value := r.space(r.space(behind) + 1) // behind the colon
		if err := f(key, value); err != nil {
			return err
		}
		if i = r.space(r.End(value)); r.data[i] == ',' {
			i = r.space(i + 1)
		}
	}
	return nil
}

// Elements returns the values of an array, not nil.
func (r *Reader) Elements(array int) []int {
	values := []int{}
	i := r.space(array + 1)
	for r.data[i] != ']' {
		values = append(values, i)
		if i = r.space(r.End(i)); r.data[i] == ',' {
			i = r.space(i + 1)
		}
	}
	return values
}

// String decodes a string. Invalid UTF-8 and lone surrogates become U+FFFD.
func (r *Reader) String(value int) string {
	raw := r.Raw(value)
	if plain(raw) {
		return string(raw[1 : len(raw)-1])
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return "" // cannot be: the text is valid
	}
	return s
}

// plain reports whether a string stands for itself: ASCII without escapes.
func plain(raw []byte) bool {
	for _, c := range raw {
		if c == '\\' || c >= 0x80 {
			return false
		}
	}
	return true
}
