package wire

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"io"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/loop"
)

// RequestVersion is the only version of a compaction request.
const RequestVersion = 1

// RequestWireError reports JSON that is no compaction request at all: malformed,
// of the wrong types, of another version, or with top-level fields missing, null or
// unknown. Err is the decoder's error, which may quote bytes of the file, or nil;
// the text leaves it out.
type RequestWireError struct {
	Err error
}

func (e *RequestWireError) Error() string { return "compaction request: not a request of version 1" }
func (e *RequestWireError) Unwrap() error { return e.Err }

// DecodeRequest decodes and validates a compaction request, the literal text of
// the model call's user message. The first fault decides, in the runtime's order:
// the outer object and what its fields may be (*RequestWireError), the
// fingerprint's 64 lower-case digits, the transcript, the event id's canonical form
// (*loop.CompactionInputError of phase loop.InputDecode), then
// loop.CompactionInput.Validate.
func DecodeRequest(raw []byte) (loop.CompactionInput, error) {
	in, err := decodeRequest(raw)
	if err != nil {
		return loop.CompactionInput{}, err
	}
	if err := in.Validate(); err != nil {
		return loop.CompactionInput{}, err
	}
	return in, nil
}

// requestJSON is the outer form of a request. The transcript stays raw: what is
// wrong inside it is judged later than its neighbours.
type requestJSON struct {
	Version *uint8 `json:"version"`
	Basis   *struct {
		Revision       *uint64 `json:"revision"`
		ThroughEventID *string `json:"through_event_id"`
	} `json:"basis"`
	Model *struct {
		Provider *string `json:"provider"`
		Model    *string `json:"model"`
	} `json:"model"`
	RequestFingerprint *string         `json:"request_fingerprint"`
	Transcript         json.RawMessage `json:"transcript"`
	MaxSummaryTokens   *uint64         `json:"max_summary_tokens"`
}

func (r *requestJSON) complete() bool {
	return r.Version != nil && *r.Version == RequestVersion &&
		r.Basis != nil && r.Model != nil && r.RequestFingerprint != nil && r.Transcript != nil && r.MaxSummaryTokens != nil &&
		r.Basis.Revision != nil && r.Basis.ThroughEventID != nil && r.Model.Provider != nil && r.Model.Model != nil
}

func decodeRequest(raw []byte) (loop.CompactionInput, error) {
	var wire requestJSON
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&wire); err != nil {
		return loop.CompactionInput{}, &RequestWireError{Err: err}
	}
	if _, err := dec.Token(); err != io.EOF {
		return loop.CompactionInput{}, &RequestWireError{Err: err}
	}
	if !wire.complete() {
		return loop.CompactionInput{}, &RequestWireError{}
	}
	malformed := func(field loop.InputField, err error) (loop.CompactionInput, error) {
		return loop.CompactionInput{}, &loop.CompactionInputError{Field: field, Phase: loop.InputDecode, Err: err}
	}
	in := loop.CompactionInput{
		Basis:            event.ContextBasis{Revision: *wire.Basis.Revision},
		Model:            event.ModelKey{Provider: *wire.Model.Provider, Model: *wire.Model.Model},
		MaxSummaryTokens: *wire.MaxSummaryTokens,
	}
	if !IsFingerprint(*wire.RequestFingerprint) {
		return malformed(loop.InputRequestFingerprint, nil)
	}
	if _, err := hex.Decode(in.RequestFingerprint[:], []byte(*wire.RequestFingerprint)); err != nil {
		return malformed(loop.InputRequestFingerprint, err)
	}
	var err error
	if in.Transcript, err = content.DecodeRequest(wire.Transcript); err != nil {
		return malformed(loop.InputTranscript, err)
	}
	if !IsCanonicalUUID(*wire.Basis.ThroughEventID) {
		return malformed(loop.InputBasis, nil)
	}
	if in.Basis.ThroughEventID, err = event.ParseUUID(*wire.Basis.ThroughEventID); err != nil {
		return malformed(loop.InputBasis, err)
	}
	return in, nil
}

// EncodeRequest writes a valid input in the canonical form, the exact bytes the
// runtime sends. The error is loop.CompactionInput.Validate's, or a
// *loop.CompactionInputError for the transcript around a *content.EncodeError.
func EncodeRequest(in loop.CompactionInput) ([]byte, error) {
	parts, err := encodeParts(in)
	if err != nil {
		return nil, err
	}
	return parts.join(), nil
}

// requestParts is a request in pieces that join to it: what stands before the
// transcript's first message, its messages, and what stands behind the last.
type requestParts struct {
	head     []byte
	messages [][]byte
	tail     []byte
}

func encodeParts(in loop.CompactionInput) (requestParts, error) {
	if err := in.Validate(); err != nil {
		return requestParts{}, err
	}
	var head struct {
		Version int                `json:"version"`
		Basis   event.ContextBasis `json:"basis"`
		Model   struct {
			Provider string `json:"provider"`
			Model    string `json:"model"`
		} `json:"model"`
		RequestFingerprint string `json:"request_fingerprint"`
	}
	head.Version, head.Basis, head.RequestFingerprint = RequestVersion, in.Basis, in.RequestFingerprint.String()
	head.Model.Provider, head.Model.Model = in.Model.Provider, in.Model.Model
	raw, err := json.Marshal(head)
	if err != nil {
		return requestParts{}, &RequestWireError{Err: err}
	}
	p := requestParts{
		head:     append(raw[:len(raw)-1], `,"transcript":[`...),
		messages: make([][]byte, len(in.Transcript)),
	}
	tail, err := json.Marshal(in.MaxSummaryTokens)
	if err != nil {
		return requestParts{}, &RequestWireError{Err: err}
	}
	p.tail = append(append([]byte(`],"max_summary_tokens":`), tail...), '}')
	for i, m := range in.Transcript {
		if p.messages[i], err = content.AppendRequest(nil, m); err != nil {
			return requestParts{}, &loop.CompactionInputError{
				Field: loop.InputTranscript, Phase: loop.InputValidate, Err: &content.MessageError{Index: i, Err: err},
			}
		}
	}
	return p, nil
}

// size returns the length of the joined request in bytes.
func (p requestParts) size() int {
	n := len(p.head) + len(p.tail) + len(p.messages) - 1
	for _, m := range p.messages {
		n += len(m)
	}
	return n
}

func (p requestParts) join() []byte {
	raw := make([]byte, 0, p.size())
	raw = append(raw, p.head...)
	for i, m := range p.messages {
		if i > 0 {
			raw = append(raw, ',')
		}
		raw = append(raw, m...)
	}
	return append(raw, p.tail...)
}
