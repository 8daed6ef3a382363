package repair

import (
	"context"
	"strings"

	"compactlens/core/diff"
)

// maxReadable is the length of a line, in bytes, beyond which nobody reads a line
// diff of it.
const maxReadable = 400

// Reviewed is how many lines of a review are shown: nobody reads more.
const Reviewed = 5000

// Review is what a person looks at before a repair is accepted.
type Review struct {
	File diff.Diff // of the file as it lies on disk

	// Summary compares the decoded summaries. It has no hunks where the summary
	// stays as it is, stands in the file as it is, or is missing on one side.
	Summary diff.Diff

	// LongLines says that the file's changes stand in lines too long to be read, as
	// in JSON written on one line: the summary is the one to look at.
	LongLines bool
}

// Review compares what was with what is, for somebody who reads no more than the
// first lines of it; 0 means all. The error is the context's.
func (o Outcome) Review(ctx context.Context, lines int) (r Review, err error) {
	how := diff.Options{Context: diff.Context, Read: lines}
	if r.File, err = diff.Compare(ctx, o.Before, o.File, how); err != nil {
		return Review{}, err
	}
	if o.Verdict.HasSummary && o.BeforeSummary != nil && o.Verdict.Summary.Layers > 0 {
		if r.Summary, err = diff.Compare(ctx, o.BeforeSummary, o.Verdict.Summary.Bytes, how); err != nil {
			return Review{}, err
		}
	}
	r.LongLines = r.File.Long(maxReadable)
	return r, nil
}

// First returns the first n lines of the review fit to be shown, and how many there
// are more: the file's diff, and where its lines are long the decoded summary's
// before it. name is the file's; it may be untrusted. It is empty where nothing
// changes.
func (r Review) First(name string, o diff.TextOptions, n int) (text string, more int) {
	add := func(title string, d diff.Diff) {
		first, left := firstLines(title, n)
		n -= strings.Count(first, "\n")
		body, rest := d.First(o, n)
		n -= strings.Count(body, "\n")
		text += first + body
		more += left + rest
	}
	switch {
	case r.LongLines && len(r.Summary.Hunks) > 0:
		add(r.Summary.Title(name+", the decoded summary", o), r.Summary)
		add(r.File.Title(name+", long lines cut to what differs", o), r.File)
	case len(r.File.Hunks) > 0:
		add(r.File.Title(name, o), r.File)
	}
	return text, more
}

// firstLines returns the first n lines of text, each of which has its end, and how
// many there are more.
func firstLines(text string, n int) (first string, more int) {
	for line := range strings.Lines(text) {
		if n--; n < 0 {
			more++
			continue
		}
		first += line
	}
	return first, more
}

// Patch returns the file's diff as patch(1) takes it, byte for byte.
func (r Review) Patch(name string) []byte { return r.File.Patch("a/"+name, "b/"+name) }
