package highlight

import "compactlens/core/source"

// Spliced returns the colours of now, which is the text of t with a change at or behind
// offset at. What was coloured before it is kept.
func (t *Text) Spliced(now *source.Text, at int) *Text {
	within, grown := t.within, now.Len()-t.text.Len()
	if at < within.Start {
		within.Start = max(within.Start+grown, at)
	}
	if at <= within.End {
		within.End = max(within.End+grown, within.Start)
	}
	n := &Text{text: now, within: within.Clamp(now.Len()), language: t.language}
	if at -= within.Start; at < 0 {
		return n
	}
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
