package journal

import (
	"context"
	"fmt"
	"hash/crc32"
	"io"

	"compactlens/loader/problem"
)

// scanner makes an index.
type scanner struct {
	ctx context.Context
	win window
	opt Options
	x   *Index

	events   map[string]uint64 // type to class
	commands map[string]uint64
	recent   [64]struct { // classes met last, by a few bits of their type
		kind Kind
		typ  string
		id   uint64
	}
	ids     map[string]uint64 // session to its number
	session uint64            // of the record before
	current string            // its UUID

	body  []byte // decoded body of the record at hand
	small []byte // what was probed of it
	held  []byte // a payload kept while the window moves
	rows  map[problem.Kind]int

	newest   uint64 // sequence of the whole frame before
	descents []int  // entries whose sequence is lower than the one before
	last     tail   // the state before the record at hand

	castagnoli *crc32.Table
	searched   int64 // bytes whose checksum was tried in searches
}

func newScanner(ctx context.Context, form Form, src io.ReaderAt, size int64, opt Options) *scanner {
	s := &scanner{
		ctx: ctx, opt: opt,
		win:        window{src: src, size: min(size, maxFile)},
		x:          &Index{Form: form, sessions: []string{""}},
		events:     map[string]uint64{},
		commands:   map[string]uint64{},
		ids:        map[string]uint64{},
		rows:       map[problem.Kind]int{},
		castagnoli: crc32.MakeTable(crc32.Castagnoli),
	}
	for _, k := range [...]Kind{classOther: Other, classFence: Fence, classGate: Gate} {
		s.newClass(Class{Kind: k})
	}
	return s
}

// The classes every index has.
const (
	classOther = iota
	classFence
	classGate
)

// classOf returns the number of the class of an event or command type.
func (s *scanner) classOf(k Kind, typ []byte) uint64 {
	if len(typ) == 0 {
		return s.lookUp(k, typ)
	}
	r := &s.recent[(3*len(typ)+int(typ[0])+5*int(typ[len(typ)/2]))%len(s.recent)]
	if r.kind != k || r.typ != string(typ) {
		r.id = s.lookUp(k, typ)
		r.kind, r.typ = k, string(typ)
	}
	return r.id
}

// lookUp is classOf of a class that was not met lately.
func (s *scanner) lookUp(k Kind, typ []byte) uint64 {
	known := s.events
	if k == Command {
		known = s.commands
	}
	if id, ok := known[string(typ)]; ok {
		return id
	}
	id := uint64(len(s.x.classes))
	if id >= 1<<classBits {
		return classOther // more types than any harness has: leave them out
	}
	s.newClass(Class{Kind: k, Type: string(typ)})
	known[string(typ)] = id
	return id
}

// newClass adds a class to the index.
func (s *scanner) newClass(c Class) {
	s.x.classes = append(s.x.classes, class{
		Class:   c,
		wanted:  s.opt.Visit != nil && c.Kind != Other && (s.opt.Want == nil || s.opt.Want(c)),
		unknown: c.Type != "" && s.opt.Known != nil && !s.opt.Known(c),
	})
}

// enter makes the session with the given UUID the current one.
func (s *scanner) enter(uuid []byte) {
	if len(uuid) == 0 || string(uuid) == s.current {
		return
	}
	id, ok := s.ids[string(uuid)]
	if !ok {
		id = uint64(len(s.x.sessions))
		if id >= 1<<sessionBits {
			id = 0
		} else {
			s.x.sessions = append(s.x.sessions, string(uuid))
			s.ids[string(uuid)] = id
		}
	}
	s.session, s.current = id, string(uuid)
}

// add appends an entry that begins at offset.
func (s *scanner) add(offset int64, class uint64) {
	x := s.x
	if x.n%chunkLen == 0 {
		x.chunks = append(x.chunks, make([]uint64, 0, chunkLen))
	}
	last := &x.chunks[len(x.chunks)-1]
	*last = append(*last, uint64(offset)<<(classBits+sessionBits)|class<<sessionBits|s.session)
	x.n++
}

// report adds a problem, or counts it where its kind has had its rows.
func (s *scanner) report(k problem.Kind, at problem.Place, detail string, err error) {
	s.last.reported = append(s.last.reported, k)
	s.rows[k]++
	if s.rows[k] <= maxRows {
		s.x.Problems = append(s.x.Problems, &problem.Problem{Kind: k, Place: at, Detail: detail, Err: err})
	}
}

func (s *scanner) finish() {
	s.x.end = s.win.size
	for _, k := range problem.Kinds() {
		if over := s.rows[k] - maxRows; over > 0 {
			s.x.Problems = append(s.x.Problems, &problem.Problem{Kind: problem.More, Detail: fmt.Sprintf("%s, %d more", k, over)})
		}
	}
	s.body, s.win.buf = nil, nil
}

// progress tells how far the scan is and returns the context's error.
func (s *scanner) progress(done int64) error {
	if s.opt.Progress != nil {
		s.opt.Progress(done)
	}
	return s.ctx.Err()
}

// window shows parts of a file through one buffer. The slices it returns are
// valid until the next call.
type window struct {
	src  io.ReaderAt
	size int64
	buf  []byte
	base int64 // offset of buf[0]
}

// at returns the n bytes at offset, fewer at the end of the file.
func (w *window) at(offset int64, n int) ([]byte, error) {
	n = int(min(int64(n), w.size-offset))
	if n <= 0 {
		return nil, nil
	}
	if offset < w.base || offset+int64(n) > w.base+int64(len(w.buf)) {
		if err := w.fill(offset, n); err != nil {
			return nil, err
		}
		n = min(n, len(w.buf))
	}
	return w.buf[offset-w.base:][:n], nil
}

// Holes is what a source may have that knows of stretches of zero bytes which need
// not be read.
type Holes interface {
	// Data returns the offset of the first byte from offset on that need not be
	// zero, end where there is none before it.
	Data(offset, end int64) int64
}

// data returns the first offset from at on that has to be looked at: zero bytes
// before it are passed over.
func (w *window) data(at int64) int64 {
	if h, is := w.src.(Holes); is {
		return h.Data(at, w.size)
	}
	return at
}

// fill loads the buffer with at least n bytes at offset.
func (w *window) fill(offset int64, n int) error {
	want := int(min(int64(max(n, bufferSize)), w.size-offset))
	keep := w.base + int64(len(w.buf)) - offset
	if cap(w.buf) < want {
		grown := make([]byte, max(want, min(2*cap(w.buf), maxEnvelope)))
		if keep > 0 && offset >= w.base {
			copy(grown, w.buf[offset-w.base:])
		} else {
			keep = 0
		}
		w.buf = grown
	} else if keep > 0 && offset >= w.base {
		copy(w.buf[:want], w.buf[offset-w.base:])
	} else {
		keep = 0
	}
	w.buf = w.buf[:want]
	w.base = offset
	if int(keep) >= want {
		return nil
	}
	got, err := w.src.ReadAt(w.buf[keep:], offset+keep)
	if got < want-int(keep) {
		w.buf = w.buf[:int(keep)+got]
		w.size = offset + keep + int64(got) // the file became shorter, or reading failed: go no further
		if err != nil && err != io.EOF {
			return err
		}
	}
	return nil
}
