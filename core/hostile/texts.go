package hostile

import (
	"math/rand/v2"
	"strings"
)

// Text is one hostile text. It may hold any bytes.
type Text struct {
	Name string // printable ASCII, for the names of tests
	Text string
}

// Texts returns all of them: every C0 and C1 control, the characters that turn,
// hide or pile up text, every kind of escape sequence whole, broken off and in its
// 8-bit form, invalid UTF-8, and what ends a line or a markup language.
func Texts() []Text {
	texts := []Text{
		{"C0", "x" + everyRune(0, 0x1F) + "\x7f"},
		{"C1", "x" + everyRune(0x80, 0x9F)},
		{"C1 bytes", "x" + everyByte(0x80, 0x9F)},
		{"high bytes", "x" + everyByte(0xA0, 0xFF)},
		{"bidirectional", spaced(0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x206A, 0x206F)},
		{"zero width", spaced(0x00AD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0x2061, 0x2064, 0x2800, 0x3164, 0xFEFF, 0xFFA0)},
		{"variation", spaced(0xFE00, 0xFE0D, 0xFE0E, 0xFE0F, 0xE0100, 0xE01EF, 0x180B, 0x180F)},
		{"tags", "a" + everyRune(0xE0020, 0xE007F) + "b\U000E0001c"},
		{"no characters", spaced(0xFFF9, 0xFFFA, 0xFFFB, 0xFFFC, 0xFFFE, 0xFFFF, 0xFDD0, 0xE000, 0xF8FF, 0x10FFFF, 0x0378)},
		{"blanks and line ends", spaced('\t', '\n', '\v', '\f', '\r', 0x85, 0xA0, 0x2028, 0x2029, 0x2003, 0x3000) + "\r\n\r"},
		{"combining", "\u0301\u0489 " + "e" + strings.Repeat("\u0301", 40) + "\u20dd\u0903\u0e33"},
		{"joined", "a\u200db \U0001F469\u200d\U0001F4BB \u200d\U0001F469 \U0001F469\u200d" + strings.Repeat("\u200d\U0001F469", 30)},
		{"regional", strings.Repeat("\U0001F1E6", 9) + "\U0001F3FB\u20e3"},
		{"invalid UTF-8", "\xc0\xaf \xe0\x80\xaf \xed\xa0\x80\xed\xb0\x80 \xf4\x90\x80\x80 \xf8\x88\x80\x80\x80 \xe2\x82 \xf0\x9f\x91 \xff\xfe \xc2"},
		{"markup", `</script></style>]]>--><img src=x onerror=alert(1)>"'&quot;<!-- |*_` + "`[a](javascript:x) | x |"},
		{"commands", "\n::error file=x::y\n::stop-commands::z\r\n##vso[task]%0A%25\n# x\n- y\n```\n"},
	}
	return append(texts, sequences()...)
}

// sequences returns every kind of escape sequence.
func sequences() []Text {
	const st = "\x1b\\"
	all := []Text{
		{"CSI", "\x1b[31m\x1b[2J\x1b[H\x1b[6n\x1b[?1049l\x1b[?1003h\x1b[20l\x1b[4;1$y\x1b[>0q\x1b[!p\x1b[1;1r\x1b[99999999999b"},
		{"OSC with BEL", "\x1b]0;title\a\x1b]52;c;aGk=\a\x1b]8;;http://x\alink\x1b]8;;\a\x1b]11;?\a\x1b]50;x\a"},
		{"OSC with ST", "\x1b]2;title" + st + "\x1b]1337;File=:aGk=" + st + "\x1b]9;4;1" + st},
		{"DCS", "\x1bP1$r0m" + st + "\x1bPtmux;\x1b\x1b]52;c;aGk=\a" + st + "\x1bPq#0~" + st + "\x1bP+q544e" + st},
		{"APC, PM, SOS", "\x1b_Ga=T;aGk=" + st + "\x1b^pm" + st + "\x1bXsos" + st},
		{"SS2, SS3", "\x1bNa\x1bOP\x1bOA"},
		{"charset shifts", "\x1b(0lqk\x1b)0\x0e\x0f\x1bn\x1bo\x1b|\x1b}\x1b~\x1b%G\x1b%@\x1b*A"},
		{"resets and others", "\x1bc\x1b7\x1b8\x1b=\x1b>\x1bD\x1bE\x1bM\x1bH\x1b#8\x1bZ\x1b F\x05"},
		{"8 bit", "\x9b31m\x9d0;title\x9c\x90q\x9c\x9fG\x9c\x9ep\x9c\x98s\x9c\x8ea\x8fP"},
		{"8 bit in UTF-8", "\u009b31m\u009d0;title\u009c\u0090q\u009c\u009fG\u009c\u009ep\u009c\u0098s\u009c\u008ea\u008fP\u0085"},
		{"begun in text", "a\x1b\x1b[\x1b[3\u20281m\x1b\n[0m\x1b\u200b]0;x"},
	}
	for _, open := range []string{"\x1b", "\x1b[", "\x1b[31", "\x1b]", "\x1b]0;", "\x1b]52;c;aGk=", "\x1b]0;x\x1b", "\x1bP", "\x1bPq", "\x1b_G", "\x1b^", "\x1bX", "\x1bN", "\x1bO", "\x1b(", "\x1b%", "\x9b", "\x9d0;", "\x90", "\xc2"} {
		all = append(all, Text{"without an end " + ascii(open), "x" + open})
	}
	return all
}

// All returns all texts in one.
func All() string {
	var b strings.Builder
	for _, t := range Texts() {
		b.WriteString(t.Text + " ")
	}
	return b.String()
}

// Random returns a text of about n bytes made of pieces of the others and random
// bytes.
func Random(r *rand.Rand, n int) string {
	texts := Texts()
	var b strings.Builder
	for b.Len() < n {
		switch t := texts[r.IntN(len(texts))].Text; r.IntN(3) {
		case 0:
			from := r.IntN(len(t))
			b.WriteString(t[from : from+r.IntN(len(t)-from)])
		case 1:
			b.WriteByte(byte(r.IntN(256)))
		default:
			b.WriteRune(rune(r.IntN(0x3000)))
		}
	}
	return b.String()
}

// Names returns names of files with hostile texts in them: without the bytes that
// no file system takes.
func Names() []string {
	clean := strings.NewReplacer("/", "", "\x00", "")
	var names []string
	for _, t := range Texts() {
		name := clean.Replace(t.Text)
		names = append(names, name[:min(len(name), 100)])
	}
	return names
}

func everyRune(from, to rune) string {
	var b strings.Builder
	for r := from; r <= to; r++ {
		b.WriteRune(r)
	}
	return b.String()
}

func everyByte(from, to int) string {
	var b strings.Builder
	for c := from; c <= to; c++ {
		b.WriteByte(byte(c))
	}
	return b.String()
}

// spaced returns every rune between letters, and all of them in a row.
func spaced(all ...rune) string {
	return "a" + strings.Join(strings.Split(string(all), ""), "b") + " " + string(all)
}

// ascii writes s so that it can stand in the name of a test.
func ascii(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == 0x1B:
			b.WriteString("ESC")
		case c < 0x21 || c >= 0x7F:
			const hex = "0123456789ABCDEF"
			b.WriteString("x" + string(hex[c>>4]) + string(hex[c&15]))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
