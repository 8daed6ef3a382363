package character

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"compactlens/core/source"
)

func TestFirst(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"&x", "U+0026 AMPERSAND"},
		{"\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"},
		{"\u200b", "U+200B ZERO WIDTH SPACE"},
		{"\u2066", "U+2066 LEFT-TO-RIGHT ISOLATE"},
		{"\x00", "U+0000 NULL"},
		{"\x1b[", "U+001B ESCAPE"},
		{"\x1f", "U+001F INFORMATION SEPARATOR ONE"},
		{"\x7f", "U+007F DELETE"},
		{"\u0080", "U+0080 PADDING CHARACTER"},
		{"\u009b", "U+009B CONTROL SEQUENCE INTRODUCER"},
		{"\u009f", "U+009F APPLICATION PROGRAM COMMAND"},
		{"\u00a0", "U+00A0 NO-BREAK SPACE"},
		{"\ufeff", "U+FEFF ZERO WIDTH NO-BREAK SPACE (BYTE ORDER MARK)"},
		{"日", "U+65E5 CJK UNIFIED IDEOGRAPH-65E5"},
		{"한", "U+D55C HANGUL SYLLABLE"},
		{"👩", "U+1F469 WOMAN"},
		{"\ue000", "U+E000 PRIVATE USE"},
		{"\uffff", "U+FFFF NONCHARACTER"},
		{"\ufdd0", "U+FDD0 NONCHARACTER"},
		{"\ufffd", "U+FFFD REPLACEMENT CHARACTER"},
		{"\U000E0041", "U+E0041 TAG LATIN CAPITAL LETTER A"},
		{"\u0378", "U+0378 UNASSIGNED"},
		{"\x80", "byte 80, not UTF-8: the rest of a character without its first byte"},
		{"\xff", "byte FF, not UTF-8: no character begins with it"},
		{"\xc0\x80", "byte C0, not UTF-8: no character begins with it"},
		{"\xe6\x97", "byte E6, not UTF-8: a character that is cut short"},
		{"\xe6x", "byte E6, not UTF-8: a character that is cut short"},
		{"\xe0\x80\x80", "byte E0, not UTF-8: a character written longer than it may be"},
		{"\xed\xa0\x80", "byte ED, not UTF-8: half of a surrogate pair"},
		{"\xf4\x90\x80\x80", "byte F4, not UTF-8: a number beyond U+10FFFF"},
	} {
		if got := First([]byte(c.in)).String(); got != c.want {
			t.Errorf("%q is %q, want %q", c.in, got, c.want)
		}
	}
}

// Whatever is shown by a mark has a name, and is known to be hidden.
func TestEveryMarkHasAName(t *testing.T) {
	for r := range rune(unicode.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		p := First([]byte(string(r)))
		if p.Name == "" || strings.ContainsAny(p.Name, "<>") || p.Name != strings.ToUpper(p.Name) {
			t.Fatalf("U+%04X is called %q", r, p.Name)
		}
		if r >= 0xE0100 || r >= 0x30000 && r < 0xE0000 {
			continue // nothing new
		}
		cells := source.Display{}.Cells(nil, []byte(string(r)), 0, 0)
		if len(cells) != 1 || cells[0].Mark && !p.Hidden && !unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) {
			t.Errorf("%v is shown as %+v", p, cells)
		}
	}
	for c := 0x80; c < 0x100; c++ {
		if p := First([]byte{byte(c)}); p.Rune >= 0 || p.Name == "" || !p.Hidden {
			t.Errorf("byte %02X is %v", c, p)
		}
	}
}
