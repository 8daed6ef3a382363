package wire

import (
	"bytes"

	"compactlens/core/source"
)

// goesOn reports whether what stands behind the object v is more of it: a key and a
// colon, with or without a comma before them. A bracket too many closed it.
func (p *parser) goesOn(v *Value) bool {
	if v.Kind != Object {
		return false
	}
	rest := bytes.TrimLeft(p.b[p.at:], " \t\r\n")
	if bytes.HasPrefix(rest, []byte(",")) {
		rest = bytes.TrimLeft(rest[1:], " \t\r\n")
	}
	return bytes.HasPrefix(rest, []byte(`"`)) && endsKey(rest[1:])
}

// endsKey reports whether rest is the rest of a key, behind its opening quote, with its
// colon. What is longer than longestKey is no key of a reply.
func endsKey(rest []byte) bool {
	const longestKey = 256 // bytes
	end := bytes.IndexByte(rest[:min(len(rest), longestKey)], '"')
	return end >= 0 && bytes.HasPrefix(bytes.TrimLeft(rest[end+1:], " \t\r\n"), []byte(":"))
}

// goOn reads the rest of the object v behind a bracket too many.
func (p *parser) goOn(v *Value) {
	shut := source.Span{Start: p.at - 1, End: p.at}
	p.space()
	p.fault(Fault{Kind: ExtraClose, Span: shut, Related: source.At(p.at), Explain: "this belongs to the object too"})
	p.depth++
	p.inside(v, source.Span{Start: v.Span.Start, End: v.Span.Start + 1}, '}', p.b[p.at] != ',')
	p.depth--
	v.Span.End = p.at
}

// regroup returns doc with the members of the reply where the contract has them, in
// place of where the brackets put them: behind a bracket too many or too few they
// stand in another object. Where the brackets are right, or where it takes more than
// moving whole members to make them so, doc is returned as it is.
func regroup(doc Document) Document {
	last := len(doc.Faults) - 1
	if last < 0 || doc.Root.Kind != Object {
		return doc
	}
	for i, f := range doc.Faults {
		if f.Kind == ExtraClose && f.Explain != "" {
			return closedEarlier(doc, i)
		}
	}
	if f := doc.Faults[last]; f.Kind == Cut && f.Related.Start == doc.Root.Span.Start && f.Span.Start == len(doc.Text) {
		return closedNever(doc)
	}
	return doc
}

// closedEarlier moves the bracket too many, fault i of doc, to the object that
// really ended too early, where that is one of the reply's own two: its other
// members then stand behind it, and the end after them is its own.
func closedEarlier(doc Document, i int) Document {
	shut := doc.Faults[i].Span
	members := doc.Root.Members
	for k, m := range members {
		id, ok := fieldOf(doc.Text, noParent, m.Key)
		if !ok || fields[id].kind != Object || m.Value.Kind != Object {
			continue
		}
		n := 0
		for _, next := range members[k+1:] {
			if next.Value.Span.End > shut.Start || !belongs(doc.Text, id, next) {
				break
			}
			n++
		}
		if end := k + 1 + n; n == 0 || end < len(members) && members[end].Key.Start < shut.Start {
			continue // others stand before the bracket too
		}
		early := source.Span{Start: m.Value.Span.End - 1, End: m.Value.Span.End}
		moved := m
		moved.Value.Members = append(append([]Member(nil), m.Value.Members...), members[k+1:k+1+n]...)
		moved.Value.Span.End = shut.End
		doc.Root.Members = append(append(append([]Member(nil), members[:k]...), moved), members[k+1+n:]...)
		doc.Faults = append([]Fault(nil), doc.Faults...)
		doc.Faults[i].Span, doc.Faults[i].Related = early, source.At(members[k+1].Key.Start)
		return doc
	}
	return doc
}

// closedNever moves the members that stand in one of the reply's own two objects and
// belong to the reply out of it: the object was not closed, so that the reply's end
// is missing instead.
func closedNever(doc Document) Document {
	members := doc.Root.Members
	k := len(members) - 1
	if k < 0 || members[k].Value.Kind != Object {
		return doc
	}
	id, ok := fieldOf(doc.Text, noParent, members[k].Key)
	if !ok || fields[id].kind != Object {
		return doc
	}
	inner := members[k].Value
	n := 0
	for n < len(inner.Members) && belongs(doc.Text, id, inner.Members[n]) {
		n++
	}
	if n == len(inner.Members) {
		return doc
	}
	for _, m := range inner.Members[n:] {
		if _, ok := fieldOf(doc.Text, noParent, m.Key); !ok {
			return doc
		}
	}
	end := inner.Span.Start + 1
	if n > 0 {
		end = inner.Members[n-1].Value.Span.End
	}
	ended := members[k]
	ended.Value.Members = append([]Member(nil), inner.Members[:n]...)
	ended.Value.Span.End = end
	doc.Root.Members = append(append(append([]Member(nil), members[:k]...), ended), inner.Members[n:]...)
	doc.Faults = append([]Fault(nil), doc.Faults[:len(doc.Faults)-1]...)
	doc.Faults = append(doc.Faults, Fault{
		Kind: MissingClose, Span: source.At(end), Name: id.String(), Want: "}",
		Related: source.Span{Start: inner.Span.Start, End: inner.Span.Start + 1}, Explain: "opened here",
	})
	return doc
}

// belongs reports whether the member is one of the object parent. A key that the
// reply has as well tells by the kind of its value.
func belongs(text []byte, parent FieldID, m Member) bool {
	if _, ok := fieldOf(text, parent, m.Key); !ok {
		return false
	}
	id, also := fieldOf(text, noParent, m.Key)
	return !also || m.Value.Kind != fields[id].kind
}
