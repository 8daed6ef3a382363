package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"compactlens/loader/problem"
)

// The kinds of record that envelopes name.
const (
	kindEvent   = "event"
	kindCommand = "command"
	kindFence   = "fence"
	kindGate    = "gate_prepared"
	kindPointer = "blobptr"
)

// envelope is a record as the store wraps it.
type envelope struct {
	kind []byte // one of the kinds above, or unknown
	id   []byte
	body []byte // base64 where encoded is set, else as it is
	ref  *pointer

	encoded bool
}

// pointer leads to a record that was too large for the log.
type pointer struct {
	Key    string `json:"key"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// trouble is a problem's kind with what caused it.
type trouble struct {
	kind   problem.Kind
	detail string
	err    error
}

func (t *trouble) Error() string {
	return (&problem.Problem{Kind: t.kind, Detail: t.detail, Err: t.err}).Error()
}

func (t *trouble) Unwrap() error { return t.err }

// magic begins an envelope of the binary form.
const magic = "LRJE"

// openEnvelope reads the wrapping of a payload, JSON or binary.
func openEnvelope(p []byte) (envelope, *trouble) {
	if len(p) >= len(magic) && string(p[:len(magic)]) == magic {
		return openBinary(p)
	}
	if e, ok := openCanonical(p); ok {
		return e, nil
	}
	var e struct {
		V    json.Number `json:"v"`
		Kind *string     `json:"kind"`
		ID   string      `json:"id"`
		Body *string     `json:"body"`
	}
	if err := json.Unmarshal(p, &e); err != nil {
		return envelope{}, &trouble{kind: problem.BadEnvelope, err: err}
	}
	if e.Kind == nil || e.Body == nil {
		return envelope{}, &trouble{kind: problem.BadEnvelope}
	}
	if e.V != "1" {
		return envelope{}, &trouble{kind: problem.EnvelopeVersion}
	}
	return envelope{kind: []byte(*e.Kind), id: []byte(e.ID), body: []byte(*e.Body), encoded: true}, nil
}

// openCanonical reads an envelope in the exact form the store writes.
func openCanonical(p []byte) (e envelope, ok bool) {
	const head, idMark, bodyMark, foot = `{"v":1,"kind":"`, `","id":"`, `","body":"`, `"}`
	rest, ok := bytes.CutPrefix(p, []byte(head))
	if !ok {
		return e, false
	}
	rest, ok = bytes.CutSuffix(rest, []byte(foot))
	if !ok {
		return e, false
	}
	k := bytes.IndexByte(rest, '"')
	if k < 0 || !bytes.HasPrefix(rest[k:], []byte(idMark)) {
		return e, false
	}
	e.kind, rest = rest[:k], rest[k+len(idMark):]
	i := bytes.IndexByte(rest, '"')
	if i < 0 || !bytes.HasPrefix(rest[i:], []byte(bodyMark)) {
		return e, false
	}
	e.id, e.body, e.encoded = rest[:i], rest[i+len(bodyMark):], true
	return e, bytes.IndexByte(e.id, '\\') < 0
}

// The fields of a binary envelope that are read here.
const (
	fieldIdentity        = 1
	fieldPublic          = 2
	fieldPublicRef       = 3
	fieldRuntime         = 4
	fieldRuntimeRef      = 5
	binaryFence     byte = 3 // kind of record
)

// openBinary reads a binary envelope: magic, version, kind, field count (u16),
// length of all fields (u32), then fields of tag, length (u32) and value, all big
// endian, tags ascending.
func openBinary(p []byte) (e envelope, t *trouble) {
	bad := &trouble{kind: problem.BadEnvelope}
	if len(p) < 12 {
		return e, bad
	}
	if p[4] != 1 {
		return e, &trouble{kind: problem.EnvelopeVersion}
	}
	count, fields := int(binary.BigEndian.Uint16(p[6:])), p[12:]
	if uint64(binary.BigEndian.Uint32(p[8:])) != uint64(len(fields)) {
		return e, bad
	}
	var public bool
	for last := byte(0); count > 0; count-- {
		if len(fields) < 5 || fields[0] <= last {
			return e, bad
		}
		tag, n := fields[0], uint64(binary.BigEndian.Uint32(fields[1:]))
		if n > uint64(len(fields)-5) {
			return e, bad
		}
		value := fields[5 : 5+n]
		switch tag {
		case fieldIdentity:
			e.id = value
		case fieldPublic, fieldPublicRef:
			public = true
		case fieldRuntime:
			e.body = value
		case fieldRuntimeRef:
			if e.ref = openReference(value); e.ref == nil {
				return e, &trouble{kind: problem.BlobPointer}
			}
		}
		last, fields = tag, fields[5+n:]
	}
	switch {
	case len(fields) != 0:
		return e, bad
	case p[5] == binaryFence:
		e.kind = []byte(kindFence)
	case e.ref != nil:
		e.kind = []byte(kindPointer)
	case e.body == nil && public:
		return e, &trouble{kind: problem.PublicOnly}
	case e.body == nil:
		return e, &trouble{kind: problem.UnknownKind}
	default:
		e.kind = []byte(kindEvent)
	}
	return e, nil
}

// openReference reads a binary reference: 1, length (u16), object id, size (u64),
// SHA-256.
func openReference(v []byte) *pointer {
	if len(v) < 3 || v[0] != 1 {
		return nil
	}
	n := int(binary.BigEndian.Uint16(v[1:]))
	if len(v) != 3+n+8+sha256.Size {
		return nil
	}
	size := binary.BigEndian.Uint64(v[3+n:])
	if size > maxEnvelope {
		return nil
	}
	return &pointer{Key: string(v[3 : 3+n]), Size: int64(size), SHA256: hex.EncodeToString(v[3+n+8:])}
}

// content returns the envelope's body, decoded into buf where need be.
func (e envelope) content(buf []byte) ([]byte, *trouble) {
	if !e.encoded {
		return e.body, nil
	}
	n := base64.StdEncoding.DecodedLen(len(e.body))
	if cap(buf) < n {
		buf = make([]byte, n)
	}
	n, err := base64.StdEncoding.Decode(buf[:n], e.body)
	if err != nil {
		return buf[:0], &trouble{kind: problem.BadEnvelope, err: err}
	}
	return buf[:n], nil
}

// follow returns the envelope that e points to, with its content checked.
func (e envelope) follow(blob func(string, int64) ([]byte, error)) (envelope, *trouble) {
	p := e.ref
	if p == nil {
		raw, t := e.content(nil)
		if t != nil {
			return e, t
		}
		p = new(pointer)
		if err := json.Unmarshal(raw, p); err != nil {
			return e, &trouble{kind: problem.BlobPointer, err: err}
		}
	}
	switch {
	case p.Size > maxEnvelope:
		return e, &trouble{kind: problem.BlobPointer, detail: fmt.Sprintf("it says %d bytes, and a record has at most %d", p.Size, maxEnvelope)}
	case p.Key == "" || p.Size < 0 || blob == nil:
		return e, &trouble{kind: problem.BlobPointer}
	}
	b, err := blob(p.Key, p.Size+1)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return e, &trouble{kind: problem.BlobMissing, err: err}
	case err != nil:
		return e, &trouble{kind: problem.BlobPointer, err: err}
	case int64(len(b)) != p.Size:
		return e, &trouble{kind: problem.BlobChanged, detail: "its size differs"}
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != p.SHA256 {
		return e, &trouble{kind: problem.BlobChanged, detail: "its SHA-256 differs"}
	}
	if e.ref != nil && (len(b) == 0 || b[0] == '{' && !bytes.HasPrefix(b, []byte(`{"v":1,"kind":`))) {
		return envelope{kind: []byte(kindEvent), id: e.id, body: b}, nil // a binary reference holds the body itself
	}
	inner, t := openEnvelope(b)
	switch {
	case t != nil:
		return e, t
	case string(inner.kind) == kindPointer:
		return e, &trouble{kind: problem.BlobPointer, detail: "it leads to another pointer"}
	case !bytes.Equal(inner.id, e.id):
		return e, &trouble{kind: problem.BlobPointer, detail: "it leads to a record with another id"}
	}
	return inner, nil
}
