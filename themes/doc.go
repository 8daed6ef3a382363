// Package themes turns one palette into everything that has a colour: the
// sequences a terminal wants for every style, in every colour profile.
//
// A palette gives a colour to each of some twenty roles (text, border, error, …).
// Whoever draws names a role, never a colour, so a theme is one row of the table
// in builtin.go, or later a file with the same keys. The package holds no state
// and does no I/O; asking the terminal is the room themes/terminal, and
// highlighting of XML, JSON and Markdown is themes/highlight.
package themes
