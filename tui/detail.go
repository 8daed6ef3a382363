package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"compactlens/core/diagnose"
	"compactlens/core/inspect"
	"compactlens/core/repair"
	"compactlens/core/source"
	"compactlens/core/summary"
	"compactlens/loader/dossier"
	"compactlens/themes"
)

// detailOf returns what there is to say about finding i of j, an index into its
// verdict's findings; without findings, about the verdict.
func detailOf(j *judged, i int) (title string, lines []line) {
	v := j.verdict
	if i < 0 || i >= len(v.Findings) {
		return "Verdict", verdictLines(j)
	}
	f := &v.Findings[i]
	title = fmt.Sprintf("Finding %d of %d%s · %s", i+1, len(v.Findings), more(v), f.Rule.ID)
	style := themes.Text
	switch {
	case f.Primary:
		style = themes.Error
	case f.Severity == inspect.SeverityAdvice:
		style = themes.Note
	}
	lines = append(lines, line{text: f.Message, style: style | themes.Bold})
	add := func(label, text string) {
		if text != "" {
			lines = append(lines, line{label: label, text: text})
		}
	}
	if f.HiddenBy >= 0 && f.HiddenBy != i {
		lines = append(lines, line{label: "hidden", style: themes.Hidden,
			text: fmt.Sprintf("behind finding %d: the runtime stops there and would answer %s here", f.HiddenBy+1, f.Reason)})
	}
	if f.Severity == inspect.SeverityAdvice {
		lines = append(lines, line{label: "advice", style: themes.Note, text: "the contract accepts this"})
	}
	add("where", where(j, f))
	add("expected", f.Expected)
	if f.Got != "" {
		lines = append(lines, line{label: "found", text: f.Got, max: 2})
	}
	if r, ok := j.dossier.Plan.For(i); ok {
		add("repair", repairWords(r))
	}
	mend := diagnose.Mend(f)
	if d := diagnosisOf(j.dossier, i); d != nil {
		add("cause", d.Title+": "+d.Text)
		var next string
		next, mend = onceEach(d.Next, mend)
		add("next", next)
	}
	add("why", f.Rule.Why)
	add("mend", mend)
	if f.Primary {
		for _, s := range v.Stages[:f.Stage()] {
			if s.Status == inspect.Unknown {
				lines = append(lines, line{label: "unless", style: themes.Warning, text: s.ID.String() + " fails, which would come first: it " + s.Detail})
			}
		}
	}
	for _, r := range f.Related {
		add("see", r.Label+": "+placeIn(j, r.Place))
	}
	return title, lines
}

// onceEach returns what to do about a cause and about a fault, without the one that says
// nothing more than the other.
func onceEach(next, mend string) (string, string) {
	switch {
	case diagnose.Repeats(mend, next):
		return next, ""
	case diagnose.Repeats(next, mend):
		return "", mend
	}
	return next, mend
}

// repairWords says what can be done about a finding, and at what risk.
func repairWords(r repair.Repair) string {
	switch {
	case r.Risk == repair.Refused:
		return "none: " + r.Reason
	case r.Risk == repair.Safe:
		return "safe: " + r.Title
	case r.Reason == "":
		return "changes the meaning: " + r.Title
	}
	return "changes the meaning: " + r.Title + "; " + r.Reason
}

// diagnosisOf returns the cause that explains finding i, nil where none does.
func diagnosisOf(d *dossier.Dossier, i int) *diagnose.Diagnosis {
	for k := range d.Diagnoses {
		if slices.Contains(d.Diagnoses[k].Findings, i) {
			return &d.Diagnoses[k]
		}
	}
	return nil
}

// causeLines says why an attempt without an answer in hand ended as it did, as far
// as its journal tells; nothing before that was looked at.
func causeLines(j *judged) (lines []line) {
	if j == nil {
		return nil
	}
	if d := j.dossier; d.Life != nil {
		return j.cause
	} else if d.LifeErr != nil {
		lines = append(lines, line{label: "cause", style: themes.Warning, text: d.LifeErr.Error()})
	}
	for _, x := range j.dossier.Diagnoses {
		lines = append(lines, line{label: "means", text: x.Title + ": " + x.Text})
		if x.Next != "" {
			lines = append(lines, line{label: "next", text: x.Next})
		}
	}
	return lines
}

// verdictLines says what a verdict without findings means.
func verdictLines(j *judged) []line {
	v := j.verdict
	var lines []line
	switch {
	case v.Decision == inspect.Accepted:
		passed := "Every check that applies passed: the runtime would take this summary."
		if v.XMLAlone() && !j.dossier.Recorded {
			passed = "The xml check passed, the only one of a summary alone; the others need the whole reply."
		}
		lines = append(lines, line{text: passed, style: themes.Passed | themes.Bold})
	default:
		lines = append(lines, line{text: "Nothing speaks against this answer, but not every check could be made.", style: themes.Warning | themes.Bold})
	}
	for _, m := range v.Missing {
		lines = append(lines, line{label: "unknown", text: m})
	}
	for _, s := range v.Sections {
		lines = append(lines, line{label: s.ID.String(), text: count(s.Place.Summary.Len(), "byte")})
	}
	return lines
}

// where says where f is, in every frame it is in.
func where(j *judged, f *inspect.Finding) string {
	at := placeIn(j, f.Place)
	if f.Section != summary.None && at != "" {
		at = "in " + f.Section.String() + " · " + at
	}
	if at == "" {
		return "in no byte of the answer: it is about the answer as a whole"
	}
	return at
}

// placeIn says where p is: line and column first, then bytes.
func placeIn(j *judged, p inspect.Place) string {
	var parts []string
	if p.InSummary && j.summary != nil {
		parts = append(parts, lineColumn(j.summary, p.Summary.Start), "summary byte "+grouped(p.Summary.Start))
	}
	if p.InFile && j.reply != nil {
		at := lineColumn(j.reply, p.File.Start)
		if len(parts) > 0 {
			at = "file " + at
		}
		parts = append(parts, at, "file byte "+grouped(p.File.Start))
	}
	return strings.Join(parts, " · ")
}

// farInLine is how far into a line a column is still counted while drawing; behind
// it the byte of the line is told instead.
const farInLine = 1 << 20

// lineColumn says where offset is in t.
func lineColumn(t *source.Text, offset int) string {
	n := t.LineOf(offset)
	if in := offset - t.Line(n).Start; in > farInLine {
		return fmt.Sprintf("line %d, byte %s of it", n+1, grouped(in+1))
	}
	p := t.Position(offset)
	return fmt.Sprintf("line %d column %d", p.Line, p.Column)
}

// count writes "1 byte" or "1,204 bytes".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}

// grouped writes n with commas.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0 && s[at-1] != '-'; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// more is a plus where there are more faults than the findings list.
func more(v *inspect.Verdict) string {
	if v.More {
		return "+"
	}
	return ""
}
