package report

import (
	"fmt"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/source"
)

// jsonCount is what one section costs.
type jsonCount struct {
	Count    uint64 `json:"count"`
	Method   string `json:"method"`
	Estimate bool   `json:"estimate"`
}

type jsonTokens struct {
	Output    *uint64     `json:"output,omitempty"`
	Limit     *uint64     `json:"limit,omitempty"`
	LimitFrom string      `json:"limit_from,omitempty"`
	Over      *uint64     `json:"over,omitempty"`
	Reasoning *uint64     `json:"reasoning,omitempty"`
	Method    string      `json:"method,omitempty"` // of the rows
	Note      string      `json:"note,omitempty"`
	Rows      []jsonRow   `json:"rows,omitempty"`
	BudgetEnd *jsonBudget `json:"budget_end,omitempty"`
}

// jsonRow is one line of the answer's ledger.
type jsonRow struct {
	Name     string `json:"name"`
	Tokens   uint64 `json:"tokens"`
	Estimate bool   `json:"estimate"`
	Cut      uint64 `json:"cut,omitempty"`   // tokens to cut here, together with the other cuts
	Alone    bool   `json:"alone,omitempty"` // cutting the whole overage here is enough, too
}

// jsonBudget is where in the text the budget ends; the spans reach from there to
// the end of the text.
type jsonBudget struct {
	BeforeText  bool      `json:"before_text,omitempty"`
	Span        *jsonSpan `json:"span,omitempty"`
	SummarySpan *jsonSpan `json:"summary_span,omitempty"`
}

// jsonReplacement is the request after the replacement, in tokens.
type jsonReplacement struct {
	Limit      *uint64    `json:"limit,omitempty"`
	Items      []jsonItem `json:"items,omitempty"`
	Total      *uint64    `json:"total,omitempty"`
	TotalLeast *uint64    `json:"total_at_least,omitempty"`
	Headroom   *uint64    `json:"headroom,omitempty"`
	Over       uint64     `json:"over,omitempty"`
	BeforeCall *uint64    `json:"before_call,omitempty"`
	BeforeOver uint64     `json:"before_call_over,omitempty"`
	Smallest   *uint64    `json:"smallest,omitempty"`
	CannotFit  uint64     `json:"cannot_fit_by,omitempty"`
}

type jsonItem struct {
	Name   string `json:"name"`
	Tokens uint64 `json:"tokens"`
	From   string `json:"from,omitempty"`
}

// number returns what a known figure is, nil for an unknown one.
func number(k inspect.Known[uint64]) *uint64 {
	if !k.Set {
		return nil
	}
	return &k.Value
}

func tokensJSON(t inspect.Tokens, a *ledger.Answer, p placer) *jsonTokens {
	j := jsonTokens{Output: number(t.Output), Limit: number(t.Limit), Reasoning: number(t.Reasoning), LimitFrom: t.Limit.From}
	if j.Output != nil && j.Limit != nil && *j.Output > *j.Limit {
		over := *j.Output - *j.Limit
		j.Over = &over
	}
	if a == nil {
		if j.Output == nil && j.Limit == nil {
			return nil
		}
		return &j
	}
	j.Method, j.Note = a.Method, a.Note
	for _, r := range a.Rows {
		j.Rows = append(j.Rows, jsonRow{Name: r.Name(), Tokens: r.Tokens, Estimate: r.Estimate, Cut: r.Cut, Alone: r.Alone})
	}
	if a.End.Known {
		j.BudgetEnd = &jsonBudget{BeforeText: a.End.BeforeText}
		j.BudgetEnd.Span, j.BudgetEnd.SummarySpan = p.spans(a.End.Beyond)
	}
	return &j
}

// countJSON returns what the section costs, nil where that is not known.
func countJSON(a *ledger.Answer, s inspect.Section) *jsonCount {
	if a == nil {
		return nil
	}
	for _, r := range a.Rows {
		if r.Kind == ledger.Section && r.Place == s.Place {
			return &jsonCount{Count: r.Tokens, Method: a.Counter, Estimate: r.Estimate}
		}
	}
	return nil
}

func replacementJSON(r *ledger.Replacement) *jsonReplacement {
	if r == nil || !r.Known() {
		return nil
	}
	j := jsonReplacement{
		Limit: number(r.Limit), Total: number(r.Total), TotalLeast: number(r.AtLeast), Over: r.Over, BeforeCall: number(r.BeforeCall), BeforeOver: r.BeforeOver,
		Smallest: number(r.Smallest), CannotFit: r.CannotFit,
	}
	for _, i := range r.Items {
		j.Items = append(j.Items, jsonItem(i))
	}
	if r.Total.Set && r.Limit.Set && r.Over == 0 {
		j.Headroom = &r.Headroom
	}
	return &j
}

// barWidth is the widest bar of a ledger in the text form, in cells.
const barWidth = 24

// ledger writes what the answer's tokens were spent on.
func (t *texter) ledger(a Attempt) {
	l := a.Ledger
	if l == nil {
		return
	}
	almost := "≈"
	if t.o.ASCII {
		almost = "~"
	}
	safe := func(s string) string { return t.safe(strings.ReplaceAll(s, "≈", almost)) }
	t.line("  ", t.paint(RoleStrong, "tokens"), ": ", safe(l.Headline()), t.paint(RoleDim, " (split by "+safe(l.Method)+")"))
	names := 0
	for _, r := range l.Rows {
		names = max(names, len(r.Name()))
	}
	for _, r := range l.Rows {
		about := " "
		if r.Estimate {
			about = almost
		}
		text := fmt.Sprintf("    %-*s %s%8s  ", names, r.Name(), about, inspect.Thousands(r.Tokens))
		advice := l.Advice(r)
		bar := t.bar(r.Tokens, l.Largest())
		if advice != "" {
			bar += strings.Repeat(" ", barWidth-source.Width(bar)) + "  "
		}
		if bar == "" {
			text = strings.TrimRight(text, " ")
		}
		t.line(text, t.paint(RoleDim, bar), t.paint(RoleAdvice, advice))
	}
	for _, s := range []string{l.Hopeless(), l.Note} {
		if s != "" {
			t.line("    ", t.paint(RoleDim, safe(s)))
		}
	}
	if l.End.Known {
		t.line("    ", t.paint(RoleDim, budgetEnd(a)))
	}
}

// bar draws n against the largest of its ledger; what is not nothing has a cell.
func (t *texter) bar(n, largest uint64) string {
	if n == 0 || largest == 0 {
		return ""
	}
	cells := max(int(float64(n)/float64(largest)*barWidth+0.5), 1)
	if t.o.ASCII {
		return strings.Repeat("#", cells)
	}
	return strings.Repeat("█", cells)
}

// budgetEnd says where in the text the budget ends.
func budgetEnd(a Attempt) string {
	end := a.Ledger.End
	if end.BeforeText {
		return "the budget was used up before the text began"
	}
	if at := end.Beyond; at.InSummary {
		p := source.NewText(a.Verdict.Summary.Bytes).Position(at.Summary.Start)
		return fmt.Sprintf("the budget ends at line %d, column %d of the summary (byte %d)", p.Line, p.Column, p.Offset)
	}
	if end.Beyond.InFile && a.File != nil {
		p := a.File.Position(end.Beyond.File.Start)
		return fmt.Sprintf("the budget ends outside the summary, at line %d, column %d of the file (byte %d)", p.Line, p.Column, p.Offset)
	}
	return fmt.Sprintf("the budget ends at byte %d of the answer's text", end.Text)
}

// replacement writes what the next request is made of.
func (t *texter) replacement(r *ledger.Replacement) {
	if r == nil || !r.Known() {
		return
	}
	t.line("  ", t.paint(RoleStrong, "next request"), ": ", t.safe(r.Headline()))
	for _, i := range r.Lines() {
		t.line(fmt.Sprintf("    %-28s %10s  ", i.Name, inspect.Thousands(i.Tokens)), t.paint(RoleDim, t.safe(i.From)))
	}
}
