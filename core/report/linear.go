package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"compactlens/core/diagnose"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/source"
)

// Linear writes what Text writes in words alone: one fact a line, without columns,
// signs and marks under the text, so that it makes sense when it is read aloud.
func Linear(w io.Writer, r Report, o TextOptions) error {
	s := newSpeaker(w, o)
	for i, a := range r.Attempts {
		if i > 0 {
			s.say("", "")
		}
		s.attempt(a.adviceOnce())
		for i := range a.Verdict.Findings {
			s.finding(a, i)
		}
		s.more(a.Verdict)
	}
	for _, p := range r.Problems {
		s.problem(p)
	}
	if len(r.Attempts) > 1 {
		s.say("Totals", r.Totals().String())
	}
	return s.w.Flush()
}

// LinearAttempt writes what there is to say of an attempt but for its findings, of
// which it names each on one line.
func LinearAttempt(w io.Writer, a Attempt, o TextOptions) error {
	s := newSpeaker(w, o)
	s.attempt(a)
	for i := range a.Verdict.Findings {
		s.title(a, i)
	}
	s.more(a.Verdict)
	return s.w.Flush()
}

// LinearFinding writes all about the i-th finding of an attempt.
func LinearFinding(w io.Writer, a Attempt, i int, o TextOptions) error {
	s := newSpeaker(w, o)
	s.finding(a, i)
	return s.w.Flush()
}

// LinearProblem writes what could not be read.
func LinearProblem(w io.Writer, p Problem, o TextOptions) error {
	s := newSpeaker(w, o)
	s.problem(p)
	return s.w.Flush()
}

// speaker writes lines of words.
type speaker struct {
	w       *bufio.Writer // its errors come back from Flush
	display source.Display
}

func newSpeaker(w io.Writer, o TextOptions) *speaker {
	return &speaker{w: bufio.NewWriter(w), display: source.Display{ASCII: o.ASCII}}
}

// say writes one line, fit to be shown: a label, where there is one, and a text.
func (s *speaker) say(label, text string) {
	if label != "" && text != "" {
		label += ": "
	}
	_, _ = s.w.WriteString(label + strings.TrimSpace(s.display.String(aloud(text))) + "\n")
}

// aloud puts words in place of signs.
func aloud(text string) string {
	return strings.NewReplacer("≈ ", "about ", "≥ ", "at least ").Replace(text)
}

func (s *speaker) problem(p Problem) {
	at := p.Source
	if p.Place != "" {
		at += ", " + p.Place
	}
	s.say("Problem", at+": "+p.Message)
}

func (s *speaker) attempt(a Attempt) {
	v := a.Verdict
	name, word := a.Headline()
	s.say(s.display.String(name), word)
	if facts := a.facts(); len(facts) > 0 {
		s.say("Recorded", strings.Join(facts, ", "))
	}
	for _, n := range a.notes() {
		s.say("Note", n)
	}
	s.optional("Over", a.over())
	s.stages(v)
	for _, m := range v.Missing {
		s.say("Unknown", m)
	}
	s.ledger(a)
	s.replacement(a.Replacement)
	for _, d := range a.Diagnoses {
		s.say("Cause", d.Title+": "+d.Text)
		s.optional("Next", d.Next)
	}
}

// more says that there are more faults than were named, and why not.
func (s *speaker) more(v *inspect.Verdict) {
	if v.More {
		s.say("More faults", v.MoreWhy)
	}
}

// optional says a text where there is one.
func (s *speaker) optional(label, text string) {
	if text != "" {
		s.say(label, text)
	}
}

// stages names the checks, those with the same status on one line.
func (s *speaker) stages(v *inspect.Verdict) {
	labels := [...]string{inspect.NotReached: "Checks not reached", inspect.Passed: "Checks passed", inspect.Failed: "Check failed", inspect.Unknown: "Checks unknown"}
	for _, status := range [...]inspect.Status{inspect.Passed, inspect.Failed, inspect.Unknown, inspect.NotReached} {
		var names []string
		for _, g := range v.Stages {
			if g.Status != status || v.Form == inspect.FormSummary && g.ID != inspect.StageXML {
				continue // a summary alone is judged by its grammar alone
			}
			name := g.ID.String()
			if g.Gauge.Limit > 0 {
				name += " " + g.Gauge.String()
			}
			names = append(names, name)
		}
		s.optional(labels[status], strings.Join(names, ", "))
	}
}

// ledger says what the answer's tokens were spent on.
func (s *speaker) ledger(a Attempt) {
	l := a.Ledger
	if l == nil {
		return
	}
	s.say("Tokens", l.Headline()+", split by "+l.Method)
	for _, r := range l.Rows {
		text := inspect.Thousands(r.Tokens) + " tokens"
		if r.Estimate {
			text = "about " + text
		}
		if advice := l.Advice(r); advice != "" {
			text += "; " + advice
		}
		s.say("Tokens of "+s.display.String(r.Name()), text)
	}
	s.optional("Tokens", l.Hopeless())
	s.optional("Tokens", l.Note)
	if l.End.Known {
		s.say("Tokens", budgetEnd(a))
	}
}

// replacement says what the next request is made of.
func (s *speaker) replacement(r *ledger.Replacement) {
	if r == nil || !r.Known() {
		return
	}
	s.say("Next request", r.Headline())
	for _, i := range r.Lines() {
		text := inspect.Thousands(i.Tokens) + " tokens"
		if i.From != "" {
			text += ", " + i.From
		}
		s.say("Next request, "+s.display.String(i.Name), text)
	}
}

// title says which finding the i-th is.
func (s *speaker) title(a Attempt, i int) {
	f := &a.Verdict.Findings[i]
	s.say(fmt.Sprintf("Finding %d of %d, %s, %s", i+1, len(a.Verdict.Findings), severity(f), f.Rule.ID), f.Message)
}

// finding says all about the i-th finding.
func (s *speaker) finding(a Attempt, i int) {
	f := &a.Verdict.Findings[i]
	s.title(a, i)
	sum := source.NewText(a.Verdict.Summary.Bytes)
	if text, span, ok := a.placed(f, sum); ok {
		s.where(a, f, text, span)
		if !f.Rule.Conceal {
			s.excerpt(text, span)
		}
		for _, r := range f.Related {
			s.say("See also", related(f, r, text))
		}
	}
	s.optional("Expected", f.Expected)
	if f.Primary {
		s.optional("Why", f.Rule.Why)
	}
	s.optional("Mend", diagnose.Mend(f))
	if fix, ok := a.Fixes[i]; ok {
		risk, text := fix.words()
		s.say("Repair, "+risk, text)
	}
}

// where says the place of a finding in all texts it is in.
func (s *speaker) where(a Attempt, f *inspect.Finding, text *source.Text, span source.Span) {
	place := func(p source.Position, of string) string {
		return fmt.Sprintf("line %d, column %d, byte %d of %s", p.Line, p.Column, p.Offset, of)
	}
	var parts []string
	if f.Place.InFile && a.File != nil {
		parts = append(parts, place(a.File.Position(f.Place.File.Start), a.Source))
	}
	if f.Place.InSummary && text != a.File {
		if !f.Place.InFile || f.Place.File != span {
			parts = append(parts, place(text.Position(span.Start), "the summary"))
		}
		if f.Section != 0 {
			parts = append(parts, "in "+f.Section.String())
		}
	}
	if len(parts) == 0 {
		parts = append(parts, a.Source)
	}
	s.say("Place", strings.Join(parts, "; "))
}

// excerpt says the line that a finding is in, and which part of it is meant.
func (s *speaker) excerpt(text *source.Text, span source.Span) {
	x := cut(text, span, s.display)
	s.say(fmt.Sprintf("Line %d reads", x.line), x.text)
	about := x.parts[1]
	switch {
	case x.beyond == 1:
		about += " and on for one more line"
	case x.beyond > 1:
		about += fmt.Sprintf(" and on for %d more lines", x.beyond)
	case about == "" && x.parts[2] == "":
		about = "the end of the line"
	case about == "":
		about = "the place before " + x.parts[2]
	}
	s.say("It is about", about)
}
