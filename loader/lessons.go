package loader

import (
	"strings"

	"compactlens/core/diagnose"
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
	Context  diagnose.Context // what is known beside both: of some, the messages that the summary replaces
}

// Lessons returns a lesson for every rule, in the order of the rules: that of the
// checks, advice last.
func Lessons() []Lesson {
	var all []Lesson
	rules := inspect.Rules()
	for i := range rules {
		r := &rules[i]
		if e, ok := explain.Lookup(r.ID); ok && e.Bad != "" {
			l := Lesson{Rule: r, Repaired: example(r, e.Good)}
			if r.Bad == "" {
				l.Bad, l.Context = attempted(source.NewText([]byte(e.Bad)))
			} else {
				l.Bad = example(r, e.Bad)
			}
			all = append(all, l)
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
		e, _ := attempted(file)
		return e
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

// attempted returns the evidence of an attempt bundle, and what is known beside it.
func attempted(file *source.Text) (e inspect.Evidence, c diagnose.Context) {
	b := capture.ReadBundle(file, wire.Parse(file.Bytes()))
	if in, err := wire.DecodeRequest(b.Input.Of(file.Bytes())); err == nil && len(in.Transcript) > 0 {
		c.Replaces(in.Transcript, "bundle")
	}
	return inspect.Evidence{Reply: b.Response.Reply, Usage: b.Response.Usage, OutputBytes: b.OutputBytes, MaxSummaryTokens: b.MaxSummaryTokens, Identity: b.Identity}, c
}

// ordinary returns the evidence of an attempt that is in order: that of the examples
// that are bundles.
func ordinary() inspect.Evidence {
	e, _ := explain.Lookup("shape/empty-text")
	good, _ := attempted(source.NewText([]byte(e.Good)))
	return good
}
