package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"compactlens/core/diagnose"
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
	t := texter{w: bufio.NewWriterSize(w, 64<<10), o: o, display: source.Display{ASCII: o.ASCII}}
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

// FindingText writes the finding with this index as Text does, without the others.
func FindingText(w io.Writer, a Attempt, i int, o TextOptions) error {
	t := texter{w: bufio.NewWriter(w), o: o, display: source.Display{ASCII: o.ASCII}}
	t.finding(a, &a.Verdict.Findings[i], source.NewText(a.Verdict.Summary.Bytes))
	t.fix(a, i)
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

// Headline returns how a report calls the attempt, and its verdict in words.
func (a Attempt) Headline() (name, word string) {
	name = a.Source
	if a.Name != "" {
		name += " " + a.Name
	}
	word = a.decision()
	if _, words, ok := a.end(); ok {
		word = words
	} else if len(a.Verdict.Stages) == 0 {
		word = "no answer in hand"
	}
	return name, word
}

// adviceOnce returns a without the advice of causes that the rule of one of their findings
// gives, too: that stands where it is needed.
func (a Attempt) adviceOnce() Attempt {
	a.Diagnoses = slices.Clone(a.Diagnoses)
	for i := range a.Diagnoses {
		d := &a.Diagnoses[i]
		if slices.ContainsFunc(a.Verdict.Findings, func(f inspect.Finding) bool { return f.Cause == d.ID && diagnose.Repeats(d.Next, f.Mend()) }) {
			d.Next = ""
		}
	}
	return a
}

// facts returns what was recorded of the attempt, and what it is called by.
func (a Attempt) facts() []string {
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
	return told(append(facts, a.Trigger, prefixed("attempt ", a.ID), prefixed("loop ", a.Loop), prefixed("session ", a.Session)))
}

// notes returns the sentences there are about the attempt.
func (a Attempt) notes() []string {
	return told(append([]string{a.CauseText, prefixed("answer ", a.Match)}, a.Notes...))
}

// told returns all that is not empty.
func told(all []string) []string {
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

// head writes the lines that say what the attempt is and how it was decided.
func (t *texter) head(a Attempt) {
	role := RoleDim
	switch {
	case a.Verdict.Decision == inspect.Rejected, a.Refused != "", a.rejectedEarly():
		role = RoleError
	case a.Verdict.Decision == inspect.Accepted:
		role = RoleGood
	}
	name, word := a.Headline()
	t.line(t.paint(RoleStrong, t.safe(name)), ": ", t.paint(role, word))
	if facts := a.facts(); len(facts) > 0 {
		t.line("  ", t.paint(RoleDim, t.safe(strings.Join(facts, ", "))))
	}
	for _, n := range a.notes() {
		t.line("  ", t.paint(RoleDim, t.safe(t.plain(n))))
	}
	if over := a.over(); over != "" {
		t.line("  ", t.paint(RoleError, "over"), ": ", t.safe(t.plain(over)))
	}
}

// plain writes the signs before figures in ASCII, where that is asked for.
func (t *texter) plain(s string) string {
	if !t.o.ASCII {
		return s
	}
	return strings.NewReplacer("≈", "~", "≥", ">=").Replace(s)
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

func (t *texter) attempt(a Attempt) {
	a = a.adviceOnce()
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
	if v.More {
		t.line(t.paint(RoleAdvice, "and more faults: "+v.MoreWhy))
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
	word, role := severity(f), RoleAdvice
	if f.Severity != inspect.SeverityAdvice && f.Primary {
		role = RoleError
	}
	t.line(t.paint(role, word+"["+f.Rule.ID+"]"), ": ", t.paint(RoleStrong, t.safe(f.Message)))
	text, span, ok := a.placed(f, sum)
	if ok {
		t.where(a, f, text, span)
		if !f.Rule.Conceal {
			t.excerpt(text, span, role)
		}
		for _, r := range f.Related {
			t.line(t.paint(RoleDim, "     = "+related(f, r, text)))
		}
	}
	if f.Expected != "" {
		t.line(t.paint(RoleDim, "     = expected: "), t.safe(f.Expected))
	}
	if f.Rule.Why != "" && f.Primary {
		t.line(t.paint(RoleDim, "     = why: "), f.Rule.Why)
	}
	if mend := diagnose.Mend(f); mend != "" {
		t.line(t.paint(RoleDim, "     = mend: "), mend)
	}
}

// severity returns what kind of finding f is, in words.
func severity(f *inspect.Finding) string {
	switch {
	case f.Severity == inspect.SeverityAdvice:
		return "advice"
	case f.Primary:
		return "error"
	}
	return "hidden error"
}

// placed returns the text that f is about and its place in it: the summary, else
// the file. ok is false where it is about neither.
func (a Attempt) placed(f *inspect.Finding, sum *source.Text) (text *source.Text, span source.Span, ok bool) {
	switch {
	case f.Place.InSummary:
		return sum, f.Place.Summary, true
	case f.Place.InFile && a.File != nil:
		return a.File, f.Place.File, true
	}
	return nil, source.Span{}, false
}

// related says what r is and where in text.
func related(f *inspect.Finding, r inspect.Related, text *source.Text) string {
	at := r.Place.File
	if f.Place.InSummary {
		at = r.Place.Summary
	}
	p := text.Position(at.Start)
	return fmt.Sprintf("%s: line %d, column %d", r.Label, p.Line, p.Column)
}

// words returns what kind of repair f is, and what it does or why there is none.
func (f Fix) words() (risk, text string) {
	text = f.Title
	if f.Reason != "" {
		text += ", because " + f.Reason
		if f.Risk != "refused" {
			text = f.Title + "; " + f.Reason
		}
	}
	return strings.ReplaceAll(f.Risk, "_", " "), text
}

// fix writes what can be done about finding i.
func (t *texter) fix(a Attempt, i int) {
	if f, ok := a.Fixes[i]; ok {
		risk, text := f.words()
		t.line(t.paint(RoleDim, "     = repair ("+risk+"): "), t.safe(text))
	}
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
	t.line(t.paint(RoleStrong, n.String()))
}
