package compare

import (
	"slices"

	"compactlens/core/inspect"
)

// findings pairs the findings. A finding is the same as another where both break
// one rule in one section with one text; of those left, where both break one rule
// in one section: its place, its message and what hides it may have changed.
func (c *Comparison) findings() {
	old, new := c.Old.Findings, c.New.Findings
	partner, taken := pair(len(old), len(new),
		func(i, j int) bool { return sameText(&old[i], &new[j]) },
		func(i, j int) bool { return sameRule(&old[i], &new[j]) })
	for i := range old {
		f := Finding{Change: Same, Old: i, New: partner[i]}
		if partner[i] < 0 {
			f.Change = Removed
		}
		c.Findings = append(c.Findings, f)
	}
	for j := range new {
		if !taken[j] {
			c.Findings = append(c.Findings, Finding{Change: Added, Old: -1, New: j})
		}
	}
	// What was fixed first, then what is new, then what stays.
	order := [...]int{Removed: 0, Added: 1, Same: 2}
	slices.SortStableFunc(c.Findings, func(a, b Finding) int { return order[a.Change] - order[b.Change] })
}

func sameRule(a, b *inspect.Finding) bool { return a.Rule == b.Rule && a.Section == b.Section }

func sameText(a, b *inspect.Finding) bool {
	return sameRule(a, b) && a.Got == b.Got && a.Message == b.Message
}

// Of returns the finding itself: of the new verdict where it has it, else of the
// old one.
func (c Comparison) Of(f Finding) *inspect.Finding {
	if f.New >= 0 {
		return &c.New.Findings[f.New]
	}
	return &c.Old.Findings[f.Old]
}
