package source

import "sort"

// Map leads from offsets in decoded text to offsets in the bytes it was decoded
// from, and back. It is a row of pieces; inside a verbatim piece one decoded byte
// is one encoded byte, inside any other (an escape) the piece is one whole.
//
// The zero value maps every offset to itself.
type Map struct {
	pieces []piece
	end    piece // the offsets one past the last byte of both sides
}

type piece struct {
	decoded, encoded int // offset of the first byte on each side
	verbatim         bool
}

// MapBuilder makes a Map from left to right. The zero value is ready.
type MapBuilder struct {
	m Map
}

// Verbatim says that the n decoded bytes from decoded on stand unchanged at
// encoded.
func (b *MapBuilder) Verbatim(decoded, encoded int) {
	if k := len(b.m.pieces); k > 0 {
		if p := b.m.pieces[k-1]; p.verbatim && decoded-p.decoded == encoded-p.encoded {
			return
		}
	}
	b.m.pieces = append(b.m.pieces, piece{decoded, encoded, true})
}

// Escape says that the decoded bytes from decoded on are written as one escape at
// encoded.
func (b *MapBuilder) Escape(decoded, encoded int) {
	b.m.pieces = append(b.m.pieces, piece{decoded, encoded, false})
}

// Done closes the map at the two ends and returns it.
func (b *MapBuilder) Done(decoded, encoded int) Map {
	b.m.end = piece{decoded: decoded, encoded: encoded}
	if len(b.m.pieces) == 0 {
		b.m.pieces = []piece{{decoded, encoded, true}}
	}
	return b.m
}

// Offsets returns the map of text that stands unchanged at encoded, size bytes
// long.
func Offsets(encoded, size int) Map {
	var b MapBuilder
	b.Verbatim(0, encoded)
	return b.Done(size, encoded+size)
}

// find returns the piece that holds the decoded offset and the piece after it.
func (m Map) find(offset int) (p, next piece) {
	i := sort.Search(len(m.pieces), func(i int) bool { return m.pieces[i].decoded > offset })
	i = max(i-1, 0)
	next = m.end
	if i+1 < len(m.pieces) {
		next = m.pieces[i+1]
	}
	return m.pieces[i], next
}

// Start returns the encoded offset at which the decoded byte at offset begins to
// be written.
func (m Map) Start(offset int) int {
	if len(m.pieces) == 0 {
		return offset
	}
	if offset >= m.end.decoded {
		return m.end.encoded + offset - m.end.decoded
	}
	p, _ := m.find(offset)
	if p.verbatim {
		return p.encoded + offset - p.decoded
	}
	return p.encoded
}

// Span returns the encoded bytes that write the decoded bytes of s. An escape is
// taken whole. An empty span stays empty.
func (m Map) Span(s Span) Span {
	if len(m.pieces) == 0 {
		return s
	}
	if s.Empty() {
		return At(m.Start(s.Start))
	}
	start := m.Start(s.Start)
	if s.End > m.end.decoded {
		return Span{start, m.Start(s.End)}
	}
	last, next := m.find(s.End - 1)
	if last.verbatim {
		return Span{start, last.encoded + s.End - last.decoded}
	}
	return Span{start, next.encoded}
}

// Decoded returns the decoded offset that the encoded offset writes: that of the
// escape it lies in, the nearest where it lies outside.
func (m Map) Decoded(encoded int) int {
	if len(m.pieces) == 0 {
		return encoded
	}
	i := sort.Search(len(m.pieces), func(i int) bool { return m.pieces[i].encoded > encoded })
	if i == 0 {
		return m.pieces[0].decoded
	}
	p, limit := m.pieces[i-1], m.end.decoded
	if i < len(m.pieces) {
		limit = m.pieces[i].decoded
	}
	if !p.verbatim {
		return p.decoded
	}
	return min(p.decoded+encoded-p.encoded, limit)
}

// Then returns the map that leads through m and then through outer: from m's
// decoded text to the bytes that outer's encoded side stands in.
func (m Map) Then(outer Map) Map {
	if len(outer.pieces) == 0 {
		return m
	}
	if len(m.pieces) == 0 {
		return outer
	}
	var b MapBuilder
	for i, p := range m.pieces {
		next := m.end
		if i+1 < len(m.pieces) {
			next = m.pieces[i+1]
		}
		if !p.verbatim {
			b.Escape(p.decoded, outer.Start(p.encoded))
			continue
		}
		outer.split(&b, p, next)
	}
	return b.Done(m.end.decoded, outer.Start(m.end.encoded))
}

// split adds to b the verbatim piece p of an inner map, which ends where next
// begins, cut at the pieces of m.
func (m Map) split(b *MapBuilder, p, next piece) {
	for at := p.encoded; at < p.encoded+next.decoded-p.decoded; {
		decoded := p.decoded + at - p.encoded
		in, after := m.find(at)
		if in.verbatim {
			b.Verbatim(decoded, m.Start(at))
		} else {
			b.Escape(decoded, m.Start(at))
		}
		if after.decoded <= at {
			return
		}
		at = after.decoded
	}
}
