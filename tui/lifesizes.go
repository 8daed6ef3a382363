package tui

import (
	"errors"
	"fmt"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/lifecycle"
	"compactlens/core/loop"
	"compactlens/themes"
)

// sizes tells the figures of the attempt against their limits: of the rejections
// about size the whole arithmetic, else what was measured.
func (b *biography) sizes() {
	var large *loop.CompactionInputTooLargeError
	switch z := b.d.Cause.Sizes; {
	case z != nil:
		b.arithmetic(z)
	case errors.As(b.d.Cause.Err, &large):
		b.requestSize(large)
	case b.a.Measured != nil || b.a.Post != nil:
		b.measurements()
	}
}

// arithmetic tells why a summary, or the room for one, did not fit.
func (b *biography) arithmetic(z *lifecycle.Sizes) {
	b.heading("Sizes, in tokens")
	all := bars{limit: z.InputLimit}
	all.all = append(all.all, bar{name: "before", value: z.Measured, style: themes.Dim})
	all.all = append(all.all, bar{name: "fixed part", value: z.Fixed, style: themes.Accent, estimate: true})
	all.all = append(all.all, bar{name: "kept messages", from: z.Fixed, value: z.Tail, style: themes.Passed, estimate: true, unknown: !z.TailKnown})
	name, estimate := "summary", true
	if b.a.RejectReason == event.CompactRejectRetainedTailTooLarge {
		name, estimate = "summary budget", false
	}
	all.all = append(all.all,
		bar{name: name, from: add(z.Fixed, z.Tail), value: z.Summary, style: themes.Note, estimate: estimate, least: !z.SummaryKnown, unknown: !z.TailKnown},
		bar{name: "together", value: z.Total, style: themes.Text, estimate: true, least: !z.SummaryKnown, unknown: !z.TailKnown},
		bar{name: "smallest", value: z.Smallest, style: themes.Dim, estimate: true},
	)
	b.add(line{block: all}, line{})
	b.add(sizeWords(z)...)
}

// sizeWords says in sentences what the arithmetic comes to.
func sizeWords(z *lifecycle.Sizes) []line {
	var f facts
	switch {
	case !z.TailKnown:
		f.add("over", "how much is not known without the policy that cuts the kept messages")
	case !z.SummaryKnown:
		f.add("over", fmt.Sprintf("the summary had at least ≈ %s tokens, or it would have fitted; its answer is not in hand", inspect.Thousands(z.Summary)))
	case z.Over > 0:
		f.lines = append(f.lines, line{label: "over", style: themes.Error, text: fmt.Sprintf("≈ %s tokens must go: together they must stay below the limit, and equal is too large", inspect.Thousands(z.Over))})
	default:
		f.add("over", "by the estimate it fits; the runtime counted more than the estimate")
	}
	if z.Fits() {
		f.add("smallest", fmt.Sprintf("≈ %s, with the last segment alone and the least room for a summary: %s can fit", inspect.Thousands(z.Smallest), fitter(z)))
	} else {
		f.lines = append(f.lines, line{label: "smallest", style: themes.Error, text: fmt.Sprintf("≈ %s, with the last segment alone and the least room for a summary: no policy can make it fit; the last message or the fixed part must shrink, or the limit grow", inspect.Thousands(z.Smallest))})
	}
	f.add("fixed", "the system prompt, the tools and what else no compaction removes")
	f.add("estimates", "≈ is a quarter of the bytes of the messages as the journal has them; what was measured before and the limit are the runtime's own")
	return f.lines
}

// fitter says what can make sizes fit that can.
func fitter(z *lifecycle.Sizes) string {
	if fewer, known := z.Fewer(); known && !fewer {
		return "no policy keeps less, but a shorter summary"
	}
	return "another policy or a shorter summary"
}

// requestSize tells by how much a request was over its byte limit.
func (b *biography) requestSize(e *loop.CompactionInputTooLargeError) {
	b.heading("Sizes, in bytes")
	b.add(line{block: bars{limit: uint64(max(e.Limit, 0)), all: []bar{
		{name: "whole", value: uint64(max(e.FullSize, 0)), style: themes.Accent},
		{name: "at the least", value: uint64(max(e.Size, 0)), style: themes.Text},
	}}}, line{})
	var f facts
	f.add("over", fmt.Sprintf("%s bytes, with every old tool result left out whose absence gains something", grouped(int(e.Size-e.Limit))))
	b.add(f.lines...)
}

// measurements tells what the context measured before the attempt, and after.
func (b *biography) measurements() {
	b.heading("Context, in tokens")
	all := bars{}
	measured := func(name string, m *event.ContextMeasurement, style themes.Style) {
		if m == nil {
			return
		}
		all.limit = max(all.limit, m.InputLimit)
		all.all = append(all.all, bar{name: name, value: m.InputTokens, style: style, estimate: m.Quality == event.CountHeuristic})
	}
	measured("before", b.a.Measured, themes.Accent)
	measured("after", b.a.Post, themes.Passed)
	b.add(line{block: all})
}
