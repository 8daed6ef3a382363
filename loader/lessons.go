package loader

import (
	"strings"

	"compactlens/core/explain"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/wire"
	"compactlens/loader/capture"
)

// Lesson is a rule with a case that breaks it, or that it advises on, and the same
// case repaired.
type Lesson struct {
	Rule     *inspect.Rule
	Bad      inspect.Evidence
	Repaired inspect.Evidence
}

// Lessons returns a lesson for every rule that has examples, in the order of the
// rules: that of the checks, advice last.
func Lessons() []Lesson {
	var all []Lesson
	rules := inspect.Rules()
	for i := range rules {
		r := &rules[i]
		if e, ok := explain.Lookup(r.ID); ok && e.Bad != "" {
			all = append(all, Lesson{Rule: r, Bad: example(r, e.Bad), Repaired: example(r, e.Good)})
		}
	}
	return all
}

// example returns the evidence of an example of a rule: a bundle, a summary, or a
// reply, with which goes what is known of every attempt.
func example(r *inspect.Rule, text string) inspect.Evidence {
	file := source.NewText([]byte(text))
	room, _, _ := strings.Cut(r.ID, "/")
	switch {
	case r.Bad == "":
		return bundled(file)
	case room == "summary", room == "advice" && strings.HasPrefix(text, "<"):
		return inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormSummary, File: file, Text: whole(file)}}
	}
	e := ordinary()
	e.Reply = inspect.Reply{Form: inspect.FormOutput, File: file, Text: whole(file)}
	return e
}

// whole returns all of a file as an excerpt.
func whole(file *source.Text) inspect.Excerpt {
	return inspect.Excerpt{Bytes: file.Bytes(), Map: source.Offsets(0, file.Len())}
}

// bundled returns the evidence of an attempt bundle.
func bundled(file *source.Text) inspect.Evidence {
	b := capture.ReadBundle(file, wire.Parse(file.Bytes()))
	return inspect.Evidence{Reply: b.Response.Reply, Usage: b.Response.Usage, OutputBytes: b.OutputBytes, MaxSummaryTokens: b.MaxSummaryTokens, Identity: b.Identity}
}

// ordinary returns the evidence of an attempt that is in order: that of the examples
// that are bundles.
func ordinary() inspect.Evidence {
	e, _ := explain.Lookup("shape/empty-text")
	return bundled(source.NewText([]byte(e.Good)))
}
