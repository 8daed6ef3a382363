// Package compare says how one answer differs from another: section by section and
// finding by finding. It decides nothing and is pure.
package compare

import (
	"bytes"
	"context"

	"compactlens/core/diff"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/summary"
)

// Change says what became of a part. The zero value is Same.
type Change uint8

const (
	Same    Change = iota
	Changed        // both have it, and it differs
	Removed        // only the old one has it; of a finding: fixed
	Added          // only the new one has it
)

// String returns the change of a section as a word.
func (c Change) String() string { return [...]string{"same", "changed", "removed", "added"}[c] }

// Section is one section of two summaries.
type Section struct {
	ID       summary.SectionID // None for an element the contract does not know
	Change   Change
	Old, New source.Span // its content, in bytes of its summary; nothing on the side that lacks it
	Diff     diff.Diff   // of the content; no hunks where it is the Same
}

// Finding is one finding of two verdicts.
type Finding struct {
	Change   Change // Same, Removed (fixed) or Added (new)
	Old, New int    // index in its verdict's findings; -1 on the side that lacks it
}

// Comparison is how two answers differ.
type Comparison struct {
	Old, New *inspect.Verdict

	// Sections are those of the old summary in their order, each followed by those
	// of the new one that stand behind it there. None where neither has sections.
	Sections []Section

	// Around compares the two summaries with the content of their sections left
	// out: the root, the tags, what stands between. It has no hunks where that is
	// the same.
	Around diff.Diff

	Findings []Finding // what was fixed, what is new, what stays; each in the order of its verdict
}

// Verdicts compares two verdicts with the summaries they are on.
func Verdicts(old, new *inspect.Verdict) Comparison {
	c, _ := VerdictsContext(context.Background(), old, new) // that context does not end
	return c
}

// VerdictsContext is Verdicts that gives up when ctx ends. The error is the context's,
// and there is no comparison then.
func VerdictsContext(ctx context.Context, old, new *inspect.Verdict) (Comparison, error) {
	c := Comparison{Old: old, New: new}
	c.sections(ctx)
	c.findings()
	if err := ctx.Err(); err != nil {
		return Comparison{}, err
	}
	return c, nil
}

// Same reports whether nothing differs: neither summaries nor findings nor how the
// answers were decided.
func (c Comparison) Same() bool {
	for _, s := range c.Sections {
		if s.Change != Same {
			return false
		}
	}
	for _, f := range c.Findings {
		if f.Change != Same {
			return false
		}
	}
	return len(c.Around.Hunks) == 0 && c.Old.Decision == c.New.Decision && c.Old.Reason == c.New.Reason && c.Old.HasSummary == c.New.HasSummary
}

// Count returns how many findings have the change.
func (c Comparison) Count(change Change) (n int) {
	for _, f := range c.Findings {
		if f.Change == change {
			n++
		}
	}
	return n
}

// pair finds for each of old things the first of new ones that is alike and not
// taken yet: by the first of the tests for all of them, then by the next. It returns
// the index for each old thing, -1 where there is none, and which new ones are taken.
func pair(old, new int, tests ...func(i, j int) bool) (partner []int, taken []bool) {
	partner, taken = make([]int, old), make([]bool, new)
	for i := range partner {
		partner[i] = -1
	}
	for _, alike := range tests {
		for i := range partner {
			for j := 0; j < new && partner[i] < 0; j++ {
				if !taken[j] && alike(i, j) {
					partner[i], taken[j] = j, true
				}
			}
		}
	}
	return partner, taken
}

// sections pairs the sections of one name: first those that say the same, then the
// others in order.
func (c *Comparison) sections(ctx context.Context) {
	old, new := places(c.Old), places(c.New)
	named := func(i, j int) bool { return old[i].ID == new[j].ID }
	partner, taken := pair(len(old), len(new), func(i, j int) bool {
		return named(i, j) && bytes.Equal(old[i].Place.Summary.Of(c.Old.Summary.Bytes), new[j].Place.Summary.Of(c.New.Summary.Bytes))
	}, named)
	next := 0
	behind := func() { // those of the new summary that nothing is paired with
		for ; next < len(new) && !taken[next]; next++ {
			c.add(ctx, nil, &new[next])
		}
	}
	behind()
	for i := range old {
		if partner[i] < 0 {
			c.add(ctx, &old[i], nil)
			continue
		}
		c.add(ctx, &old[i], &new[partner[i]])
		next = max(next, partner[i]+1)
		behind()
	}
	for ; next < len(new); next++ {
		if !taken[next] {
			c.add(ctx, nil, &new[next])
		}
	}
	c.Around = lines(ctx, around(c.Old), around(c.New))
}

// lines compares two texts; when ctx ends there is no difference, and the caller asks
// it.
func lines(ctx context.Context, a, b []byte) diff.Diff {
	d, _ := diff.Compare(ctx, a, b, diff.Options{Context: diff.Context})
	return d
}

// places returns the sections of a verdict.
func places(v *inspect.Verdict) []inspect.Section {
	if !v.HasSummary {
		return nil
	}
	return v.Sections
}

func (c *Comparison) add(ctx context.Context, old, new *inspect.Section) {
	s := Section{Change: Same}
	var a, b []byte
	if old != nil {
		s.ID, s.Old = old.ID, old.Place.Summary
		a = s.Old.Of(c.Old.Summary.Bytes)
	}
	if new != nil {
		s.ID, s.New = new.ID, new.Place.Summary
		b = s.New.Of(c.New.Summary.Bytes)
	}
	s.Diff = lines(ctx, a, b)
	switch {
	case old == nil:
		s.Change = Added
	case new == nil:
		s.Change = Removed
	case len(s.Diff.Hunks) > 0:
		s.Change = Changed
	}
	c.Sections = append(c.Sections, s)
}

// around returns a summary without what its sections say; all of it where there
// are none.
func around(v *inspect.Verdict) []byte {
	if !v.HasSummary {
		return nil
	}
	b := v.Summary.Bytes
	var out []byte
	at := 0
	for _, s := range v.Sections {
		span := s.Place.Summary.Clamp(len(b))
		if span.Start < at {
			continue // a section within a section
		}
		out = append(out, b[at:span.Start]...)
		at = span.End
	}
	return append(out, b[at:]...)
}
