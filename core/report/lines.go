package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/source"
)

// JSONL writes the attempts of r, one JSON object a line, as they stand in the
// document of JSON, and behind them each problem as {"problem":{…}}.
func JSONL(w io.Writer, r Report) error {
	e := newEncoder(w)
	for _, a := range r.Attempts {
		if err := e.Encode(attemptJSON(a)); err != nil {
			return err
		}
	}
	for _, p := range r.Problems {
		if err := e.Encode(map[string]jsonProblem{"problem": jsonProblem(p)}); err != nil {
			return err
		}
	}
	return nil
}

// GitHub writes r as workflow commands that annotate the files in a review.
func GitHub(w io.Writer, r Report) error {
	out := bufio.NewWriter(w)
	for _, a := range r.Attempts {
		if reason, words, ok := a.endAndOver(); ok && reason != "" {
			fmt.Fprintf(out, "::notice file=%s,title=%s::%s\n", githubProperty(a.Source), githubProperty(reason), githubData(words))
		}
		for i := range a.Verdict.Findings {
			f := &a.Verdict.Findings[i]
			level := "error"
			if f.Severity == inspect.SeverityAdvice {
				level = "notice"
			} else if !f.Primary {
				level = "warning"
			}
			fmt.Fprintf(out, "::%s file=%s", level, githubProperty(a.Source))
			if f.Place.InFile && a.File != nil {
				out.WriteString(githubPlace(a.File, f.Place.File))
			}
			fmt.Fprintf(out, ",title=%s::%s\n", githubProperty(f.Rule.ID), githubData(f.Message))
		}
	}
	for _, p := range r.Problems {
		level := "error"
		if !p.lost() {
			level = "notice"
		}
		fmt.Fprintf(out, "::%s file=%s,title=problem::%s\n", level, githubProperty(p.Source), githubData(p.Message))
	}
	return out.Flush()
}

// githubPlace returns the lines that a span is in, and its columns. A span that ends with
// a line's end has no part in the next line, which the file may not have.
func githubPlace(file *source.Text, s source.Span) string {
	start, end := file.Position(s.Start), file.Position(s.End)
	if end.Column == 1 && end.Line > start.Line {
		return fmt.Sprintf(",line=%d,endLine=%d,col=%d", start.Line, end.Line-1, start.Column)
	}
	if b := file.Bytes(); s.Start == len(b) && start.Column == 1 && start.Line > 1 {
		end = file.Position(len(b) - 1) // nothing behind the last line end: that is meant
		start = end
	}
	at := fmt.Sprintf(",line=%d,endLine=%d,col=%d", start.Line, end.Line, start.Column)
	if start.Line == end.Line {
		at += fmt.Sprintf(",endColumn=%d", end.Column)
	}
	return at
}

func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(source.Printable(s))
}

func githubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubData(s))
}

// Markdown writes r as a table of attempts and a list of what was found.
func Markdown(w io.Writer, r Report) error {
	out := bufio.NewWriter(w)
	n := r.Totals()
	fmt.Fprintf(out, "**%s**\n\n", n)
	fmt.Fprint(out, "| attempt | verdict | place | finding |\n| --- | --- | --- | --- |\n")
	for _, a := range r.Attempts {
		name := markdownCell(a.Source)
		if a.Name != "" {
			name += " " + markdownCell(a.Name)
		}
		verdict := a.Verdict.Decision.String()
		if a.Verdict.Decision == inspect.Accepted && a.Refused == "" {
			verdict = a.decision()
		}
		if a.Verdict.Decision == inspect.Rejected {
			verdict += " `" + string(a.Verdict.Reason) + "`"
		}
		if a.Refused != "" {
			verdict += ", then refused `" + a.Refused + "`"
		} else if reason, words, ok := a.end(); ok {
			verdict = "ended before a model was called"
			if reason != "" {
				verdict = "rejected `" + reason + "`" + strings.TrimPrefix(words, "rejected "+reason)
			}
		} else if a.Excess != nil {
			verdict += ", rejected `" + a.Excess.Reason.String() + "`"
		}
		if over := a.over(); over != "" {
			verdict += "; " + markdownCell(over)
		}
		if len(a.Verdict.Findings) == 0 {
			fmt.Fprintf(out, "| %s | %s | | |\n", name, verdict)
		}
		for i := range a.Verdict.Findings {
			f := &a.Verdict.Findings[i]
			fmt.Fprintf(out, "| %s | %s | %s | `%s` %s |\n", name, verdict, placeOf(a, f), f.Rule.ID, markdownCell(f.Message))
			name, verdict = "", ""
		}
		if a.Verdict.More {
			fmt.Fprintf(out, "| | | | and more faults: %s |\n", a.Verdict.MoreWhy)
		}
	}
	for _, p := range r.Problems {
		fmt.Fprintf(out, "\n- %s: %s\n", markdownCell(p.Source), markdownCell(p.Message))
	}
	return out.Flush()
}

// markdownCell makes untrusted text fit for a table cell: no markup, no HTML.
func markdownCell(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "\\|", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]").Replace(source.Printable(s))
}
