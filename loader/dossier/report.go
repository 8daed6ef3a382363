package dossier

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"compactlens/core/diagnose"
	"compactlens/core/ledger"
	"compactlens/core/report"
	"compactlens/loader"
	"compactlens/loader/problem"
	"compactlens/loader/work"
)

// ReportOptions say what a report tells beyond verdicts. The zero value counts
// nothing.
type ReportOptions struct {
	Counter ledger.Counter // splits answers that are over their budget; nil splits none
	Tokens  bool           // split every answer, and tell of the request after the replacement
}

// Report works out every attempt of the workspace and returns what reports tell
// of them. The error is the context's.
func (b *Book) Report(ctx context.Context, o ReportOptions) (report.Report, error) {
	r := report.Report{Attempts: make([]report.Attempt, len(b.w.Attempts))}
	errs := make([]error, len(b.w.Attempts))
	err := work.Each(ctx, len(b.w.Attempts), func(i int) {
		d, err := b.Open(ctx, b.w.Attempts[i])
		if err != nil {
			errs[i] = err
			return
		}
		r.Attempts[i] = d.Report(o)
	})
	if err = cmp.Or(err, errors.Join(errs...)); err != nil {
		return report.Report{}, err
	}
	failed := b.w.Failed()
	for _, p := range b.w.Problems {
		told := loader.DescribeProblem(p)
		if p.Strange() && !slices.Contains(failed, p) {
			told.Severity = problem.Note.String() // a file in a folder, passed over
		}
		r.Problems = append(r.Problems, told)
	}
	return r, nil
}

// Report returns what reports tell of the attempt, with the ledgers that are asked
// for.
func (d *Dossier) Report(o ReportOptions) report.Attempt {
	out := d.Describe()
	d.spend(&out, o)
	return out
}

// spend adds the ledgers that are asked for.
func (d *Dossier) spend(out *report.Attempt, o ReportOptions) {
	t := d.Verdict.Tokens
	over := t.Output.Set && t.Limit.Set && t.Output.Value > t.Limit.Value
	if o.Counter != nil && (over || o.Tokens) {
		if a, ok := d.Ledger(o.Counter); ok {
			out.Ledger = &a
		}
	}
	if o.Tokens {
		r := d.Model().Compute(d.limits()).Replacement
		out.Replacement = &r
	}
}

// Describe returns what reports tell of the attempt.
func (d *Dossier) Describe() report.Attempt {
	out := report.Attempt{Verdict: &d.Verdict, File: d.Evidence.Reply.File}
	if d.Attempt != nil {
		out = d.Attempt.Describe(&d.Verdict)
	}
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
			out.Notes = append(out.Notes, s.String())
			out.Sizes = s
		}
	}
	d.unanswered(&out)
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
