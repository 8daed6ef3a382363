package explain

import "strings"

// List returns all names by kind, one a line with its title, for a terminal.
func List() string {
	var out strings.Builder
	for _, kind := range Kinds() {
		width := 0
		for _, e := range All() {
			if e.Kind == kind {
				width = max(width, len(e.Name))
			}
		}
		out.WriteString(strings.ToUpper(string(kind)) + "\n")
		for _, e := range All() {
			if e.Kind != kind {
				continue
			}
			about := e.Title
			if about == "" {
				about = e.What
			}
			out.WriteString("  " + e.Name + strings.Repeat(" ", width-len(e.Name)+2) + about + "\n")
		}
		out.WriteString("\n")
	}
	return strings.TrimSuffix(out.String(), "\n")
}
