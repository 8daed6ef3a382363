package inspect

import (
	"context"
	"fmt"
	"slices"

	"compactlens/core/loop"
	"compactlens/core/source"
	"compactlens/core/summary"
	"compactlens/core/wire"
)

// Judge runs the contract's checks on the answer in e, in the runtime's order.
//
// The decision is the runtime's. Checks behind the first failure run too, where
// their evidence exists: their findings are marked as hidden by the primary one
// and their stages stay NotReached. An unknown check before a certain failure does
// not change the rejection, but Missing names it, because it would speak first.
func Judge(e Evidence) Verdict {
	v, _ := JudgeContext(context.Background(), e) // that context does not end
	return v
}

// JudgeContext is Judge that gives up when ctx ends: between two passes over the
// text, each of which takes about a tenth of a second for a hundred megabytes. The
// error is the context's, and the verdict is none then.
func JudgeContext(ctx context.Context, e Evidence) (Verdict, error) {
	if e.Reply.Form == FormNone {
		return Verdict{Missing: []string{"the model's answer (a captured response, its text, or the summary)"}}, ctx.Err()
	}
	j := judge{ctx: ctx, e: e, v: Verdict{Form: e.Reply.Form, Stages: make([]Stage, stagesBehind)}}
	for id := range stagesBehind {
		j.v.Stages[id].ID = id
	}
	if e.Reply.Form == FormSummary {
		for i := range j.v.Stages {
			j.v.Stages[i].Detail = "a summary alone says nothing about this"
		}
		j.xml(e.Reply.Text, summary.Inspect)
		j.settle()
		if j.v.Decision == Undetermined {
			j.v.Decision = Accepted
		}
	} else {
		j.answer()
		j.settle()
	}
	if err := ctx.Err(); err != nil {
		return Verdict{}, err
	}
	return j.v, nil
}

// judge is one run of the checks.
type judge struct {
	ctx context.Context
	e   Evidence
	v   Verdict
	cut bool // the text breaks off, and with it the summary
}

// end says how stage id ended.
func (j *judge) end(id StageID, s Status, detail string) {
	j.v.Stages[id].Status, j.v.Stages[id].Detail = s, detail
}

// more notes that there are more faults than findings. why has a place for the bound.
func (j *judge) more(why string, bound uint64) {
	j.v.More, j.v.MoreWhy = true, fmt.Sprintf(why, Thousands(bound))
}

// lack marks stage id as unknown for want of something.
func (j *judge) lack(id StageID, want string) { j.end(id, Unknown, "needs "+want) }

// find adds a finding of a rule; the rule's text is filled in from the values.
func (j *judge) find(id StageID, rule string, p Place, name, want, got string) *Finding {
	r := RuleByID(rule)
	name, got = clip(name), clip(got)
	f := Finding{Rule: r, Reason: r.Reason, HiddenBy: -1, Place: p, Expected: want, Got: got, stage: id}
	f.Message = say(r.Say, name, want, got)
	if f.Expected == "" {
		f.Expected = r.What
	}
	j.v.Findings = append(j.v.Findings, f)
	return &j.v.Findings[len(j.v.Findings)-1]
}

// answer runs the checks on a text or a whole response.
func (j *judge) answer() {
	text, whole := j.shape()
	j.usage()
	if !whole {
		for _, id := range [...]StageID{StageByteLimit, StageJSON, StageWire, StageIdentity, StageXML} {
			if j.v.Stages[id].Status == NotReached {
				j.v.Stages[id].Detail = "there is no single text to look at"
			}
		}
		return
	}
	j.bytes(text)
	if j.ctx.Err() != nil {
		return
	}
	doc := wire.Parse(text.Bytes)
	reply := wire.ReplyOf(doc)
	j.wire(text, &doc, &reply)
	j.identity(text, &reply)
	if j.ctx.Err() != nil {
		return
	}
	if s, m, ok := reply.Summary(); ok {
		j.cut = slices.ContainsFunc(reply.Faults, func(f wire.Fault) bool { return f.Kind == wire.Cut })
		j.xml(Excerpt{Bytes: s, Map: m.Then(text.Map), Layers: text.Layers + 1}, summary.InspectValid)
	} else {
		j.v.Stages[StageXML].Detail = "the reply holds no summary"
	}
}

// settle decides from the stages and orders the findings as the runtime would
// meet them.
func (j *judge) settle() {
	v := &j.v
	first := stagesBehind
	for id := range stagesBehind {
		if v.Stages[id].Status == Failed {
			first = id
			break
		}
	}
	unknown := false
	for id := range stagesBehind {
		s := &v.Stages[id]
		switch {
		case id > first:
			if s.Status == Failed {
				s.Detail = "would fail: " + s.Detail
			}
			s.Status = NotReached
		case s.Status == Unknown:
			unknown = true
			v.Missing = append(v.Missing, s.ID.String()+" "+s.Detail)
		}
	}
	sortFindings(v.Findings)
	for i := range v.Findings {
		f := &v.Findings[i]
		if f.Severity == SeverityError {
			f.Primary = i == 0 && first < stagesBehind
			if i > 0 {
				f.HiddenBy = 0
			}
		}
	}
	switch {
	case first < stagesBehind:
		v.Decision = Rejected
		v.Reason = v.Findings[0].Reason
	case unknown:
		v.Decision = Undetermined
	default:
		v.Decision = Accepted
	}
}

// maxRelated bounds the further places that one finding names.
const maxRelated = 200

// xml takes in what the summary grammar says of the decoded summary s.
func (j *judge) xml(s Excerpt, look func([]byte) summary.Report) {
	if j.ctx.Err() != nil {
		return
	}
	j.v.Summary, j.v.HasSummary = s, true
	report := look(s.Bytes)
	switch {
	case report.Unread:
		j.more("only the first %s pieces of markup were looked at, as no summary has more than twelve tags", summary.MaxMarkup)
	case report.Cut:
		j.more("only the first %s of the summary are listed, as nobody works through more", summary.MaxFaults)
	}
	at := s.Map.Cursor()
	place := func(sp source.Span) Place {
		return Place{File: at.Span(sp), InFile: true, Summary: sp, InSummary: true}
	}
	j.v.Sections = make([]Section, len(report.Sections))
	for i := range report.Sections {
		in, out := &report.Sections[i], &j.v.Sections[i]
		start := at.Start(in.Element.Start) // asked for in this order the offsets ascend
		*out = Section{ID: in.ID, Place: place(in.Content)}
		out.Element = Place{File: source.At(start), InFile: true, Summary: in.Element, InSummary: true}
		if !in.Element.Empty() {
			out.Element.File.End = at.End(in.Element.End)
		}
	}
	for _, f := range report.Faults {
		if j.cut && (f.Kind == summary.KindTruncated || f.Kind == summary.KindUnclosedRoot) {
			continue // the echo of the text's own end
		}
		got := head(s.Bytes, f.Span)
		want := f.Want
		if f.Kind == summary.KindHTMLEntity {
			want = characters(got)
		}
		out := j.find(StageXML, "summary/"+f.Kind.String(), place(f.Span), f.Name, want, got)
		out.Section = f.Section
		out.Reason = loop.InvalidSummaryReason(f.Class.String())
		out.first = f.Primary
		for _, r := range f.Related {
			out.Related = append(out.Related, Related{Place: place(r.Span), Label: r.Label})
		}
		for _, a := range f.Also[:min(len(f.Also), maxRelated)] {
			out.Related = append(out.Related, Related{Place: place(a), Label: "and here"})
		}
	}
	if report.Class == summary.Accepted {
		j.end(StageXML, Passed, "five sections in order")
		return
	}
	j.end(StageXML, Failed, report.Class.String())
}
