package repair

import "compactlens/core/source"

// maxEdits is how many edits of one text are kept apart. An edit takes many times the
// memory of the byte it is for, and of so many nobody looks at one alone.
const maxEdits = 100_000

// gathered collects edits of b that come in order of place, none over another. Of more
// than twice most it makes one of several that follow each other, and of what stands
// between them, so that there are never more; what they make of b is the same. The zero
// value with b and most is ready.
type gathered struct {
	b    []byte
	most int // at least 1

	edits []Edit
	each  int // how many edits one of edits stands for, 0 for one

	n    int // in the edit that is being made
	span source.Span
	text []byte
}

// add takes the next edit.
func (g *gathered) add(e Edit) {
	switch {
	case g.each <= 1:
		g.edits = append(g.edits, e)
	case g.n == 0:
		g.n, g.span, g.text = 1, e.Span, append(g.text[:0], e.Text...)
	default:
		g.text = append(append(g.text, g.b[g.span.End:e.Span.Start]...), e.Text...)
		g.span.End = e.Span.End
		g.n++
	}
	if g.each > 1 && g.n == g.each {
		g.end()
	}
	if len(g.edits) == 2*g.most {
		g.pair()
	}
}

// end ends the edit that is being made.
func (g *gathered) end() {
	if g.n > 0 {
		g.edits = append(g.edits, Edit{g.span, string(g.text)})
		g.n = 0
	}
}

// pair makes one edit of each two.
func (g *gathered) pair() {
	for i := range g.most {
		a, c := g.edits[2*i], g.edits[2*i+1]
		between := source.Span{Start: a.Span.End, End: c.Span.Start}
		g.edits[i] = Edit{source.Span{Start: a.Span.Start, End: c.Span.End}, a.Text + string(between.Of(g.b)) + c.Text}
	}
	clear(g.edits[g.most:])
	g.edits, g.each = g.edits[:g.most], 2*max(g.each, 1)
}

// all returns the edits.
func (g *gathered) all() []Edit {
	g.end()
	return g.edits
}
