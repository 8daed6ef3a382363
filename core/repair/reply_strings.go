package repair

import (
	"compactlens/core/source"
	"compactlens/core/wire"
)

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
