// Package character says in words what a character, or a byte that is part of none,
// is: above all those that cannot be seen. It knows nothing of this project and does
// no I/O.
package character

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/runenames"
)

// Part is one code point of a text, or a byte that is none.
type Part struct {
	Rune   rune   // -1 for a byte that is no character
	Bytes  []byte // how it is written
	Name   string // in Unicode's capitals; of a byte that is no character, why
	Hidden bool   // it is a control, or draws nothing, or changes how others are drawn
}

// String returns the code point with its name: "U+202E RIGHT-TO-LEFT OVERRIDE".
func (p Part) String() string {
	if p.Rune < 0 {
		return p.Number() + ", not UTF-8: " + p.Name
	}
	return p.Number() + " " + p.Name
}

// Number returns what the part is without its name: "U+202E", or of a byte that is not
// UTF-8 "byte FF".
func (p Part) Number() string {
	if p.Rune < 0 {
		return fmt.Sprintf("byte %02X", p.Bytes[0])
	}
	return fmt.Sprintf("U+%04X", p.Rune)
}

// First returns the code point that b, which is not empty, begins with.
func First(b []byte) Part {
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n == 1 {
		return Part{Rune: -1, Bytes: b[:1], Name: invalid(b), Hidden: true}
	}
	return Part{Rune: r, Bytes: b[:n], Name: Name(r), Hidden: hidden(r)}
}

// Name returns the name of r as the Unicode standard has it; of a control, its usual
// one. It is never empty.
func Name(r rune) string {
	switch {
	case r >= 0 && int(r) < len(c0):
		return c0[r]
	case r >= 0x7F && int(r-0x7F) < len(c1):
		return c1[r-0x7F]
	case r == 0xFEFF:
		return "ZERO WIDTH NO-BREAK SPACE (BYTE ORDER MARK)"
	case r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF:
		return "NONCHARACTER"
	}
	name := runenames.Name(r)
	kind, isRange := strings.CutPrefix(name, "<")
	switch kind = strings.TrimSuffix(kind, ">"); {
	case isRange && strings.HasPrefix(kind, "CJK Ideograph"):
		return fmt.Sprintf("CJK UNIFIED IDEOGRAPH-%04X", r)
	case isRange:
		return strings.ToUpper(kind)
	case name != "":
		return name
	case unicode.IsGraphic(r):
		return "A CHARACTER OF A NEWER UNICODE"
	}
	return "UNASSIGNED"
}

// hidden reports whether r is no picture of itself.
func hidden(r rune) bool {
	return r != ' ' && !unicode.IsGraphic(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r == 0x2800 || r != ' ' && unicode.IsSpace(r)
}

// invalid says why the first byte of b begins no character.
func invalid(b []byte) string {
	c := b[0]
	switch {
	case c < 0xC0:
		return "the rest of a character without its first byte"
	case c < 0xC2 || c > 0xF4:
		return "no character begins with it"
	}
	if len(b) < 2 || b[1]&0xC0 != 0x80 {
		return "a character that is cut short"
	}
	switch {
	case c == 0xE0 && b[1] < 0xA0 || c == 0xF0 && b[1] < 0x90:
		return "a character written longer than it may be"
	case c == 0xED && b[1] >= 0xA0:
		return "half of a surrogate pair"
	case c == 0xF4 && b[1] >= 0x90:
		return "a number beyond U+10FFFF"
	}
	return "a character that is cut short"
}

// c0 names the controls from U+0000 on.
var c0 = [...]string{
	"NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY", "ACKNOWLEDGE", "ALERT",
	"BACKSPACE", "CHARACTER TABULATION", "LINE FEED", "LINE TABULATION", "FORM FEED", "CARRIAGE RETURN", "SHIFT OUT", "SHIFT IN",
	"DATA LINK ESCAPE", "DEVICE CONTROL ONE", "DEVICE CONTROL TWO", "DEVICE CONTROL THREE", "DEVICE CONTROL FOUR", "NEGATIVE ACKNOWLEDGE",
	"SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL", "END OF MEDIUM", "SUBSTITUTE", "ESCAPE",
	"INFORMATION SEPARATOR FOUR", "INFORMATION SEPARATOR THREE", "INFORMATION SEPARATOR TWO", "INFORMATION SEPARATOR ONE",
}

// c1 names the controls from U+007F on.
var c1 = [...]string{
	"DELETE", "PADDING CHARACTER", "HIGH OCTET PRESET", "BREAK PERMITTED HERE", "NO BREAK HERE", "INDEX", "NEXT LINE",
	"START OF SELECTED AREA", "END OF SELECTED AREA", "CHARACTER TABULATION SET", "CHARACTER TABULATION WITH JUSTIFICATION",
	"LINE TABULATION SET", "PARTIAL LINE FORWARD", "PARTIAL LINE BACKWARD", "REVERSE LINE FEED", "SINGLE SHIFT TWO", "SINGLE SHIFT THREE",
	"DEVICE CONTROL STRING", "PRIVATE USE ONE", "PRIVATE USE TWO", "SET TRANSMIT STATE", "CANCEL CHARACTER", "MESSAGE WAITING",
	"START OF GUARDED AREA", "END OF GUARDED AREA", "START OF STRING", "SINGLE GRAPHIC CHARACTER INTRODUCER", "SINGLE CHARACTER INTRODUCER",
	"CONTROL SEQUENCE INTRODUCER", "STRING TERMINATOR", "OPERATING SYSTEM COMMAND", "PRIVACY MESSAGE", "APPLICATION PROGRAM COMMAND",
}
