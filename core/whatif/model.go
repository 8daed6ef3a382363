package whatif

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"compactlens/core/event"
	"compactlens/core/history"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/loop"
	"compactlens/core/wire"
)

// Attempt is what is known of an attempt. Every part is optional; the more is
// known, the more can be decided again.
type Attempt struct {
	Evidence inspect.Evidence // the answer; its limits are replaced by those that are tried
	Limits   Limits           // as they were

	Context    *history.Context      // the transcript at the attempt's basis, from a journal
	Generation history.Generation    // how the runtime makes a request of it
	Input      *loop.CompactionInput // the request itself, where no context is known

	Fixed inspect.Known[uint64] // tokens of what no compaction removes; computed from the context's measurement where unset
	Kept  inspect.Known[uint64] // tokens of the fixed part with the kept messages, as counted before the call
	Total inspect.Known[uint64] // tokens of the request after the replacement, as counted

	Refused   event.CompactRejectReason // why it was refused other than by a check of the answer in hand; 0 for not, or not known
	Committed bool                      // its summary took the place of the transcript
	NoCall    bool                      // it ended before a model was called: there is no answer
}

// Model is an attempt read once, to be decided under many limits. It is not
// changed after New and may be used by several goroutines.
type Model struct {
	attempt    Attempt
	transcript *transcript
	fixed      inspect.Known[uint64]
	baseTail   inspect.Known[uint64] // tokens of the tail under the attempt's own limits
	summary    inspect.Known[uint64] // tokens of the summary in hand
	request    inspect.Known[uint64] // least bytes of the request in Input, without the digits of its budget
	fullSize   uint64
	record     record

	// The answer under no limits at all.
	verdict inspect.Verdict
	fails   map[inspect.StageID]loop.InvalidSummaryReason
	size    inspect.Known[uint64] // bytes of the answer's text
}

// New reads an attempt. Cost: the checks of the answer, and one encoding of every
// message of the context.
func New(a Attempt) *Model {
	m := &Model{attempt: a, fails: map[inspect.StageID]loop.InvalidSummaryReason{}}
	e := a.Evidence
	e.OutputBytes, e.MaxSummaryTokens = inspect.Known[int64]{}, inspect.Known[uint64]{}
	m.verdict = inspect.Judge(e)
	for i := range m.verdict.Findings {
		f := &m.verdict.Findings[i]
		if _, ok := m.fails[f.Stage()]; f.Severity == inspect.SeverityError && !ok {
			m.fails[f.Stage()] = f.Reason
		}
	}
	if text, ok := e.Reply.Answer(); ok && m.looksAtText() {
		m.size = inspect.Know(uint64(len(text.Bytes)), "the answer")
	}
	if m.verdict.HasSummary {
		m.summary = inspect.Know(ledger.Estimate(uint64(len(m.verdict.Summary.Bytes))), "bytes/4 of the summary")
	}
	if a.Context != nil {
		m.transcript = measure(*a.Context, a.Generation)
	} else if a.Input != nil {
		m.measureInput(*a.Input)
	}
	m.fixed = a.Fixed
	if c := a.Context; !m.fixed.Set && c != nil && c.Measurement != nil && m.transcript.err == nil {
		all := ledger.Estimate(m.transcript.tail[0])
		m.fixed = inspect.Know(c.Measurement.InputTokens-min(all, c.Measurement.InputTokens), "the measurement without the transcript's bytes/4")
	}
	if cut, _, ok := m.cut(a.Limits); ok {
		m.baseTail = inspect.Know(m.transcript.tailTokens(cut), "bytes/4")
	}
	m.remember()
	return m
}

// looksAtText reports whether the answer is one whose text is measured.
func (m *Model) looksAtText() bool {
	switch m.attempt.Evidence.Reply.Form {
	case inspect.FormText, inspect.FormOutput:
		return true
	case inspect.FormResponse:
		texts := 0
		for _, b := range m.attempt.Evidence.Reply.Blocks {
			if b.Type == "text" {
				texts++
			}
		}
		return texts == 1
	}
	return false
}

// measureInput finds how small the request can get.
func (m *Model) measureInput(in loop.CompactionInput) {
	raw, err := wire.EncodeRequest(in)
	if err != nil {
		return
	}
	least := uint64(len(raw))
	m.fullSize = least - digits(in.MaxSummaryTokens)
	if _, err := wire.FitRequest(in, 1); m.attempt.Generation == history.GenerationTail {
		var large *loop.CompactionInputTooLargeError
		if errors.As(err, &large) {
			least = uint64(large.Size)
		}
	}
	m.request = inspect.Know(least-digits(in.MaxSummaryTokens), "the request")
}

// cut returns the index of the first kept message under some limits. ok is false
// where it cannot be told.
func (m *Model) cut(l Limits) (at, segments int, ok bool) {
	t := m.transcript
	if t == nil || t.err != nil {
		return 0, 0, false
	}
	if t.generation == history.GenerationTail && (!l[KeepRecentSegments].Set || !l[KeepRecentTokens].Set) {
		return 0, 0, false
	}
	at, segments = t.at(l[KeepRecentSegments].Value, l[KeepRecentTokens].Value)
	return at, segments, true
}

// figures are the sizes that limits are held against.
type figures struct {
	limit      inspect.Known[uint64]
	limitState limitState
	cut        int
	cutKnown   bool
	segments   int
	tail       inspect.Known[uint64]
	kept       inspect.Known[uint64]
	total      inspect.Known[uint64]
	atLeast    inspect.Known[uint64] // the total, where all that is known of the summary is that it did not fit
	full       uint64
	least      inspect.Known[uint64] // bytes of the request at its smallest
}

// figure computes the sizes under some limits. Cost: O(log n) of the segments.
func (m *Model) figure(l Limits) (f figures) {
	f.limit, f.limitState = l.inputLimit()
	f.cut, f.segments, f.cutKnown = m.cut(l)
	if f.cutKnown {
		f.tail = inspect.Know(m.transcript.tailTokens(f.cut), "bytes/4 of the kept messages")
		if full, least, ok := m.transcript.request(f.cut, l[MaxSummaryTokens].Value); ok {
			f.full, f.least = full, inspect.Know(least, "the request rebuilt")
		}
	} else if m.request.Set {
		f.full = m.fullSize + digits(l[MaxSummaryTokens].Value)
		f.least = inspect.Know(m.request.Value+digits(l[MaxSummaryTokens].Value), m.request.From)
	}
	f.kept = m.shifted(m.attempt.Kept, f.tail)
	if !f.kept.Set && m.fixed.Set && f.tail.Set {
		f.kept = inspect.Know(plus(m.fixed.Value, f.tail.Value), "estimate")
	}
	f.total = m.shifted(m.attempt.Total, f.tail)
	if !f.total.Set && f.kept.Set && m.summary.Set {
		f.total = inspect.Know(plus(f.kept.Value, m.summary.Value), "estimate")
	}
	if least := m.record.least; !f.total.Set && f.kept.Set && least.Set {
		f.atLeast = inspect.Know(plus(f.kept.Value, least.Value), least.From)
	}
	return f
}

// shifted returns a counted size as it would be with another tail.
func (m *Model) shifted(counted, tail inspect.Known[uint64]) inspect.Known[uint64] {
	if !counted.Set || !tail.Set || !m.baseTail.Set || tail.Value == m.baseTail.Value {
		return counted
	}
	n := plus(counted.Value, tail.Value)
	return inspect.Know(n-min(n, m.baseTail.Value), "the count, with another tail")
}

// StepID names one step of an attempt.
type StepID uint8

// The steps, in the order an attempt takes them.
const (
	StepLimit       StepID = iota // the input limit is known
	StepTail                      // something is left to summarise
	StepRoom                      // the kept messages leave room for a summary
	StepRequest                   // the request fits its byte limit
	StepAnswer                    // the checks of the answer
	StepReplacement               // the result stays below the input limit
	StepEnd                       // nothing else came between; a step only where something did
)

// String returns the step's name.
func (s StepID) String() string {
	return [...]string{"context_limit", "tail", "room", "request", "answer", "replacement", "end"}[s]
}

// Reject returns the reason the step rejects with; 0 of StepEnd, which has several.
func (s StepID) Reject() event.CompactRejectReason {
	return [...]event.CompactRejectReason{
		event.CompactRejectContextLimitUnknown, event.CompactRejectUnavailable, event.CompactRejectRetainedTailTooLarge,
		event.CompactRejectExecutionFailed, event.CompactRejectInvalidSummary, event.CompactRejectSummaryTooLarge, 0,
	}[s]
}

// Step is one step and how it would end.
type Step struct {
	ID     StepID
	Status inspect.Status // Unknown: what is needed is not known; Detail says what
	Detail string         // one short phrase
	Gauge  inspect.Gauge  // Limit is 0 where the step has no figure
}

// Result is how an attempt would end.
type Result struct {
	Decision inspect.Decision          // Accepted where nothing that is known speaks against it
	Reject   event.CompactRejectReason // of a rejection; 0 else
	Reason   loop.InvalidSummaryReason // of an invalid summary
}

// String returns the result in words of the contract.
func (r Result) String() string {
	switch {
	case r.Decision != inspect.Rejected:
		return r.Decision.String()
	case r.Reason != "":
		return string(r.Reason)
	}
	return r.Reject.String()
}

// Outcome is an attempt decided under some limits.
type Outcome struct {
	Result
	Limits      Limits
	InputLimit  inspect.Known[uint64] // as set or computed
	Steps       []Step                // in order; StepEnd only where it failed
	Verdict     inspect.Verdict       // the checks of the answer
	Replacement ledger.Replacement
	Segments    int    // segments kept; 0 where not known
	Note        string // what does not fit together in the limits; may be empty
}

// Compute decides the attempt under some limits. A step that nothing is known of
// does not decide. Cost: the checks of the answer.
func (m *Model) Compute(l Limits) Outcome {
	f := m.figure(l)
	o := Outcome{Limits: l, InputLimit: f.limit, Segments: f.segments}
	e := m.attempt.Evidence
	e.MaxSummaryTokens = l[MaxSummaryTokens]
	e.OutputBytes = inspect.Known[int64]{}
	if k := l[OutputBytes]; k.Set {
		e.OutputBytes = inspect.Know(int64(min(k.Value, math.MaxInt64)), k.From)
	}
	o.Verdict = inspect.Judge(e)
	o.Replacement = ledger.Replace(m.sizes(l, f))
	o.Steps = m.steps(l, f, &o.Verdict)
	o.Result = m.decide(l, f)
	if parts, ok := l.parts().InputLimit(); ok && l[InputLimit].Set && l[Window].Set && l[ReservedOutput].Set && l[SafetyMargin].Set && parts != l[InputLimit].Value {
		o.Note = fmt.Sprintf("The input limit in force is %s tokens, but window, reserve and margin give %s; a change of one of them counts from the latter.",
			inspect.Thousands(l[InputLimit].Value), inspect.Thousands(parts))
	}
	return o
}

// sizes returns the figures as the ledger wants them.
func (m *Model) sizes(l Limits, f figures) ledger.Sizes {
	s := ledger.Sizes{Limit: f.limit, Tail: f.tail, Kept: f.kept, Total: f.total, AtLeast: f.atLeast, MaxSummary: l[MaxSummaryTokens], Summary: m.summary}
	if m.record.fixed {
		s.Recorded = m.record.end.Reject
	} else {
		s.Recorded = m.standing(l, f)
	}
	if m.fixed.Set && (!f.kept.Set || !f.tail.Set || m.fixed.Value+f.tail.Value == f.kept.Value) {
		s.Fixed = m.fixed
	} else if f.kept.Set && f.tail.Set && f.tail.Value <= f.kept.Value {
		s.Fixed = inspect.Know(f.kept.Value-f.tail.Value, "the count without the tail")
	}
	if t := m.transcript; t != nil && t.err == nil && len(t.cut) > 0 && t.generation == history.GenerationTail {
		s.LeastTail = inspect.Know(t.tailTokens(t.cut[0]), "bytes/4 of the last segment")
	}
	return s
}

// below says that a figure must stay below its limit: equal is too much.
func below(g inspect.Gauge) string {
	if g.Value < g.Limit {
		return inspect.Thousands(g.Value) + " tokens, below " + inspect.Thousands(g.Limit)
	}
	return fmt.Sprintf("%s tokens, not below %s: %s too many", inspect.Thousands(g.Value), inspect.Thousands(g.Limit), inspect.Thousands(g.Value-g.Limit+1))
}

// need is something that a step is decided by.
type need struct {
	what  string
	known bool
}

// needs says which of all are not known.
func needs(all ...need) string {
	var missing []string
	for _, n := range all {
		if !n.known {
			missing = append(missing, n.what)
		}
	}
	if n := len(missing); n > 1 {
		missing = append(missing[:n-2], missing[n-2]+" and "+missing[n-1])
	}
	return "needs " + strings.Join(missing, ", ")
}

// steps says how each step would end.
func (m *Model) steps(l Limits, f figures, v *inspect.Verdict) []Step {
	all := []Step{
		{ID: StepLimit, Status: inspect.Unknown, Detail: "needs the input limit, or the window with reserve and margin"},
		{ID: StepTail, Status: inspect.Unknown, Detail: "needs the transcript and the tail policy"},
		{ID: StepRoom, Status: inspect.Unknown, Detail: needs(need{"the input limit", f.limit.Set}, need{"the size of the kept messages", f.kept.Set}, need{"the summary budget", l[MaxSummaryTokens].Set})},
		{ID: StepRequest, Status: inspect.Unknown, Detail: "needs the request and its byte limit"},
		{ID: StepAnswer, Status: inspect.Unknown, Detail: "needs the model's answer"},
		{ID: StepReplacement, Status: inspect.Unknown, Detail: needs(need{"the input limit", f.limit.Set}, need{"the size of the kept messages", f.kept.Set || f.total.Set}, need{"the summary", m.summary.Set || f.total.Set})},
	}
	end := func(id StepID, failed bool, detail string) {
		all[id].Status, all[id].Detail = inspect.Passed, detail
		if failed {
			all[id].Status = inspect.Failed
		}
	}
	switch f.limitState {
	case limitGiven:
		end(StepLimit, false, inspect.Thousands(f.limit.Value)+" tokens")
	case limitUnknown:
		end(StepLimit, true, "neither a window nor an input limit is known for the model")
	}
	switch {
	case m.transcript != nil && m.transcript.err != nil:
		end(StepTail, true, "the transcript cannot be cut")
	case f.cutKnown:
		n := len(m.transcript.context.Messages)
		end(StepTail, m.transcript.empty(f.cut), fmt.Sprintf("%d of %d messages are kept", n-f.cut, n))
	}
	if b := l[MaxSummaryTokens]; f.kept.Set && b.Set && f.limit.Set {
		g := inspect.Gauge{Value: plus(f.kept.Value, b.Value), Limit: f.limit.Value, Unit: "tokens", From: f.limit.From}
		end(StepRoom, g.Value >= g.Limit, below(g))
		all[StepRoom].Gauge = g
	}
	if b := l[InputBytes]; f.least.Set && b.Set {
		g := inspect.Gauge{Value: f.full, Limit: b.Value, Unit: "bytes", From: b.From}
		if f.full > b.Value {
			g.Value = f.least.Value
		}
		end(StepRequest, f.least.Value > b.Value || b.Value == 0, g.String()+" bytes")
		all[StepRequest].Gauge = g
	}
	switch v.Decision {
	case inspect.Accepted:
		end(StepAnswer, false, "all checks passed")
	case inspect.Rejected:
		end(StepAnswer, true, string(v.Reason))
	default:
		if v.Form != inspect.FormNone {
			all[StepAnswer].Detail = "in hand, not decided: " + strings.Join(v.Missing, "; ")
		}
	}
	if f.total.Set && f.limit.Set {
		g := inspect.Gauge{Value: f.total.Value, Limit: f.limit.Value, Unit: "tokens", From: f.limit.From}
		end(StepReplacement, g.Value >= g.Limit, below(g))
		all[StepReplacement].Gauge = g
	} else if f.atLeast.Set && f.limit.Set {
		n, of := inspect.Thousands(f.atLeast.Value), inspect.Thousands(f.limit.Value)
		if f.atLeast.Value >= f.limit.Value {
			end(StepReplacement, true, fmt.Sprintf("at least %s tokens, not below %s: the summary is not in hand, and it did not fit", n, of))
		} else {
			all[StepReplacement].Detail = fmt.Sprintf("at least %s tokens of %s: needs the summary", n, of)
		}
	}
	all = m.recorded(all, l, f)
	failed := false
	for i := range all {
		if failed {
			switch all[i].Status {
			case inspect.Failed:
				all[i].Detail = "would fail: " + all[i].Detail
			case inspect.Unknown:
				all[i].Detail = "not reached"
			}
			all[i].Status = inspect.NotReached
		}
		failed = failed || all[i].Status == inspect.Failed
	}
	return all
}
