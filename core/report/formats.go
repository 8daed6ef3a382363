package report

import (
	"io"
	"slices"
)

// Format is one way to write a report.
type Format struct {
	Name  string
	About string                                     // one phrase
	Write func(io.Writer, Report, TextOptions) error // the options concern text alone
}

// Formats returns every format, the one for people first.
func Formats() []Format {
	return []Format{
		{"text", "for people, like a compiler", Text},
		{"json", "one document of the interface " + Schema, plain(JSON)},
		{"jsonl", "one attempt or problem a line, as in json", plain(JSONL)},
		{"sarif", "SARIF 2.1.0 for code scanning", plain(SARIF)},
		{"junit", "JUnit XML, one test case an attempt", plain(JUnit)},
		{"github", "workflow commands that annotate files", plain(GitHub)},
		{"markdown", "a table and the findings, for a comment", plain(Markdown)},
		{"html", "one page that needs nothing else", plain(HTML)},
		{"linear", "for people who listen: words alone, one fact a line", Linear},
	}
}

// plain is a format that takes no options.
func plain(write func(io.Writer, Report) error) func(io.Writer, Report, TextOptions) error {
	return func(w io.Writer, r Report, _ TextOptions) error { return write(w, r) }
}

// FormatByName returns the format of a name.
func FormatByName(name string) (Format, bool) {
	all := Formats()
	i := slices.IndexFunc(all, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return all[i], true
}
