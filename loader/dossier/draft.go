package dossier

import (
	"bytes"
	"context"

	"compactlens/core/inspect"
	"compactlens/core/repair"
	"compactlens/core/source"
	"compactlens/loader"
)

// Draft is the part of an answer that somebody edits: its decoded summary or its
// text. The zero value is none.
type Draft struct {
	Text    []byte // as it is; not to be changed
	Summary bool   // it is the summary, and not the text around it

	d *Dossier
	x inspect.Excerpt
}

// Draft returns the decoded summary for editing or, with whole, the answer's text
// that holds it. Where there is only one of the two, it is that. ok is false where
// there is neither.
func (d *Dossier) Draft(whole bool) (f Draft, ok bool) {
	r := d.Evidence.Reply
	text, hasText := r.Answer()
	switch {
	case r.File == nil:
		return f, false
	case d.Verdict.HasSummary && (!whole || !hasText || r.Form == inspect.FormSummary):
		return Draft{Text: d.Verdict.Summary.Bytes, Summary: true, d: d, x: d.Verdict.Summary}, true
	case hasText:
		return Draft{Text: text.Bytes, d: d, x: text}, true
	}
	return f, false
}

// IsZero reports whether there is no draft.
func (f Draft) IsZero() bool { return f.d == nil }

// Bare reports whether the draft is all of its file, so that it may hold any bytes;
// else it stands in a JSON string, which holds nothing but UTF-8.
func (f Draft) Bare() bool { return f.x.Layers == 0 }

// Valid returns text as the draft can hold it: where it stands in a JSON string, with
// U+FFFD for each byte that is not UTF-8, as the runtime reads them.
func (f Draft) Valid(text []byte) []byte {
	if f.Bare() {
		return text
	}
	return []byte(string([]rune(string(text))))
}

// At returns the offset in the draft's text of a place of the answer. ok is false
// where the place is outside.
func (f Draft) At(p inspect.Place) (offset int, ok bool) {
	switch {
	case f.Summary && p.InSummary:
		return p.Summary.Start, true
	case f.Summary || !p.InFile:
		return 0, false
	}
	offset = f.x.Map.Decoded(p.File.Start)
	return offset, offset >= 0 && offset <= len(f.Text)
}

// Span returns the bytes of the draft's text that a place of the answer covers, as
// At does.
func (f Draft) Span(p inspect.Place) (s source.Span, ok bool) {
	if f.Summary && p.InSummary {
		return p.Summary, true
	}
	if s.Start, ok = f.At(p); ok {
		s.End = min(max(f.x.Map.Decoded(p.File.End), s.Start), len(f.Text))
	}
	return s, ok
}

// Edited is an answer with another text in a draft's place, judged.
type Edited struct {
	*Dossier
	Draft Draft         // the same part of it, as it is read now
	Reply *loader.Reply // the answer; nil where the draft's has no file of its own
}

// Judge judges the whole answer with text in the draft's place, by the evidence of
// its attempt and without its journal. ok is false where the answer can no longer be
// read as one, which the text of a provider's body never causes.
func (f Draft) Judge(text []byte) (e Edited, ok bool) {
	return f.JudgeContext(context.Background(), text)
}

// JudgeContext is Judge that gives up when ctx ends; ok is false then.
func (f Draft) JudgeContext(ctx context.Context, text []byte) (e Edited, ok bool) {
	if e, ok = f.Glance(ctx, text); e.Dossier == nil {
		return e, false
	}
	return e, e.plan(ctx) == nil && ok
}

// Glance is JudgeContext without the plan of the repairs, which takes longest of a large
// text with many faults.
func (f Draft) Glance(ctx context.Context, text []byte) (e Edited, ok bool) {
	d := f.d
	file := repair.Rewrite(d.Evidence.Reply.File.Bytes(), f.x, text)
	evidence := d.Evidence
	if d.Recorded || d.Attempt == nil || d.Attempt.Reply == nil {
		bare := repair.Bare(d.Evidence)
		if bare == nil {
			return e, false
		}
		evidence, ok = bare(file)
	} else if e.Reply, ok = d.Attempt.Reply.Reread(file); ok {
		evidence.Reply = e.Reply.Reply
	}
	if !ok {
		return e, false
	}
	dossier, err := Glance(ctx, evidence)
	if err != nil {
		return e, false
	}
	e.Dossier = dossier
	e.Attempt, e.Recorded = d.Attempt, d.Recorded
	e.Draft, ok = e.Dossier.Draft(!f.Summary)
	return e, ok && e.Draft.Summary == f.Summary && bytes.Equal(e.Draft.Text, text)
}
