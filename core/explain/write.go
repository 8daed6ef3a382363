package explain

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"compactlens/core/inspect"
)

// Text returns an entry for a terminal, without colour: a name with its kind, and
// one paragraph for each part.
func Text(e Entry) string {
	var b strings.Builder
	b.WriteString(e.Name)
	if e.Number > 0 {
		fmt.Fprintf(&b, " (%d)", e.Number)
	}
	fmt.Fprintf(&b, " — %s", e.Kind)
	if e.Title != "" {
		b.WriteString(": " + e.Title)
	}
	b.WriteString("\n")
	for _, part := range []struct{ label, text string }{{"what", e.What}, {"why", e.Why}, {"next", e.Next}} {
		if part.text != "" {
			fmt.Fprintf(&b, "  %-5s %s\n", part.label, part.text)
		}
	}
	bad, good := examples(e)
	for _, part := range []struct{ label, text string }{{"bad", bad}, {"good", good}} {
		if part.text != "" {
			fmt.Fprintf(&b, "  %-5s %s\n", part.label, visible(part.text))
		}
	}
	if len(e.See) > 0 {
		b.WriteString("  see   " + strings.Join(e.See, ", ") + "\n")
	}
	return b.String()
}

// longest is how many bytes of an example are shown; of a longer one the beginning.
const longest = 600

// examples returns the examples of an entry cut to what is worth showing.
func examples(e Entry) (bad, good string) {
	bad, good = around(e.Bad, e.Good)
	for _, s := range []*string{&bad, &good} {
		if n := len(*s); n > longest {
			*s = fmt.Sprintf("%s… (%s bytes)", (*s)[:2*margin], inspect.Thousands(uint64(n))) // long ones are ASCII
		}
	}
	return bad, good
}

// margin is how many bytes of what is the same are shown on both sides of what
// differs in two long examples.
const margin = 40

// around returns two examples cut to where they differ.
func around(bad, good string) (string, string) {
	if len(bad) <= 3*margin && len(good) <= 3*margin {
		return bad, good
	}
	shorter := min(len(bad), len(good))
	head := 0
	for head < shorter && bad[head] == good[head] {
		head++
	}
	tail := 0
	for tail < shorter-head && bad[len(bad)-1-tail] == good[len(good)-1-tail] {
		tail++
	}
	cut := func(s string) string {
		start, end := head-margin, len(s)-tail+margin
		for start > 0 && !utf8.RuneStart(s[start]) {
			start--
		}
		for end < len(s) && !utf8.RuneStart(s[end]) {
			end++
		}
		out := s[max(start, 0):min(end, len(s))]
		if start > 0 {
			out = "…" + out
		}
		if end < len(s) {
			out += "…"
		}
		return out
	}
	return cut(bad), cut(good)
}

// visible shows what an example has that would not be seen, in Go's notation.
func visible(s string) string {
	quoted := fmt.Sprintf("%q", s)
	if quoted == `"`+strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`)+`"` {
		return s
	}
	return quoted
}

// Markdown returns the whole reference as one page.
func Markdown() []byte {
	var b strings.Builder
	b.WriteString("# Reference\n\nMade of the tables in the code; do not edit. `compactlens explain NAME` shows an entry.\n\n")
	for _, k := range Kinds() {
		fmt.Fprintf(&b, "- [%s](#%s)\n", heading(k), strings.ReplaceAll(strings.ToLower(heading(k)), " ", "-"))
	}
	for _, k := range Kinds() {
		fmt.Fprintf(&b, "\n## %s\n", heading(k))
		for _, e := range All() {
			if e.Kind == k {
				markdown(&b, e)
			}
		}
	}
	return []byte(b.String())
}

// heading is the kind in the plural.
func heading(k Kind) string {
	return map[Kind]string{
		KindReason: "Reasons of an invalid summary", KindRule: "Rules", KindAdvice: "Advice", KindCause: "Causes", KindReject: "Reject reasons",
		KindAttemptCause: "Causes behind reject reasons", KindInput: "Input fields", KindPolicy: "Policy fields", KindError: "Errors",
	}[k]
}

func markdown(b *strings.Builder, e Entry) {
	fmt.Fprintf(b, "\n### %s\n\n", e.Name)
	title := e.Title
	if e.Number > 0 {
		title = strings.TrimSpace(fmt.Sprintf("%d: %s", e.Number, title))
	}
	if title != "" {
		fmt.Fprintf(b, "*%s*\n\n", escape(title))
	}
	for _, text := range []string{e.What, e.Why} {
		if text != "" {
			b.WriteString(escape(text) + "\n")
		}
	}
	if e.Next != "" {
		b.WriteString("\n**Next:** " + escape(e.Next) + "\n")
	}
	bad, good := examples(e)
	for _, part := range []struct{ label, text string }{{"Bad", bad}, {"Good", good}} {
		if part.text != "" {
			fmt.Fprintf(b, "\n%s:\n\n    %s\n", part.label, visible(part.text))
		}
	}
	if len(e.See) > 0 {
		b.WriteString("\nSee `" + strings.Join(e.See, "`, `") + "`.\n")
	}
}

// escape keeps Markdown from reading text as markup.
func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", "*", `\*`, "_", `\_`, "`", "\\`").Replace(s)
}
