// Package source holds bytes and everything that is said about places in them:
// spans, lines, columns in every unit, the map from decoded text back to the
// bytes it was decoded from, and the one function that makes untrusted text fit
// to be shown.
//
// Bytes are the truth. A place is a byte offset; a line, a column in code
// points, in UTF-16 units or in terminal cells is derived from it here and
// nowhere else. The package imports nothing of this project and does no I/O.
package source

// Span is a half-open range of bytes: Start is the first byte, End the one after
// the last. A span with Start == End is a place between two bytes, where
// something is missing.
type Span struct {
	Start int // offset in bytes, 0-based
	End   int // offset in bytes, exclusive
}

// At returns the empty span at offset.
func At(offset int) Span { return Span{offset, offset} }

// Len returns the number of bytes in s.
func (s Span) Len() int { return s.End - s.Start }

// Empty reports whether s holds no byte.
func (s Span) Empty() bool { return s.End <= s.Start }

// Contains reports whether offset lies in s. An empty span contains its own
// offset, so that a place can be found under a cursor.
func (s Span) Contains(offset int) bool {
	if s.Empty() {
		return offset == s.Start
	}
	return s.Start <= offset && offset < s.End
}

// Overlaps reports whether s and t share a byte, or touch where one is empty.
func (s Span) Overlaps(t Span) bool {
	if s.Empty() || t.Empty() {
		return s.Start <= t.End && t.Start <= s.End
	}
	return s.Start < t.End && t.Start < s.End
}

// Shift returns s moved by delta bytes.
func (s Span) Shift(delta int) Span { return Span{s.Start + delta, s.End + delta} }

// Clamp returns s cut to [0, size], with Start never after End.
func (s Span) Clamp(size int) Span {
	s.Start = min(max(s.Start, 0), size)
	s.End = min(max(s.End, s.Start), size)
	return s
}

// Of returns the bytes of b in s, or nothing where s lies outside b.
func (s Span) Of(b []byte) []byte {
	s = s.Clamp(len(b))
	return b[s.Start:s.End]
}
