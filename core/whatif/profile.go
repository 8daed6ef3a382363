package whatif

import (
	"math"
	"slices"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/loop"
)

// decide is the decision under some limits, from figures alone: the answer's checks
// that no limit bears on are as they were.
func (m *Model) decide(l Limits, f figures) Result {
	if m.record.fixed {
		return m.record.end
	}
	r := m.byFigures(l, f)
	if stands := m.standing(l, f); stands != 0 && r.Decision != inspect.Rejected {
		return Result{Decision: inspect.Rejected, Reject: stands}
	}
	return r
}

// byFigures is decide without what was recorded.
func (m *Model) byFigures(l Limits, f figures) Result {
	reject := func(r event.CompactRejectReason) Result { return Result{Decision: inspect.Rejected, Reject: r} }
	switch {
	case f.limitState == limitUnknown:
		return reject(event.CompactRejectContextLimitUnknown)
	case m.transcript != nil && m.transcript.err != nil, f.cutKnown && m.transcript.empty(f.cut):
		return reject(event.CompactRejectUnavailable)
	case f.kept.Set && f.limit.Set && l[MaxSummaryTokens].Set && plus(f.kept.Value, l[MaxSummaryTokens].Value) >= f.limit.Value:
		return reject(event.CompactRejectRetainedTailTooLarge)
	case f.least.Set && l[InputBytes].Set && (f.least.Value > l[InputBytes].Value || l[InputBytes].Value == 0):
		return reject(event.CompactRejectExecutionFailed)
	}
	answer := m.answer(l)
	if answer.Decision == inspect.Rejected {
		return answer
	}
	if f.total.Set && f.limit.Set && f.total.Value >= f.limit.Value {
		return reject(event.CompactRejectSummaryTooLarge)
	}
	if f.atLeast.Set && f.limit.Set && f.atLeast.Value >= f.limit.Value {
		return reject(event.CompactRejectSummaryTooLarge)
	}
	return answer
}

// answer is the decision of the answer's checks: those of the limits anew, the
// others as they were.
func (m *Model) answer(l Limits) Result {
	v := m.verdict
	if v.Form == inspect.FormNone {
		return Result{}
	}
	unknown := false
	for _, s := range v.Stages {
		reason, failed := m.fails[s.ID]
		open := s.Status == inspect.Unknown
		switch {
		case v.Form == inspect.FormSummary:
			open = false
		case s.ID == inspect.StageByteLimit && m.size.Set:
			limit := l[OutputBytes]
			open = !limit.Set
			failed = limit.Set && (limit.Value == 0 || m.size.Value > limit.Value)
			reason = loop.InvalidByteLimit
		case s.ID == inspect.StageTokenLimit && v.Tokens.Output.Set:
			limit := l[MaxSummaryTokens]
			open = !limit.Set
			failed = limit.Set && v.Tokens.Output.Value > limit.Value
			reason = loop.InvalidTokenLimit
		}
		if failed {
			return Result{Decision: inspect.Rejected, Reject: event.CompactRejectInvalidSummary, Reason: reason}
		}
		unknown = unknown || open
	}
	if unknown {
		return Result{Decision: inspect.Undetermined}
	}
	return Result{Decision: inspect.Accepted}
}

// Range is a run of values of one knob under which the attempt ends in one way.
type Range struct {
	From, To uint64 // both inclusive; To is math.MaxUint64 where there is no end
	Result   Result
}

// Profile is how the attempt ends under every value of one knob, all others as they
// are.
type Profile struct {
	Knob    Knob
	Current inspect.Known[uint64]
	Ranges  []Range // from Info.Min on without gaps; neighbours end differently
	Here    int     // index of the range with the current value, -1 where it is not known
}

// Profile computes how the attempt ends under every value of k. The values at which
// the end may change are computed, not searched; each is then decided. ok is false
// where a change of k cannot be computed or changes nothing.
func (m *Model) Profile(l Limits, k Knob) (p Profile, ok bool) {
	if !m.Changeable(l, k) {
		return Profile{}, false
	}
	p = Profile{Knob: k, Current: m.current(l, k), Here: -1}
	start := k.Info().Min
	at := append(m.thresholds(l, k), start)
	slices.Sort(at)
	for _, v := range slices.Compact(at) {
		if v < start {
			continue
		}
		tried := l.With(k, v, "what-if")
		result := m.decide(tried, m.figure(tried))
		if n := len(p.Ranges); n > 0 {
			if p.Ranges[n-1].Result == result {
				continue
			}
			p.Ranges[n-1].To = v - 1
		}
		p.Ranges = append(p.Ranges, Range{From: v, To: math.MaxUint64, Result: result})
	}
	for i, r := range p.Ranges {
		if p.Current.Set && r.From <= p.Current.Value && p.Current.Value <= r.To {
			p.Here = i
		}
	}
	return p, true
}

// Changeable reports whether a change of k can be computed and may matter.
func (m *Model) Changeable(l Limits, k Knob) bool {
	if !l.Changeable(k) {
		return false
	}
	f := m.figure(l)
	switch k {
	case KeepRecentSegments, KeepRecentTokens:
		return m.transcript != nil && m.transcript.err == nil && len(m.transcript.bounds) > 0 && l[KeepRecentSegments].Set && l[KeepRecentTokens].Set
	case OutputBytes:
		return m.size.Set
	case InputBytes:
		return f.least.Set
	case MaxSummaryTokens:
		return m.verdict.Tokens.Output.Set || f.kept.Set
	}
	return f.kept.Set || f.total.Set
}

// current returns the value of k in force; a window that follows from the limit is
// computed.
func (m *Model) current(l Limits, k Knob) inspect.Known[uint64] {
	switch {
	case l[k].Set:
		return l[k]
	case k == Window && !l[MaxInputTokens].Set:
		if w, ok := l.window(); ok {
			return inspect.Know(w, "the limit with reserve and margin")
		}
	case k == InputLimit:
		limit, _ := l.inputLimit()
		return limit
	}
	return inspect.Known[uint64]{}
}

// thresholds returns values of k that hold every value at which the end may change
// from the value before it.
func (m *Model) thresholds(l Limits, k Knob) []uint64 {
	f := m.figure(l)
	var at []uint64
	add := func(n uint64) { at = append(at, n) }
	switch k {
	case MaxSummaryTokens:
		if out := m.verdict.Tokens.Output; out.Set {
			add(out.Value)
		}
		if f.kept.Set && f.limit.Set && f.limit.Value > f.kept.Value {
			add(f.limit.Value - f.kept.Value)
		}
		for n := uint64(10); n <= math.MaxUint64/10; n *= 10 {
			add(n) // the request names the budget, so one more digit makes it larger
		}
	case OutputBytes:
		add(1)
		add(m.size.Value)
	case InputBytes:
		add(1)
		add(f.least.Value)
	case KeepRecentSegments:
		for n := range m.transcript.bounds {
			add(uint64(n + 1))
		}
	case KeepRecentTokens:
		at = append(at, m.transcript.weight...)
	default:
		return m.limitThresholds(l, k, f)
	}
	return at
}

// limitThresholds is thresholds for what the input limit is made of. The limit must
// be above each of two sizes.
func (m *Model) limitThresholds(l Limits, k Knob, f figures) []uint64 {
	l = l.With(k, l[k].Value, l[k].From) // with the window that is computed
	w := l.parts()
	at := []uint64{1} // 0 of a model's own limits is unknown
	add := func(n uint64) { at = append(at, n) }
	for _, size := range []inspect.Known[uint64]{inspect.Know(plus(f.kept.Value, l[MaxSummaryTokens].Value), ""), f.total.Or(f.atLeast)} {
		need := plus(size.Value, 1) // the smallest limit that is above it
		beforeMargin := plus(need, w.SafetyMargin)
		switch k {
		case InputLimit:
			add(need)
		case MaxInputTokens:
			add(beforeMargin)
		case Window:
			add(plus(beforeMargin, w.Reserve()))
		case SafetyMargin:
			base := w
			base.SafetyMargin = 0
			if limit, ok := base.InputLimit(); ok && limit >= need {
				add(limit - need + 1)
			}
		case ReservedOutput, MaxOutputTokens:
			if w.Model.WindowTokens >= beforeMargin {
				add(w.Model.WindowTokens - beforeMargin + 1)
			}
		}
	}
	return at
}

// Flip is the nearest value of a knob at which the attempt would end differently.
type Flip struct {
	Knob   Knob
	Value  uint64
	Up     bool // at Value and above; else at Value and below
	Result Result
}

// String returns the flip as a phrase: "max_summary_tokens from 5,102 on: accepted".
func (f Flip) String() string { return f.Knob.String() + " " + f.Range() + ": " + f.Result.String() }

// Range returns the values as a phrase: "from 5,102 on".
func (f Flip) Range() string {
	if f.Up {
		return "from " + inspect.Thousands(f.Value) + " on"
	}
	return "up to " + inspect.Thousands(f.Value)
}

// Flips returns the nearest values on both sides of the current one.
func (p Profile) Flips() []Flip {
	if p.Here < 0 {
		return nil
	}
	var all []Flip
	if p.Here > 0 {
		r := p.Ranges[p.Here-1]
		all = append(all, Flip{Knob: p.Knob, Value: r.To, Result: r.Result})
	}
	if p.Here+1 < len(p.Ranges) {
		r := p.Ranges[p.Here+1]
		all = append(all, Flip{Knob: p.Knob, Value: r.From, Up: true, Result: r.Result})
	}
	return all
}

// Flips returns for every knob the nearest values at which the attempt would end
// differently.
func (m *Model) Flips(l Limits) []Flip {
	var all []Flip
	for k := range knobsBehind {
		if p, ok := m.Profile(l, k); ok {
			all = append(all, p.Flips()...)
		}
	}
	return all
}

// Mends returns the flips after which the attempt would be accepted: what would
// have to change for it to pass, one figure at a time. A change that only the next
// step refuses is none.
func (m *Model) Mends(l Limits) []Flip {
	var all []Flip
	for k := range knobsBehind {
		p, ok := m.Profile(l, k)
		if !ok || p.Here < 0 || p.Ranges[p.Here].Result.Decision == inspect.Accepted {
			continue
		}
		for i := p.Here - 1; i >= 0; i-- {
			if p.Ranges[i].Result.Decision == inspect.Accepted {
				all = append(all, Flip{Knob: k, Value: p.Ranges[i].To, Result: p.Ranges[i].Result})
				break
			}
		}
		for _, r := range p.Ranges[p.Here+1:] {
			if r.Result.Decision == inspect.Accepted {
				all = append(all, Flip{Knob: k, Value: r.From, Up: true, Result: r.Result})
				break
			}
		}
	}
	return all
}
