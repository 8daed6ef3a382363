package journal

import (
	"bytes"
	"context"
)

// EachBody calls visit for the records that keep chooses, in order, with their
// content, reading the file through one buffer. The body is valid during the call
// only. A record that cannot be read comes with a *problem.Problem; one of kind
// Other with neither. The error is the context's.
func (s Source) EachBody(ctx context.Context, x *Index, keep func(Record) bool, visit func(Record, []byte, error)) error {
	return s.each(ctx, x, keep, func(r Record, raw []byte) {
		if r.Kind == Other {
			visit(r, nil, nil)
			return
		}
		body, t := Body{}, unread(nil)
		if raw != nil {
			body, t = s.openAs(r, raw)
		}
		if t != nil {
			visit(r, nil, s.failed(r, body, t))
			return
		}
		visit(r, body.JSON, nil)
	})
}

// Each calls visit for the records that keep chooses, in order, with the id of
// each; nil where it has none. Events are not decoded for it.
func (s Source) Each(ctx context.Context, x *Index, keep func(Record) bool, visit func(r Record, id []byte)) error {
	return s.each(ctx, x, keep, func(r Record, raw []byte) { visit(r, s.id(raw)) })
}

// id returns the id of a record: an envelope's, or that of the event on a line.
func (s Source) id(raw []byte) []byte {
	if s.Form == Frames {
		raw = raw[min(headerSize, len(raw)):]
	}
	raw = bytes.TrimSpace(raw)
	if s.Form == Frames || isEnvelope(raw) {
		e, t := openEnvelope(raw)
		if t != nil {
			return nil
		}
		return e.id
	}
	var id []byte
	members(raw, func(key, value []byte) bool {
		if string(key) == "event_id" {
			id = unquoted(value)
		}
		return id == nil
	})
	return id
}

// each calls visit with the raw bytes of the records that keep chooses.
func (s Source) each(ctx context.Context, x *Index, keep func(Record) bool, visit func(Record, []byte)) error {
	w := window{src: s.At, size: x.end}
	for i := range x.n {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r := x.At(i)
		if !keep(r) || r.Size > maxEnvelope+headerSize {
			continue
		}
		raw, err := w.at(r.Offset, int(r.Size))
		if err != nil || int64(len(raw)) < r.Size {
			raw = nil // the file was changed
		}
		visit(r, raw)
	}
	return ctx.Err()
}
