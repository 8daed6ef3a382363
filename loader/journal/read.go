package journal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"compactlens/loader/problem"
)

// Source reads the records of a journal by their entries in its index.
type Source struct {
	Form Form
	At   io.ReaderAt
	Blob func(key string, limit int64) ([]byte, error) // as in Options
}

// Body is the content of one record.
type Body struct {
	JSON      []byte // of the event, command or fence
	ID        string // of the envelope; empty on a bare line
	Sequence  uint64 // of the frame; 0 in a file of lines
	Offloaded bool   // it was read from a blob
	Raw       bool   // JSON is the line as it lies in the file, from Record.Offset on
}

// Read returns the content of an entry. The error is a *problem.Problem.
func (s Source) Read(r Record) (Body, error) {
	if r.Size < 0 || r.Size > maxEnvelope+headerSize {
		return Body{}, s.failed(r, Body{}, &trouble{kind: problem.TooLarge})
	}
	raw := make([]byte, r.Size)
	if n, err := s.At.ReadAt(raw, r.Offset); n < len(raw) {
		return Body{}, s.failed(r, Body{}, unread(err))
	}
	body, t := s.openAs(r, raw)
	if t != nil {
		return Body{}, s.failed(r, body, t)
	}
	return body, nil
}

// unread says why bytes that an index tells of could not be read.
func unread(err error) *trouble {
	var known *problem.Problem
	switch {
	case errors.As(err, &known):
		return &trouble{kind: known.Kind, err: err}
	case err == nil || errors.Is(err, io.EOF):
		return &trouble{kind: problem.Changed, err: err}
	}
	return &trouble{kind: problem.Unreadable, err: err}
}

// openAs returns the content of the entry that raw is, where it still is what the
// index says: a file may have been written over since.
func (s Source) openAs(r Record, raw []byte) (body Body, t *trouble) {
	if body, t = s.open(raw); t != nil {
		if t.kind == problem.Checksum && r.Kind != Other { // it was right when it was indexed
			t = &trouble{kind: problem.Changed}
		}
		return body, t
	}
	if i := bytes.IndexByte(raw, '\n'); s.Form == Lines && i >= 0 && i < len(raw)-1 {
		return body, &trouble{kind: problem.Changed}
	}
	if r.Kind != Event && r.Kind != Command {
		return body, nil
	}
	h, ok := probeTail(body.JSON)
	if !ok {
		h, ok = probe(body.JSON)
	}
	if !ok || string(h.typ) != r.Type {
		return body, &trouble{kind: problem.Changed}
	}
	return body, nil
}

// failed makes the problem of an entry.
func (s Source) failed(r Record, body Body, t *trouble) *problem.Problem {
	place := problem.Place{Offset: r.Offset, Size: r.Size, Sequence: body.Sequence}
	if s.Form == Lines {
		place.Line = r.N + 1
	}
	return &problem.Problem{Place: place, Kind: t.kind, Detail: t.detail, Err: t.err}
}

// open returns the content of the entry that raw is, a line's end or a frame's
// header included.
func (s Source) open(raw []byte) (body Body, t *trouble) {
	payload := raw
	if s.Form == Frames {
		if len(raw) < headerSize {
			return body, &trouble{kind: problem.TornTail}
		}
		body.Sequence = binary.LittleEndian.Uint64(raw[8:])
		payload = raw[headerSize:]
		if crc32.Checksum(payload, crc32.MakeTable(crc32.Castagnoli)) != binary.LittleEndian.Uint32(raw[4:]) {
			return body, &trouble{kind: problem.Checksum}
		}
	} else {
		payload = bytes.Trim(raw, " \t\r\n")
		if len(payload) == 0 {
			return body, &trouble{kind: problem.BlankLine}
		}
		if !isEnvelope(payload) {
			body.JSON, body.Raw = payload, payload[0] == raw[0]
			return body, nil
		}
	}
	e, t := openEnvelope(payload)
	if t == nil && string(e.kind) == kindPointer {
		body.Offloaded = true
		e, t = e.follow(s.Blob)
	}
	if t != nil {
		return body, t
	}
	body.ID = string(e.id)
	body.JSON, t = e.content(nil)
	return body, t
}
