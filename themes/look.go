package themes

import "fmt"

// Look is how a style looks where colours are numbers: in a page or a picture.
type Look struct {
	Foreground string // "#rrggbb"
	Background string // "#rrggbb"; empty for the plain one

	Bold, Italic, Underline bool
}

// sixteen are the sixteen colours as xterm has them, where the terminal's own are not
// known; those of a light background are darker.
var sixteen = [2][16]uint32{
	{0x000000, 0xCD3131, 0x0DBC79, 0xE5E510, 0x5C9CF5, 0xD670D6, 0x29B8DB, 0xE5E5E5, 0x7C8595, 0xFF7B72, 0x23D18B, 0xF5F543, 0x79B8FF, 0xE59BE5, 0x4FD6F0, 0xFFFFFF},
	{0x000000, 0xB31D28, 0x116329, 0x7A5B00, 0x0A5CC2, 0x8A2BA8, 0x0B6B80, 0x59626F, 0x59626F, 0xB31D28, 0x116329, 0x7A5B00, 0x0A5CC2, 0x8A2BA8, 0x0B6B80, 0x23282F},
}

// number returns c as 0xRRGGBB; ok is false for the terminal's default.
func (c Color) number(light bool) (n uint32, ok bool) {
	switch c.Kind {
	case KindRGB:
		return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B), true
	case KindIndexed:
		table := sixteen[0]
		if light {
			table = sixteen[1]
		}
		return table[min(int(c.Index), len(table)-1)], true
	}
	return 0, false
}

// plainColors returns the colours of plain text and of its background: where t leaves
// them to the terminal, those of the built-in theme for such a background.
func (t *Theme) plainColors() (text, background uint32) {
	standard := dark()
	if t.palette.Light {
		standard = light()
	}
	pick := func(r Style) uint32 {
		if n, ok := t.palette.Colors[r].number(t.palette.Light); ok {
			return n
		}
		n, _ := standard.Colors[r].number(t.palette.Light)
		return n
	}
	return pick(Text), pick(Background)
}

// Plain returns how plain text looks, with its background.
func (t *Theme) Plain() Look {
	text, background := t.plainColors()
	return Look{Foreground: hex(text), Background: hex(background)}
}

// Look returns how s looks, as Append writes it for a terminal of 24 bits, or of no
// colours.
func (t *Theme) Look(s Style) Look {
	fg, bg := s.Foreground(), s.Backdrop()
	if fg >= roles || bg >= roles {
		fg, bg = Text, Text
	}
	text, back := t.plainColors()
	ink, paper, painted := text, back, false
	if t.profile != NoColor {
		if n, ok := t.palette.Colors[fg].number(t.palette.Light); ok {
			ink = n
		}
		if n, ok := t.palette.Colors[bg].number(t.palette.Light); ok && bg != Text {
			paper, painted = n, true
		}
	}
	attrs := s.Attributes() | t.own[fg]
	instead := t.instead[bg]
	if painted {
		instead = 0
	}
	if instead == Reverse {
		attrs ^= Reverse
	} else {
		attrs |= instead
	}
	if attrs&Weak != 0 {
		ink = mix(ink, paper)
	}
	if attrs&Reverse != 0 {
		ink, paper, painted = paper, ink, true
	}
	l := Look{Foreground: hex(ink), Bold: attrs&Bold != 0, Italic: attrs&Italic != 0, Underline: attrs&Underline != 0}
	if painted {
		l.Background = hex(paper)
	}
	return l
}

func hex(n uint32) string { return fmt.Sprintf("#%06x", n) }

// mix returns a with two fifths of b.
func mix(a, b uint32) uint32 {
	var out uint32
	for shift := 0; shift < 24; shift += 8 {
		out |= ((a>>shift&0xFF*3 + b>>shift&0xFF*2) / 5 & 0xFF) << shift
	}
	return out
}
