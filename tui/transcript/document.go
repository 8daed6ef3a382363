// Package transcript shows the messages of a conversation: who speaks, each block
// of what is said, tool calls beside their results, where a compaction cuts and
// what it makes of a block.
//
// A Document is made once, in the background, in time linear in the number of
// messages; it holds no text of its own. A View asks for the rows that are on
// screen and no others, so that twenty thousand messages scroll like twenty, and
// one tool result of eight megabytes like a line. The package draws on a canvas
// and does no I/O.
package transcript

import (
	"compactlens/core/content"
)

// Source is what a transcript is made of. Nothing in it may change afterwards.
type Source struct {
	Messages []content.Message
	Derived  int   // how many messages at the start a model made: the summary of an earlier compaction
	Head     int   // how many messages a compaction summarises; counts where Cut
	Cut      bool  // it is known where the compaction cuts
	Omitted  []int // of the head: the tool results that were left out of the request, ascending
	Sent     bool  // the messages are a request's already: there is nothing to project
}

// Document is a transcript in its parts. It does not change and may be shared.
type Document struct {
	source  Source
	forms   [2]form
	results map[place]int // of a tool call: the message with its result
	calls   map[int]place // of a message with a result: its tool call
	omitted map[int]bool
}

// form is the list of parts of one way to look at the messages: as the journal has
// them, or as the request does.
type form struct {
	parts  []part
	first  []int32 // by message: index of its heading in parts
	starts []int   // by part: the first of its places
	size   int     // behind the last part's
}

// The two forms.
const (
	formJournal = iota
	formRequest
)

// part is a row or more of a transcript that belong together.
type part struct {
	message int32
	block   int32 // of the message, or one of the below
}

const (
	partHeading = -1 - iota // number, role and what there is to say of a message
	partCut                 // the rule before the first message that is kept
)

// place names a block.
type place struct{ message, block int }

// NewDocument returns the document of s.
func NewDocument(s Source) *Document {
	d := &Document{source: s, results: map[place]int{}, calls: map[int]place{}, omitted: map[int]bool{}}
	for _, i := range s.Omitted {
		d.omitted[i] = true
	}
	open := map[string]place{}
	for i, m := range s.Messages {
		d.forms[formJournal].begin(d, i, false)
		d.forms[formRequest].begin(d, i, true)
		blocks := m.Content()
		for b, block := range blocks {
			d.forms[formJournal].add(d, i, b, false)
			if call, ok := block.(*content.ToolUseBlock); ok && call != nil {
				open[call.ID] = place{i, b}
			}
			if b == 0 || m.Role() != content.RoleTool || !d.projects(i) {
				d.forms[formRequest].add(d, i, b, true) // a tool result becomes one text
			}
		}
		if r, ok := m.(*content.ToolResultMessage); ok {
			if call, ok := open[r.ToolUseID]; ok {
				d.results[call], d.calls[i] = i, call
				delete(open, r.ToolUseID)
			}
		}
	}
	return d
}

// begin adds the heading of a message.
func (f *form) begin(d *Document, message int, projected bool) {
	if d.source.Cut && message == d.source.Head && message > 0 {
		f.add(d, message, partCut, projected)
	}
	f.first = append(f.first, int32(len(f.parts)))
	f.add(d, message, partHeading, projected)
}

func (f *form) add(d *Document, message, block int, projected bool) {
	p := part{int32(message), int32(block)}
	f.parts = append(f.parts, p)
	f.starts = append(f.starts, f.size)
	f.size += d.room(p, projected)
}

// Len returns the number of messages.
func (d *Document) Len() int { return len(d.source.Messages) }

// Kept returns how many messages the compaction keeps word for word, and whether
// that is known.
func (d *Document) Kept() (n int, known bool) {
	return len(d.source.Messages) - d.source.Head, d.source.Cut
}

// kept reports whether a message is kept word for word.
func (d *Document) kept(message int) bool { return d.source.Cut && message >= d.source.Head }

// projects reports whether a request holds a message in another form.
func (d *Document) projects(message int) bool { return !d.source.Sent && !d.kept(message) }
