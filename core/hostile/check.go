package hostile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Passed reports something hostile that got through.
type Passed struct {
	Offset int    // bytes from the start of the output, 0-based
	What   string // what it is
	Near   string // the output around it, quoted
}

func (e *Passed) Error() string { return fmt.Sprintf("%s at byte %d: %s", e.What, e.Offset, e.Near) }

// Allow says what an output may hold beside text that can be shown.
type Allow uint8

// What may be allowed.
const (
	Lines  Allow = 1 << iota // line feeds
	Return                   // carriage returns in front of them
	Styles                   // colours and other attributes of text: SGR
	Screen                   // what moves the cursor, clears, and sets the modes of the interface
)

// Check returns what an output holds that it must not, nil for nothing; the error
// is a *Passed. It reads the output as a terminal does: as text, and as sequences
// from ESC on, of which each must be one that is allowed, and whole.
func Check(out []byte, a Allow) error {
	c := checker{out: out, allow: a}
	for c.at < len(out) && c.failed == nil {
		c.next()
	}
	if c.failed != nil {
		return c.failed
	}
	return nil
}

type checker struct {
	out    []byte
	allow  Allow
	at     int
	before rune // the one before, 0 at the start of a line and behind a sequence
	marks  int  // combining characters in a row
	failed *Passed
}

// next takes one character or sequence.
func (c *checker) next() {
	r, n := utf8.DecodeRune(c.out[c.at:])
	switch {
	case r == utf8.RuneError && n == 1:
		c.fail("an invalid byte")
	case r == 0x1B:
		c.sequence()
	case r == '\n' && c.allow&Lines != 0, r == '\r' && c.allow&Return != 0:
		c.at++
		c.before = 0
	default:
		after, _ := utf8.DecodeRune(c.out[c.at+n:])
		if what := c.refuse(r, after); what != "" {
			c.fail(fmt.Sprintf("%s, %U,", what, r))
		}
		c.at += n
		c.before = r
	}
}

// refuse says why a character must not be written, or nothing.
func (c *checker) refuse(r, after rune) string {
	switch {
	case unicode.Is(unicode.Cc, r):
		return "a control character"
	case r == 0x200D:
		if !joinable(c.before) || !joinable(after) {
			return "a joiner that joins no pictures"
		}
		return ""
	case unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs):
		return "an invisible character"
	case strings.ContainsRune("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0", r), unicode.Is(unicode.Variation_Selector, r) && r != 0xFE0E && r != 0xFE0F:
		return "a character without a picture"
	case !unicode.IsGraphic(r):
		return "a character that is none"
	}
	if !unicode.Is(unicode.M, r) {
		c.marks = 0
		return ""
	}
	if c.marks++; c.marks > 10 {
		return "too many combining characters in a row"
	}
	if c.before == 0 {
		return "a combining character with nothing before it"
	}
	return ""
}

// joinable reports whether r is a picture or belongs to one.
func joinable(r rune) bool { return r > 0x2000 && r != 0x200D && unicode.In(r, unicode.S, unicode.M) }

// The modes of the interface: the cursor, the mouse with its extended reports, the
// alternate screen, pasting, and frames that are shown at once.
var modes = map[string]bool{"25": true, "1000": true, "1002": true, "1003": true, "1006": true, "1015": true, "1049": true, "2004": true, "2026": true}

// background asks the terminal for its background.
const background = "\x1b]11;?\x1b\\"

// sequence takes the sequence that begins here.
func (c *checker) sequence() {
	rest := string(c.out[c.at:])
	c.before = 0
	if c.allow&Screen != 0 && strings.HasPrefix(rest, background) {
		c.at += len(background)
		return
	}
	if copied, is := strings.CutPrefix(rest, "\x1b]52;c;"); is && c.allow&Screen != 0 { // to the clipboard
		if end := strings.IndexFunc(copied, func(r rune) bool {
			return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("+/=", r))
		}); end >= 0 && (copied[end] == '\a' || strings.HasPrefix(copied[end:], "\x1b\\")) {
			c.at += len("\x1b]52;c;") + end + 1
			if copied[end] == 0x1B {
				c.at++
			}
			return
		}
	}
	body, is := strings.CutPrefix(rest, "\x1b[")
	if !is {
		c.fail("a sequence that is none of the program's")
		return
	}
	end := strings.IndexFunc(body, func(r rune) bool { return r >= 0x40 && r <= 0x7E || r < 0x20 || r > 0x7E })
	if end < 0 {
		c.fail("a sequence without an end")
		return
	}
	if !c.control(body[:end], body[end]) {
		c.fail("a control sequence that is none of the program's")
		return
	}
	c.at += len("\x1b[") + end + 1
}

// control reports whether a control sequence with these parameters is allowed.
func (c *checker) control(parameters string, final byte) bool {
	plain := strings.Trim(parameters, "0123456789;") == ""
	switch {
	case final == 'm' && plain:
		return c.allow&Styles != 0
	case c.allow&Screen == 0:
		return false
	case strings.IndexByte("ABCDHJK", final) >= 0 && plain, final == 'c' && parameters == "":
		return true
	case final == 'h' || final == 'l':
		list, is := strings.CutPrefix(parameters, "?")
		for m := range strings.SplitSeq(list, ";") {
			is = is && modes[m]
		}
		return is
	}
	return false
}

func (c *checker) fail(what string) {
	from, to := max(c.at-40, 0), min(c.at+40, len(c.out))
	c.failed = &Passed{Offset: c.at, What: what, Near: fmt.Sprintf("%q", c.out[from:to])}
}
