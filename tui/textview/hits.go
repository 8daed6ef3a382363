package textview

import (
	"sort"

	"compactlens/core/source"
	"compactlens/themes"
)

// SetHits marks what a search found: spans that do not overlap, sorted by place,
// and the one that is looked at; -1 for none. The slice must not change
// afterwards. Nothing moves.
func (v *View) SetHits(hits []source.Span, current int) { v.hits, v.hit = hits, current }

// Place returns the offset under the cursor, or that of the first byte on screen where
// the cursor is out of sight.
func (v *View) Place() int {
	if v.Shows(v.cursor) {
		return v.cursor
	}
	return v.Offset()
}

// Visit is SetCursor.
func (v *View) Visit(offset int) { v.SetCursor(offset) }

// hitRange is the part of the hits from..to.
type hitRange struct{ from, to int }

// hitsIn returns the hits that reach into s.
func (v *View) hitsIn(s source.Span) hitRange {
	from := sort.Search(len(v.hits), func(i int) bool { return v.hits[i].End > s.Start })
	to := from + sort.Search(len(v.hits)-from, func(i int) bool { return v.hits[from+i].Start >= s.End })
	return hitRange{from, to}
}

// found returns the style of a cell that shows s, where a hit lies over it: hits
// are reversed, so that they are seen without colour, and the one looked at is
// bold and underlined besides.
func (v *View) found(style themes.Style, s source.Span, in hitRange) themes.Style {
	for i := in.from; i < in.to; i++ {
		switch {
		case !v.hits[i].Overlaps(s):
		case i == v.hit:
			return themes.Warning | themes.Reverse | themes.Bold | themes.Underline
		default:
			return themes.Accent | themes.Reverse
		}
	}
	return style
}
