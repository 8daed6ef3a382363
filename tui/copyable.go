package tui

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/repair"
	"compactlens/core/report"
	"compactlens/core/source"
	"compactlens/core/summary"
	"compactlens/loader"
	"compactlens/loader/dossier"
	"compactlens/loader/tokens"
)

// subject is what can be copied of what is looked at. It is read in the background.
type subject struct {
	ctx     context.Context // ends when nobody wants to copy any more
	item    *item
	dossier *dossier.Dossier // nil where there is no answer
	whole   bool             // the dossier knows the journal and the other attempts
	finding int              // index into the dossier's findings, -1 for none
	section summary.SectionID
	book    *dossier.Book
	flags   []string
	hidden  bool // the verdict is
	counter *tokens.O200k

	repaired *repair.Outcome // the finding's repair, once it was made
}

// copyable is one thing that can be copied.
type copyable struct {
	key  string
	name string
	of   func(s *subject) ([]byte, error)
}

// nothingError says why something cannot be copied.
type nothingError struct{ why string }

func (e *nothingError) Error() string { return e.why }

func nothing(why string) ([]byte, error) { return nil, &nothingError{why} }

// copyables returns the table of what can be copied. Every row of the menu is one of
// them.
func copyables() []copyable {
	return []copyable{
		{"f", "finding as text", ofFinding(func(s *subject, out *bytes.Buffer) error {
			return report.FindingText(out, s.dossier.Describe(), s.finding, report.TextOptions{})
		})},
		{"l", "file:line:column", (*subject).place},
		{"s", "section", (*subject).sectionText},
		{"w", "whole summary", (*subject).summaryText},
		{"e", "lines as JSON string", (*subject).asJSON},
		{"x", "lines escaped for XML", (*subject).asXML},
		{"r", "lines, mended", (*subject).mendedLines},
		{"m", "answer, mended", (*subject).mendedFile},
		{"j", "finding as JSON", ofFinding(func(s *subject, out *bytes.Buffer) error {
			return report.FindingJSON(out, s.dossier.Describe(), s.finding)
		})},
		{"a", "attempt as JSON", (*subject).attemptJSON},
		{"c", "command for this", (*subject).command},
	}
}

const (
	noFinding = "no finding is selected"
	noAnswer  = "there is no answer in hand"
	noSummary = "there is no summary"
)

// ofFinding makes what is written about the selected finding.
func ofFinding(write func(s *subject, out *bytes.Buffer) error) func(*subject) ([]byte, error) {
	return func(s *subject) ([]byte, error) {
		if s.found() == nil {
			return nothing(noFinding)
		}
		var out bytes.Buffer
		err := write(s, &out)
		return out.Bytes(), err
	}
}

// complete gives s the dossier that knows the journal and the other attempts, as
// reports have it, and finds its finding in that.
func (s *subject) complete() {
	if s.dossier == nil || s.whole || s.hidden || s.book == nil || s.item.attempt == nil {
		return
	}
	d, err := s.book.Open(s.ctx, s.item.attempt)
	if err != nil {
		return // nobody wants it any more
	}
	was := s.found()
	s.dossier, s.whole, s.finding = d, true, -1
	for i := range d.Verdict.Findings {
		if f := &d.Verdict.Findings[i]; was != nil && f.Rule == was.Rule && f.Place == was.Place {
			s.finding = i
			return
		}
	}
}

// found returns the selected finding, nil for none.
func (s *subject) found() *inspect.Finding {
	if s.dossier == nil || s.finding < 0 || s.finding >= len(s.dossier.Verdict.Findings) {
		return nil
	}
	return &s.dossier.Verdict.Findings[s.finding]
}

// place says where the finding is as compilers do: in the file, else in the summary
// that is the file.
func (s *subject) place() ([]byte, error) {
	f := s.found()
	if f == nil {
		return nothing(noFinding)
	}
	if x := s.item; x.revision != nil || x.scratch != nil && (x.attempt == nil || !x.attempt.Reply.Source.IsFile()) {
		return nothing("the answer lies in no file")
	}
	a := s.dossier.Describe()
	if !f.Place.InFile || a.File == nil {
		return nothing("the finding is in no byte of a file")
	}
	p := a.File.Position(f.Place.File.Start)
	path := a.Source
	if path == "" {
		path = s.item.name
	}
	return fmt.Appendf(nil, "%s:%d:%d", path, p.Line, p.Column), nil
}

func (s *subject) sectionText() ([]byte, error) {
	if s.dossier == nil || !s.dossier.Verdict.HasSummary {
		return nothing(noSummary)
	}
	for _, x := range s.dossier.Verdict.Sections {
		if x.ID == s.section && s.section != summary.None {
			return x.Place.Summary.Of(s.dossier.Verdict.Summary.Bytes), nil
		}
	}
	return nothing("nothing selected is in a section")
}

func (s *subject) summaryText() ([]byte, error) {
	if s.dossier == nil || !s.dossier.Verdict.HasSummary {
		return nothing(noSummary)
	}
	return s.dossier.Verdict.Summary.Bytes, nil
}

// maxLines bounds the bytes of the lines around a finding.
const maxLines = 4 << 10

// lines returns the text that the finding is in, and the lines it is on there: within
// its section, so that they can be put back into one.
func (s *subject) lines() (text []byte, lines source.Span, err error) {
	f := s.found()
	if f == nil {
		_, err = nothing(noFinding)
		return nil, source.Span{}, err
	}
	d := s.dossier
	switch {
	case f.Place.InSummary:
		text = d.Verdict.Summary.Bytes
		return text, within(d.Verdict.Sections, linesOf(text, f.Place.Summary), f.Place.Summary), nil
	case f.Place.InFile && d.Evidence.Reply.File != nil:
		text = d.Evidence.Reply.File.Bytes()
		return text, linesOf(text, f.Place.File), nil
	}
	_, err = nothing("the finding is about no line")
	return nil, source.Span{}, err
}

// within cuts lines to the section that holds span, where one does.
func within(sections []inspect.Section, lines, span source.Span) source.Span {
	for _, x := range sections {
		if in := x.Place.Summary; in.Start <= span.Start && span.End <= in.End {
			return source.Span{Start: max(lines.Start, in.Start), End: min(lines.End, in.End)}
		}
	}
	return lines
}

// linesOf returns the lines that a span is on; of very long ones, the span itself.
func linesOf(text []byte, span source.Span) source.Span {
	span = span.Clamp(len(text))
	out := source.Span{Start: bytes.LastIndexByte(text[:span.Start], '\n') + 1, End: len(text)}
	if i := bytes.IndexByte(text[span.End:], '\n'); i >= 0 {
		out.End = span.End + i
	}
	if out.Len() > maxLines {
		return span
	}
	return out
}

func (s *subject) asJSON() ([]byte, error) {
	text, lines, err := s.lines()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // it is for a person to paste, not for a page
	err = e.Encode(string(lines.Of(text)))
	return source.AppendJSON(nil, bytes.TrimSuffix(out.Bytes(), []byte("\n"))), err
}

func (s *subject) asXML() ([]byte, error) {
	text, lines, err := s.lines()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := xml.EscapeText(&out, lines.Of(text)); err != nil {
		return nil, err
	}
	// What need not be escaped in text reads better as it is.
	return []byte(strings.NewReplacer("&#xA;", "\n", "&#x9;", "\t", "&#34;", `"`, "&#39;", "'").Replace(out.String())), nil
}

// mended makes the repair of the finding in a copy.
func (s *subject) mended() (*repair.Outcome, error) {
	if s.found() == nil {
		return nil, &nothingError{noFinding}
	}
	for i, x := range s.dossier.Plan.Repairs {
		if s.repaired != nil || x.Finding != s.finding {
			continue
		}
		if o, ok := s.dossier.MendOne(s.ctx, i); ok {
			s.repaired = &o
		}
		break
	}
	if s.repaired == nil {
		return nil, &nothingError{"the finding has no repair of its own"}
	}
	return s.repaired, nil
}

// mendedLines returns the lines that the repair changes, as they are after it: of the
// summary and within its section where the repair lies in one.
func (s *subject) mendedLines() ([]byte, error) {
	o, err := s.mended()
	if err != nil {
		return nil, err
	}
	before, after := o.Before, o.File
	var sections []inspect.Section
	if sum := o.Verdict.Summary.Bytes; o.BeforeSummary != nil && o.Verdict.HasSummary && !bytes.Equal(o.BeforeSummary, sum) {
		before, after, sections = o.BeforeSummary, sum, o.Verdict.Sections
	}
	start := common(before, after)
	end := 0 // how many bytes at the end are the same
	for end < min(len(before), len(after))-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	span := source.Span{Start: start, End: len(after) - end}
	return within(sections, linesOf(after, span), span).Of(after), nil
}

func (s *subject) mendedFile() ([]byte, error) {
	o, err := s.mended()
	if err != nil {
		return nil, err
	}
	return o.File, nil
}

func (s *subject) attemptJSON() ([]byte, error) {
	switch {
	case s.dossier == nil:
		return nothing(noAnswer)
	case s.hidden:
		return nothing("the verdict is hidden")
	}
	var out bytes.Buffer
	err := report.JSON(&out, report.Report{Attempts: []report.Attempt{s.dossier.Report(dossier.ReportOptions{Counter: s.counter})}})
	return out.Bytes(), err
}

// command returns the command line that says the same without the interface: of the
// files that the attempt was read from, with the evidence that was given here.
func (s *subject) command() ([]byte, error) {
	words := append([]string{product, "check"}, s.flags...)
	a, answer := s.item.attempt, (*loader.Source)(nil)
	switch {
	case s.item.idle:
		return nothing("there is nothing to judge in it")
	case s.item.problem:
		return nothing("it could not be read")
	case a == nil:
		return nothing("it was not read from a file")
	case s.item.scratch == nil:
		if a.Reply != nil {
			answer = a.Reply.Source
		}
	case !a.Reply.Source.IsFile():
		return nothing("the answer was given by hand and lies in no file")
	case a.Bundle != nil || a.Title != "":
		return nothing("no command gives a bundle another answer")
	case s.item.scratch.of == nil || a.Session == nil:
		return []byte(commandLine(append(words, argument(a.Reply.Source.Path))...)), nil
	case a.ID.IsZero():
		return nothing("the attempt has no id that a command could name")
	default:
		words = append(words, "--reply", a.Reply.Source.Path, "--attempt", a.ID.String())
	}
	if a.Title == "" { // else it is a case of the gallery, which is what is checked without a path
		var paths []string
		add := func(src *loader.Source) {
			if src == nil {
				return
			}
			for _, p := range paths {
				if p == argument(src.Path) {
					return
				}
			}
			paths = append(paths, argument(src.Path))
		}
		add(a.Source)
		if a.Session != nil {
			add(a.Session.Source)
		}
		if a.Request != nil {
			add(a.Request.Source)
		}
		add(answer)
		words = append(words, paths...)
	}
	return []byte(commandLine(words...)), nil
}
