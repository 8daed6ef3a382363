package summary

import (
	"bytes"
	"context"
	"unicode/utf8"

	"compactlens/core/pulse"
	"compactlens/core/source"
)

// Resolved is a summary as it reads: with the characters that references in its text
// stand for in their place.
type Resolved struct {
	Bytes []byte     // shared with the summary where nothing was resolved
	Map   source.Map // from offsets in Bytes to offsets in the summary
	Count int        // how many references were resolved
}

// Resolve replaces the references in the text of b, such as &amp; and &#38;, by what
// they stand for, as encoding/xml does. What the tokenizer refuses, tags and whatever
// else is no text stay as they are written; behind more markup than a report lists,
// everything counts as text. It takes time by the size of b.
func Resolve(b []byte) Resolved {
	r, _ := ResolveContext(context.Background(), b) // that context does not end
	return r
}

// ResolveContext is Resolve that gives up when ctx ends, which it asks by the work
// done. The error is the context's.
func ResolveContext(ctx context.Context, b []byte) (Resolved, error) {
	if bytes.IndexByte(b, '&') < 0 {
		return Resolved{Bytes: b}, ctx.Err()
	}
	p := pulse.Of(ctx)
	s := scanFor(p, b)
	r := resolver{b: b, p: p}
	at := 0
	for i := range s.items {
		it := &s.items[i]
		r.text(source.Span{Start: at, End: it.span.Start})
		at = max(at, it.span.End)
		if it.kind == tokenCDATA && !bytes.HasSuffix(it.span.Of(b), []byte(cdataClose)) {
			at = len(b) // it has no end: nothing up to the next tag is a reference
			if i+1 < len(s.items) {
				at = s.items[i+1].span.Start
			}
		}
	}
	end := len(b)
	if !s.cut.Empty() && !s.limited {
		end = s.cut.Start
	}
	r.text(source.Span{Start: at, End: end})
	if err := p.Err(); err != nil {
		return Resolved{}, err
	}
	return r.done(), nil
}

// cdataClose ends a CDATA section.
const cdataClose = "]]>"

// The map of a resolved text has a piece for about every referencesAPiece references,
// and one for a run of at least longRun bytes without any: an offset is found by
// reading at most that much again.
const (
	referencesAPiece = 8
	longRun          = 512
)

// resolver resolves the references in texts, from left to right.
type resolver struct {
	b     []byte
	p     *pulse.Pulse
	out   []byte
	taken int // offset in b behind what out holds
	m     source.MapBuilder
	count int
	piece int // references in the map's last piece; 0 where that is verbatim
}

// text resolves the references in s.
func (r *resolver) text(s source.Span) {
	if s.End <= s.Start {
		return
	}
	in := r.b[:s.End]
	for at := s.Start; at < s.End; {
		n := bytes.IndexByte(in[at:], '&')
		if n < 0 || r.p.Beat(n+1) {
			break
		}
		at += n
		ref := readReference(in, at)
		if ref.kind != KindNone {
			at++
			continue
		}
		r.reference(at, ref)
		at = ref.end
	}
	r.verbatim() // the map's stretches hold nothing but text
}

// reference resolves one reference.
func (r *resolver) reference(at int, ref reference) {
	if r.count == 0 {
		r.out = make([]byte, 0, len(r.b))
		r.m.Verbatim(0, 0)
		r.m.Read(r.b, referenceUnit)
	}
	if at-r.taken >= longRun {
		r.verbatim()
	}
	r.out = append(r.out, r.b[r.taken:at]...)
	if r.piece%referencesAPiece == 0 {
		r.m.Coded(len(r.out), at)
	}
	r.out = utf8.AppendRune(r.out, ref.char)
	r.taken = ref.end
	r.piece++
	r.count++
}

// verbatim ends a stretch of references.
func (r *resolver) verbatim() {
	if r.piece > 0 {
		r.m.Verbatim(len(r.out), r.taken)
		r.piece = 0
	}
}

func (r *resolver) done() Resolved {
	if r.count == 0 {
		return Resolved{Bytes: r.b}
	}
	r.out = append(r.out, r.b[r.taken:]...)
	return Resolved{Bytes: r.out, Map: r.m.Done(len(r.out), len(r.b)), Count: r.count}
}

// referenceUnit tells how text begins: with a reference, or with what stands for
// itself.
func referenceUnit(b []byte) (size, decoded int, verbatim bool) {
	if b[0] == '&' {
		if ref := readReference(b, 0); ref.kind == KindNone {
			return ref.end, utf8.RuneLen(ref.char), false
		}
	}
	size = len(b)
	if n := bytes.IndexByte(b[1:], '&'); n >= 0 {
		size = n + 1
	}
	return size, size, true
}
