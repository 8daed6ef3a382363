package source

// Cursor gives what Map.Start and Map.Span give, quicker where the offsets asked
// for ascend: it remembers the place it looked at last.
type Cursor struct {
	m       *Map
	outer   *Cursor
	i       int   // index of the piece looked at last, -1 for none
	p, next piece // the unit in it, and the one behind
}

// Cursor returns a cursor at the start of m.
func (m *Map) Cursor() Cursor {
	c := Cursor{m: m, i: -1}
	if m.outer != nil {
		outer := m.outer.Cursor()
		c.outer = &outer
	}
	return c
}

// find looks at the unit that decoded offset lies in.
func (c *Cursor) find(offset int) {
	switch {
	case c.i < 0 || offset < c.p.decoded || offset >= c.m.behind(c.i).decoded:
		c.i = c.m.search(offset, decoded)
		c.p = c.m.pieces[c.i]
	case offset < c.next.decoded:
		return
	default:
		c.p = c.next
		c.p.kind = coded // only such a piece has several units
	}
	c.p, c.next = c.m.unit(c.i, c.p, offset, decoded)
}

// Start is Map.Start.
func (c *Cursor) Start(offset int) int {
	m := c.m
	if len(m.pieces) == 0 {
		return offset
	}
	at := m.end.encoded + offset - m.end.decoded
	if offset < m.end.decoded {
		c.find(offset)
		at = c.p.encoded
		if c.p.kind == verbatim {
			at += offset - c.p.decoded
		}
	}
	if c.outer != nil {
		return c.outer.Start(at)
	}
	return at
}

// End returns the encoded offset at which the decoded byte before offset, at least
// 1, has been written: the end of Map.Span.
func (c *Cursor) End(offset int) int {
	m := c.m
	if len(m.pieces) == 0 {
		return offset
	}
	at := m.end.encoded + offset - m.end.decoded
	if offset <= m.end.decoded {
		c.find(offset - 1)
		at = c.next.encoded
		if c.p.kind == verbatim {
			at = c.p.encoded + offset - c.p.decoded
		}
	}
	if c.outer != nil {
		return c.outer.End(at)
	}
	return at
}

// Span is Map.Span.
func (c *Cursor) Span(s Span) Span {
	if s.Empty() {
		return At(c.Start(s.Start))
	}
	return Span{c.Start(s.Start), c.End(s.End)}
}
