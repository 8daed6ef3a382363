package capture

import (
	"strconv"

	"compactlens/core/inspect"
	"compactlens/core/wire"
)

// node is a value of a parsed document; the zero node is a value that is not
// there. Every step from it leads to the zero node again.
type node struct {
	text []byte
	v    wire.Value
}

func root(doc wire.Document) node { return node{doc.Text, doc.Root} }

// key returns the member of an object, of a repeated key the last.
func (n node) key(names ...string) node {
	for _, name := range names {
		n = n.member(name)
	}
	return n
}

func (n node) member(name string) node {
	for i := len(n.v.Members) - 1; i >= 0; i-- {
		m := n.v.Members[i]
		if string(wire.Unquote(n.text, m.Key)) == name {
			return node{n.text, m.Value}
		}
	}
	return node{}
}

// either returns the first of several members that is there.
func (n node) either(names ...string) node {
	for _, name := range names {
		if m := n.member(name); m.there() {
			return m
		}
	}
	return node{}
}

// first returns the first item of an array.
func (n node) first() node {
	if len(n.v.Items) == 0 {
		return node{}
	}
	return node{n.text, n.v.Items[0]}
}

func (n node) items() []node {
	out := make([]node, len(n.v.Items))
	for i, v := range n.v.Items {
		out[i] = node{n.text, v}
	}
	return out
}

// there reports whether the value is there and not null.
func (n node) there() bool { return n.v.Kind != wire.NoValue && n.v.Kind != wire.Null }

func (n node) is(k wire.ValueKind) bool { return n.v.Kind == k }

// str returns a string's text, of anything else nothing.
func (n node) str() string {
	if n.v.Kind != wire.String {
		return ""
	}
	return string(wire.Unquote(n.text, n.v.Span))
}

// excerpt returns a string's text with its way back to the document.
func (n node) excerpt() inspect.Excerpt {
	if n.v.Kind != wire.String {
		return inspect.Excerpt{}
	}
	b, m := wire.UnquoteMapped(n.text, n.v.Span)
	return inspect.Excerpt{Bytes: b, Map: m, Layers: 1}
}

// uint returns a number written in plain digits.
func (n node) uint() (uint64, bool) {
	if n.v.Kind != wire.Number {
		return 0, false
	}
	u, err := strconv.ParseUint(string(n.v.Span.Of(n.text)), 10, 64)
	return u, err == nil
}

// sure is true for the JSON literal true.
func (n node) sure() bool {
	return n.v.Kind == wire.Bool && string(n.v.Span.Of(n.text)) == "true"
}
