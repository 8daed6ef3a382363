// Package journal reads session journals: files of lines with one event or one
// raw envelope each, and a store's logs of frames. It makes an index by looking
// at a few bytes of every record and decodes none that nobody asks for, so that
// a journal of a gigabyte is read about as fast as it can be copied.
//
// Damage never ends the reading: it becomes a problem with its place, and
// everything else is read. The package reads through an io.ReaderAt, never
// writes and knows no path.
package journal

import (
	"context"
	"io"

	"compactlens/loader/problem"
)

// Form is how a journal's file is built.
type Form uint8

const (
	Lines  Form = iota // one JSON event or envelope a line
	Frames             // a store's log: header of 16 bytes, then the envelope
)

// Kind is what a record holds.
type Kind uint8

const (
	Other   Kind = iota // nothing that can be used: blank lines, damage, repetitions, unknown kinds
	Event               // an event; Class.Type names it
	Command             // a command; Class.Type names it
	Fence               // a writer opened the journal: at its start and at each restore
	Gate                // private to the harness
)

// Class is what is known of a record without decoding it.
type Class struct {
	Kind Kind
	Type string // of events and commands, e.g. "StepDone"
}

// Record is one entry of an index. Entries cover the file without a gap: damaged
// stretches and blank lines are entries of kind Other. In a file of lines entry N
// is line N+1.
type Record struct {
	N       int    // index of the entry, 0-based
	Offset  int64  // bytes from the start of the file, 0-based
	Size    int64  // bytes, with a line's end or a frame's header
	Class          // what it holds
	Session string // UUID of its session; of commands that name none, that of the record before
}

// Limits of what is read. The runtime caps an event at 16 MiB; an envelope holds
// it in base64, a third longer.
const (
	maxPayload  = 16 << 20 // bytes of a frame's payload
	maxEnvelope = 24 << 20 // bytes of a line or of an offloaded envelope
	maxFile     = 1 << 38  // bytes of a file, as an index entry can hold
	maxRows     = 100      // problems listed of one kind in one file
	bufferSize  = 256 << 10
)

// Options say how to scan. The zero value is ready.
type Options struct {
	// Blob returns the content of the offloaded record that key names, at most
	// limit bytes of it. An error that is fs.ErrNotExist says that it is missing.
	Blob func(key string, limit int64) ([]byte, error)
	// Known reports whether a type of event or command is known; nil knows all.
	// Records of other types are indexed and noted as problems.
	Known func(Class) bool
	// Want chooses the classes that Visit is called for, once for each class.
	Want func(Class) bool
	// Visit is called for the records of wanted classes, in order, while the file
	// is scanned. The body is the JSON of the event or command and is valid during
	// the call only. An error becomes a problem of the record, with the error's
	// text: it must hold nothing of the body.
	Visit func(r Record, body []byte) error
	// Progress is told the bytes scanned so far.
	Progress func(done int64)
}

// Index lists the records of one journal in 8 bytes each. It is made by Scan and
// does not change afterwards.
type Index struct {
	Form     Form
	Problems []*problem.Problem // in the order met

	sessions []string // [0] is none
	classes  []class  // [0] is Other
	chunks   [][]uint64
	n        int
	end      int64

	grown // what it takes to go on where the scan ended
}

type class struct {
	Class
	wanted  bool // by Visit
	unknown bool
}

// An entry is packed: offset, class, session. Its end is where the next begins.
const (
	sessionBits = 16
	classBits   = 10
	chunkLen    = 4096
)

// Len returns the number of entries.
func (x *Index) Len() int { return x.n }

// At returns entry i.
func (x *Index) At(i int) Record {
	e := x.chunks[i/chunkLen][i%chunkLen]
	end := x.end
	if i+1 < x.n {
		end = offsetOf(x.chunks[(i+1)/chunkLen][(i+1)%chunkLen])
	}
	return Record{
		N: i, Offset: offsetOf(e), Size: end - offsetOf(e),
		Class:   x.classes[e>>sessionBits&(1<<classBits-1)].Class,
		Session: x.sessions[e&(1<<sessionBits-1)],
	}
}

func offsetOf(entry uint64) int64 { return int64(entry >> (classBits + sessionBits)) }

// Sessions returns the UUIDs of the sessions met, in order.
func (x *Index) Sessions() []string { return x.sessions[1:] }

// Bounds returns the first and the last entry of each session, by its UUID; of
// records without one, under the empty name.
func (x *Index) Bounds() map[string][2]int {
	first := make([]int, len(x.sessions)) // plus one
	last := make([]int, len(x.sessions))
	n := 0
	for _, chunk := range x.chunks {
		for _, e := range chunk {
			id := e & (1<<sessionBits - 1)
			if first[id] == 0 {
				first[id] = n + 1
			}
			last[id] = n
			n++
		}
	}
	all := make(map[string][2]int, len(first))
	for id, name := range x.sessions {
		if first[id] > 0 {
			all[name] = [2]int{first[id] - 1, last[id]}
		}
	}
	return all
}

// Find returns the entry that the byte at offset lies in; ok is false where there
// is none.
func (x *Index) Find(offset int64) (r Record, ok bool) {
	if offset < 0 || offset >= x.end || x.n == 0 {
		return Record{}, false
	}
	lo, hi := 0, x.n
	for lo < hi {
		mid := (lo + hi) / 2
		if offsetOf(x.chunks[mid/chunkLen][mid%chunkLen]) <= offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return x.At(lo - 1), lo > 0
}

// Count returns how many entries have the class.
func (x *Index) Count(c Class) int {
	for id, k := range x.classes {
		if k.Class == c {
			return x.count(uint64(id))
		}
	}
	return 0
}

func (x *Index) count(id uint64) (n int) {
	for _, chunk := range x.chunks {
		for _, e := range chunk {
			if e>>sessionBits&(1<<classBits-1) == id {
				n++
			}
		}
	}
	return n
}

// Scan indexes a journal of the given form and size in bytes. What cannot be read
// becomes a problem of the index; the error is the context's only.
func Scan(ctx context.Context, form Form, src io.ReaderAt, size int64, opt Options) (*Index, error) {
	s := newScanner(ctx, form, src, size, opt)
	if size > maxFile {
		s.report(problem.TooLarge, problem.Place{Offset: maxFile, Size: size - maxFile}, "only its first 256 GiB are read", nil)
	}
	return s.scan()
}

// scan reads from where the scanner stands to the end.
func (s *scanner) scan() (x *Index, err error) {
	if s.x.Form == Frames {
		err = s.frames()
	} else {
		err = s.lines()
	}
	if err == nil {
		s.remember()
	}
	s.finish()
	return s.x, err
}
