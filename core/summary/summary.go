package summary

import "compactlens/core/source"

// Section is one section element as it lies in the text.
type Section struct {
	ID          SectionID
	Present     bool
	Element     source.Span // from the start tag to the end tag, or to where the section stops without one
	Open        source.Span // the start tag
	Content     source.Span // between the tags; empty after the tag where SelfClosing
	Close       source.Span // the end tag; empty where it is missing or SelfClosing
	SelfClosing bool
}

// Fault is one thing that makes the runtime refuse the summary.
type Fault struct {
	Kind    Kind
	Class   Class         // the reason the runtime would give if this fault came first
	Span    source.Span   // what a person would underline
	Stop    source.Span   // what the runtime is reading when it notices the fault: a token, or a place
	Also    []source.Span // other places of the same fault: the end tag, the end of a fence
	Related []Related     // places that explain it
	Section SectionID     // the section it lies in or concerns
	Name    string        // the element, attribute, entity or character concerned, from the input: not fit to be shown as it is
	Want    string        // what was expected instead, where there is one thing
	Primary bool          // the one the runtime stops at
}

// Related is a place that helps to understand a fault, with a few words on what
// is there.
type Related struct {
	Span  source.Span
	Label string // never holds input
}

// Decision is the runtime's verdict on a summary.
type Decision struct {
	Class    Class
	Fault    Fault                 // where Class is not Accepted: what the runtime stops at, named without reading on
	Root     Section               // the root element; its ID is None
	Sections [sectionCount]Section // by SectionID-1; as far as they were read
}

// Section returns the section id, the zero Section where there is none.
func (d *Decision) Section(id SectionID) Section {
	if id == None || int(id) > sectionCount {
		return Section{}
	}
	return d.Sections[id-1]
}

// MaxFaults bounds the faults listed for one document. Nobody works through more,
// and a megabyte of "& " would otherwise become half a million.
const MaxFaults = 1000

// Report is everything that is wrong with a summary.
type Report struct {
	Class    Class
	Faults   []Fault   // in order of place; at most MaxFaults
	Primary  int       // index of the fault the runtime stops at, -1 where the summary is accepted
	Cut      bool      // there are more faults than are listed
	Unread   bool      // behind the first MaxMarkup pieces of markup only tags of sections were looked at; then Cut
	Root     Section   // the element taken for the root, whatever its name; its ID is None
	Sections []Section // every element taken for a section, in document order: duplicates and misspelt ones too
}
