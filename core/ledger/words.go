package ledger

import (
	"fmt"

	"compactlens/core/event"
	"compactlens/core/inspect"
)

// Headline says what the answer cost against its budget, in one phrase: "5,102 of
// 4,096 tokens, 1,006 over".
func (a Answer) Headline() string {
	total := a.total()
	s := inspect.Thousands(total)
	if !a.Output.Set {
		s = "≈ " + s
	}
	switch {
	case !a.Limit.Set && total == 1:
		return s + " token, the budget is not known"
	case !a.Limit.Set:
		return s + " tokens, the budget is not known"
	case a.Over > 0:
		return fmt.Sprintf("%s of %s tokens, %s over", s, inspect.Thousands(a.Limit.Value), inspect.Thousands(a.Over))
	}
	return fmt.Sprintf("%s of %s tokens, %s left", s, inspect.Thousands(a.Limit.Value), inspect.Thousands(a.Limit.Value-total))
}

// total returns what the rows add up to.
func (a Answer) total() (n uint64) {
	for _, r := range a.Rows {
		n += r.Tokens
	}
	return n
}

// Advice says what to cut in a row for the answer to fit; nothing where it fits, or
// where cutting there is not part of the way.
func (a Answer) Advice(r Row) string {
	switch {
	case a.Over == 0:
		return ""
	case a.CutsFit && r.Cut > 0 && r.Alone && r.Cut < a.Over:
		return fmt.Sprintf("cut %s here, or all %s", inspect.Thousands(r.Cut), inspect.Thousands(a.Over))
	case a.CutsFit && r.Cut > 0:
		return fmt.Sprintf("cut %s here", inspect.Thousands(r.Cut))
	case r.Alone:
		return fmt.Sprintf("or all %s here", inspect.Thousands(a.Over))
	}
	return ""
}

// Hopeless says why no cut in the sections makes the answer fit; nothing where one
// does.
func (a Answer) Hopeless() string {
	if a.Over == 0 || a.CutsFit {
		return ""
	}
	most, name := uint64(0), ""
	for _, r := range a.Rows {
		if r.Kind != Section && r.Tokens > most {
			most, name = r.Tokens, r.Name()
		}
	}
	if name == "" {
		return "The sections are too short to cut so much from them."
	}
	return fmt.Sprintf("Cutting the sections cannot make it fit: %s alone takes %s.", name, inspect.Thousands(most))
}

// Largest returns the tokens of the largest row, which bars are drawn against.
func (a Answer) Largest() (n uint64) {
	for _, r := range a.Rows {
		n = max(n, r.Tokens)
	}
	return n
}

// Known reports whether there is anything to say about the request.
func (r Replacement) Known() bool { return r.Total.Set || r.BeforeCall.Set || r.Smallest.Set }

// Headline says in one phrase whether the request fits.
func (r Replacement) Headline() string {
	of := func(n uint64) string {
		return inspect.Thousands(n) + " of " + inspect.Thousands(r.Limit.Value) + " tokens"
	}
	switch {
	case r.CannotFit > 0:
		return fmt.Sprintf("cannot fit by %s: at its smallest it has %s", inspect.Thousands(r.CannotFit), of(r.Smallest.Value))
	case !r.Limit.Set:
		return "the input limit is not known"
	case r.BeforeOver > 0:
		return fmt.Sprintf("no room for a summary: %s before the call, %s too many", of(r.BeforeCall.Value), inspect.Thousands(r.BeforeOver))
	case r.Over > 0:
		return fmt.Sprintf("too large: %s, %s too many", of(r.Total.Value), inspect.Thousands(r.Over))
	case r.AtLeast.Set && r.OverAtLeast > 0:
		return "too large: at least " + of(r.AtLeast.Value) + "; by how many is not known without the summary"
	case r.AtLeast.Set:
		return "at least " + of(r.AtLeast.Value) + "; whether it fits is not known without the summary"
	case r.Recorded == event.CompactRejectSummaryTooLarge, r.Recorded == event.CompactRejectRetainedTailTooLarge:
		return "refused for its size; by these figures it would fit, so that the runtime counted more: " + of(max(r.Total.Value, r.BeforeCall.Value))
	case r.Total.Set:
		return fmt.Sprintf("fits: %s, headroom %s", of(r.Total.Value), inspect.Thousands(r.Headroom))
	}
	return "a summary of any size within its budget fits: " + of(r.BeforeCall.Value)
}

// Lines returns the items of the ledger with what they add up to, in the order in
// which they are shown.
func (r Replacement) Lines() []Item {
	lines := append([]Item(nil), r.Items...)
	add := func(name string, k inspect.Known[uint64]) {
		if k.Set {
			lines = append(lines, Item{Name: name, Tokens: k.Value, From: k.From})
		}
	}
	add("together", r.Total)
	add("together, at least", r.AtLeast)
	add("with the whole budget", r.BeforeCall)
	add("smallest reachable", r.Smallest)
	add("input limit", r.Limit)
	return lines
}
