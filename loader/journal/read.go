package journal

import (
	"encoding/binary"
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
	place := problem.Place{Offset: r.Offset, Size: r.Size}
	fail := func(t *trouble) (Body, error) {
		return Body{}, &problem.Problem{Place: place, Kind: t.kind, Detail: t.detail, Err: t.err}
	}
	if r.Size < 0 || r.Size > maxEnvelope+headerSize {
		return fail(&trouble{kind: problem.TooLarge})
	}
	b := make([]byte, r.Size)
	if n, err := s.At.ReadAt(b, r.Offset); n < len(b) {
		return fail(&trouble{kind: problem.Unreadable, err: err})
	}
	var body Body
	if s.Form == Frames {
		if len(b) < headerSize {
			return fail(&trouble{kind: problem.TornTail})
		}
		body.Sequence = binary.LittleEndian.Uint64(b[8:])
		place.Sequence = body.Sequence
		sum := binary.LittleEndian.Uint32(b[4:])
		b = b[headerSize:]
		if crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) != sum {
			return fail(&trouble{kind: problem.Checksum})
		}
	} else {
		place.Line = r.N + 1
		start := space(b, 0)
		for len(b) > start && b[len(b)-1] <= ' ' {
			b = b[:len(b)-1]
		}
		if b = b[start:]; !isEnvelope(b) {
			body.JSON, body.Raw = b, start == 0
			return body, nil
		}
	}
	e, t := openEnvelope(b)
	if t == nil && string(e.kind) == kindPointer {
		body.Offloaded = true
		e, t = e.follow(s.Blob)
	}
	if t != nil {
		return fail(t)
	}
	if body.JSON, t = e.content(nil); t != nil {
		return fail(t)
	}
	body.ID = string(e.id)
	return body, nil
}
