package accessible

import (
	"strings"
	"unicode/utf8"

	"compactlens/core/diff"
	"compactlens/core/inspect"
	"compactlens/core/repair"
	"compactlens/core/source"
)

// fix says how the answer could be mended, and what the checks say of the result.
func (d *dialogue) fix(rest string) error {
	if d.in == nil || d.told.File == nil {
		d.say("There is no answer to mend.")
		return nil
	}
	risk := repair.Safe
	if rest == "meaning" {
		risk = repair.ChangesMeaning
	}
	out, err := d.in.Mend(d.ctx, risk)
	if err != nil {
		return err
	}
	switch {
	case len(out.Applied()) > 0:
	case len(out.Left.Repairs) == 0:
		d.say("There is nothing to mend.")
		return nil
	case risk == repair.Safe:
		d.say("Nothing can be mended without changing the meaning.")
	}
	for _, t := range repair.Tally(out.Applied()) {
		d.say("Repair, %s, %s", strings.ReplaceAll(t.Risk.String(), "_", " "), t)
		if t.Reason != "" {
			d.say("Note: %s", t.Reason)
		}
	}
	for _, t := range repair.Tally(out.Left.Repairs) {
		d.say("Left, %s, %s", strings.ReplaceAll(t.Risk.String(), "_", " "), t)
		if t.Reason != "" {
			d.say("Because: %s", t.Reason)
		}
	}
	if err := d.changes(out); err != nil {
		return err
	}
	d.say("The result would be %s; the answer is %s.", decided(out.Verdict), decided(d.in.Verdict))
	if risk == repair.Safe && out.Left.Count(repair.ChangesMeaning) > 0 {
		d.say("Say fix meaning for the repairs that change the meaning too.")
	}
	return nil
}

func decided(v inspect.Verdict) string {
	if v.Decision == inspect.Rejected {
		return v.Decision.String() + " " + string(v.Reason)
	}
	return v.Decision.String()
}

// changes says the lines that differ: of the summary where the file's are too long
// to listen to. The error is that of the context.
func (d *dialogue) changes(out repair.Outcome) error {
	review, err := out.Review(d.ctx, 0)
	if err != nil {
		return err
	}
	of, where := review.File, ""
	if review.LongLines && len(review.Summary.Hunks) > 0 {
		of, where = review.Summary, " of the summary"
	}
	for _, h := range of.Hunks {
		for _, l := range h.Lines {
			switch l.Op {
			case diff.Removed:
				d.say("Line %d%s is: %s", l.Old+1, where, around(of.Old, l))
				if of.Unended(l) {
					d.say("It has %s.", diff.NoBreak)
				}
			case diff.Added:
				d.say("Line %d%s would be: %s", l.New+1, where, around(of.New, l))
				if of.Unended(l) {
					d.say("It would have %s.", diff.NoBreak)
				}
			}
		}
	}
	return nil
}

// The bytes of a changed line that are said: all where it is short, else what
// differs with some bytes around it.
const (
	shortLine = 200
	aroundIt  = 60
)

// around returns what is said of a line of text.
func around(text []byte, l diff.Line) string {
	s := l.Span
	if s.Len() > shortLine && len(l.Changed) > 0 {
		first, last := l.Changed[0], l.Changed[len(l.Changed)-1]
		s.Start = max(s.Start, first.Start-aroundIt)
		s.End = min(s.End, max(last.End, first.Start)+aroundIt, s.Start+2*shortLine)
		s = whole(text, s)
	} else if s.Len() > 2*shortLine {
		s.End = s.Start + 2*shortLine
		s = whole(text, s)
	}
	return string(s.Of(text))
}

// whole moves the ends of s inwards so that no character is cut.
func whole(text []byte, s source.Span) source.Span {
	for s.Start < s.End && !utf8.RuneStart(text[s.Start]) {
		s.Start++
	}
	for s.End > s.Start && s.End < len(text) && !utf8.RuneStart(text[s.End]) {
		s.End--
	}
	return s
}
