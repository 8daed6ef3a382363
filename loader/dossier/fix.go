package dossier

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"compactlens/core/diff"
	"compactlens/core/inspect"
	"compactlens/core/repair"
	"compactlens/core/source"
	"compactlens/loader"
	"compactlens/loader/atomic"
)

// FixOptions say what to mend and where to write it.
type FixOptions struct {
	Attempt string // which one: its number, or the beginning of its id; empty where there is one answer
	Meaning bool   // repairs that change the meaning too
	Write   bool   // in place; what the file was is kept beside it
	Output  string // path to write to instead; empty writes nowhere
	ASCII   bool
}

// FixError reports why nothing was mended or written.
type FixError struct {
	Path   string // untrusted
	Why    string
	Err    error  // may be nil
	Remedy string // may be empty
}

func (e *FixError) Error() string {
	s := e.Path + ": " + e.Why
	if e.Err != nil {
		s += ": " + atomic.Says(e.Err)
	}
	if e.Remedy != "" {
		s += "; " + e.Remedy
	}
	return s
}

func (e *FixError) Unwrap() error { return e.Err }

// Fix mends the one answer of the workspace, writes the review to w, and the
// mended file where the options say. The verdict is the mended file's. The error
// is a *FixError, one of w, or the context's.
func (b *Book) Fix(ctx context.Context, w io.Writer, o FixOptions) (inspect.Verdict, error) {
	a, err := b.answered(o.Attempt)
	if err != nil {
		return inspect.Verdict{}, err
	}
	d, err := b.Open(ctx, a)
	if err != nil {
		return inspect.Verdict{}, err
	}
	risk := repair.Safe
	if o.Meaning {
		risk = repair.ChangesMeaning
	}
	out, err := d.Mend(ctx, risk)
	if err != nil {
		return inspect.Verdict{}, err
	}
	if err := review(ctx, w, d, out, o.ASCII); err != nil {
		return out.Verdict, err
	}
	if o.Output == "" && !o.Write {
		return out.Verdict, nil
	}
	return out.Verdict, write(w, d, out, o)
}

// answered returns the one attempt with an answer that key names. The error is a
// *PickError.
func (b *Book) answered(key string) (*loader.Attempt, error) {
	all, err := b.Pick(key)
	if err != nil {
		return nil, err
	}
	return b.only(key, all, "answer", func(a *loader.Attempt) bool { return a.Reply != nil && a.Reply.Reply.Form != inspect.FormNone })
}

// review writes what was mended, what was not and why, the difference, and the
// verdict before and after.
func review(ctx context.Context, w io.Writer, d *Dossier, out repair.Outcome, ascii bool) error {
	say := func(format string, args ...any) { // errors come back with the last write
		fmt.Fprintf(w, format+"\n", args...)
	}
	name := source.Printable(d.Attempt.Reply.Source.Path)
	if damage := d.Evidence.Reply.Damage; damage != inspect.Undamaged {
		say("%s: %s", name, damage)
	}
	for _, t := range repair.Tally(out.Applied()) {
		say("repaired (%s): %s", words(t.Risk), t)
		if t.Reason != "" {
			say("    %s", t.Reason)
		}
	}
	for _, t := range repair.Tally(out.Left.Repairs) {
		say("left (%s): %s", words(t.Risk), t)
		if t.Reason != "" {
			say("    because %s", source.Printable(t.Reason))
		}
	}
	if len(out.Applied()) > 0 {
		r, err := out.Review(ctx, repair.Reviewed)
		if err != nil {
			return err
		}
		text, more := r.First(name, diff.TextOptions{ASCII: ascii}, repair.Reviewed)
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
		if more > 0 {
			say("(%s lines more of the difference are not shown; the mended file can be written with -o)", inspect.Thousands(uint64(more)))
		}
	}
	_, err := fmt.Fprintf(w, "%s: %s, was %s\n", name, verdict(out.Verdict), verdict(d.Verdict))
	return err
}

func words(r repair.Risk) string {
	switch r {
	case repair.Safe:
		return "safe"
	case repair.ChangesMeaning:
		return "changes the meaning"
	}
	return "refused"
}

func verdict(v inspect.Verdict) string {
	if v.Decision == inspect.Rejected {
		return v.Decision.String() + " " + string(v.Reason)
	}
	return v.Decision.String()
}

// write writes the mended file.
func write(w io.Writer, d *Dossier, out repair.Outcome, o FixOptions) error {
	src := d.Attempt.Reply.Source
	target := o.Output
	how := atomic.Options{New: true}
	if o.Write {
		if src.Path == loader.Stdin || src.Gzip {
			return &FixError{Path: src.Path, Why: "it cannot be written in place; name a file with -o"}
		}
		if len(out.Applied()) == 0 {
			why := "nothing could be mended"
			if d.Verdict.Decision != inspect.Rejected {
				why = "nothing had to be mended"
			}
			_, err := fmt.Fprintln(w, "nothing was written: "+why)
			return err
		}
		target, how = src.Path, atomic.Options{Backup: true, Was: d.Evidence.Reply.File.Bytes()}
	}
	backup, err := atomic.WriteFile(target, out.File, how)
	if err != nil {
		var exists *atomic.Error
		why := "it was not written"
		if errors.Is(err, fs.ErrExist) {
			return &FixError{Path: target, Why: "the file exists already and was left as it was; name another, or mend the original with --write"}
		}
		if errors.As(err, &exists) {
			why = "it was not written, and is as it was"
		}
		return &FixError{Path: target, Why: why, Err: err, Remedy: atomic.Remedy(err) + " with -o"}
	}
	text := "written: " + source.Printable(target)
	if backup != "" {
		text += ", what it was is in " + source.Printable(backup)
	}
	_, err = fmt.Fprintln(w, text)
	return err
}
