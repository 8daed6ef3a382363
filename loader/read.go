package loader

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/loader/capture"
	"compactlens/loader/journal"
	"compactlens/loader/problem"
	"compactlens/loader/regular"
)

// opener opens the sources of a workspace.
type opener struct {
	ctx      context.Context
	w        *Workspace
	limits   limits
	keep     bool // large requests in memory too
	progress func(Progress)
	opened   map[string]*Source // by real path
	root     int                // of the paths that were named, the one being collected
	under    [][]*Source        // by it: its sources
	entered  []bool             // by it: a folder that it means, or one inside, belongs to another, or is named again
	folders  map[string]int     // by real path: the named path that brought its files
	stores   map[string]*store  // by folder
	entries  int                // of folders, looked at so far
	found    []Glimpse          // not yet told
	done     int64              // bytes of the sources read
	total    int64              // bytes of all sources
	inMemory int64              // content held
	checked  int64              // bytes of journals decoded as a whole
	room     sync.Pool          // of *[aheadSize + 1]byte, to read small documents into

	before  map[string]*Source // what was read before, by path; see Reopen
	changed map[string]bool    // paths of it that are read again whatever they look like
}

// read reads one source. The error is the context's.
func (o *opener) read(s *Source) error {
	if s.Kind == KindStore || len(s.Problems) > 0 {
		return o.ctx.Err()
	}
	if s.again == nil {
		s.again = o.holds(s)
	}
	if s.again != nil {
		return o.takeAgain(s)
	}
	if s.stdin != nil {
		if o.readStdin(s); s.content == nil {
			return o.ctx.Err()
		}
		return o.take(s, held(s.content), int64(len(s.content)))
	}
	if a := s.ahead; a != nil {
		s.Size, s.Modified, s.ahead = int64(len(a.content)), a.modified, nil
		o.readDocument(s, a.content, a.detected)
		return o.ctx.Err()
	}
	f, info, err := regular.Open(s.Path)
	switch {
	case errors.Is(err, regular.ErrNotRegular):
		s.report(problem.NotAFile, "", err)
		return o.ctx.Err()
	case err != nil:
		s.report(problem.Unreadable, "", err)
		return o.ctx.Err()
	}
	defer f.Close()
	s.Size, s.Modified, s.info = info.Size(), info.ModTime(), info // it may have grown
	var magic [2]byte
	if n, _ := f.ReadAt(magic[:], 0); n == 2 && magic == [2]byte{0x1F, 0x8B} {
		s.Gzip = true
		if !o.inflate(s, f) {
			return o.ctx.Err()
		}
		return o.take(s, held(s.content), int64(len(s.content)))
	}
	return o.take(s, sparse{f}, s.Size)
}

// readStdin reads standard input into s.content, decompressed; none is left where nothing
// of it is to be used.
func (o *opener) readStdin(s *Source) {
	b, more, err := readPieces(newPatient(o.ctx, s.stdin), o.limits.inflated)
	s.Size = int64(len(b))
	switch {
	case more:
		s.report(problem.InputTooLarge, fmt.Sprintf("over %d bytes", o.limits.inflated), nil)
	case err != nil:
		s.report(problem.Unreadable, "", err)
	}
	s.content = b
	if bytes.HasPrefix(b, []byte{0x1F, 0x8B}) {
		s.Gzip, s.content = true, nil
		o.inflate(s, bytes.NewReader(b))
	}
	o.inMemory += int64(len(s.content))
}

// inflate reads compressed data into s.content; false says that nothing of it is
// to be used. Data that breaks off gives what came before.
func (o *opener) inflate(s *Source, r io.Reader) bool {
	limit := min(o.limits.inflated, o.limits.held-o.inMemory)
	z := members{in: bufio.NewReader(&cancelReader{o.ctx, r})}
	b, more, err := readPieces(&z, limit)
	if more {
		detail := fmt.Sprintf("over %d bytes", limit)
		if limit < o.limits.inflated {
			detail += ", for which the other compressed files leave room"
		}
		s.report(problem.InflatesTooLarge, detail, nil)
		return false
	}
	if z.trailing {
		s.report(problem.TrailingBytes, "", nil)
	}
	if err != nil {
		s.report(problem.BadGzip, fmt.Sprintf("after %d bytes of content", len(b)), err)
		if len(b) == 0 || o.ctx.Err() != nil {
			return false
		}
	}
	o.inMemory += int64(len(b))
	s.content = b
	return true
}

// members reads the content of compressed data, which may be several pieces that were
// compressed one by one. Bytes behind them that are none of it are left alone.
type members struct {
	in       *bufio.Reader
	z        *gzip.Reader // nil before the first
	within   bool         // a piece has begun and not ended
	trailing bool         // there were bytes behind the last piece
}

func (m *members) Read(b []byte) (n int, err error) {
	if !m.within {
		if err := m.begin(); err != nil {
			return 0, err
		}
	}
	n, err = m.z.Read(b)
	if errors.Is(err, io.EOF) {
		m.within, err = false, nil
	}
	return n, err
}

// begin goes to the next piece; the error is io.EOF where there is none.
func (m *members) begin() (err error) {
	magic, err := m.in.Peek(2)
	switch {
	case len(magic) == 0:
		return err
	case m.z != nil && !bytes.Equal(magic, []byte{0x1F, 0x8B}):
		m.trailing = true
		return io.EOF
	case m.z == nil:
		m.z, err = gzip.NewReader(m.in)
	default:
		err = m.z.Reset(m.in)
	}
	if err != nil {
		if errors.Is(err, io.EOF) { // within its head
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	m.z.Multistream(false)
	m.within = true
	return nil
}

// pieceSize is how many bytes are read at a time where the end is not known.
const pieceSize = 1 << 20

// readPieces reads r to its end, never nil, and what came before an error with that. Of
// more than limit bytes it returns none, and true; what it reads in pieces takes no
// more memory than the limit until it is known to be within it.
func readPieces(r io.Reader, limit int64) (b []byte, more bool, err error) {
	var pieces [][]byte
	for left := limit; ; {
		piece := make([]byte, min(pieceSize, left+1))
		n := 0
		for n < len(piece) && err == nil {
			var k int
			k, err = r.Read(piece[n:])
			n += k
		}
		if left -= int64(n); left < 0 {
			return nil, true, nil
		}
		if pieces = append(pieces, piece[:n]); err == nil {
			continue
		}
		if errors.Is(err, io.EOF) {
			err = nil
		}
		b = make([]byte, 0, limit-left)
		for _, piece := range pieces {
			b = append(b, piece...)
		}
		return b, false, err
	}
}

// cancelReader ends with the context.
type cancelReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *cancelReader) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(b)
}

// take tells what a source is and reads it as that. size is in bytes of r.
func (o *opener) take(s *Source, r io.ReaderAt, size int64) error {
	if len(s.Problems) > 0 && s.content == nil {
		return o.ctx.Err()
	}
	head := make([]byte, min(size, headSize))
	if n, err := r.ReadAt(head, 0); n < len(head) {
		s.report(shorter(err), "", err)
		return o.ctx.Err()
	}
	form, isJournal := journal.Sniff(head, size)
	if !isJournal && s.store != nil {
		form, isJournal = journal.Frames, true // by its place in a store
	}
	if isJournal && (size > 0 || s.store != nil) {
		return o.readJournal(s, form, r, size)
	}
	about, binary := capture.Binary(head)
	switch {
	case size == 0 && s.name.Role != capture.RoleReply:
		s.report(problem.Empty, "", nil)
	case bytes.HasPrefix(head, []byte{0xFF, 0xFE}), bytes.HasPrefix(head, []byte{0xFE, 0xFF}):
		s.report(problem.UTF16, "", nil)
	case binary:
		s.About = about
		s.report(problem.Binary, about, nil)
	case size > o.limits.document:
		s.report(problem.TooLarge, fmt.Sprintf("%d bytes, at most %d", size, o.limits.document), nil)
	default:
		b := s.content
		if b == nil {
			b = make([]byte, size)
			if n, err := r.ReadAt(b, 0); n < len(b) {
				s.report(shorter(err), "", err)
				return o.ctx.Err()
			}
		}
		o.readDocument(s, b, s.detect(b))
		o.inMemory -= int64(len(s.content))
		s.content = nil
	}
	return o.ctx.Err()
}

// shorter returns what is wrong with a file of which fewer bytes were read than it
// had when it was opened.
func shorter(err error) problem.Kind {
	if errors.Is(err, io.EOF) {
		return problem.Changed
	}
	return problem.Unreadable
}

// maxKept is the size of a request, in bytes, above which it is read again when
// somebody asks for it.
const maxKept = 64 << 10

// detect tells what document b, the content of s, is. The name of a file of lines says
// nothing of a text that is none, and of one JSON value that is known.
func (s *Source) detect(b []byte) capture.Detected {
	if !strings.HasSuffix(strings.ToLower(s.name.Base), ".jsonl") {
		return capture.Detect(b, s.name.Base, s.Asked)
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(b, []byte("\uFEFF")))
	if len(text) > 0 && text[0] != '{' && text[0] != '[' {
		return capture.Detect(b, s.name.Base, s.Asked)
	}
	d := capture.Detect(b, s.name.Base, false)
	first, _, several := bytes.Cut(text, []byte("\n"))
	if d.Kind != capture.KindHooks && (several && json.Valid(first) || d.Kind == capture.KindUnknown || len(d.Doc.Faults) > 0) {
		d = capture.Detected{About: capture.AboutLines(b)}
	}
	return d
}

// readDocument takes a document apart.
func (o *opener) readDocument(s *Source, b []byte, d capture.Detected) {
	if was := o.before[s.Path]; was != nil && was.sameText(s, b) {
		own := s.Problems // of the compressed data, which differs where the text does not
		s.again = was
		o.takeDocument(s)
		s.Problems = append(own, slices.DeleteFunc(s.Problems, func(p *problem.Problem) bool { return p.Kind == problem.BadGzip })...)
		s.suffer()
		return
	}
	s.Kind, s.About = ofDocument[d.Kind], d.About
	s.file = source.NewText(b)
	switch s.Kind {
	case KindSummary, KindReply, KindResponse:
		s.reply = readReply(s, d)
	case KindRequest:
		s.request = readRequest(s, d)
		o.w.Requests = append(o.w.Requests, s.request)
		if !o.keep && s.stdin == nil && len(b) > maxKept {
			s.file, s.sum = nil, sum(b)
		}
	case KindBundle:
		s.attempt = readBundle(s, d)
	case KindHooks:
		for line := range bytes.Lines(b) {
			if h, ok := capture.ReadHook(line); ok {
				s.hooks = append(s.hooks, h)
			}
		}
	case KindUnknown:
		s.file = nil
		s.report(problem.Unknown, s.About, nil)
	}
	s.read = asRead{reply: s.reply, request: s.request, attempt: s.attempt}
	s.suffer()
}

// suffer tells the answer in the source of the damage to what it was compressed in.
func (s *Source) suffer() {
	r := s.reply
	if s.attempt != nil {
		r = s.attempt.Reply
	}
	if r == nil {
		return
	}
	r.Reply.Damage = inspect.Undamaged
	for _, p := range s.Problems {
		switch {
		case p.Kind != problem.BadGzip:
		case errors.Is(p.Err, io.ErrUnexpectedEOF):
			r.Reply.Damage = inspect.CutShort
		default:
			r.Reply.Damage = inspect.Altered
		}
	}
}

// readAgainst reads the file that Options.Against names.
func (o *opener) readAgainst(path string) error {
	fail := func(why string, err error) error {
		return &UsageError{Option: "against", Value: path, Why: why, Err: err}
	}
	info, err := os.Stat(path)
	if err != nil {
		p := Missing(path)
		return fail(p.What()+"; "+p.Remedy(), nil)
	}
	switch {
	case !info.Mode().IsRegular():
		return fail("it is not a file; give one that holds an identity, a request or a bundle", nil)
	case info.Size() > o.limits.document:
		return fail(fmt.Sprintf("it has %d bytes, and at most %d are read", info.Size(), o.limits.document), nil)
	}
	s := &Source{Path: path, name: capture.ParseName(path), Asked: true}
	own := opener{ctx: o.ctx, w: &Workspace{}, limits: o.limits}
	if err := own.read(s); err != nil {
		return err
	}
	from := "against " + s.name.Base
	switch {
	case s.Kind == KindIdentity:
		d := capture.Detect(s.file.Bytes(), s.name.Base, true)
		o.w.against, _ = capture.ReadFigures(d.Doc, from)
	case s.request != nil:
		o.w.against = capture.Figures{Identity: learnedFrom(s.request.Identity, from), MaxSummaryTokens: s.request.MaxSummaryTokens}
		o.w.against.MaxSummaryTokens.From = from
	case s.attempt != nil && s.attempt.Bundle != nil:
		o.w.against = s.attempt.Bundle.Figures
	default:
		return fail("it is no identity, request or bundle; give a file that holds one", nil)
	}
	return nil
}
