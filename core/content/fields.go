package content

import (
	"bytes"
	"encoding/json"

	"compactlens/core/rawjson"
)

// reader reads messages and blocks by the rules of encoding/json: keys match without
// regard to case, null leaves a value alone, a value of the wrong type is noticed and
// passed over.
type reader struct {
	*rawjson.Reader
}

// newReader returns a reader of raw, which must be one valid JSON value.
func newReader(raw []byte, part Part) (*reader, error) {
	r, ok := rawjson.Parse(raw)
	if !ok {
		var any json.RawMessage
		return nil, &DecodeError{Part: part, Err: json.Unmarshal(raw, &any)}
	}
	return &reader{r}, nil
}

func (r *reader) array(value int) bool  { return r.Kind(value) == '[' }
func (r *reader) object(value int) bool { return r.Kind(value) == '{' }

// fields collects the values of one object. The first value of a wrong type is
// kept as mismatch, as encoding/json keeps it, and the rest still read.
type fields struct {
	*reader
	mismatch error
}

// TypeError reports a value of the wrong JSON type.
type TypeError struct {
	Field  string // the key as this package spells it
	Offset int    // of the value, 0-based, in bytes of what was decoded
}

func (e *TypeError) Error() string { return "wrong type of " + e.Field }

func (f *fields) wrong(field string, value int) {
	if f.mismatch == nil {
		f.mismatch = &TypeError{Field: field, Offset: value}
	}
}

// str reads a string into one that is there or not; null takes it away.
func (f *fields) str(field string, value int, into **string) {
	switch f.Kind(value) {
	case 'n':
		*into = nil
	case '"':
		s := f.String(value)
		*into = &s
	default:
		f.wrong(field, value)
	}
}

// flag is str for a bool.
func (f *fields) flag(field string, value int, into **bool) {
	switch f.Kind(value) {
	case 'n':
		*into = nil
	case 't', 'f':
		b := f.Kind(value) == 't'
		*into = &b
	default:
		f.wrong(field, value)
	}
}

// other reads a value as encoding/json does; the values it is used for are short or
// seldom.
func (f *fields) other(field string, value int, into any) {
	if err := json.Unmarshal(f.Raw(value), into); err != nil {
		f.wrong(field, value)
	}
}

// keep returns a copy of a value's bytes.
func (f *fields) keep(value int) json.RawMessage { return bytes.Clone(f.Raw(value)) }

// or returns the value of what is there, else the zero value.
func or[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
