package report

import (
	"io"
	"slices"
)

// Format is one way to write a report.
type Format struct {
	Name  string
	About string // one phrase
	Write func(io.Writer, Report) error
}

// Formats returns every format, the one for people first.
func Formats() []Format {
	return []Format{
		{"text", "for people, like a compiler", func(w io.Writer, r Report) error { return Text(w, r, TextOptions{}) }},
		{"json", "one document of the interface " + Schema, JSON},
		{"jsonl", "one attempt a line, as in json", JSONL},
		{"sarif", "SARIF 2.1.0 for code scanning", SARIF},
		{"junit", "JUnit XML, one test case an attempt", JUnit},
		{"github", "workflow commands that annotate files", GitHub},
		{"markdown", "a table and the findings, for a comment", Markdown},
	}
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
