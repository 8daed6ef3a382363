package themes

import "slices"

// Style says how a piece of text looks, by what it means: the role of its
// foreground, the role of its background and its attributes. The zero value is
// plain text on the plain background. Styles can be compared and are constants:
//
//	themes.Error | themes.Bold
//	themes.Text.On(themes.Selection)
type Style uint32

// The roles. Each is a style with that foreground.
const (
	Text    Style = iota // what is read
	Dim                  // what is read second: labels, figures, what was not reached
	Faint                // what helps to find the way: line numbers, hints
	Border               // rules between panes; not text
	Accent               // the one accent: focus, keys, what is selected
	Passed               // a check that passed, an accepted summary
	Error                // the fault the runtime stops at, a rejection
	Hidden               // a fault hidden behind it
	Warning              // what is unknown, damaged or doubtful
	Note                 // advice that changes no verdict

	// Syntax.
	Tag     // element names and their brackets, keys of JSON
	Attr    // attribute names
	Value   // quoted values
	Literal // numbers, true, false, null
	Entity  // entities and escapes
	Comment // comments, declarations
	Mark    // what stands for bytes that cannot be shown

	// Backgrounds.
	Background // of everything, where a theme paints it
	Selection  // the selected row of the pane that has the focus
	Shade      // the selected row of another pane, title bars
	Fault      // under the bytes of the primary fault

	roles // number of roles
)

// The attributes. They stay where a terminal has no colour.
const (
	Bold Style = 1 << (16 + iota)
	Italic
	Underline
	Reverse
	Weak // fainter than it is, in its own colour
)

const (
	roleBits  = 8
	roleMask  = 1<<roleBits - 1
	attrsMask = Bold | Italic | Underline | Reverse | Weak
)

// On returns s on the background whose role is that of background's foreground.
func (s Style) On(background Style) Style {
	return s&^(roleMask<<roleBits) | background&roleMask<<roleBits
}

// Foreground returns the role s is written in.
func (s Style) Foreground() Style { return s & roleMask }

// Backdrop returns the role of the background s is written on; Text, the zero
// role, stands for the plain background.
func (s Style) Backdrop() Style { return s >> roleBits & roleMask }

// Attributes returns the attributes of s alone.
func (s Style) Attributes() Style { return s & attrsMask }

// As returns s in the foreground of role, with its background and attributes.
func (s Style) As(role Style) Style { return s&^roleMask | role&roleMask }

// names holds the roles as theme files and tests spell them.
var names = [roles]string{
	Text: "text", Dim: "dim", Faint: "faint", Border: "border", Accent: "accent", Passed: "passed", Error: "error",
	Hidden: "hidden", Warning: "warning", Note: "note", Tag: "tag", Attr: "attr", Value: "value", Literal: "literal",
	Entity: "entity", Comment: "comment", Mark: "mark", Background: "background", Selection: "selection",
	Shade: "shade", Fault: "fault",
}

// String returns the name of the foreground's role.
func (s Style) String() string {
	if r := s.Foreground(); r < roles {
		return names[r]
	}
	return "unknown"
}

// Roles returns all roles, in the order of their table.
func Roles() []Style {
	all := make([]Style, roles)
	for r := range roles {
		all[r] = r
	}
	return all
}

// RoleByName returns the role of that name.
func RoleByName(name string) (role Style, ok bool) {
	i := slices.Index(names[:], name)
	return Style(max(i, 0)), i >= 0
}
