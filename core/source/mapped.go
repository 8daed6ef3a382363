package source

import "slices"

// Map leads from offsets in decoded text to offsets in the bytes it was decoded
// from, and back. It is a row of pieces; inside a verbatim piece one decoded byte
// is one encoded byte, and an escape is a piece that is one whole. Stretches with
// many escapes are not kept piece by piece: the map reads them again where
// somebody asks for an offset in one, so that making it costs next to nothing.
//
// The zero value maps every offset to itself.
type Map struct {
	pieces []piece
	end    piece // the offsets one past the last byte of both sides
	text   []byte
	units  Units
	outer  *Map // leads on from the encoded side; nil where that is the file
}

// Units tells how the first unit of encoded text is written: how many bytes it
// has on each side, at least one encoded, and whether they are the same bytes. A
// verbatim unit goes as far as it can.
type Units func(encoded []byte) (size, decoded int, verbatim bool)

type piece struct {
	decoded, encoded int // offset of the first byte on each side
	kind             pieceKind
}

type pieceKind uint8

const (
	verbatim pieceKind = iota
	escape
	coded // to be read again with Map.units
)

// MapBuilder makes a Map from left to right. The zero value is ready.
type MapBuilder struct {
	m Map
}

// Grow makes room for n pieces.
func (b *MapBuilder) Grow(n int) { b.m.pieces = slices.Grow(b.m.pieces, n) }

// Verbatim says that the decoded bytes from d on stand unchanged at e.
func (b *MapBuilder) Verbatim(d, e int) {
	if k := len(b.m.pieces); k > 0 {
		if p := b.m.pieces[k-1]; p.kind == verbatim && d-p.decoded == e-p.encoded {
			return
		}
	}
	b.add(d, e, verbatim)
}

// Escape says that the decoded bytes from d on are written as one escape at e.
func (b *MapBuilder) Escape(d, e int) { b.add(d, e, escape) }

// Coded says that the decoded bytes from d on are written at e as Read says, in
// units that are found by reading it again. An offset costs the units before it in
// its stretch: begin a new one every few units.
func (b *MapBuilder) Coded(d, e int) { b.add(d, e, coded) }

func (b *MapBuilder) add(d, e int, kind pieceKind) {
	b.m.pieces = append(b.m.pieces, piece{d, e, kind})
}

// Read says what Coded stretches are read from: text, which the encoded offsets
// count in and which must not be changed, and how.
func (b *MapBuilder) Read(text []byte, how Units) { b.m.text, b.m.units = text, how }

// Done closes the map at the decoded end d and the encoded end e and returns it.
func (b *MapBuilder) Done(d, e int) Map {
	b.m.end = piece{decoded: d, encoded: e}
	if len(b.m.pieces) == 0 {
		b.m.pieces = []piece{{d, e, verbatim}}
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

// side tells the two offsets of a piece apart.
type side bool

const (
	decoded side = false
	encoded side = true
)

func (p *piece) at(s side) int {
	if s == decoded {
		return p.decoded
	}
	return p.encoded
}

// find returns the piece that is the last to begin at or before offset of a side,
// and the piece after it.
func (m *Map) find(offset int, of side) (p, next piece) {
	i := m.search(offset, of)
	return m.unit(i, m.pieces[i], offset, of)
}

// search returns the index of the piece that is the last to begin at or before
// offset of a side.
func (m *Map) search(offset int, of side) int {
	lo, hi := 0, len(m.pieces)
	for lo < hi {
		if mid := int(uint(lo+hi) / 2); m.pieces[mid].at(of) <= offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return max(lo-1, 0)
}

// behind returns the piece behind the piece i.
func (m *Map) behind(i int) piece {
	if i+1 < len(m.pieces) {
		return m.pieces[i+1]
	}
	return m.end
}

// unit is find within piece i, from p on, which is that piece or one of its units.
func (m *Map) unit(i int, p piece, offset int, of side) (unit, next piece) {
	next = m.behind(i)
	if p.kind != coded {
		return p, next
	}
	for end := next.encoded; ; p = next {
		size, n, same := m.units(m.text[p.encoded:end])
		p.kind = escape
		if same {
			p.kind = verbatim
		}
		next.decoded, next.encoded = p.decoded+n, p.encoded+size
		if next.encoded >= end || next.at(of) > offset {
			return p, next
		}
	}
}

// start is Start without what lies outside.
func (m *Map) start(offset int) int {
	if offset >= m.end.decoded {
		return m.end.encoded + offset - m.end.decoded
	}
	p, _ := m.find(offset, decoded)
	if p.kind == verbatim {
		return p.encoded + offset - p.decoded
	}
	return p.encoded
}

// Start returns the encoded offset at which the decoded byte at offset begins to
// be written.
func (m Map) Start(offset int) int {
	if len(m.pieces) == 0 {
		return offset
	}
	at := m.start(offset)
	if m.outer != nil {
		return m.outer.Start(at)
	}
	return at
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
	out := Span{m.start(s.Start), 0}
	if s.End > m.end.decoded {
		out.End = m.start(s.End)
	} else if last, next := m.find(s.End-1, decoded); last.kind == verbatim {
		out.End = last.encoded + s.End - last.decoded
	} else {
		out.End = next.encoded
	}
	if m.outer != nil {
		return m.outer.Span(out)
	}
	return out
}

// Decoded returns the decoded offset that the encoded one writes: that of the
// escape it lies in, the nearest where it lies outside.
func (m Map) Decoded(offset int) int {
	if len(m.pieces) == 0 {
		return offset
	}
	if m.outer != nil {
		offset = m.outer.Decoded(offset)
	}
	return m.decoded(offset)
}

// decoded is Decoded without the maps further out.
func (m *Map) decoded(offset int) int {
	if offset < m.pieces[0].encoded {
		return m.pieces[0].decoded
	}
	p, next := m.find(offset, encoded)
	if p.kind != verbatim {
		return p.decoded
	}
	return min(p.decoded+offset-p.encoded, next.decoded)
}

// DecodedSpan returns the decoded bytes that the encoded bytes of s write, those of an
// escape that s reaches into included. An empty span stays empty.
func (m Map) DecodedSpan(s Span) Span {
	if len(m.pieces) == 0 {
		return s
	}
	if m.outer != nil {
		s = m.outer.DecodedSpan(s)
	}
	out := At(m.decoded(s.Start))
	if s.Empty() || s.End <= m.pieces[0].encoded {
		return out
	}
	if p, next := m.find(s.End-1, encoded); p.kind == verbatim {
		out.End = min(p.decoded+s.End-p.encoded, next.decoded)
	} else {
		out.End = next.decoded
	}
	return out
}

// Then returns the map that leads through m and then through outer: from m's
// decoded text to the bytes that outer's encoded side stands in.
func (m Map) Then(outer Map) Map {
	switch {
	case len(outer.pieces) == 0:
		return m
	case len(m.pieces) == 0:
		return outer
	case m.outer != nil:
		outer = m.outer.Then(outer)
	}
	m.outer = &outer
	return m
}
