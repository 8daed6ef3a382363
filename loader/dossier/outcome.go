package dossier

import (
	"slices"

	"compactlens/core/content"
	"compactlens/core/diagnose"
	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/loop"
	"compactlens/core/whatif"
	"compactlens/core/wire"
	"compactlens/loader"
	"compactlens/loader/capture"
)

// maxOthers bounds the attempts whose identity a wrong one is compared with.
const maxOthers = 2000

// context returns what diagnoses may know beside the answer.
func (b *Book) context(d *Dossier) (c diagnose.Context) {
	c.Others = b.others(d)
	c.Outcome.Recorded = d.Attempt.RejectReason
	if bundle := d.Attempt.Bundle; bundle != nil {
		bundleOutcome(&c, *bundle, d.Attempt.Source.Text().Bytes())
	}
	if m := d.Attempt.Measured; m != nil {
		c.Outcome.InputLimit = inspect.Know(m.InputLimit, "journal")
	}
	if p := d.Attempt.Post; p != nil {
		c.Outcome.PostTokens = inspect.Know(p.InputTokens, "journal")
	}
	c.Outcome.MaxSummary = d.Evidence.MaxSummaryTokens
	if z := d.Cause.Sizes; z != nil {
		switch fewer, known := z.Fewer(); {
		case fewer:
			c.Outcome.Kept = diagnose.KeptMore
		case known && z.Tail == 0:
			c.Outcome.Kept = diagnose.KeptNone
		case known:
			c.Outcome.Kept = diagnose.KeptLast
		}
		c.Outcome.CannotFit = z.Reason == event.CompactRejectSummaryTooLarge && !z.Fits()
	}
	if r := d.Attempt.Reply; r != nil && !r.Broken {
		c.Outcome.Said = d.Attempt.Reply.Error
	}
	if t, err := d.Transcript(); err == nil {
		c.Replaces(t.Context.Messages[:t.Head], "journal")
	}
	return c
}

// others names what the other attempts asked for, so that a reply to one of them
// can be told where it belongs.
func (b *Book) others(d *Dossier) []diagnose.Other {
	wrong := false
	for i := range d.Verdict.Findings {
		wrong = wrong || d.Verdict.Findings[i].Stage() == inspect.StageIdentity
	}
	if !wrong {
		return nil
	}
	b.named.Do(func() {
		for _, a := range b.w.Attempts[:min(len(b.w.Attempts), maxOthers)] {
			name := a.Name()
			if name == "" {
				name = a.Source.Path
			}
			b.all = append(b.all, diagnose.Other{Name: name, Identity: a.Identity()})
		}
	})
	if i := slices.Index(b.w.Attempts[:len(b.all)], d.Attempt); i >= 0 {
		return slices.Concat(b.all[:i], b.all[i+1:])
	}
	return b.all
}

// bundleOutcome takes in what a bundle says of the attempt's end.
func bundleOutcome(c *diagnose.Context, b capture.Bundle, file []byte) {
	o := &c.Outcome
	o.Recorded, o.Said = b.Outcome, b.CountError
	o.InputLimit, o.MaxSummary = b.Post.InputLimit, b.MaxSummaryTokens
	o.TailTokens, o.TailBytes, o.PostTokens = b.Post.TailTokens, b.Post.TailBytes, b.Post.InputTokens
	if b.BasisNow != nil {
		o.BasisNow = *b.BasisNow
	}
	if in, err := wire.DecodeRequest(b.Input.Of(file)); err == nil {
		o.Basis = in.Basis
		if b.InputBytes.Set {
			_, o.Request = wire.FitRequest(in, b.InputBytes.Value)
		}
		o.Results = results(in)
		c.Replaces(in.Transcript, "bundle")
	} else {
		o.Request = err
	}
	if b.RetainedTail.Empty() {
		return
	}
	tail, err := content.DecodeRequest(b.RetainedTail.Of(file))
	if err == nil {
		err = event.ValidateRetained(tail)
	}
	if o.Tail = err; err != nil {
		return
	}
	// A message of the user begins a segment, and the last segment is always kept.
	if users := slices.IndexFunc(tail[min(1, len(tail)):], func(m content.Message) bool { return m.Role() == content.RoleUser }); users >= 0 {
		o.Kept = diagnose.KeptMore
	} else if len(tail) > 0 {
		o.Kept = diagnose.KeptLast
	}
}

// results counts the tool messages of a request that hold something.
func results(in loop.CompactionInput) (n int) {
	for _, m := range in.Transcript {
		if t, ok := m.(*content.ToolResultMessage); ok && len(t.Blocks) > 0 {
			n++
		}
	}
	return n
}

// counted takes in the sizes that somebody counted, and the request, where no
// journal has the transcript.
func (d *Dossier) counted(a *whatif.Attempt) {
	if d.Attempt == nil {
		return
	}
	a.Refused, a.Committed, a.NoCall = d.Attempt.Refused(), d.Attempt.Terminal == loader.Committed, d.noCall
	if d.Evidence.Reply.Form == inspect.FormNone && d.Attempt.RejectReason == event.CompactRejectInvalidSummary {
		a.Refused = d.Attempt.RejectReason
	}
	if p := d.Attempt.Post; p != nil {
		a.Total = inspect.Know(p.InputTokens, "journal")
	}
	var request []byte
	if b := d.Attempt.Bundle; b != nil {
		a.Kept, a.Total = b.Post.TailTokens, a.Total.Or(b.Post.InputTokens)
		request = b.Input.Of(d.Attempt.Source.Text().Bytes())
	} else if q := d.Attempt.Request; q != nil && d.Life == nil {
		request = q.Text().Bytes
	}
	if len(request) == 0 {
		return
	}
	if in, err := wire.DecodeRequest(request); err == nil {
		a.Input = &in
	}
}

// limits returns the figures the attempt was decided by, as far as they are known.
func (d *Dossier) limits() (l whatif.Limits) {
	number := func(k inspect.Known[int64]) inspect.Known[uint64] {
		return inspect.Known[uint64]{Value: uint64(max(k.Value, 0)), From: k.From, Set: k.Set}
	}
	l[whatif.MaxSummaryTokens] = d.Evidence.MaxSummaryTokens
	l[whatif.OutputBytes] = number(d.Evidence.OutputBytes)
	if d.Attempt == nil {
		return l
	}
	f := d.Attempt.Figures()
	l[whatif.InputBytes] = number(f.InputBytes)
	l[whatif.InputLimit] = f.InputLimit
	if b := d.Attempt.Bundle; b != nil {
		l[whatif.InputLimit] = b.Post.InputLimit.Or(l[whatif.InputLimit])
	}
	if p, ok := d.Attempt.Preset(); ok {
		from := "preset " + p.Name
		l[whatif.ReservedOutput] = inspect.Know(p.Policy.ReservedOutput, from)
		l[whatif.SafetyMargin] = inspect.Know(p.Policy.SafetyMargin, from)
		l[whatif.KeepRecentSegments] = inspect.Know(uint64(max(p.Policy.KeepRecentSegments, 0)), from)
		l[whatif.KeepRecentTokens] = inspect.Know(p.Policy.KeepRecentTokens, from)
	}
	if m := d.Attempt.Measured; m != nil {
		l[whatif.InputLimit] = l[whatif.InputLimit].Or(inspect.Know(m.InputLimit, "journal"))
	}
	if d.Life != nil && d.Life.Call != nil {
		var w event.ModelLimits
		if r := d.Life.Call.Run.Runtime; r != nil {
			w = r.Limits
		}
		for k, v := range map[whatif.Knob]uint64{whatif.Window: w.WindowTokens, whatif.MaxInputTokens: w.MaxInputTokens, whatif.MaxOutputTokens: w.MaxOutputTokens} {
			if v > 0 {
				l[k] = inspect.Know(v, "journal")
			}
		}
	}
	return l
}
