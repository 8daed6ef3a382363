package settings

import "strings"

// UTF8 reports whether the locale's characters are UTF-8. One that names no
// character set, or none at all, is taken for one that does: terminals are, and in a
// container nobody says so. C and POSIX are names, and mean ASCII.
func UTF8(getenv func(string) string) bool {
	for _, name := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		v := getenv(name)
		if v == "" {
			continue // an empty one does not count, by the rules of POSIX
		}
		if v == "C" || v == "POSIX" {
			return false
		}
		_, set, named := strings.Cut(v, ".")
		set, _, _ = strings.Cut(set, "@")
		set = strings.ToLower(strings.ReplaceAll(set, "-", ""))
		return !named || set == "utf8"
	}
	return true
}
