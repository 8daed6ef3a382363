package themes

// Palette is a theme as a person writes it: a colour for each role.
type Palette struct {
	Name   string
	Title  string // a few words for a list
	Light  bool   // made for a light background
	Paint  bool   // the background is always painted: the theme promises more than another can keep
	Colors [roles]Color

	// Attributes are added to what is written in a role, for a palette that cannot
	// tell roles apart by colour.
	Attributes [roles]Style
}

// Options are the choices about a screen that are no theme's business.
type Options struct {
	Profile Profile
	Paint   bool // paint the background too, for a theme on a terminal of the other kind
}

// Theme is a palette made ready for one terminal. It is immutable and may be used
// by several goroutines.
type Theme struct {
	palette Palette
	profile Profile
	fg, bg  [roles]string // SGR parameters, each with a semicolon in front
	own     [roles]Style  // attributes of what is written in a role
	instead [roles]Style  // attributes in place of a background that has no colour here
}

// New makes p ready for a terminal.
func New(p Palette, o Options) *Theme {
	t := &Theme{palette: p, profile: o.Profile}
	for r := range roles {
		t.fg[r] = string(p.Colors[r].parameters(nil, o.Profile, false))
		t.bg[r] = string(p.Colors[r].parameters(nil, o.Profile, true))
	}
	t.own = p.Attributes
	switch {
	case o.Profile == NoColor:
		t.own = mono().Attributes
	case o.Profile == Color16 && p.Colors[Text].Kind == KindRGB:
		t.own = weak()
	}
	t.bg[Text] = ""
	if o.Paint || p.Paint {
		t.bg[Text] = t.bg[Background]
	}
	for _, r := range [...]Style{Selection, Fault} {
		if t.bg[r] == "" {
			t.instead[r] = Reverse
		}
	}
	if t.bg[Shade] == "" {
		t.instead[Shade] = Bold
	}
	return t
}

// Palette returns what t was made of.
func (t *Theme) Palette() Palette { return t.palette }

// Profile returns the colours t was made for.
func (t *Theme) Profile() Profile { return t.profile }

// Painted reports whether the plain background has a colour of its own, so that
// blanks at the end of a line must be written.
func (t *Theme) Painted() bool { return t.bg[Text] != "" }

// attributes holds the SGR parameters of the attributes, in the order of their bits.
var attributes = [...]string{";1", ";3", ";4", ";7", ";2"}

// Append appends to dst the one sequence that makes what follows look like s,
// whatever it looked like before. The zero style ends all others.
func (t *Theme) Append(dst []byte, s Style) []byte {
	fg, bg := s.Foreground(), s.Backdrop()
	if fg >= roles || bg >= roles {
		fg, bg = Text, Text
	}
	attrs := s.Attributes() | t.own[fg]
	if t.instead[bg] == Reverse {
		attrs ^= Reverse // what is reversed by itself is still seen to be
	} else {
		attrs |= t.instead[bg]
	}
	if bg == Selection && t.instead[bg] == Reverse {
		fg = Text // reversed, every colour would be a patch of its own
	}
	dst = append(dst, "\x1b[0"...)
	for i, p := range attributes {
		if attrs&(Bold<<i) != 0 {
			dst = append(dst, p...)
		}
	}
	dst = append(dst, t.fg[fg]...)
	dst = append(dst, t.bg[bg]...)
	return append(dst, 'm')
}
