package loader

import (
	"fmt"
	"strings"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/report"
	"compactlens/loader/problem"
)

// Describe returns what reports tell of the attempt, with a verdict on its answer.
func (a *Attempt) Describe(v *inspect.Verdict) report.Attempt {
	out := report.Attempt{Source: a.Source.Path, Name: a.Name(), Verdict: v, Trigger: triggerName(a.Trigger)}
	if a.ID != (event.UUID{}) {
		out.ID = a.ID.String()
	}
	if a.Loop != nil {
		out.Loop = a.Loop.ID.String()
	}
	if a.Session != nil {
		out.Session = a.Session.ID.String()
	}
	if a.Session != nil || a.Terminal != NoTerminal {
		out.Terminal = a.Terminal.String()
	}
	if a.RejectReason != 0 {
		out.RejectReason, out.RejectCode = a.RejectReason.String(), int(a.RejectReason)
	}
	switch late := a.Refused(); {
	case late == 0 || v.Decision == inspect.Rejected:
	case len(v.Stages) > 0:
		out.Refused = late.String()
	case a.RejectReason == 0:
		out.BySizes = late.String()
	}
	if hint := a.besideHint(); hint != "" {
		out.Notes = append(out.Notes, hint)
	}
	if a.Reply != nil {
		out.Source, out.File = a.Reply.Source.Path, a.Reply.Reply.File
		if a.Session != nil {
			out.Journal = a.Source.Path
			out.Match = a.ReplyMatch.text()
		}
		if d := a.Reply.Reply.Damage; d != inspect.Undamaged {
			out.Notes = append(out.Notes, d.String())
		}
		if a.Reply.Broken {
			out.Notes = append(out.Notes, "the captured body is not valid JSON, so that the answer cannot be read from it; check that it was captured whole")
		}
		if a.Reply.Note != "" {
			out.Notes = append(out.Notes, a.Reply.Note)
		}
	}
	return out
}

// Where returns the path of the file the answer, or else the attempt, was found in.
func (a *Attempt) Where() string {
	if a.Reply != nil {
		return a.Reply.Source.Path
	}
	return a.Source.Path
}

// Refused returns why the attempt was refused other than by the checks of its answer, if
// it was: the reason that was recorded, else what the figures of a bundle come to in the
// order in which the runtime looks at them. 0 is none.
func (a *Attempt) Refused() event.CompactRejectReason {
	b := a.Bundle
	switch {
	case a.RejectReason == event.CompactRejectInvalidSummary:
		return 0 // the checks themselves
	case a.RejectReason != 0 || b == nil:
		return a.RejectReason
	}
	if e, ok := a.Excess(); ok {
		return e.Reason
	}
	if b.BasisNow != nil && a.Basis.Set && *b.BasisNow != a.Basis.Value {
		return event.CompactRejectStaleBasis
	}
	return 0
}

// Excess returns by how much the sizes that a bundle tells are too large, for the reason
// that was recorded or else for the one that the runtime comes to first. ok is false where
// they are not too large, or not told.
func (a *Attempt) Excess() (e ledger.Excess, ok bool) {
	b := a.Bundle
	if b == nil {
		return e, false
	}
	if a.RejectReason == 0 || a.RejectReason == event.CompactRejectRetainedTailTooLarge {
		if e, ok = ledger.NoRoom(b.Post.TailTokens, a.Figures().MaxSummaryTokens, b.Post.InputLimit); ok {
			return e, true
		}
	}
	if a.RejectReason == 0 || a.RejectReason == event.CompactRejectSummaryTooLarge {
		return ledger.TooLarge(b.Post.InputTokens, b.Post.InputLimit)
	}
	return e, false
}

// text says in one sentence how the match was made and how far it can be trusted.
func (m Match) text() string {
	s := "matched by " + m.By.String() + ", " + m.Confidence.String()
	if len(m.Reasons) > 0 {
		s += ": " + strings.Join(m.Reasons, "; ")
	}
	return s
}

// Name returns how a person calls the attempt among those around it: "attempt 3
// of 21", or nothing for a document of its own.
func (a *Attempt) Name() string {
	switch {
	case a.Session == nil:
		return a.Title
	case len(a.Session.Loops) > 1 && a.Loop != nil && a.Loop.Name != "":
		return fmt.Sprintf("attempt %d of %d (loop %s)", a.Number, len(a.Session.Attempts), a.Loop.Name)
	}
	return fmt.Sprintf("attempt %d of %d", a.Number, len(a.Session.Attempts))
}

func triggerName(t event.CompactionReason) string {
	if t == 0 {
		return ""
	}
	return t.String()
}

// DescribeProblem returns what reports tell of a problem.
func DescribeProblem(p *problem.Problem) report.Problem {
	out := report.Problem{Source: p.Path, Message: p.What(), Fatal: p.Severity() == problem.Fatal, Kind: p.Kind.String(), Severity: p.Severity().String()}
	switch {
	case p.Place.Line > 0:
		out.Place = fmt.Sprintf("line %d", p.Place.Line)
	case p.Place.Sequence > 0:
		out.Place = fmt.Sprintf("record %d at byte %d", p.Place.Sequence, p.Place.Offset)
	case p.Place.Size > 0 || p.Place.Offset > 0:
		out.Place = fmt.Sprintf("byte %d", p.Place.Offset)
	}
	if remedy := p.Remedy(); remedy != "" {
		out.Message += "; " + strings.TrimSuffix(remedy, ".")
	}
	return out
}
