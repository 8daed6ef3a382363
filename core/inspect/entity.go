package inspect

import (
	"fmt"
	"html"
	"strings"
	"unicode"
)

// characters says how XML writes what an entity of HTML stands for: as itself, where
// that can be seen and is no markup, or by its number. It is empty where got is no
// such entity.
func characters(got string) string {
	plain := html.UnescapeString(got)
	if plain == got || strings.HasSuffix(plain, ";") {
		return ""
	}
	var numbers strings.Builder
	itself := true
	for _, r := range plain {
		fmt.Fprintf(&numbers, "&#%d;", r)
		itself = itself && unicode.IsGraphic(r) && !unicode.IsSpace(r) && !strings.ContainsRune("<>&", r)
	}
	if itself {
		return plain + " or " + numbers.String()
	}
	return numbers.String()
}
