// Package edit holds a text that somebody edits: its bytes, whatever they are, and
// the changes made, which can be undone. It knows nothing of screens and keys and
// does no I/O.
package edit

import (
	"bytes"

	"compactlens/core/source"
)

// Kind says how a change came about: those of one kind that go on where the last
// one ended are undone together.
type Kind uint8

const (
	Other  Kind = iota // undone by itself
	Typing             // characters put in one behind the other
	Before             // characters deleted before the cursor
	Behind             // characters deleted behind the cursor
)

// Change is what one change made of the text: so many new bytes in the place of those
// of Span, which counts in the text as it was.
type Change struct {
	Span source.Span
	Size int
}

// splice is a change that can be made back.
type splice struct {
	at       int
	was, now []byte
}

// group is what is undone at once, in the order it was done.
type group struct {
	kind    Kind
	splices []splice
}

// Buffer is a text that is edited. What a change costs does not depend on how long the
// text is. The zero value is an empty one.
type Buffer struct {
	text       *source.Text // nil for an empty one, as the others
	original   *source.Text
	saved      *source.Text
	undo, redo []group
	broken     bool // the next change begins a group
}

// New returns a buffer of b, which must not be changed.
func New(b []byte) *Buffer {
	t := source.NewChunked(b)
	return &Buffer{text: t, original: t, saved: t}
}

// Text returns the text. It stays as it is when the buffer changes.
func (b *Buffer) Text() *source.Text { return some(b.text) }

// some returns t, or an empty text where there is none.
func some(t *source.Text) *source.Text {
	if t == nil {
		return &source.Text{}
	}
	return t
}

// Original returns the text as it was at first.
func (b *Buffer) Original() *source.Text { return some(b.original) }

// Changed reports whether the text differs from what it was at first.
func (b *Buffer) Changed() bool { return !b.Text().Equal(some(b.original)) }

// Unsaved reports whether the text differs from what was saved last, at first from
// the original.
func (b *Buffer) Unsaved() bool { return !b.Text().Equal(some(b.saved)) }

// Saved says that text was saved.
func (b *Buffer) Saved(text *source.Text) { b.saved = text }

// Break ends the group of changes that are undone together: somebody moved.
func (b *Buffer) Break() { b.broken = true }

// Replace puts text, which must not be changed afterwards, in the place of the bytes
// of s. A change of nothing is none.
func (b *Buffer) Replace(s source.Span, text []byte, kind Kind) Change {
	s = s.Clamp(b.Text().Len())
	was := b.Text().Slice(s)
	if bytes.Equal(was, text) {
		return Change{Span: source.At(s.End)}
	}
	sp := splice{at: s.Start, was: bytes.Clone(was), now: bytes.Clone(text)}
	b.redo = nil
	if k := len(b.undo); k > 0 && !b.broken && b.undo[k-1].goesOn(kind, sp) {
		b.undo[k-1].splices = append(b.undo[k-1].splices, sp)
	} else {
		b.undo = append(b.undo, group{kind: kind, splices: []splice{sp}})
	}
	b.broken = false
	return b.apply(sp)
}

// goesOn reports whether a change of a kind belongs to the group: it begins where the
// last one ended. Typing is parted at the ends of lines.
func (g *group) goesOn(kind Kind, next splice) bool {
	last := g.splices[len(g.splices)-1]
	if kind == Other || kind != g.kind {
		return false
	}
	switch kind {
	case Typing:
		return next.at == last.at+len(last.now) && !bytes.HasSuffix(last.now, []byte("\n"))
	case Before:
		return next.at+len(next.was) == last.at
	}
	return next.at == last.at
}

// apply makes a splice.
func (b *Buffer) apply(s splice) Change {
	span := source.Span{Start: s.at, End: s.at + len(s.was)}
	b.text = b.Text().Splice(span, s.now)
	return Change{Span: span, Size: len(s.now)}
}

// Undo makes the last group of changes back and returns what that changes, in order.
// There is nothing where nothing is left to undo.
func (b *Buffer) Undo() []Change {
	k := len(b.undo) - 1
	if k < 0 {
		return nil
	}
	g := b.undo[k]
	b.undo, b.redo, b.broken = b.undo[:k], append(b.redo, g), true
	var all []Change
	for i := len(g.splices) - 1; i >= 0; i-- {
		s := g.splices[i]
		all = append(all, b.apply(splice{s.at, s.now, s.was}))
	}
	return all
}

// Redo makes the changes again that were undone last, as Undo does.
func (b *Buffer) Redo() []Change {
	k := len(b.redo) - 1
	if k < 0 {
		return nil
	}
	g := b.redo[k]
	b.redo, b.undo, b.broken = b.redo[:k], append(b.undo, g), true
	var all []Change
	for _, s := range g.splices {
		all = append(all, b.apply(s))
	}
	return all
}

// Merge returns the one change that comes to the same as changes made one after the
// other, which are at least one.
func Merge(changes []Change) Change {
	all := changes[0]
	for _, c := range changes[1:] {
		end := all.Span.Start + all.Size // of what is new so far
		last := max(end, c.Span.End)
		start := min(all.Span.Start, c.Span.Start)
		all.Span.End += last - end
		all.Size = last - start - c.Span.Len() + c.Size
		all.Span.Start = start
	}
	return all
}
