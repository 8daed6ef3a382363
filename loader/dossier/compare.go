package dossier

import (
	"context"

	"compactlens/core/compare"
	"compactlens/core/report"
)

// Compare says how the attempt differs from an older one. The error is the context's.
func (d *Dossier) Compare(ctx context.Context, old *Dossier) (report.Diff, error) {
	c, err := compare.VerdictsContext(ctx, &old.Verdict, &d.Verdict)
	if err != nil {
		return report.Diff{}, err
	}
	return report.Diff{Old: old.Describe(), New: d.Describe(), Comparison: c}, nil
}
