package repair

import (
	"bytes"
	"slices"
	"strings"

	"compactlens/core/similar"
	"compactlens/core/source"
	"compactlens/core/wire"
)

// unknownField drops a field that the contract does not know, or gives it the name of
// the field that it is meant to be.
func (m *replyMender) unknownField(f wire.Fault) draft {
	at, ok := m.unknown[f.Span]
	if !ok {
		return refused("where the field stands is not known")
	}
	parent, i := at.object, at.index
	field := parent.Members[i]
	if name, sure := m.meant(parent, f.Name, field.Value); name != "" {
		edit := Edit{f.Span, `"` + name + `"`}
		if sure {
			return safe(`write the key as "`+name+`"`, edit)
		}
		return changes(`call the field "`+name+`"`, "that it is meant is a guess from its name or from what it holds", edit)
	}
	if len(parent.Members) == 1 && parent.Span == m.doc.Root.Span && isReply(m.b, field.Value) {
		inner := field.Value.Span
		return safe("take the reply out of the object around it", remove(source.Span{Start: parent.Span.Start, End: inner.Start}), remove(source.Span{Start: inner.End, End: parent.Span.End}))
	}
	s := source.Span{Start: field.Key.Start, End: field.Value.Span.End}
	switch {
	case i+1 < len(parent.Members):
		s.End = parent.Members[i+1].Key.Start
	case i > 0:
		s.Start = parent.Members[i-1].Value.Span.End
	}
	switch {
	case wordless(field.Value):
		return safe("delete the field, which holds no words", remove(s))
	case m.lacks():
		return refused("the reply lacks fields, and this may be one of them under another name")
	}
	return changes("delete the field", "what it says is dropped", remove(s))
}

// lacks reports whether a field is missing.
func (m *replyMender) lacks() bool {
	return slices.ContainsFunc(m.reply.Faults, func(f wire.Fault) bool { return f.Kind == wire.MissingField })
}

// isReply reports whether v is an object with the fields of a reply, in whatever
// form.
func isReply(b []byte, v wire.Value) bool {
	known := 0
	for _, member := range v.Members {
		key := string(wire.Unquote(b, member.Key))
		for _, path := range paths() {
			if fold(key) == fold(path) {
				known++
			}
		}
	}
	return v.Kind == wire.Object && known >= 3
}

// wordless reports whether v holds no text.
func wordless(v wire.Value) bool {
	return v.Kind != wire.String && len(v.Members) == 0 && len(v.Items) == 0 || v.Kind == wire.String && v.Span.Len() <= 2
}

// findUnknown finds the places of the unknown fields, all at once: there may be very
// many fields.
func (m *replyMender) findUnknown() {
	keys := map[source.Span]bool{}
	for _, f := range m.reply.Faults {
		if f.Kind == wire.UnknownField {
			keys[f.Span] = true
		}
	}
	if len(keys) == 0 {
		return
	}
	m.unknown = make(map[source.Span]place, len(keys))
	look := func(object wire.Value) {
		for i, member := range object.Members {
			if keys[member.Key] {
				m.unknown[member.Key] = place{object, i}
			}
		}
	}
	look(m.doc.Root)
	for _, member := range m.doc.Root.Members {
		look(member.Value)
	}
}

// paths are the reply's fields by their dotted paths.
func paths() []string {
	var all []string
	for id := wire.FieldID(0); id.String() != ""; id++ {
		all = append(all, id.String())
	}
	return all
}

// meant returns the name of the field that key, in the object parent, is meant to
// be, if the reply lacks that: it is spelt in another way (which leaves no doubt),
// nearly the same, or holds a summary.
func (m *replyMender) meant(parent wire.Value, key string, value wire.Value) (name string, sure bool) {
	prefix := ""
	switch parent.Span {
	case m.reply.Fields[wire.FieldBasis].Value:
		prefix = wire.FieldBasis.String() + "."
	case m.reply.Fields[wire.FieldModel].Value:
		prefix = wire.FieldModel.String() + "."
	}
	var missing []string
	for i, path := range paths() {
		short, ok := strings.CutPrefix(path, prefix)
		if !ok || strings.Contains(short, ".") || !m.reply.Fields[i].Key.Empty() {
			continue
		}
		if fold(short) == fold(key) {
			return short, true
		}
		missing = append(missing, short)
	}
	near := similar.Nearest(key, missing, 1)
	switch {
	case len(near) > 0:
		return near[0], false
	case slices.Contains(missing, wire.FieldSummary.String()) && value.Kind == wire.String &&
		bytes.HasPrefix(bytes.TrimSpace(wire.Unquote(m.b, value.Span)), []byte("<"+rootName)):
		return wire.FieldSummary.String(), false
	}
	return "", false
}

// otherSpelling returns the repair of the unknown field that is meant to be the
// missing one.
func (m *replyMender) otherSpelling(path string) (draft, bool) {
	for _, f := range m.reply.Faults {
		if f.Kind != wire.UnknownField {
			continue
		}
		at, ok := m.unknown[f.Span]
		if !ok {
			continue
		}
		name, _ := m.meant(at.object, f.Name, at.object.Members[at.index].Value)
		if name != "" && (path == name || strings.HasSuffix(path, "."+name)) {
			return m.unknownField(f), true
		}
	}
	return draft{}, false
}
