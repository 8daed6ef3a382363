package hostile

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// values are the strings of journals, requests, replies and provider bodies that
// hold free text: whatever a person, a model or a tool may have put there. The
// values of others are identifiers and enumerations.
var values = regexp.MustCompile(`"(?i:text|content|name|title|status|display_name|agent_name|model|model_id|provider|message|error|reason|subject|audit|cause|command|path|input|thinking|signature|summary|refusal|finish_reason|stop_reason|base_url|error_chain|arguments|detail|description)"\s*:\s*"`)

// Into returns a JSON document, or lines of them, with text at the start of every
// value that holds free text. What of it is not UTF-8 is written as lone halves of
// surrogate pairs.
func Into(doc []byte, text string) []byte {
	in := Escape(text)
	return values.ReplaceAllFunc(doc, func(key []byte) []byte { return append(key[:len(key):len(key)], in...) })
}

// Escape writes text as the inside of a JSON string: what may stand there is itself
// every second time.
func Escape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\ud8%02x`, text[i])
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r >= 0x20 && (r < 0x7F || i%2 == 0):
			b.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += n
	}
	return b.String()
}
