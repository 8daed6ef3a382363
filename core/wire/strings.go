package wire

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"compactlens/core/source"
)

// stringEnd is true for the bytes a string's plain run stops at.
var stringEnd = func() (t [256]bool) {
	for c := range 0x20 {
		t[c] = true
	}
	t['"'], t['\\'], t['\''] = true, true, true
	return t
}()

// endIn returns the index in b, from at on, of the first quote, backslash or
// control, or of one of the last seven bytes of b, which it does not look at. It
// looks at eight bytes at once: flipping their second bit makes the quote the
// neighbour of the controls, and subtracting more than a byte holds borrows into
// its top bit. The lowest bit that is set so is right.
func endIn(b []byte, at int) int {
	for ; at+eight <= len(b); at += eight {
		w := binary.LittleEndian.Uint64(b[at:])
		slash, low := w^ones*'\\', w^ones*2
		ends := ((low-ones*('"'^2+1))&^w | (slash-ones)&^slash) & tops
		if ends != 0 {
			return at + bits.TrailingZeros64(ends)/8
		}
	}
	return at
}

// str passes over a string; the current byte is its opening quote.
func (p *parser) str(quote byte, value bool) {
	start := p.at
	p.at++
	for {
		if quote == '"' {
			p.at = endIn(p.b, p.at)
		}
		for p.at < len(p.b) && !stringEnd[p.b[p.at]] {
			p.at++
		}
		if p.at >= len(p.b) {
			p.lose(Fault{Kind: Cut, Span: source.At(len(p.b)), Related: source.Span{Start: start, End: start + 1}, Explain: "this string is not closed"})
			return
		}
		switch c := p.b[p.at]; {
		case c == quote:
			if value && p.unescaped() {
				p.quoteInside(start)
				p.at++
				continue
			}
			if value {
				p.endEarlier(start)
			}
			p.at++
			return
		case c == '\\' && p.at+1 < len(p.b) && shortEscape[p.b[p.at+1]] != 0:
			p.at += 2
		case c == '\\':
			if _, ok := hex4(p.b[p.at:]); ok {
				p.at += 6
			} else {
				p.escape()
			}
		case c < 0x20:
			from := p.at
			for p.at < len(p.b) && p.b[p.at] < 0x20 {
				p.at++
			}
			p.fault(Fault{Kind: RawControl, Span: source.Span{Start: from, End: p.at}})
		default:
			p.at++
		}
	}
}

// quoteInside records the unescaped quote at the current place; several in the
// string that begins at start are one fault.
func (p *parser) quoteInside(start int) {
	here := source.Span{Start: p.at, End: p.at + 1}
	if k := len(p.faults) - 1; k >= 0 && p.faults[k].Kind == UnescapedQuote && p.faults[k].Span.Start > start {
		if len(p.faults[k].Also) < MaxFaults {
			p.faults[k].Also = append(p.faults[k].Also, here)
		}
		return
	}
	p.fault(Fault{Kind: UnescapedQuote, Span: here, Want: `\"`})
}

// doubled reports whether the key that begins at start and was read is empty because its
// opening quote stands twice. It records that and reads the key from the second one on.
func (p *parser) doubled(start int) bool {
	const both = `""`
	if p.lost || p.at != start+len(both) || string(p.b[start:p.at]) != both || p.at == len(p.b) ||
		p.b[p.at] == '"' || p.b[p.at] == ':' || isSpace(p.b[p.at]) || !endsKey(p.b[p.at:]) {
		return false
	}
	p.fault(Fault{Kind: UnexpectedByte, Span: source.Span{Start: start + 1, End: start + 2}, Want: "the key behind one quote"})
	p.at = start + 1
	p.str('"', false)
	return true
}

// endEarlier ends the string that begins at start at the quote behind a backslash where it
// was meant to end, if there is one, and records that.
func (p *parser) endEarlier(start int) {
	end := p.escapedEnd(start)
	if end == 0 {
		return
	}
	for k := len(p.faults); k > 0 && p.faults[k-1].Span.Start > end; k-- {
		p.faults = p.faults[:k-1] // line breaks between members are none in a string
	}
	p.fault(Fault{Kind: UnexpectedByte, Span: source.Span{Start: end - 1, End: end}, Want: "the end of the string"})
	p.at = end
}

// escapedEnd returns the offset of the quote, behind a backslash, at which the string that
// begins at start was meant to end, 0 where there is none. The quote at the current place,
// which ends it instead, begins the next key then: nothing but brackets and a comma stand
// between the two.
func (p *parser) escapedEnd(start int) int {
	if endsValue(p.b, p.at+1) || !endsKey(p.b[p.at+1:]) {
		return 0
	}
	before := bytes.TrimRight(p.b[start+1:p.at], " \t\r\n")
	if !bytes.HasSuffix(before, []byte(",")) {
		return 0
	}
	before = bytes.TrimRight(before, ",}] \t\r\n")
	slashes := len(before) - 1 - len(bytes.TrimRight(before[:max(len(before)-1, 0)], `\`))
	if !bytes.HasSuffix(before, []byte(`"`)) || slashes%2 == 0 {
		return 0
	}
	return start + len(before)
}

// unescaped reports whether the quote at the current place cannot end a value:
// something other than a comma, a closing bracket or the end stands behind it,
// and a quote of its kind that can end it follows.
func (p *parser) unescaped() bool {
	if endsValue(p.b, p.at+1) {
		return false
	}
	quote, rest := p.b[p.at], p.b[p.at+1:]
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case quote:
			// The next quote decides: a key would be followed by a colon, and the next
			// key begins with it.
			at := p.at + 1 + i + 1
			for at < len(p.b) && isSpace(p.b[at]) {
				at++
			}
			return (at == len(p.b) || p.b[at] != ':') && !beginsKey(rest, i, quote)
		}
	}
	return false
}

// beginsKey reports whether the quote at rest[i] begins a key: it stands behind a
// comma, and a colon stands behind the quote that ends it.
func beginsKey(rest []byte, i int, quote byte) bool {
	before := bytes.TrimRight(rest[:i], " \t\r\n")
	if !bytes.HasSuffix(before, []byte(",")) {
		return false
	}
	after := rest[i+1:]
	end := bytes.IndexByte(after, quote)
	return end >= 0 && bytes.HasPrefix(bytes.TrimLeft(after[end+1:], " \t\r\n"), []byte(":"))
}

// endsValue reports whether what stands at offset at may follow a value.
func endsValue(b []byte, at int) bool {
	for at < len(b) && isSpace(b[at]) {
		at++
	}
	return at == len(b) || b[at] == ',' || b[at] == '}' || b[at] == ']'
}

// escape passes over a backslash and what belongs to it.
func (p *parser) escape() {
	start := p.at
	p.at++
	if p.at == len(p.b) {
		return // the caller finds the cut
	}
	switch c := p.b[p.at]; {
	case shortEscape[c] != 0:
		p.at++
		return
	case c == 'u':
		p.at++
		if _, ok := hex4(p.b[start:]); ok {
			p.at += 4
			return
		}
		for n := 0; n < 4; n++ {
			if p.at == len(p.b) {
				return
			}
			if !isHex(p.b[p.at]) {
				p.fault(Fault{Kind: BadEscape, Span: source.Span{Start: start, End: p.at}, Want: "four hexadecimal digits"})
				return
			}
			p.at++
		}
		return
	}
	s := p.character()
	p.fault(Fault{Kind: BadEscape, Span: source.Span{Start: start, End: s.End}, Want: `\\`})
	if p.b[p.at] >= 0x20 {
		p.at = s.End
	}
}

func isHex(c byte) bool { return hexDigit[c] >= 0 }
