package dossier

import (
	"context"
	"fmt"

	"compactlens/core/diagnose"
	"compactlens/core/inspect"
	"compactlens/core/report"
	"compactlens/loader"
)

// Report works out every attempt of the workspace and returns what reports tell
// of them. The error is the context's.
func (b *Book) Report(ctx context.Context) (report.Report, error) {
	var r report.Report
	for _, a := range b.w.Attempts {
		d, err := b.Open(ctx, a)
		if err != nil {
			return r, err
		}
		r.Attempts = append(r.Attempts, d.Describe())
	}
	for _, p := range b.w.Problems {
		r.Problems = append(r.Problems, loader.DescribeProblem(p))
	}
	return r, nil
}

// Describe returns what reports tell of the attempt.
func (d *Dossier) Describe() report.Attempt {
	out := d.Attempt.Describe(&d.Verdict)
	if d.Recorded {
		out.File = d.Evidence.Reply.File
		out.Notes = append(out.Notes, "the summary is the one that the commit left in the journal")
	}
	if d.Life != nil {
		out.Cause, out.CauseText = string(d.Cause.ID), d.Cause.Text()
		if d.Cause.Likely {
			out.CauseText = "likely: " + out.CauseText
		}
		for _, f := range d.Life.Findings {
			out.Notes = append(out.Notes, "the journal contradicts itself: "+f.ID.Text())
		}
		if s := d.Cause.Sizes; s != nil {
			out.Notes = append(out.Notes, sizes(s.InputLimit, s.Fixed, s.Tail, s.Summary, s.Total, s.Smallest))
		}
	}
	for _, x := range d.Diagnoses {
		out.Diagnoses = append(out.Diagnoses, report.Diagnosis{ID: x.ID, Title: x.Title, Text: x.Text, Next: x.Next, Certain: x.Confidence == diagnose.Certain})
	}
	for i := range d.Verdict.Findings {
		r, ok := d.Plan.For(i)
		if !ok {
			continue
		}
		fix := report.Fix{Risk: r.Risk.String(), Title: r.Title, Reason: r.Reason}
		for _, e := range r.Edits {
			fix.Edits = append(fix.Edits, report.Edit{Start: e.Span.Start, End: e.Span.End, Text: e.Text})
		}
		if out.Fixes == nil {
			out.Fixes = map[int]report.Fix{}
		}
		out.Fixes[i] = fix
	}
	return out
}

// sizes says the arithmetic of a rejection about size in one sentence.
func sizes(limit, fixed, tail, summary, total, smallest uint64) string {
	return fmt.Sprintf("tokens: fixed part ≈ %s, tail ≈ %s, summary ≈ %s, together ≈ %s of %s; the smallest reachable is ≈ %s",
		inspect.Thousands(fixed), inspect.Thousands(tail), inspect.Thousands(summary), inspect.Thousands(total), inspect.Thousands(limit), inspect.Thousands(smallest))
}
