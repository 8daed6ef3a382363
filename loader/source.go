package loader

import (
	"context"
	"io"
	"io/fs"
	"time"

	"compactlens/core/source"
	"compactlens/loader/capture"
	"compactlens/loader/journal"
	"compactlens/loader/problem"
)

// Kind is what a source is.
type Kind uint8

// The kinds of sources. Those from KindSummary on are documents.
const (
	KindUnknown  Kind = iota // see Source.About and its problems
	KindStore                // a store's folder; its logs are sources of their own
	KindLog                  // a store's log of frames
	KindJournal              // a file of lines, events or envelopes
	KindSummary              // the summary's XML alone
	KindReply                // the text of an answer
	KindResponse             // an answer with its blocks, or an error
	KindRequest              // a compaction request
	KindBundle               // an attempt bundle
	KindIdentity             // an identity to compare with
	KindHooks                // what a compaction hook wrote
)

var kindNames = [...]string{"unknown", "store", "log", "journal", "summary", "reply", "response", "request", "bundle", "identity", "hooks"}

// String returns the kind's stable name.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[0]
}

// ofDocument translates the kinds of documents.
var ofDocument = map[capture.Kind]Kind{
	capture.KindSummary: KindSummary, capture.KindReply: KindReply, capture.KindResponse: KindResponse,
	capture.KindRequest: KindRequest, capture.KindBundle: KindBundle, capture.KindIdentity: KindIdentity, capture.KindHooks: KindHooks,
}

// Source is one file, or standard input, or a store's folder.
type Source struct {
	Path     string // as given or found; untrusted
	Kind     Kind
	About    string // of KindUnknown: what it is, as far as it can be told
	Size     int64  // bytes as it lies on disk
	Modified time.Time
	Gzip     bool
	Asked    bool // a person named it; it was not found in a folder
	Checked  bool // of a journal: every record was decoded
	Growing  bool // of a journal: it grew since it was opened the last time, so that its last record may be cut
	Problems []*problem.Problem

	name     capture.Name
	store    *store
	stdin    io.Reader
	ahead    *ahead
	info     fs.FileInfo  // of a journal on disk, as it was indexed
	sum      uint64       // of a document that was not kept, so that another is not taken for it
	content  []byte       // decompressed, or of standard input
	file     *source.Text // of a document
	index    *journal.Index
	facts    []fact
	sessions []*Session // that were first met here
	attempt  *Attempt   // of a loose document
	reply    *Reply
	request  *Request
	hooks    []capture.Hook
	like     *Attempt // that the reply here answers too, and that has another
	attached bool     // the request here has an attempt
	read     asRead   // before anything was matched
	beside   *beside  // of a journal: captured answers that lie next to it and were not opened
	again    *Source  // what was read before and holds; see Reopen
}

// Stdin is the path of standard input.
const Stdin = "-"

// limits bound what is read.
type limits struct {
	document int64 // bytes of a document: everything but journals
	inflated int64 // bytes of the content of one compressed file, or standard input
	held     int64 // bytes of the content of all of them
	checked  int64 // bytes of journals of which every record is decoded, all together
	depth    int   // levels of folders
	entries  int   // of all folders together
}

// usual are the limits that hold.
var usual = limits{document: 256 << 20, inflated: 256 << 20, held: 512 << 20, checked: 8 << 20, depth: 16, entries: 100_000}

// headSize is how many bytes are looked at to tell what a file is.
const headSize = 64 << 10

// Text returns a document as it lies on disk, decompressed; nil of other sources,
// and of a large document that can no longer be read, or is not what it was.
func (s *Source) Text() *source.Text {
	if s.file != nil || s.Kind < KindSummary || s.stdin != nil {
		return s.file
	}
	again := &Source{Path: s.Path, Asked: s.Asked, name: s.name}
	o := opener{ctx: context.Background(), w: &Workspace{}, limits: usual, keep: true}
	if err := o.read(again); err != nil || again.Kind != s.Kind || s.sum != 0 && sum(again.file.Bytes()) != s.sum {
		return nil
	}
	return again.file
}

// Index returns a journal's index; nil of other sources.
func (s *Source) Index() *journal.Index { return s.index }

// report adds a problem with the source's path.
func (s *Source) report(k problem.Kind, detail string, err error) {
	if k == problem.Unreadable && detail == "" {
		detail = systemWords(err)
	}
	s.Problems = append(s.Problems, &problem.Problem{Path: s.Path, Kind: k, Detail: detail, Err: err})
}

// undamaged reports whether everything in the source could be used.
func (s *Source) undamaged() bool {
	for _, p := range s.Problems {
		if p.Severity() != problem.Note {
			return false
		}
	}
	return true
}

// held reads content in memory.
type held []byte

func (h held) ReadAt(b []byte, off int64) (int, error) {
	if off < 0 || off >= int64(len(h)) {
		return 0, io.EOF
	}
	n := copy(b, h[off:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// records returns the reader of a journal's records.
func (s *Source) records() journal.Source {
	j := journal.Source{Form: s.index.Form, At: &onDisk{path: s.Path, was: s.info}}
	if s.content != nil {
		j.At = held(s.content)
	}
	if s.store != nil {
		j.Blob = s.store.blob
	}
	return j
}

// Read returns the content of a record of a journal. The error is a
// *problem.Problem.
func (s *Source) Read(r journal.Record) (journal.Body, error) {
	b, err := s.records().Read(r)
	if p, ok := err.(*problem.Problem); ok {
		p.Path = s.Path
	}
	return b, err
}
