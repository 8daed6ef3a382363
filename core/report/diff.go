package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"compactlens/core/compare"
	"compactlens/core/diff"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/summary"
)

// DiffSchema names the JSON interface of a comparison.
const DiffSchema = "compactlens/diff/v1"

// Diff is the comparison of two attempts.
type Diff struct {
	Old, New Attempt
	compare.Comparison
}

// DiffText writes how the verdicts, the findings and the sections differ.
func DiffText(w io.Writer, d Diff, o TextOptions) error {
	t := texter{w: bufio.NewWriter(w), o: o, display: source.Display{ASCII: o.ASCII}}
	for _, side := range []struct {
		sign string
		role Role
		a    Attempt
	}{{"---", RoleError, d.Old}, {"+++", RoleGood, d.New}} {
		_, _, words := look(side.a)
		t.line(t.paint(side.role, side.sign), " ", t.paint(RoleStrong, t.safe(join(" ", side.a.Source, side.a.Name))), ": ", words)
	}
	t.changes(d)
	t.sections(d)
	return t.w.Flush()
}

// findingWords is how the text and the JSON call what became of a finding.
var findingWords = [...]string{compare.Same: "same", compare.Removed: "fixed", compare.Added: "new"}

// changes writes what became of the findings.
func (t *texter) changes(d Diff) {
	t.line(fmt.Sprintf("findings: %d fixed, %d new, %d same", d.Count(compare.Removed), d.Count(compare.Added), d.Count(compare.Same)))
	signs := [...]string{compare.Same: "=", compare.Removed: "-", compare.Added: "+"}
	roles := [...]Role{compare.Same: RoleDim, compare.Removed: RoleGood, compare.Added: RoleError}
	for _, f := range d.Findings {
		x := d.Of(f)
		role := roles[f.Change]
		if f.Change == compare.Added && x.Severity == inspect.SeverityAdvice {
			role = RoleAdvice
		}
		at := ""
		if x.Section != summary.None {
			at = " (in " + x.Section.String() + ")"
		}
		t.line("  ", t.paint(role, fmt.Sprintf("%s %-5s %s", signs[f.Change], findingWords[f.Change], x.Rule.ID)), ": ", t.safe(x.Message), t.paint(RoleDim, at))
	}
}

// sections writes what became of the summaries.
func (t *texter) sections(d Diff) {
	if !d.Comparison.Old.HasSummary && !d.Comparison.New.HasSummary {
		t.line("neither holds a summary")
		return
	}
	var same []string
	changed := false
	for _, s := range d.Sections {
		if s.Change == compare.Same {
			same = append(same, s.ID.String())
			continue
		}
		changed = true
		t.line(t.paint(RoleStrong, s.ID.String()), ": ", s.Change.String(), t.paint(RoleDim, sizes(s)))
		t.hunks(s.Diff)
	}
	if len(d.Around.Hunks) > 0 {
		changed = true
		t.line(t.paint(RoleStrong, "outside the sections"), ": changed")
		t.hunks(d.Around)
	}
	switch {
	case !changed:
		t.line("the summaries are the same")
	case len(same) > 0:
		t.line(t.paint(RoleDim, "same: "+strings.Join(same, ", ")))
	}
}

// sizes says how long a section was and is.
func sizes(s compare.Section) string {
	switch s.Change {
	case compare.Added:
		return ", " + bytesWords(s.New.Len())
	case compare.Removed:
		return ", " + bytesWords(s.Old.Len())
	}
	return fmt.Sprintf(", %s, was %d", bytesWords(s.New.Len()), s.Old.Len())
}

func bytesWords(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// hunks writes the lines of a part that differ.
func (t *texter) hunks(d diff.Diff) {
	const indent = "  "
	text := d.Text(diff.TextOptions{ASCII: t.o.ASCII, Width: excerptWidth, Part: true})
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		role := RoleDim
		switch {
		case strings.HasPrefix(line, "-"):
			role = RoleError
		case strings.HasPrefix(line, "+"):
			role = RoleGood
		}
		t.line(indent, t.paint(role, line))
	}
}

type jsonDiff struct {
	Schema   string              `json:"schema"`
	Same     bool                `json:"same"`
	Old      jsonSide            `json:"old"`
	New      jsonSide            `json:"new"`
	Findings []jsonFindingChange `json:"findings"`
	Sections []jsonSectionChange `json:"sections"`
	Around   []jsonHunk          `json:"around,omitempty"` // the summaries without what their sections say
	Totals   map[string]int      `json:"totals"`           // of the findings
}

type jsonSide struct {
	Source  string `json:"source"`
	Name    string `json:"name,omitempty"`
	Attempt string `json:"attempt,omitempty"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
	Bytes   int    `json:"bytes"` // of the summary
}

type jsonFindingChange struct {
	Change   string    `json:"change"` // fixed, new or same
	Rule     string    `json:"rule"`
	Severity string    `json:"severity"`
	Section  string    `json:"section,omitempty"`
	Message  string    `json:"message"`
	Old      *jsonSpan `json:"old_summary_span,omitempty"`
	New      *jsonSpan `json:"new_summary_span,omitempty"`
}

type jsonSectionChange struct {
	Name   string     `json:"name"`
	Change string     `json:"change"` // same, changed, removed or added
	Old    *jsonSpan  `json:"old_summary_span,omitempty"`
	New    *jsonSpan  `json:"new_summary_span,omitempty"`
	Hunks  []jsonHunk `json:"hunks,omitempty"`
}

// jsonHunk is a run of lines of a section; lines are counted from its start.
type jsonHunk struct {
	OldLine  int            `json:"old_line"`
	OldLines int            `json:"old_lines"`
	NewLine  int            `json:"new_line"`
	NewLines int            `json:"new_lines"`
	Lines    []jsonDiffLine `json:"lines"`
}

type jsonDiffLine struct {
	Op   string `json:"op"` // same, removed or added
	Text string `json:"text"`
}

// DiffJSON writes d as one document of the interface named by DiffSchema. The
// options concern text alone.
func DiffJSON(w io.Writer, d Diff, _ TextOptions) error {
	j := jsonDiff{
		Schema: DiffSchema, Same: d.Same(), Old: sideJSON(d.Old), New: sideJSON(d.New), Findings: []jsonFindingChange{}, Sections: []jsonSectionChange{},
		Around: hunksJSON(d.Around),
		Totals: map[string]int{"fixed": d.Count(compare.Removed), "new": d.Count(compare.Added), "same": d.Count(compare.Same)},
	}
	old, new := source.NewText(d.Comparison.Old.Summary.Bytes), source.NewText(d.Comparison.New.Summary.Bytes)
	for _, f := range d.Findings {
		x := d.Of(f)
		c := jsonFindingChange{Change: findingWords[f.Change], Rule: x.Rule.ID, Severity: x.Severity.String(), Section: sectionName(x.Section), Message: x.Message}
		if f.Old >= 0 {
			_, c.Old = placer{summary: old}.spans(d.Comparison.Old.Findings[f.Old].Place)
		}
		if f.New >= 0 {
			_, c.New = placer{summary: new}.spans(d.Comparison.New.Findings[f.New].Place)
		}
		j.Findings = append(j.Findings, c)
	}
	for _, s := range d.Sections {
		c := jsonSectionChange{Name: sectionName(s.ID), Change: s.Change.String(), Hunks: hunksJSON(s.Diff)}
		if s.Change != compare.Added {
			c.Old = spanJSON(old, s.Old)
		}
		if s.Change != compare.Removed {
			c.New = spanJSON(new, s.New)
		}
		j.Sections = append(j.Sections, c)
	}
	e := newEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(j)
}

func sideJSON(a Attempt) jsonSide {
	return jsonSide{Source: a.Source, Name: a.Name, Attempt: a.ID, Verdict: a.Verdict.Decision.String(), Reason: string(a.Verdict.Reason), Bytes: len(a.Verdict.Summary.Bytes)}
}

func hunksJSON(d diff.Diff) (out []jsonHunk) {
	ops := [...]string{diff.Same: "same", diff.Removed: "removed", diff.Added: "added"}
	for _, h := range d.Hunks {
		j := jsonHunk{OldLine: h.Old + 1, OldLines: h.OldLines, NewLine: h.New + 1, NewLines: h.NewLines}
		for _, l := range h.Lines {
			text := d.Old
			if l.Op == diff.Added {
				text = d.New
			}
			j.Lines = append(j.Lines, jsonDiffLine{ops[l.Op], string(l.Span.Of(text))})
		}
		out = append(out, j)
	}
	return out
}
