package journal

import (
	"context"
	"hash/maphash"
	"io"
	"maps"
	"slices"

	"compactlens/loader/problem"
)

// tail is the state of a scan before its last record. A scan goes on there, and not
// behind it, because the last record may be cut. Where of a last frame not even the
// header is whole, it is the state before the record in front of that.
type tail struct {
	offset   int64 // bytes from the start of the file
	n        int   // entries before it
	classes  int
	sessions int
	session  uint64 // of the record before
	next     uint64 // of frames: the sequence due
	newest   uint64
	descents int
	problems int            // listed before it
	reported []problem.Kind // by the record itself, listed or not
	cut      bool           // the file ends within the record
}

// begin notes the state before the record at offset.
func (s *scanner) begin(offset int64, next uint64) {
	s.last = tail{
		offset: offset, n: s.x.n, classes: len(s.x.classes), sessions: len(s.x.sessions), session: s.session,
		next: next, newest: s.newest, descents: len(s.descents), problems: len(s.x.Problems), reported: s.last.reported[:0],
	}
}

// grown is what an index keeps so that it can be extended.
type grown struct {
	known    bool // the scan came to the end
	tail     tail
	rows     map[problem.Kind]int
	descents []int
	seed     maphash.Seed
	prints   [prints]uint64
}

// Of a file, this many blocks of this many bytes, from the first to the last, must be
// what they were for the file to be the same one with more behind it.
const (
	prints     = 16
	printBytes = 4 << 10
)

// remember keeps in the index what it takes to extend it.
func (s *scanner) remember() {
	g := grown{known: true, tail: s.last, rows: s.rows, descents: s.descents, seed: maphash.MakeSeed()}
	g.tail.reported = slices.Clone(g.tail.reported)
	g.prints = g.printsOf(s.win.src, s.win.size)
	s.x.grown = g
}

// printsOf returns the hashes of the blocks of the first size bytes of src.
func (g *grown) printsOf(src io.ReaderAt, size int64) (sums [prints]uint64) {
	var b [printBytes]byte
	for i := range sums {
		at := max(size-printBytes, 0) / (prints - 1) * int64(i)
		if i == prints-1 {
			at = max(size-printBytes, 0)
		}
		n, _ := src.ReadAt(b[:min(size-at, printBytes)], at) // fewer bytes are another hash
		sums[i] = maphash.Bytes(g.seed, b[:n])
		if size <= printBytes {
			break
		}
	}
	return sums
}

// Size returns the bytes of the file that the index covers.
func (x *Index) Size() int64 { return x.end }

// Unfinished returns the problems of a last record that is cut. In a journal that is
// being written, the rest of it is still to come.
func (x *Index) Unfinished() []*problem.Problem {
	if !x.known || !x.tail.cut {
		return nil
	}
	var cut []*problem.Problem
	for _, p := range x.Problems[x.tail.problems:] {
		if x.Form == Lines && p.Kind != problem.More || p.Kind == problem.TornTail || p.Kind == problem.ZeroTail {
			cut = append(cut, p)
		}
	}
	return cut
}

// Extend indexes a journal that was indexed as x and has grown to size bytes since.
// It reads the last record of x and what follows, and a few blocks of the rest to
// see that it is the same. kept is how many entries of x, from the first, are those of
// the new index; Visit is called for the others. x does not change. ok is false where
// the file is not the one it was with more behind it; the error is the context's.
func Extend(ctx context.Context, x *Index, src io.ReaderAt, size int64, opt Options) (y *Index, kept int, ok bool, err error) {
	if !x.known || size <= x.end || size > maxFile || x.printsOf(src, x.end) != x.prints {
		return nil, 0, false, ctx.Err()
	}
	s := newScanner(ctx, x.Form, src, size, opt)
	s.resume(x)
	y, err = s.scan()
	return y, x.tail.n, true, err
}

// resume gives the scanner the state before the last record of x.
func (s *scanner) resume(x *Index) {
	t := x.tail
	s.x.sessions = slices.Clone(x.sessions[:t.sessions])
	for id, uuid := range s.x.sessions[1:] {
		s.ids[uuid] = uint64(id + 1)
	}
	for id := len(s.x.classes); id < t.classes; id++ {
		c := x.classes[id].Class
		of := s.events
		if c.Kind == Command {
			of = s.commands
		}
		of[c.Type] = uint64(id)
		s.newClass(c)
	}
	s.x.n = t.n
	s.x.chunks = slices.Clone(x.chunks[:(t.n+chunkLen-1)/chunkLen])
	if rest := t.n % chunkLen; rest > 0 {
		last := &s.x.chunks[len(s.x.chunks)-1]
		*last = append(make([]uint64, 0, chunkLen), (*last)[:rest]...)
	}
	s.session, s.current = t.session, s.x.sessions[t.session]
	s.newest, s.descents = t.newest, slices.Clone(x.descents[:t.descents])
	s.x.Problems = slices.Clone(x.Problems[:t.problems])
	s.rows = maps.Clone(x.rows)
	for _, k := range t.reported {
		s.rows[k]--
	}
	s.last = tail{offset: t.offset, next: t.next}
}

// Keeps returns how many entries, from the first, would be kept by Extend.
func (x *Index) Keeps() int { return x.tail.n }
