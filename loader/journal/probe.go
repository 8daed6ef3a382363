package journal

import "bytes"

// header is what the index needs of an event or command.
type header struct {
	typ     []byte
	session []byte
	event   bool // it is an event, not a command
	fence   bool // it is no event or command, but has an epoch
	newer   bool // its schema version is above 1
}

// probeTail reads an object's last members from its end backwards. The harness
// writes the members in alphabetical order, so the type, the version and mostly
// the session stand there, behind everything large. tail may lack the object's
// beginning. ok is false where the members do not have that form; then probe
// must read the object from its beginning.
//
// A quotation mark inside a JSON string has a backslash before it, so a mark that
// stands after a colon or comma is the beginning or end of a string.
func probeTail(tail []byte) (h header, ok bool) {
	p := len(tail) - 1 // the end of the member at hand
	if p < 0 || tail[p] != '}' {
		return h, false
	}
	for range 12 {
		value, start := lastScalar(tail[:p])
		if start < 3 || tail[start-1] != ':' || tail[start-2] != '"' {
			return h, h.typ != nil && h.session != nil
		}
		open := bytes.LastIndexByte(tail[:start-2], '"')
		if open < 1 || tail[open-1] != ',' && (tail[open-1] != '{' || open != 1) {
			return h, false
		}
		switch key := tail[open+1 : start-2]; {
		case string(key) == "type":
			h.typ = value
		case string(key) == "v":
			h.newer = string(value) != "1"
		case string(key) == "session_id":
			h.session = value
			return h, h.typ != nil
		}
		p = open - 1
	}
	return h, false
}

// lastScalar returns the string or number that b ends with, a string without its
// marks, and where it begins; 0 where b ends with something else. An object of
// numbers counts as one value: usages are.
func lastScalar(b []byte) (value []byte, start int) {
	end := len(b)
	if end == 0 {
		return nil, 0
	}
	if b[end-1] == '"' {
		i := bytes.LastIndexByte(b[:end-1], '"')
		if i < 0 {
			return nil, 0
		}
		return b[i+1 : end-1], i
	}
	if b[end-1] == '}' {
		i := bytes.LastIndexByte(b, '{')
		if i < 0 || !numbers(b[i:]) {
			return nil, 0
		}
		return b[i:], i
	}
	i := end
	for i > 0 && (b[i-1] >= '0' && b[i-1] <= '9') {
		i--
	}
	if i == end {
		return nil, 0
	}
	return b[i:end], i
}

// numbers reports whether b, from a brace to a brace, is an object of numbers
// without space, escapes and strings. A brace inside a string that ends before the
// last one cannot look like that: the mark that ends the string would be in it.
func numbers(b []byte) bool {
	for p := 1; p < len(b)-1; {
		if b[p] != '"' {
			return false
		}
		n := bytes.IndexByte(b[p+1:], '"')
		if n < 1 || bytes.IndexByte(b[p+1:p+1+n], '\\') >= 0 {
			return false
		}
		p += n + 2
		if b[p] != ':' {
			return false
		}
		digits := p + 1
		for p++; b[p] >= '0' && b[p] <= '9'; {
			p++
		}
		if p == digits || b[p] != ',' && p != len(b)-1 {
			return false
		}
		if b[p] == ',' {
			p++
		}
	}
	return true
}

// probe reads an object's members from its beginning. ok is false where it is no
// JSON object or names no type.
func probe(b []byte) (h header, ok bool) {
	command := false
	whole := members(b, func(key, value []byte) bool {
		switch string(key) {
		case "command_id":
			command = true
		case "epoch":
			h.fence = true
		case "type":
			h.typ = unquoted(value)
		case "session_id":
			h.session = unquoted(value)
		case "event_id":
			h.event = true
		case "v":
			h.newer = string(value) != "1" && string(value) != "0" && string(value) != "null"
		}
		return true
	})
	h.event = h.event || !command
	h.fence = h.fence && whole && h.typ == nil
	return h, whole && h.typ != nil
}

// unquoted returns the inside of a string without escapes, else nil.
func unquoted(value []byte) []byte {
	if len(value) < 2 || value[0] != '"' || bytes.IndexByte(value, '\\') >= 0 {
		return nil
	}
	return value[1 : len(value)-1]
}

// members calls visit with the raw key (without its marks) and raw value of every
// member of the object that b is, until visit returns false, and reports whether b
// is one object and nothing else. It checks how brackets and strings close, not
// what stands between.
func members(b []byte, visit func(key, value []byte) (more bool)) bool {
	p := space(b, 0)
	if p >= len(b) || b[p] != '{' {
		return false
	}
	p = space(b, p+1)
	if p < len(b) && b[p] == '}' {
		return space(b, p+1) == len(b)
	}
	for {
		if p >= len(b) || b[p] != '"' {
			return false
		}
		keyEnd := stringEnd(b, p)
		if keyEnd < 0 {
			return false
		}
		key := b[p+1 : keyEnd-1]
		p = space(b, keyEnd)
		if p >= len(b) || b[p] != ':' {
			return false
		}
		p = space(b, p+1)
		end := valueEnd(b, p)
		if end < 0 {
			return false
		}
		if !visit(key, b[p:end]) {
			return false
		}
		p = space(b, end)
		if p >= len(b) {
			return false
		}
		if b[p] == '}' {
			return space(b, p+1) == len(b)
		}
		if b[p] != ',' {
			return false
		}
		p = space(b, p+1)
	}
}

// space returns the offset of the first byte from p on that is not JSON space.
func space(b []byte, p int) int {
	for p < len(b) && (b[p] == ' ' || b[p] == '\t' || b[p] == '\n' || b[p] == '\r') {
		p++
	}
	return p
}

// stringEnd returns the offset after the string that begins at p, or -1.
func stringEnd(b []byte, p int) int {
	for q := p + 1; ; {
		i := bytes.IndexByte(b[q:], '"')
		if i < 0 {
			return -1
		}
		q += i + 1
		slashes := 0
		for k := q - 2; k > p && b[k] == '\\'; k-- {
			slashes++
		}
		if slashes%2 == 0 {
			return q
		}
	}
}

// valueEnd returns the offset after the value that begins at p, or -1.
func valueEnd(b []byte, p int) int {
	if p >= len(b) {
		return -1
	}
	switch b[p] {
	case '"':
		return stringEnd(b, p)
	case '{', '[':
		return nestedEnd(b, p)
	}
	q := p
	for q < len(b) && b[q] != ',' && b[q] != '}' && b[q] != ']' && b[q] > ' ' && b[q] != '"' && b[q] != '{' && b[q] != '[' {
		q++
	}
	if q == p {
		return -1
	}
	return q
}

// nestedEnd returns the offset after the object or array that begins at p, or -1.
func nestedEnd(b []byte, p int) int {
	depth := 0
	for q := p; q < len(b); q++ {
		switch b[q] {
		case '"':
			end := stringEnd(b, q)
			if end < 0 {
				return -1
			}
			q = end - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return q + 1
			}
		}
	}
	return -1
}
