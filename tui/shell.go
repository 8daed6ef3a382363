package tui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"compactlens/core/source"
)

// shellQuoted writes s as one word of a shell's command line. What cannot be seen, or
// would drive the terminal that it is pasted into, is written in the form $'…', which
// bash, zsh, ksh and newer POSIX shells read.
func shellQuoted(s string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"
	switch {
	case s != "" && strings.Trim(s, safe) == "":
		return s
	case utf8.ValidString(s) && source.Printable(s) == s:
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var out strings.Builder
	out.WriteString("$'")
	for at := 0; at < len(s); {
		r, n := utf8.DecodeRuneInString(s[at:])
		part := s[at : at+n]
		at += n
		switch {
		case r == '\'' || r == '\\':
			out.WriteString(`\` + part)
		case source.Printable(part) == part && (r != utf8.RuneError || n > 1):
			out.WriteString(part)
		default:
			for _, b := range []byte(part) {
				fmt.Fprintf(&out, `\%03o`, b)
			}
		}
	}
	return out.String() + "'"
}

// commandLine writes words as a command line that can be pasted into a shell.
func commandLine(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellQuoted(w)
	}
	return strings.Join(quoted, " ")
}

// argument returns a path so that no command takes it for a flag.
func argument(path string) string {
	if strings.HasPrefix(path, "-") && path != "-" {
		return "./" + path
	}
	return path
}
