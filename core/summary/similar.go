package summary

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"compactlens/core/similar"
)

// space reports whether r is white space in the sense the contract trims by.
func space(r rune) bool { return unicode.IsSpace(r) }

// section returns the section that an element's name means, and whether it is
// exactly its name. None where the name is like none of the five.
func section(name []byte) (id SectionID, exact bool) {
	if id = SectionByName(string(name)); id != None {
		return id, true
	}
	best, least := None, maxEdits+1
	for id = Goal; id <= OpenItems; id++ {
		if d := distance(fold(name), fold([]byte(id.String()))); d < least {
			best, least = id, d
		}
	}
	if best != None && least*3 > len(best.String()) {
		return None, false
	}
	return best, false
}

// maxEdits is how many letters a misspelt name may differ in.
const maxEdits = 3

// maxName bounds the names that are compared, in bytes.
const maxName = 32

// fold returns name in small letters without what separates its words.
func fold(name []byte) []byte {
	if len(name) > maxName {
		return name
	}
	return bytes.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// distance returns in how many letters a and b differ. Above maxEdits it may return any
// larger number.
func distance(a, b []byte) int {
	if max(len(a), len(b)) > maxName || max(len(a)-len(b), len(b)-len(a)) > maxEdits {
		return maxEdits + 1
	}
	return similar.Distance(string(a), string(b))
}

// meant returns the reference to write instead of the refused one in text, empty
// where nobody can know.
func meant(text []byte) string {
	body := strings.Trim(string(text), "&;")
	if number, is := strings.CutPrefix(body, "#"); is {
		base := 10
		if rest := strings.TrimLeft(number, "xX"); rest != number {
			number, base = rest, 16
		}
		n, err := strconv.ParseUint(number, base, 32)
		if err != nil || n > unicode.MaxRune || !allowed(rune(n)) {
			return ""
		}
		return "&#" + strings.ToLower(string(body[1:2])) + string(body[2:]) + ";"
	}
	if lower := strings.ToLower(body); predefinedName([]byte(lower)) {
		return "&" + lower + ";"
	}
	plain := html.UnescapeString("&" + body + ";")
	if strings.HasSuffix(plain, ";") {
		return "&amp;" + body + ";"
	}
	r, n := utf8.DecodeRuneInString(plain)
	switch {
	case n != len(plain):
		return plain // a few entities stand for two characters
	case space(r) || !unicode.IsPrint(r) || r == '<' || r == '&':
		return "&#" + strconv.Itoa(int(r)) + ";"
	}
	return plain
}
