package tui

import (
	"errors"
	"strings"

	"compactlens/core/diagnose"
	"compactlens/core/explain"
	"compactlens/core/lifecycle"
	"compactlens/core/loop"
	"compactlens/themes"
)

// cause returns what ended the attempt: the cause that its reason hides, what to try
// next and what would tell more, the records that show it, and what the reason means.
func (b *biography) cause() []line {
	c := b.d.Cause
	var f facts
	label, style := "cause", themes.Text
	if c.Likely {
		label, style = "likely", themes.Warning
	}
	f.lines = append(f.lines, line{label: label, text: strings.TrimPrefix(c.Text(), "No terminal: likely "), style: style})
	next := ""
	if c.Err != nil {
		what, detail, remedy := troubleWords(b.d, c.Err)
		if !aboutSize(c.Err) {
			f.add("found", strings.TrimSpace(what+" "+detail))
		}
		next = remedy
	}
	if next == "" {
		next = b.diagnosisNext()
	}
	if entry, ok := explain.Lookup(string(c.ID)); ok && next == "" {
		next = entry.Next
	}
	if c.ID != lifecycle.CauseCommitted {
		f.add("next", next)
	}
	for _, n := range c.Needs {
		f.add("needs", needWords(n))
	}
	f.add("shown by", b.records(c.Evidence))
	if reason, ok := explain.Lookup(b.a.RejectReason.String()); ok && b.a.RejectReason.Valid() {
		if !diagnose.Repeats(reason.What, c.Text()) {
			f.add("reason", reason.What)
		}
		f.add("why", reason.Why)
	}
	return f.lines
}

// diagnosisNext returns what to do about the cause of the attempt as the diagnoses
// have it, empty for none.
func (b *biography) diagnosisNext() string {
	for _, x := range b.d.Diagnoses {
		if len(x.Findings) == 0 {
			return x.Next
		}
	}
	return ""
}

// aboutSize reports whether the arithmetic tells what err says.
func aboutSize(err error) bool {
	var large *loop.CompactionInputTooLargeError
	return errors.As(err, &large)
}

// needWords says what would tell more, and how to give it.
func needWords(n lifecycle.Need) string {
	switch n {
	case lifecycle.NeedAnswer:
		return "The model's answer, which no journal holds."
	case lifecycle.NeedPolicy:
		return "The policy that cuts the transcript, which no journal holds. " + usePreset
	case lifecycle.NeedInputBytes:
		return "The byte limit of a request, which this journal does not tell. " + usePreset
	}
	return string(n)
}
