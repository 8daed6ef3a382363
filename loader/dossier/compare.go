package dossier

import (
	"compactlens/core/compare"
	"compactlens/core/report"
)

// Compare says how the attempt differs from an older one.
func (d *Dossier) Compare(old *Dossier) report.Diff {
	return report.Diff{Old: old.Describe(), New: d.Describe(), Comparison: compare.Verdicts(&old.Verdict, &d.Verdict)}
}
