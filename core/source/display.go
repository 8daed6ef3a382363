package source

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Cell is one thing on the screen: a character as a reader sees it (a grapheme
// cluster) or a mark that stands for bytes that must not, or cannot, be shown.
type Cell struct {
	Source Span   // the bytes it shows
	Text   string // what to write; never a control byte, an invalid byte or an invisible character
	Width  int    // terminal cells, at least 1
	Mark   bool   // Text is a picture of the bytes, not the bytes
}

// Display makes untrusted text fit to be shown. Everything that reaches a
// terminal, a file somebody will open or a log goes through it. It shows and
// never strips: control bytes, bidirectional and zero-width characters and
// invalid UTF-8 become visible marks. What is fit to be shown stays as it is, so
// showing twice is showing once. The zero value is ready.
type Display struct {
	ASCII bool // write marks with ASCII characters only
	Tab   int  // distance of tab stops in cells; 0 means 4
	Flat  bool // a tab is a mark too: for names and one-line messages
}

// Arrow returns what stands between a value before and the one after it.
func (d Display) Arrow() string {
	if d.ASCII {
		return "->"
	}
	return "→"
}

// maxCluster bounds the code points shown in one cell, so that a pile of
// combining characters cannot climb over its neighbours.
const maxCluster = 10

// Cells appends the cells of b to dst. base is the offset of b's first byte in
// the text that the cells' spans count in, column the terminal column b begins
// at (0-based), which tab stops are counted from. Line feeds are marked like other
// controls: give it one line.
func (d Display) Cells(dst []Cell, b []byte, base, column int) []Cell {
	d.Each(b, base, column, func(c Cell) bool {
		dst = append(dst, c)
		return true
	})
	return dst
}

// Each calls do for each cell of b, as Cells gives them, until do returns false. It
// keeps none.
func (d Display) Each(b []byte, base, column int, do func(Cell) bool) {
	for at := 0; at < len(b); {
		var c Cell
		if ch := b[at]; ch >= 0x20 && ch < 0x7F && (at+1 == len(b) || b[at+1] < utf8.RuneSelf) {
			c = Cell{Text: ascii[ch-0x20 : ch-0x20+1], Width: 1, Source: Span{at, at + 1}}
		} else {
			c = d.next(b, at, column)
		}
		at = c.Source.End
		column += c.Width
		c.Source = c.Source.Shift(base)
		if !do(c) {
			return
		}
	}
}

// ascii holds the printable ASCII characters, so that their cells need no
// allocation.
const ascii = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// next returns the cell that begins at offset at of b.
func (d Display) next(b []byte, at, column int) Cell {
	r, n := utf8.DecodeRune(b[at:])
	switch {
	case r == utf8.RuneError && n <= 1:
		return d.mark(Span{at, at + 1}, fmt.Sprintf("%02X", b[at]))
	case r == '\t' && !d.Flat:
		tab := d.Tab
		if tab <= 0 {
			tab = 4
		}
		w := tab - column%tab
		return Cell{Source: Span{at, at + 1}, Text: strings.Repeat(" ", w), Width: w, Mark: true}
	case r < 0x20 || r == 0x7F:
		return d.control(Span{at, at + 1}, r)
	case !visible(r):
		return d.mark(Span{at, at + n}, fmt.Sprintf("U+%04X", r))
	case r != ' ' && unicode.Is(unicode.Zs, r):
		return d.space(Span{at, at + n}, r)
	}
	combining, most := unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc), maxCluster
	if combining {
		if d.ASCII {
			return d.mark(Span{at, at + n}, fmt.Sprintf("U+%04X", r))
		}
		most-- // the circle it is drawn on is one of them
	}
	end := clusterEnd(b, at, n, most)
	text := string(b[at:end])
	if combining {
		// Some of them stand beside what is before them, and are shown as they are.
		if on := []byte(circle + text); clusterEnd(on, 0, len(circle), maxCluster) == len(on) {
			text = string(on)
		}
	}
	w := displaywidth.String(text)
	if w < 1 {
		return d.mark(Span{at, at + n}, fmt.Sprintf("U+%04X", r))
	}
	return Cell{Source: Span{at, end}, Text: text, Width: w}
}

// circle is what a combining character is drawn on that has nothing to combine with.
const circle = "\u25CC"

// clusterEnd returns the end of the grapheme cluster that begins at offset at
// with a character of n bytes, cut before anything that must not be shown, and behind
// the code point number most.
func clusterEnd(b []byte, at, n, most int) int {
	g := graphemes.FromBytes(b[at:min(at+maxCluster*utf8.UTFMax, len(b))]) // a cluster may have no end
	if !g.Next() {
		return at + n
	}
	limit := at + len(g.Value())
	end := at + n
	first, _ := utf8.DecodeRune(b[at:])
	for count := 1; end < limit && count < most; count++ {
		r, k := utf8.DecodeRune(b[end:limit])
		if r == utf8.RuneError && k <= 1 || r != zeroWidthJoiner && !visible(r) {
			break
		}
		if r == zeroWidthJoiner {
			after, _ := utf8.DecodeRune(b[end+k : limit])
			if end+k >= limit || !pictograph(first) || !pictograph(after) {
				break
			}
		}
		end += k
	}
	if last, k := utf8.DecodeLastRune(b[at:end]); last == zeroWidthJoiner && end-k > at {
		end -= k // cut behind it, it would join what comes next, which is no part of this cell
	}
	return end
}

const zeroWidthJoiner = '\u200D'

// pictograph reports whether r may be joined to another by U+200D: symbols,
// emoji and their modifiers.
func pictograph(r rune) bool {
	return unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) || r >= 0x1F000 && r < 0x1FB00
}

// visible reports whether r may be shown as itself: not a control, format,
// private or unassigned character, and none of the letters that draw nothing.
func visible(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= 0x20 && r != 0x7F
	case r == 0x034F, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5,
		r >= 0x180B && r <= 0x180F, r == 0x2800, r == 0x3164, r == 0xFFA0:
		return false // fillers and other characters without a picture
	case r >= 0xFE00 && r <= 0xFE0D, r >= 0xE0000 && r <= 0xE0FFF:
		return false // variation selectors and tags can hide text; U+FE0E and U+FE0F choose a picture
	}
	return unicode.IsGraphic(r)
}

// control returns the mark of a C0 control or DEL.
func (d Display) control(s Span, r rune) Cell {
	if d.ASCII {
		return Cell{Source: s, Text: "^" + string(r^0x40), Width: 2, Mark: true}
	}
	picture := 0x2400 + r
	if r == 0x7F {
		picture = 0x2421
	}
	return Cell{Source: s, Text: string(picture), Width: 1, Mark: true}
}

// space returns the mark of a blank other than U+0020.
func (d Display) space(s Span, r rune) Cell {
	if d.ASCII {
		return d.mark(s, fmt.Sprintf("U+%04X", r))
	}
	w := max(displaywidth.Rune(r), 1)
	return Cell{Source: s, Text: strings.Repeat("\u2423", w), Width: w, Mark: true}
}

// mark returns the mark that names what stands at s.
func (d Display) mark(s Span, name string) Cell {
	open, shut := "\u27E8", "\u27E9"
	if d.ASCII {
		open, shut = "<", ">"
	}
	return Cell{Source: s, Text: open + name + shut, Width: len(name) + 2, Mark: true}
}

// String returns all of s on one line, fit to be shown: for names, messages and
// titles.
func (d Display) String(s string) string {
	d.Flat = true
	if clean(s) {
		return s
	}
	var out strings.Builder
	for _, c := range d.Cells(nil, []byte(s), 0, 0) {
		out.WriteString(c.Text)
	}
	return out.String()
}

// Printable is Display{}.String: untrusted text on one line.
func Printable(s string) string { return Display{}.String(s) }

// clean reports whether s is printable ASCII.
func clean(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7F {
			return false
		}
	}
	return true
}

// Width returns the width of s in terminal cells, measured as the cells of
// Display are.
func Width(s string) int { return displaywidth.String(s) }
