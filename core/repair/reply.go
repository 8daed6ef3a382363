package repair

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/similar"
	"compactlens/core/source"
	"compactlens/core/summary"
	"compactlens/core/wire"
)

// maker collects the repairs of one plan.
type maker struct {
	ctx context.Context
	e   inspect.Evidence
	v   inspect.Verdict
	p   Plan
	cut bool           // the reply's JSON breaks off
	rep summary.Report // on the summary, where there is one

	trials int // made by verify
}

// finding returns the index of the finding of a rule at a place, -1 where the
// verdict has none.
func (m *maker) finding(rule string, at func(inspect.Place) bool) int {
	return slices.IndexFunc(m.v.Findings, func(f inspect.Finding) bool {
		return f.Rule.ID == rule && at(f.Place)
	})
}

// frame says which text the edits of a draft are made for.
type frame uint8

const (
	inText    frame = iota // the reply's text
	inSummary              // the decoded summary
)

// add adds the repair d of a text x for a finding, and returns it.
func (m *maker) add(x inspect.Excerpt, finding int, rule string, d draft, in frame) *Repair {
	r := Repair{Finding: finding, Rule: rule, Risk: d.risk, Title: d.title, Reason: d.reason}
	if d.risk != Refused {
		var set editSet
		d.edits = slices.DeleteFunc(d.edits, func(e Edit) bool { return string(e.Span.Of(x.Bytes)) == e.Text })
		slices.SortStableFunc(d.edits, func(a, b Edit) int {
			switch {
			case behind(a, b):
				return 1
			case behind(b, a):
				return -1
			}
			return 0
		})
		switch {
		case len(d.edits) == 0:
			r.refuse("what was meant here is not known")
		case !set.add(d.edits):
			r.refuse("the places that would have to change lie over one another")
		default:
			r.Edits = inFile(x, m.p.file.Bytes(), set.edits)
			if in == inSummary {
				r.SummaryEdits = set.edits
			} else {
				r.textEdits = set.edits
			}
		}
	}
	m.p.Repairs = append(m.p.Repairs, r)
	return &m.p.Repairs[len(m.p.Repairs)-1]
}

// text returns the text that the reply was read from, as the checks take it. ok
// is false where the answer has no single text.
func (m *maker) text() (x inspect.Excerpt, ok bool) {
	r := m.e.Reply
	switch r.Form {
	case inspect.FormText, inspect.FormOutput:
		return r.Text, true
	case inspect.FormResponse:
		for _, b := range r.Blocks {
			if b.Type == "text" {
				if ok {
					return inspect.Excerpt{}, false
				}
				x, ok = b.Text, true
			}
		}
	}
	return x, ok
}

// replyFaults adds the repairs of the JSON around the summary.
func (m *maker) replyFaults() {
	x, ok := m.text()
	if !ok {
		return
	}
	doc := wire.Parse(x.Bytes)
	r := replyMender{doc: doc, reply: wire.ReplyOf(doc), b: x.Bytes}
	r.findUnknown()
	for _, f := range r.reply.Faults {
		m.cut = m.cut || f.Kind == wire.Cut
		rule := "wire/" + f.Kind.String()
		if f.Kind.Syntax() {
			rule = "json/" + f.Kind.String()
		}
		place := x.Map.Span(f.Span)
		finding := m.finding(rule, func(p inspect.Place) bool { return p.InFile && p.File == place })
		if finding < 0 && f.Kind == wire.EmptyText {
			continue // the shape of the answer says so
		}
		m.add(x, finding, rule, r.mend(f), inText)
	}
}

// replyMender works out the repairs of one reply's JSON.
type replyMender struct {
	b       []byte
	doc     wire.Document
	reply   wire.Reply
	unknown map[source.Span]place // of the unknown fields, by their keys
}

// place is where a field stands: in which object, and at which index there.
type place struct {
	object wire.Value
	index  int
}

// fenceLine is what may stand in a fence's first line.
var fenceLine = regexp.MustCompile("^```[0-9A-Za-z_+.-]*\\s*$")

// mend returns what can be done about f.
func (m *replyMender) mend(f wire.Fault) draft {
	switch f.Kind {
	case wire.ByteOrderMark:
		return safe("delete the byte-order mark", remove(f.Span))
	case wire.CodeFence:
		edits := []Edit{remove(m.withSpace(f.Span))}
		for _, a := range f.Also {
			edits = append(edits, remove(m.withSpace(a)))
		}
		if !fenceLine.Match(bytes.TrimRight(f.Span.Of(m.b), " \t\r\n")) {
			return changes("delete the fence and the text in it", "the text between the fence and the JSON is dropped", edits...)
		}
		return safe("delete the marks of the code block", edits...)
	case wire.ProseBefore, wire.ProseAfter:
		return changes("delete the text", "what it says is dropped", remove(m.withSpace(f.Span)))
	case wire.SecondValue:
		if bytes.Equal(f.Span.Of(m.b), m.doc.Root.Span.Of(m.b)) {
			return safe("delete the second value, which is the same", remove(m.withSpace(f.Span)))
		}
		return changes("keep the first value", "the second one is dropped; which of them holds is for you to say", remove(m.withSpace(f.Span)))
	case wire.RawControl, wire.BadEscape, wire.SingleQuotes, wire.UnescapedQuote:
		return m.str(f)
	case wire.TrailingComma:
		return safe("delete the comma", remove(f.Span))
	case wire.MissingComma:
		return safe("put a comma between them", insert(f.Span.Start, ","))
	case wire.ExtraClose:
		return safe("delete the bracket that is too many", remove(f.Span))
	case wire.MissingClose:
		return safe("put in the bracket that is missing", insert(f.Span.Start, "}"))
	case wire.NotAnObject:
		return m.notAnObject()
	case wire.UnknownField:
		return m.unknownField(f)
	case wire.WrongType:
		return m.wrongType(f)
	case wire.MissingField:
		if d, ok := m.otherSpelling(f.Name); ok {
			return d
		}
		return refused(inspect.RefusedField(f.Name))
	case wire.NullField:
		return refused(inspect.RefusedField(f.Name))
	case wire.BadEventID:
		return m.canonical(f, canonicalUUID)
	case wire.BadFingerprint:
		return m.canonical(f, canonicalFingerprint)
	}
	return refused(refusal("", f.Kind))
}

// withSpace returns s with the white space on the side that is away from the
// value, or parts it from the value before it.
func (m *replyMender) withSpace(s source.Span) source.Span {
	if s.Start >= m.doc.Root.Span.End {
		s.Start = max(len(bytes.TrimRight(m.b[:s.Start], " \t\r\n")), m.doc.Root.Span.End)
		return s
	}
	s.End += len(m.b[s.End:]) - len(bytes.TrimLeft(m.b[s.End:], " \t\r\n"))
	return s
}

// str mends what is wrong in a string.
func (m *replyMender) str(f wire.Fault) draft {
	switch f.Kind {
	case wire.RawControl:
		all := gathered{b: m.b, most: maxEdits}
		end := m.controlsEnd(f)
		for at := f.Span.Start; at < end; at++ {
			if m.b[at] < 0x20 {
				all.add(Edit{source.Span{Start: at, End: at + 1}, quoteInside(string(m.b[at : at+1]))})
			}
		}
		return safe("write the control characters as escapes", all.all()...)
	case wire.BadEscape:
		if s := f.Span.Of(m.b); len(s) == 2 && s[1] == '\'' {
			if m.endless(f.Span.Start) {
				return refused("where the string ends is not known")
			}
			return safe(`write \' as '`, remove(source.Span{Start: f.Span.Start, End: f.Span.Start + 1}))
		}
		return safe(`write the backslash as \\`, m.escaped(f.Span.Start))
	case wire.UnescapedQuote:
		edits := []Edit{m.escaped(f.Span.Start)}
		for _, a := range f.Also {
			edits = append(edits, m.escaped(a.Start))
		}
		return safe(`write the quotes inside the string as \"`, edits...)
	}
	return m.singleQuotes(f.Span.Start)
}

// escaped returns the edit that puts a backslash before the byte at offset at. It
// takes the byte in, so that nothing can come between.
func (m *replyMender) escaped(at int) Edit {
	return Edit{source.Span{Start: at, End: at + 1}, `\` + string(m.b[at:at+1])}
}

// controlsEnd returns where to stop looking for control characters: the end of
// f, or, where f is the last fault of all and there may be more than are listed,
// the end of its string.
func (m *replyMender) controlsEnd(f wire.Fault) int {
	last := m.doc.Faults[len(m.doc.Faults)-1]
	if last.Kind != wire.RawControl || last.Span != f.Span {
		return f.Span.End
	}
	end := f.Span.End
	walk(m.doc.Root, func(s source.Span) bool {
		if s.Start < f.Span.Start && f.Span.End <= s.End {
			end = s.End
			return false
		}
		return true
	})
	return end
}

// singleQuotes gives the string at offset start the quotes that JSON has.
func (m *replyMender) singleQuotes(start int) draft {
	s, ok := stringAt(m.doc.Root, start)
	if !ok || s.Len() < 2 || m.b[s.End-1] != '\'' {
		return refused("where the string ends is not known")
	}
	all := gathered{b: m.b, most: maxEdits}
	all.add(Edit{source.Span{Start: s.Start, End: s.Start + 1}, `"`})
	for at := s.Start + 1; at < s.End-1; at++ {
		switch {
		case m.b[at] == '\\':
			at++
		case m.b[at] == '"':
			all.add(m.escaped(at))
		}
	}
	all.add(Edit{source.Span{Start: s.End - 1, End: s.End}, `"`})
	return safe(`put the string in " quotes`, all.all()...)
}

// endless reports whether the string around offset at begins with a single quote
// and does not end: without its backslash, a quote in it would end it.
func (m *replyMender) endless(at int) bool {
	found := false
	walk(m.doc.Root, func(s source.Span) bool {
		found = s.Contains(at) && m.b[s.Start] == '\'' && (s.Len() < 2 || m.b[s.End-1] != '\'')
		return !found
	})
	return found
}

// stringAt returns the string of v, key or value, that begins at offset start.
func stringAt(v wire.Value, start int) (found source.Span, ok bool) {
	walk(v, func(s source.Span) bool {
		if s.Start == start {
			found, ok = s, true
		}
		return !ok
	})
	return found, ok
}

// walk calls do for every string in v, keys too, until do returns false. It
// returns what do returned last.
func walk(v wire.Value, do func(source.Span) bool) bool {
	if v.Kind == wire.String && !do(v.Span) {
		return false
	}
	for _, member := range v.Members {
		if !do(member.Key) || !walk(member.Value, do) {
			return false
		}
	}
	for _, item := range v.Items {
		if !walk(item, do) {
			return false
		}
	}
	return true
}

// notAnObject unwraps a reply that is the one item of an array, or the text of a
// string.
func (m *replyMender) notAnObject() draft {
	root := m.doc.Root
	switch {
	case root.Kind == wire.Array && len(root.Items) == 1 && root.Items[0].Kind == wire.Object:
		item := root.Items[0].Span
		return safe("take the object out of the array", remove(source.Span{Start: root.Span.Start, End: item.Start}), remove(source.Span{Start: item.End, End: root.Span.End}))
	case root.Kind == wire.String:
		text := wire.Unquote(m.b, root.Span)
		if inner := wire.Parse(text); inner.Root.Kind == wire.Object && len(inner.Faults) == 0 {
			return safe("take the object out of the string", Edit{root.Span, string(text)})
		}
	}
	return refused("this is JSON, but no reply")
}

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

// number matches a whole number in a string, or written as a fraction of nothing.
var number = regexp.MustCompile(`^"?(0|[1-9][0-9]{0,19})(?:\.0+)?"?$`)

// wrongType takes a number out of its quotes.
func (m *replyMender) wrongType(f wire.Fault) draft {
	if f.Name == wire.FieldVersion.String() || f.Name == wire.FieldRevision.String() {
		if digits := number.FindSubmatch(f.Span.Of(m.b)); digits != nil {
			return safe("write the number in plain digits", Edit{f.Span, string(digits[1])})
		}
	}
	return refused("the value is not of the field's type, and no other spelling of one")
}

// canonical writes an id in the one form that the contract takes.
func (m *replyMender) canonical(f wire.Fault, form func(string) string) draft {
	was := string(wire.Unquote(m.b, f.Span))
	now := form(was)
	if now == "" {
		return refused("this is no id in another form; an identity is never invented, nor copied from the request")
	}
	return safe("write the id in its canonical form", Edit{f.Span, `"` + now + `"`})
}

// canonicalUUID returns the UUID that s is in another form, empty where it is
// none.
func canonicalUUID(s string) string {
	s = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(s)), "urn:uuid:")
	s = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(s, "{"), "}"), "-", "")
	if len(s) != 32 {
		return ""
	}
	s = s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
	if !wire.IsCanonicalUUID(s) {
		return ""
	}
	return s
}

// canonicalFingerprint returns the fingerprint that s is in another form, empty
// where it is none.
func canonicalFingerprint(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	for _, prefix := range []string{"0x", "sha256:"} {
		s = strings.TrimPrefix(s, prefix)
	}
	if !wire.IsFingerprint(s) {
		return ""
	}
	return s
}
