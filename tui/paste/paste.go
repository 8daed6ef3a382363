// Package paste takes what is pasted out of a terminal's input as the bytes they
// are.
//
// Bubble Tea drops what is not UTF-8 from a paste, and takes time that grows with
// the square of its size. A Reader stands before it: it keeps a paste and leaves a
// ticket in its place, so that what was typed before and after stays in order. The
// package reads nothing but the input it is given.
package paste

import (
	"bytes"
	"io"
	"strconv"
	"sync"
)

// File is the input of a terminal: an *os.File.
type File interface {
	io.ReadWriteCloser
	Fd() uintptr
	Name() string
}

// Paste is what was pasted at once.
type Paste struct {
	Bytes []byte
	Cut   bool // there was more than Limit
}

// Limit is how many bytes of one paste are kept.
const Limit = 64 << 20

// What a terminal writes around a paste.
var (
	begin = []byte("\x1b[200~")
	end   = []byte("\x1b[201~")
)

// room is more than a ticket needs.
const room = 32

// Reader is a terminal's input with tickets in the place of pastes. Read belongs to
// one goroutine at a time.
type Reader struct {
	File
	matched int    // bytes of begin that were read last
	inside  bool   // a paste has begun
	paste   Paste  // so far
	tail    []byte // its last bytes, which may be the start of its end
	late    []byte // what there was no room for, because a ticket is longer than an empty paste

	mu    sync.Mutex
	count int // of tickets
	held  map[int]Paste
}

// New returns the input f with its pastes kept.
func New(f File) *Reader { return &Reader{File: f, held: map[int]Paste{}} }

// Read reads keys. It may return no bytes and no error.
func (r *Reader) Read(p []byte) (int, error) {
	b := p
	if r.inside && len(b) > room { // what follows the paste has to stand behind its ticket
		b = b[:len(b)-room]
	}
	n, err := r.File.Read(b)
	if n <= 0 {
		return n, err
	}
	read := p[:n]
	if r.inside || r.matched > 0 || len(r.late) > 0 || bytes.IndexByte(read, begin[0]) >= 0 {
		out := r.replace(r.late, bytes.Clone(read))
		n = copy(p, out)
		r.late = out[n:]
	}
	return n, err
}

// replace appends to dst the bytes of b with tickets in the place of pastes.
func (r *Reader) replace(dst, b []byte) []byte {
	for len(b) > 0 {
		if r.inside {
			rest, whole := r.keep(b)
			if whole {
				dst = append(dst, r.ticket()...)
			}
			b = rest
			continue
		}
		c := b[0]
		b = b[1:]
		dst = append(dst, c)
		switch {
		case c == begin[r.matched]:
			r.matched++
		case c == begin[0]:
			r.matched = 1
		default:
			r.matched = 0
		}
		if r.matched == len(begin) {
			r.matched, r.inside = 0, true
		}
	}
	return dst
}

// keep takes from b what belongs to the paste and returns what is left behind its
// end. The last bytes before the end may have come in an earlier read.
func (r *Reader) keep(b []byte) (rest []byte, whole bool) {
	before := len(r.tail)
	joined := append(r.tail, b...)
	if i := bytes.Index(joined, end); i >= 0 {
		r.add(joined[:i])
		r.tail = nil
		return b[i+len(end)-before:], true
	}
	held := min(len(end)-1, len(joined))
	r.add(joined[:len(joined)-held])
	r.tail = append([]byte(nil), joined[len(joined)-held:]...)
	return nil, false
}

func (r *Reader) add(b []byte) {
	if left := Limit - len(r.paste.Bytes); len(b) > left {
		b, r.paste.Cut = b[:left], true
	}
	r.paste.Bytes = append(r.paste.Bytes, b...)
}

// ticket keeps the paste that has ended and returns what stands for it.
func (r *Reader) ticket() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	r.held[r.count] = r.paste
	r.paste, r.inside = Paste{}, false
	return append(strconv.AppendInt(nil, int64(r.count), 10), end...)
}

// Take returns the paste that a ticket stands for, once. ok is false where it is
// none.
func (r *Reader) Take(ticket string) (p Paste, ok bool) {
	n, err := strconv.Atoi(ticket)
	if err != nil {
		return p, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	p, ok = r.held[n]
	delete(r.held, n)
	return p, ok
}
