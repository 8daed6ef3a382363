package highlight

import "compactlens/core/source"

// Spliced returns the colours of now, which is the text of t with a change at or behind
// offset at. What was coloured before it is kept.
func (t *Text) Spliced(now *source.Text, at int) *Text {
	n := New(now, t.language)
	for _, c := range t.ordered {
		if c.end >= at {
			break
		}
		n.ordered = append(n.ordered, c)
	}
	for start, c := range t.free {
		if c.end < at {
			if n.free == nil {
				n.free = make(map[int]coloured, len(t.free))
			}
			n.free[start] = c
		}
	}
	return n
}
