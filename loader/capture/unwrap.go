package capture

import (
	"bytes"

	"compactlens/core/wire"
)

// maxWraps bounds the JSON strings that are taken off one after the other.
const maxWraps = 4

// maxNested is how deep an answer is looked for in a document of another form.
const maxNested = 6

// Unwrapped is a text that was taken out of what it was copied with.
type Unwrapped struct {
	Text    []byte
	Strings int    // JSON strings it stood in, one in the other
	Inside  bool   // it stood in a document of another form
	Member  string // the key it stood under there, which may be empty, as in an array; untrusted
}

// Unwrap takes an answer out of what it was copied with: the JSON string of a log,
// with its quotes or without them, or a record of a gateway that holds it under
// some key. Text that is an answer as it is, and text that holds none, stays.
func Unwrap(b []byte) Unwrapped {
	u := Unwrapped{Text: b}
	for range maxWraps {
		next, ok := u.step()
		if !ok {
			break
		}
		u = next
	}
	return u
}

// step takes off one layer, where there is one.
func (u Unwrapped) step() (_ Unwrapped, ok bool) {
	t := bytes.TrimSpace(bytes.TrimPrefix(u.Text, []byte("\uFEFF")))
	switch {
	case len(t) == 0:
	case t[0] == '"':
		return u.outOfString(unquoted(t))
	case bytes.HasPrefix(t, []byte(`{\`)), bytes.HasPrefix(t, []byte(`\u003c`)), bytes.HasPrefix(t, []byte(`\u003C`)):
		// The inside of a string: people select without the quotes.
		return u.outOfString(unquoted(append(append([]byte{'"'}, t...), '"')))
	case t[0] == '{' && Detect(u.Text, "", false).Kind == KindUnknown:
		n, key := root(wire.Parse(t)).nested(maxNested)
		if !n.there() {
			return u, false
		}
		u.Inside, u.Member = true, key
		if n.is(wire.String) {
			return u.outOfString([]byte(n.str()))
		}
		u.Text = n.v.Span.Of(n.text)
		return u, true
	}
	return u, false
}

// outOfString returns u with what its JSON string says; nil is none.
func (u Unwrapped) outOfString(text []byte) (_ Unwrapped, ok bool) {
	if text == nil {
		return u, false
	}
	u.Text = text
	u.Strings++
	return u, true
}

// unquoted returns what the JSON string t says where that looks like an answer, else
// nil. One that breaks off is read as far as it goes.
func unquoted(t []byte) []byte {
	for _, end := range [][]byte{t, append(bytes.Clone(t), '"'), append(bytes.Clone(bytes.TrimSuffix(t, []byte{'\\'})), '"')} {
		doc := wire.Parse(end)
		if len(doc.Faults) > 0 {
			continue
		}
		if s := []byte(root(doc).str()); answers(s) {
			return s
		}
		return nil
	}
	return nil
}

// answers reports whether a text begins like an answer in some form.
func answers(s []byte) bool {
	s = bytes.TrimSpace(s)
	return len(s) > 0 && (s[0] == '{' || s[0] == '"' || bytes.HasPrefix(s, []byte(rootTag)) || bytes.HasPrefix(s, []byte("```")))
}

// nested finds the first value below n that is an answer by what it holds, with its
// key.
func (n node) nested(depth int) (found node, key string) {
	if depth == 0 {
		return node{}, ""
	}
	for _, m := range n.v.Members {
		v, name := node{n.text, m.Value}, string(wire.Unquote(n.text, m.Key))
		if v.answer() {
			return v, name
		}
		if in, key := v.nested(depth - 1); in.there() {
			return in, key
		}
	}
	for _, v := range n.items() {
		if v.answer() {
			return v, ""
		}
		if in, key := v.nested(depth - 1); in.there() {
			return in, key
		}
	}
	return node{}, ""
}

// answer reports whether n is an answer: a response or a reply, or a string that
// holds one of them or a summary.
func (n node) answer() bool {
	var b []byte
	switch n.v.Kind {
	case wire.String:
		b = []byte(n.str())
		if !answers(b) {
			return false
		}
	case wire.Object:
		b = n.v.Span.Of(n.text)
	default:
		return false
	}
	k := Detect(b, "", false).Kind
	return k == KindSummary || k == KindReply || k == KindResponse && responseReader(n.parsed(b)) != nil && !isError(n.parsed(b))
}

// parsed returns the value that b is.
func (n node) parsed(b []byte) node {
	if n.is(wire.Object) {
		return n
	}
	return root(wire.Parse(b))
}

// isError reports whether n is an error that came instead of an answer: a record
// may hold one beside the answer.
func isError(n node) bool {
	return n.key("error").there() || n.key("type").str() == "error" || n.key("__type").there()
}
