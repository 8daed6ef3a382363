package repair

import (
	"strings"

	"compactlens/core/diff"
)

// maxReadable is the length of a line, in bytes, beyond which nobody reads a line
// diff of it.
const maxReadable = 400

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

// Review compares what was with what is.
func (o Outcome) Review() Review {
	r := Review{File: diff.Lines(o.Before, o.File, diff.Context)}
	if o.Verdict.HasSummary && o.BeforeSummary != nil && o.Verdict.Summary.Layers > 0 {
		r.Summary = diff.Lines(o.BeforeSummary, o.Verdict.Summary.Bytes, diff.Context)
	}
	r.LongLines = r.File.Long(maxReadable)
	return r
}

// Text returns the review fit to be shown: the file's diff, and where its lines
// are long the decoded summary's before it. name is the file's; it may be
// untrusted. It is empty where nothing changes.
func (r Review) Text(name string, o diff.TextOptions) string {
	var out strings.Builder
	if r.LongLines && len(r.Summary.Hunks) > 0 {
		out.WriteString(r.Summary.Title(name+", the decoded summary", o) + r.Summary.Text(o))
		out.WriteString(r.File.Title(name+", long lines cut to what differs", o))
	} else if len(r.File.Hunks) > 0 {
		out.WriteString(r.File.Title(name, o))
	}
	return out.String() + r.File.Text(o)
}

// Patch returns the file's diff as patch(1) takes it, byte for byte.
func (r Review) Patch(name string) []byte { return r.File.Patch("a/"+name, "b/"+name) }
