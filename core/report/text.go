package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/source"
)

// TextOptions say how the text form is written.
type TextOptions struct {
	ASCII bool                 // ASCII characters only
	Paint func(Role) Sequences // colours; nil writes none
}

// Role is what a piece of a text report is, for colouring.
type Role uint8

const (
	RoleError Role = iota
	RoleAdvice
	RoleGood
	RoleDim
	RoleStrong
)

// Sequences are written before and after a painted piece.
type Sequences struct{ On, Off string }

// Text writes r for people, like a compiler: each attempt with its verdict, each
// finding with the line it is in and a mark under the exact place.
func Text(w io.Writer, r Report, o TextOptions) error {
	t := texter{w: bufio.NewWriter(w), o: o, display: source.Display{ASCII: o.ASCII}}
	for i, a := range r.Attempts {
		if i > 0 {
			t.line("")
		}
		t.attempt(a)
	}
	if len(r.Problems) > 0 && len(r.Attempts) > 0 {
		t.line("")
	}
	for _, p := range r.Problems {
		t.problem(p)
	}
	if len(r.Attempts) > 1 {
		t.totals(r.Totals())
	}
	return t.w.Flush()
}

type texter struct {
	w       *bufio.Writer
	o       TextOptions
	display source.Display
}

func (t *texter) paint(r Role, s string) string {
	if t.o.Paint == nil || s == "" {
		return s
	}
	q := t.o.Paint(r)
	return q.On + s + q.Off
}

func (t *texter) line(parts ...string) {
	// Write errors stay in the buffer and come back from Flush.
	_, _ = t.w.WriteString(strings.Join(parts, "") + "\n")
}

// safe makes untrusted text fit for one line.
func (t *texter) safe(s string) string { return t.display.String(s) }

func (t *texter) problem(p Problem) {
	at := t.safe(p.Source)
	if p.Place != "" {
		at += ", " + t.safe(p.Place)
	}
	t.line(t.paint(RoleError, "problem"), ": ", at, ": ", t.safe(p.Message))
}

// head writes the lines that say what the attempt is and how it was decided.
func (t *texter) head(a Attempt) {
	v := a.Verdict
	role, word := RoleDim, v.Decision.String()
	switch v.Decision {
	case inspect.Accepted:
		role = RoleGood
	case inspect.Rejected:
		role, word = RoleError, word+" "+string(v.Reason)
	}
	if len(v.Stages) == 0 {
		word = "no answer in hand"
	}
	name := t.safe(a.Source)
	if a.Name != "" {
		name += " " + t.safe(a.Name)
	}
	t.line(t.paint(RoleStrong, name), ": ", t.paint(role, word))
	var facts []string
	if a.Terminal != "" {
		fact := "journal: " + a.Terminal
		if a.Terminal == "none" {
			fact = "journal: no terminal event"
		}
		if a.RejectReason != "" {
			fact += fmt.Sprintf(" %s (%d)", a.RejectReason, a.RejectCode)
		}
		facts = append(facts, fact)
	}
	for _, f := range [...]string{a.Trigger, prefixed("attempt ", a.ID), prefixed("loop ", a.Loop), prefixed("session ", a.Session)} {
		if f != "" {
			facts = append(facts, t.safe(f))
		}
	}
	if len(facts) > 0 {
		t.line("  ", t.paint(RoleDim, strings.Join(facts, ", ")))
	}
	for _, n := range append([]string{a.CauseText, prefixed("answer ", a.Match)}, a.Notes...) {
		if n != "" {
			t.line("  ", t.paint(RoleDim, t.safe(n)))
		}
	}
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

func (t *texter) attempt(a Attempt) {
	t.head(a)
	v := a.Verdict
	if len(v.Stages) > 0 {
		t.line("  ", t.strip(v))
	}
	for _, m := range v.Missing {
		t.line("  ", t.paint(RoleAdvice, "unknown"), ": ", t.safe(m))
	}
	t.ledger(a)
	t.replacement(a.Replacement)
	for _, d := range a.Diagnoses {
		t.line("  ", t.paint(RoleStrong, t.safe(d.Title)), ": ", t.safe(d.Text))
		if d.Next != "" {
			t.line("    ", t.paint(RoleDim, "next: "), t.safe(d.Next))
		}
	}
	sum := source.NewText(v.Summary.Bytes)
	for i := range v.Findings {
		t.finding(a, &v.Findings[i], sum)
		t.fix(a, i)
	}
}

// sign returns the sign of a status and its colour.
func (t *texter) sign(s inspect.Status) (string, Role) {
	signs := [...]string{inspect.NotReached: "·", inspect.Passed: "✓", inspect.Failed: "✗", inspect.Unknown: "?"}
	if t.o.ASCII {
		signs = [...]string{inspect.NotReached: "-", inspect.Passed: "+", inspect.Failed: "x", inspect.Unknown: "?"}
	}
	roles := [...]Role{inspect.NotReached: RoleDim, inspect.Passed: RoleGood, inspect.Failed: RoleError, inspect.Unknown: RoleAdvice}
	return signs[s], roles[s]
}

// strip returns the checks on one line.
func (t *texter) strip(v *inspect.Verdict) string {
	var parts []string
	for _, s := range v.Stages {
		if v.Form == inspect.FormSummary && s.ID != inspect.StageXML {
			continue // a summary alone is judged by its grammar alone
		}
		sign, role := t.sign(s.Status)
		text := sign + " " + s.ID.String()
		if s.Gauge.Limit > 0 {
			text += " " + s.Gauge.String()
		}
		parts = append(parts, t.paint(role, text))
	}
	return strings.Join(parts, "  ")
}

func (t *texter) finding(a Attempt, f *inspect.Finding, sum *source.Text) {
	word, role := "error", RoleError
	if f.Severity == inspect.SeverityAdvice {
		word, role = "advice", RoleAdvice
	} else if !f.Primary {
		word, role = "hidden error", RoleAdvice
	}
	t.line(t.paint(role, word+"["+f.Rule.ID+"]"), ": ", t.paint(RoleStrong, t.safe(f.Message)))
	text, span, ok := (*source.Text)(nil), source.Span{}, false
	switch {
	case f.Place.InSummary:
		text, span, ok = sum, f.Place.Summary, true
	case f.Place.InFile && a.File != nil:
		text, span, ok = a.File, f.Place.File, true
	}
	if ok {
		t.where(a, f, text, span)
		if !f.Rule.Conceal {
			t.excerpt(text, span, role)
		}
		for _, r := range f.Related {
			at := r.Place.File
			if f.Place.InSummary {
				at = r.Place.Summary
			}
			p := text.Position(at.Start)
			t.line(t.paint(RoleDim, fmt.Sprintf("     = %s: line %d, column %d", r.Label, p.Line, p.Column)))
		}
	}
	if f.Expected != "" {
		t.line(t.paint(RoleDim, "     = expected: "), t.safe(f.Expected))
	}
	if f.Rule.Why != "" && f.Primary {
		t.line(t.paint(RoleDim, "     = why: "), f.Rule.Why)
	}
	if f.Rule.Mend != "" {
		t.line(t.paint(RoleDim, "     = mend: "), f.Rule.Mend)
	}
}

// fix writes what can be done about finding i.
func (t *texter) fix(a Attempt, i int) {
	f, ok := a.Fixes[i]
	if !ok {
		return
	}
	text := f.Title
	if f.Reason != "" {
		text += ", because " + f.Reason
		if f.Risk != "refused" {
			text = f.Title + "; " + f.Reason
		}
	}
	t.line(t.paint(RoleDim, "     = repair ("+strings.ReplaceAll(f.Risk, "_", " ")+"): "), t.safe(text))
}

// where writes the place of a finding in all frames it is in.
func (t *texter) where(a Attempt, f *inspect.Finding, text *source.Text, span source.Span) {
	at := t.safe(a.Source)
	if f.Place.InFile && a.File != nil {
		p := a.File.Position(f.Place.File.Start)
		at = fmt.Sprintf("%s:%d:%d (byte %d)", at, p.Line, p.Column, p.Offset)
	}
	if f.Place.InSummary && text != a.File {
		p := text.Position(span.Start)
		if f.Place.InFile && f.Place.File != span {
			at += fmt.Sprintf(", summary %d:%d (byte %d)", p.Line, p.Column, p.Offset)
		}
		if f.Section != 0 {
			at += ", in " + f.Section.String()
		}
	}
	t.line(t.paint(RoleDim, "  --> "+at))
}

func (t *texter) excerpt(text *source.Text, span source.Span, role Role) {
	x := cut(text, span, t.display)
	number := fmt.Sprintf("%4d", x.line)
	bar := " │ "
	if t.o.ASCII {
		bar = " | "
	}
	gap := strings.Repeat(" ", len(number))
	t.line(t.paint(RoleDim, number+bar), x.text)
	more := ""
	if x.beyond > 0 {
		more = fmt.Sprintf(" and %d more lines", x.beyond)
		if x.beyond == 1 {
			more = " and 1 more line"
		}
	}
	t.line(t.paint(RoleDim, gap+bar), t.paint(role, x.mark+more))
}

func (t *texter) totals(n Totals) {
	t.line("")
	parts := []string{fmt.Sprintf("%d accepted", n.Accepted), fmt.Sprintf("%d rejected", n.Rejected), fmt.Sprintf("%d undetermined", n.Undetermined)}
	t.line(t.paint(RoleStrong, strings.Join(parts, ", ")))
}
