package repair

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"

	"compactlens/core/inspect"
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
