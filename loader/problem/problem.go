// Package problem says what could not be read, where, and what one can do about
// it. It holds the one table of kinds of trouble that reading files meets. It
// imports nothing of this project and does no I/O.
package problem

import (
	"fmt"
	"strings"
)

// Place is where in a file something lies. Parts that have no meaning for the
// file are zero.
type Place struct {
	Offset   int64  // bytes from the start of the file, 0-based; of a compressed file, of its content
	Size     int64  // bytes concerned, from Offset on
	Line     int    // 1-based; of files made of lines
	Sequence uint64 // of files made of frames; the first frame has 1
}

// Problem is one thing that could not be read. It is an error; use errors.As.
// None of its texts holds bytes of the file.
type Problem struct {
	Path   string // the file or folder; empty where one file only is spoken of
	Place  Place
	Kind   Kind
	Detail string // figures of this case, e.g. "2 frames missing"; may be empty
	Err    error  // what the system or a decoder said; may be nil

	// Whole says that a path was named of which, for this, nothing could be used. It
	// makes the problem Fatal whatever its kind.
	Whole bool
}

// Severity says what a problem takes away.
type Severity uint8

const (
	Note   Severity = iota // nothing is lost; people should know
	Damage                 // a part of the file could not be used
	Fatal                  // the file could not be used at all
)

var severityNames = [...]string{"note", "damage", "fatal"}

// String returns the severity's stable name.
func (s Severity) String() string { return severityNames[min(int(s), len(severityNames)-1)] }

// What says in one sentence what is wrong, without the place.
func (p *Problem) What() string {
	if p.Detail == "" {
		return p.Kind.row().what
	}
	return p.Kind.row().what + ": " + p.Detail
}

// Remedy says what one can do. It is empty where there is nothing to say.
func (p *Problem) Remedy() string { return p.Kind.row().remedy }

// Severity returns how bad it is.
func (p *Problem) Severity() Severity {
	if p.Whole {
		return Fatal
	}
	return p.Kind.row().severity
}

// Idle reports whether the file was read, and nothing in it is to be judged.
func (p *Problem) Idle() bool {
	return p.Kind == Nothing || p.Kind == NoAttempt || p.Kind == HooksAlone || p.Kind == RequestAlone || p.Kind == IdentityAlone
}

// Strange reports whether the file is none that the program reads, so that it is
// passed over where nobody named it.
func (p *Problem) Strange() bool {
	return p.Kind == Unknown || p.Kind == Binary || p.Kind == UTF16 || p.Kind == Empty
}

// Error returns path, place, what and remedy on one line. The path is as it was
// given: make it printable before it is shown.
func (p *Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.Path)
	switch at := p.Place; {
	case at.Line > 0:
		fmt.Fprintf(&b, ":%d: ", at.Line)
	case at.Sequence > 0:
		fmt.Fprintf(&b, ": record %d at byte %d: ", at.Sequence, at.Offset)
	case at.Size > 0 || at.Offset > 0:
		fmt.Fprintf(&b, ": byte %d: ", at.Offset)
	case p.Path != "":
		b.WriteString(": ")
	}
	b.WriteString(p.What())
	if remedy := p.Remedy(); remedy != "" {
		b.WriteString("; " + remedy)
	}
	return strings.TrimPrefix(b.String(), ": ")
}

// Unwrap returns what the system or a decoder said.
func (p *Problem) Unwrap() error { return p.Err }
