package rawjson

import (
	"bytes"
	"strings"
)

// scanner validates a text and notes where its larger containers end.
type scanner struct {
	data   []byte
	i      int // offset of what is read next
	depth  int // containers that are open
	unique bool
	big    []container
}

func (s *scanner) space() {
	for s.i < len(s.data) && isSpace(s.data[s.i]) {
		s.i++
	}
}

// take passes over c, with white space before and behind.
func (s *scanner) take(c byte) bool {
	s.space()
	if s.i >= len(s.data) || s.data[s.i] != c {
		return false
	}
	s.i++
	s.space()
	return true
}

func (s *scanner) value() bool {
	if s.i >= len(s.data) {
		return false
	}
	switch s.data[s.i] {
	case '"':
		return s.str()
	case '{':
		return s.container(s.object)
	case '[':
		return s.container(s.array)
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	}
	return s.number()
}

func (s *scanner) word(w string) bool {
	if !bytes.HasPrefix(s.data[s.i:], []byte(w)) {
		return false
	}
	s.i += len(w)
	return true
}

// plainByte says which bytes stand for themselves in a string.
var plainByte = func() (t [256]bool) {
	for c := ' '; c < 256; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

func (s *scanner) str() bool {
	for i := s.i + 1; i < len(s.data); i++ {
		c := s.data[i]
		switch {
		case plainByte[c]:
		case c == '"':
			s.i = i + 1
			return true
		case c != '\\' || i+1 >= len(s.data):
			return false
		default:
			i++
			switch s.data[i] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				if i+4 >= len(s.data) || !hex4(s.data[i+1:i+5]) {
					return false
				}
				i += 4
			default:
				return false
			}
		}
	}
	return false
}

func hex4(b []byte) bool {
	for _, c := range b {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F') {
			return false
		}
	}
	return true
}

func (s *scanner) digits() bool {
	start := s.i
	for s.i < len(s.data) && '0' <= s.data[s.i] && s.data[s.i] <= '9' {
		s.i++
	}
	return s.i > start
}

func (s *scanner) number() bool {
	if s.data[s.i] == '-' {
		s.i++
	}
	start := s.i
	if !s.digits() || s.data[start] == '0' && s.i > start+1 {
		return false
	}
	if s.i < len(s.data) && s.data[s.i] == '.' {
		s.i++
		if !s.digits() {
			return false
		}
	}
	if s.i < len(s.data) && (s.data[s.i] == 'e' || s.data[s.i] == 'E') {
		s.i++
		if s.i < len(s.data) && (s.data[s.i] == '+' || s.data[s.i] == '-') {
			s.i++
		}
		return s.digits()
	}
	return true
}

// container reads an array or object and notes its end where it is large.
func (s *scanner) container(inside func() bool) bool {
	if s.depth++; s.depth > MaxDepth {
		return false
	}
	at, start := len(s.big), s.i
	s.big = append(s.big, container{start: start})
	s.i++
	s.space()
	if !inside() {
		return false
	}
	s.depth--
	if s.i-start <= smallContainer {
		s.big = s.big[:at] // what it holds is smaller still, and gone
	} else {
		s.big[at].end = s.i
	}
	return true
}

func (s *scanner) array() bool {
	if s.close(']') {
		return true
	}
	for {
		if !s.value() {
			return false
		}
		s.space()
		if s.close(']') {
			return true
		}
		if !s.take(',') {
			return false
		}
	}
}

// close passes over the end of a container, without white space behind.
func (s *scanner) close(c byte) bool {
	if s.i >= len(s.data) || s.data[s.i] != c {
		return false
	}
	s.i++
	return true
}

// maxKeys is how many keys an object may have before comparing each with each is the
// wrong way to find a repeated one.
const maxKeys = 64

func (s *scanner) object() bool {
	var inline [12]string
	keys := inline[:0]
	if s.close('}') {
		return true
	}
	for {
		start := s.i
		if s.i >= len(s.data) || s.data[s.i] != '"' || !s.str() {
			return false
		}
		if s.unique {
			raw := s.data[start:s.i]
			if len(keys) == maxKeys || !plain(raw) {
				return false
			}
			key := strings.ToLower(string(raw))
			for _, other := range keys {
				if key == other {
					return false
				}
			}
			keys = append(keys, key)
		}
		if !s.take(':') || !s.value() {
			return false
		}
		s.space()
		if s.close('}') {
			return true
		}
		if !s.take(',') {
			return false
		}
	}
}
