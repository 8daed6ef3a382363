package dossier

import (
	"context"
	"slices"

	"compactlens/core/diagnose"
	"compactlens/core/history"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/lifecycle"
	"compactlens/core/loop"
	"compactlens/core/repair"
	"compactlens/core/report"
	"compactlens/core/source"
	"compactlens/core/whatif"
	"compactlens/loader"
)

// Dossier is one attempt worked out. It does not change after Open returned it.
type Dossier struct {
	Attempt *loader.Attempt // nil where only an answer was judged

	Evidence  inspect.Evidence // of the answer, or of the summary that a commit left in the journal
	Recorded  bool             // the summary judged is the journal's own: nobody gave the answer
	Verdict   inspect.Verdict  // with causes and advice
	Diagnoses []diagnose.Diagnosis
	Plan      repair.Plan
	Planned   bool // Plan was worked out; else it is empty

	Life    *lifecycle.Attempt // nil without a journal
	Cause   lifecycle.Cause    // of Life
	LifeErr error              // why Life could not be worked out; a *TooLargeError, or what reading met

	settings lifecycle.Settings
	noCall   bool                               // see NoCall
	unsent   *loop.CompactionInputTooLargeError // a bundle's request was too large to be sent; nil where it was not
	checked  inspect.Verdict                    // as the checks left it
}

// Open works out the dossier of a. The error is the context's.
func (b *Book) Open(ctx context.Context, a *loader.Attempt) (*Dossier, error) {
	return b.OpenKnown(ctx, a, nil)
}

// OpenKnown is Open where the answer of a was judged before: what known holds is not
// worked out again. known may be nil, and of another answer.
func (b *Book) OpenKnown(ctx context.Context, a *loader.Attempt, known *Dossier) (*Dossier, error) {
	d := &Dossier{Attempt: a, Evidence: a.Evidence()}
	d.recorded()
	d.Life, d.LifeErr = b.life(ctx, a)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if known != nil && known.Evidence.Same(d.Evidence) {
		d.checked, d.Plan, d.Planned = known.checked, known.Plan, known.Planned
	} else if err := d.check(ctx); err != nil {
		return nil, err
	}
	d.adopt()
	if d.Life != nil {
		d.settings = d.lifeSettings()
		d.Cause = d.Life.Explain(d.settings)
	}
	c := b.context(d)
	d.explain(c)
	d.endedEarly(c.Outcome.Request)
	return d, d.plan(ctx)
}

// Judge works out what an answer tells by itself, without its journal and without
// the other attempts of a workspace.
func Judge(e inspect.Evidence) *Dossier {
	d, _ := JudgeContext(context.Background(), e) // that context does not end
	return d
}

// JudgeContext is Judge that gives up when ctx ends. The error is the context's.
func JudgeContext(ctx context.Context, e inspect.Evidence) (*Dossier, error) {
	return JudgeIn(ctx, e, diagnose.Context{})
}

// JudgeIn is JudgeContext with what is known beside the answer.
func JudgeIn(ctx context.Context, e inspect.Evidence, c diagnose.Context) (*Dossier, error) {
	d, err := GlanceIn(ctx, e, c)
	if err != nil {
		return nil, err
	}
	return d, d.plan(ctx)
}

// Glance is JudgeContext without the plan of the repairs, which takes longest of a large
// answer with many faults. The error is the context's.
func Glance(ctx context.Context, e inspect.Evidence) (*Dossier, error) {
	return GlanceIn(ctx, e, diagnose.Context{})
}

// GlanceIn is Glance with what is known beside the answer.
func GlanceIn(ctx context.Context, e inspect.Evidence, c diagnose.Context) (*Dossier, error) {
	d := &Dossier{Evidence: e}
	if err := d.check(ctx); err != nil {
		return nil, err
	}
	d.adopt()
	d.explain(c)
	return d, ctx.Err()
}

// WithPlan returns d with its repairs planned. The error is the context's.
func (d *Dossier) WithPlan(ctx context.Context) (*Dossier, error) {
	p := *d
	return &p, p.plan(ctx)
}

// Alone returns what d tells of the answer by itself. It holds nothing of the attempt,
// its journal and the other attempts.
func (d *Dossier) Alone() *Dossier {
	return &Dossier{Evidence: d.Evidence, Verdict: d.Verdict, Diagnoses: d.Diagnoses, Plan: d.Plan, Planned: d.Planned, checked: d.checked}
}

// check runs the checks.
func (d *Dossier) check(ctx context.Context) (err error) {
	d.checked, err = inspect.JudgeContext(ctx, d.Evidence)
	return err
}

// adopt begins the verdict with what the checks said. Causes and advice are added
// to a copy.
func (d *Dossier) adopt() {
	d.Verdict = d.checked
	d.Verdict.Findings = slices.Clone(d.checked.Findings)
}

// explain names causes and gives advice.
func (d *Dossier) explain(c diagnose.Context) {
	diagnose.Advise(d.Evidence, &d.Verdict, c)
	d.Diagnoses = diagnose.Explain(d.Evidence, &d.Verdict, c)
}

// plan plans the repairs, unless that was done. They depend on the faults alone.
func (d *Dossier) plan(ctx context.Context) (err error) {
	if !d.Planned {
		d.Plan, err = repair.MakeContext(ctx, d.Evidence, d.Verdict)
		d.Planned = err == nil
	}
	return err
}

// recorded takes the summary of a commit from the journal where nobody gave the
// answer: it is what the runtime accepted.
func (d *Dossier) recorded() {
	if d.Evidence.Reply.Form != inspect.FormNone || d.Attempt.Terminal != loader.Committed {
		return
	}
	text, err := d.Attempt.CommittedSummary()
	if err != nil || text == "" {
		return
	}
	b := []byte(text)
	d.Recorded = true
	d.Evidence.Reply = inspect.Reply{Form: inspect.FormSummary, File: source.NewText(b), Text: inspect.Excerpt{Bytes: b}}
}

// lifeSettings returns what explains the attempt's end beside its journal.
func (d *Dossier) lifeSettings() (s lifecycle.Settings) {
	if p, ok := d.policy(); ok {
		s.Policy = &p
	}
	s.InputBytes = d.Attempt.Figures().InputBytes.Value
	if d.Verdict.HasSummary {
		s.SummaryBytes = int64(len(d.Verdict.Summary.Bytes))
	}
	return s
}

// policy returns the policy that the attempt's request is rebuilt with.
func (d *Dossier) policy() (p history.Policy, ok bool) {
	preset, ok := d.Attempt.Preset()
	if !ok {
		return p, false
	}
	p = history.Policy{
		KeepRecentSegments: preset.Policy.KeepRecentSegments,
		KeepRecentTokens:   preset.Policy.KeepRecentTokens,
		MaxSummaryTokens:   preset.Policy.MaxSummaryTokens,
	}
	if f := d.Attempt.Figures(); f.MaxSummaryTokens.Set {
		p.MaxSummaryTokens = f.MaxSummaryTokens.Value
	}
	if d.Life != nil {
		if g, known := d.Life.Generation(); known {
			p.Generation = g
		}
	}
	return p, true
}

// Transcript is what a loop's model would have seen at the attempt's basis, cut as
// the attempt cut it.
type Transcript struct {
	Context history.Context
	Head    int   // how many messages were to be summarised
	Cut     bool  // Head is known: the policy is
	CutErr  error // why the messages could not be cut, e.g. a *history.NothingToCompactError
}

// NoJournalError reports an attempt that no journal tells of.
type NoJournalError struct{}

func (*NoJournalError) Error() string {
	return "no journal tells of the attempt; open the session's store or journal too"
}

// NoPolicyError reports that the policy is not known by which a request is made.
type NoPolicyError struct{}

func (*NoPolicyError) Error() string {
	return "the journal does not hold the policy that cuts the transcript; name one with --preset"
}

// Transcript returns the transcript. The error is a *NoJournalError, LifeErr, or
// one of core/history's.
func (d *Dossier) Transcript() (Transcript, error) {
	if d.Life == nil {
		if d.LifeErr != nil {
			return Transcript{}, d.LifeErr
		}
		return Transcript{}, &NoJournalError{}
	}
	c, err := d.Life.Context()
	if err != nil {
		return Transcript{}, err
	}
	t := Transcript{Context: c, Head: len(c.Messages)}
	p, ok := d.policy()
	if !ok {
		return t, nil
	}
	head, _, err := c.Cut(p)
	if t.CutErr = err; err == nil {
		t.Head, t.Cut = len(head), true
	}
	return t, nil
}

// Request rebuilds the request that asked for the summary, byte for byte as the
// runtime sends it. The error is a *NoPolicyError or one of Transcript's or
// core/history's.
func (d *Dossier) Request() (history.Request, error) {
	t, err := d.Transcript()
	if err != nil {
		return history.Request{}, err
	}
	p, ok := d.policy()
	if !ok {
		return history.Request{}, &NoPolicyError{}
	}
	limit := d.Attempt.Figures().InputBytes.Value
	if own, ok := d.Life.InputBytes(); ok {
		limit = own
	}
	return t.Context.Request(p, limit)
}

// Ledger splits the answer's tokens by section. ok is false where there is no
// answer to split.
func (d *Dossier) Ledger(c ledger.Counter) (a ledger.Answer, ok bool) {
	s, ok := ledger.SplitAnswer(d.Evidence, &d.Verdict, c)
	if !ok {
		return a, false
	}
	return s.Against(d.Evidence.MaxSummaryTokens), true
}

// Mend applies the repairs up to a risk and judges the result. rebuilt reads the
// mended file the way the original was read.
// The error is the context's.
func (d *Dossier) Mend(ctx context.Context, upTo repair.Risk) (repair.Outcome, error) {
	if d.Planned {
		return d.Plan.Recheck(ctx, d.Evidence, d.Verdict, upTo, d.rebuild)
	}
	return repair.Recheck(ctx, d.Evidence, d.Verdict, upTo, d.rebuild)
}

// MendOne makes the repair with this index of the plan alone and judges the result.
// ok is false where it makes no edit, the result could not be read, or ctx ended.
func (d *Dossier) MendOne(ctx context.Context, index int) (o repair.Outcome, ok bool) {
	if index < 0 || index >= len(d.Plan.Repairs) || len(d.Plan.Repairs[index].Edits) == 0 {
		return repair.Outcome{}, false
	}
	o = repair.Outcome{Before: d.Evidence.Reply.File.Bytes(), Passes: [][]repair.Repair{{d.Plan.Repairs[index]}}}
	if d.Verdict.HasSummary {
		o.BeforeSummary = d.Verdict.Summary.Bytes
	}
	o.File = d.Plan.ApplyOne(o.Before, index)
	if o.Evidence, ok = d.rebuild(o.File); !ok {
		return repair.Outcome{}, false
	}
	var err error
	if o.Verdict, err = inspect.JudgeContext(ctx, o.Evidence); err != nil {
		return repair.Outcome{}, false
	}
	if o.Left, err = repair.MakeContext(ctx, o.Evidence, o.Verdict); err != nil {
		return repair.Outcome{}, false
	}
	return o, true
}

// rebuild reads a mended file as the answer it was.
func (d *Dossier) rebuild(file []byte) (inspect.Evidence, bool) {
	if d.Recorded || d.Attempt == nil || d.Attempt.Reply == nil {
		bare := repair.Bare(d.Evidence)
		if bare == nil {
			return inspect.Evidence{}, false
		}
		return bare(file)
	}
	again, ok := d.Attempt.Reply.Reread(file)
	if !ok {
		return inspect.Evidence{}, false
	}
	e := d.Evidence
	e.Reply = again.Reply
	return e, true
}

// Model returns what the attempt would come to under other limits.
func (d *Dossier) Model() *whatif.Model {
	a := whatif.Attempt{Evidence: d.Evidence, Limits: d.limits()}
	d.counted(&a)
	if d.Life != nil {
		if c, err := d.Life.Context(); err == nil {
			a.Context = &c
		}
		if g, ok := d.Life.Generation(); ok {
			a.Generation = g
		}
	}
	return whatif.New(a)
}

// Limits returns the figures the attempt was decided by, as far as they are known.
func (d *Dossier) Limits() whatif.Limits { return d.limits() }

// WhatIf decides the attempts that key names, as Pick does, again with settings
// made. The error is a *PickError or the context's.
func (b *Book) WhatIf(ctx context.Context, key string, settings []whatif.Setting) ([]report.WhatIf, error) {
	attempts, err := b.Pick(key)
	if err != nil {
		return nil, err
	}
	var all []report.WhatIf
	for _, a := range attempts {
		d, err := b.Open(ctx, a)
		if err != nil {
			return nil, err
		}
		all = append(all, d.WhatIf(settings))
	}
	return all, nil
}

// WhatIf decides the attempt again with settings made.
func (d *Dossier) WhatIf(settings []whatif.Setting) report.WhatIf {
	m := d.Model()
	was := d.limits()
	now, lost := was.Apply(settings, "--set")
	out := report.WhatIf{Settings: settings, Lost: lost, Was: m.Compute(was), Now: m.Compute(now), Flips: m.Flips(now), Mends: m.Mends(now)}
	if a := d.Attempt; a != nil {
		x := a.Describe(&d.Verdict)
		out.Source, out.Name, out.ID = x.Source, x.Name, x.ID
	}
	for _, s := range settings {
		if !m.Changeable(now, s.Knob) {
			out.Unused = append(out.Unused, s.Knob)
		}
	}
	return out
}
