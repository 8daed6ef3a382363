package themes

// The terminal's own sixteen colours.
const (
	black uint8 = iota
	red
	green
	yellow
	blue
	magenta
	cyan
	white
	brightBlack
	brightRed
	brightGreen
	brightYellow
	brightBlue
	brightMagenta
	brightCyan
	brightWhite
)

// Builtin returns the themes that are part of the program; the first is the one
// for dark backgrounds, the second the one for light ones.
func Builtin() []Palette {
	return []Palette{
		{Name: "dark", Title: "for dark backgrounds", Colors: [roles]Color{
			Text: plain(0xD6DAE2), Dim: plain(0x9BA3B2), Faint: rgb(0x7C8595, brightBlack), Border: rgb(0x3A414E, brightBlack),
			Accent: rgb(0x79B8FF, brightBlue), Passed: rgb(0x85C795, green), Error: rgb(0xFF8380, brightRed), Hidden: rgb(0xE09A6E, yellow),
			Warning: rgb(0xE3BD5B, brightYellow), Note: rgb(0x8FB8C9, cyan),
			Tag: rgb(0x8AAED6, blue), Attr: rgb(0xB3A3D6, magenta), Value: rgb(0xA3C290, green), Literal: rgb(0xD3A66B, yellow),
			Entity: rgb(0xD3A66B, yellow), Comment: rgb(0x848FA0, brightBlack), Mark: rgb(0xDF9BDC, magenta),
			Background: plain(0x14171C), Selection: tinted(0x1F3855, 17), Shade: plain(0x222731), Fault: tinted(0x4A2024, 52),
		}},
		{Name: "light", Title: "for light backgrounds", Light: true, Colors: [roles]Color{
			Text: plain(0x23282F), Dim: plain(0x59626F), Faint: rgb(0x737C8B, brightBlack), Border: rgb(0xCBD1DA, white),
			Accent: rgb(0x0A5CC2, blue), Passed: rgb(0x1A7034, green), Error: rgb(0xBD1C27, red), Hidden: rgb(0x97480E, magenta),
			Warning: rgb(0x825500, magenta), Note: rgb(0x1F6A83, cyan),
			Tag: rgb(0x2F639E, blue), Attr: rgb(0x6E49A8, magenta), Value: rgb(0x3C6E24, green), Literal: rgb(0x8B4F0A, red),
			Entity: rgb(0x8B4F0A, red), Comment: rgb(0x6D7683, brightBlack), Mark: rgb(0x9A2F97, magenta),
			Background: plain(0xFBFBFA), Selection: plain(0xD9E8FB), Shade: plain(0xECEFF3), Fault: plain(0xFFDCDC),
		}},
		{Name: "ansi16", Title: "only the terminal's own 16 colours", Colors: [roles]Color{
			Dim: {}, Faint: indexed(brightBlack), Border: indexed(brightBlack),
			Accent: indexed(blue), Passed: indexed(green), Error: indexed(red), Hidden: indexed(yellow),
			Warning: indexed(yellow), Note: indexed(cyan),
			Tag: indexed(blue), Attr: indexed(magenta), Value: indexed(green), Literal: indexed(yellow),
			Entity: indexed(yellow), Comment: indexed(brightBlack), Mark: indexed(magenta),
		}},
	}
}

// Names returns the names of the themes, without "auto".
func Names() []string {
	var names []string
	for _, p := range Builtin() {
		names = append(names, p.Name)
	}
	return names
}

// UnknownThemeError reports a theme nobody knows.
type UnknownThemeError struct {
	Name  string
	Known []string
}

func (e *UnknownThemeError) Error() string {
	s := "unknown theme; the themes are auto"
	for _, n := range e.Known {
		s += ", " + n
	}
	return s
}

// Auto is the name that stands for dark or light, whichever the terminal is.
const Auto = "auto"

// ByName returns the palette called name among all, or an *UnknownThemeError.
func ByName(all []Palette, name string) (Palette, error) {
	known := make([]string, 0, len(all))
	for _, p := range all {
		if p.Name == name {
			return p, nil
		}
		known = append(known, p.Name)
	}
	return Palette{}, &UnknownThemeError{Name: name, Known: known}
}

// ForBackground returns the built-in palette for a dark or a light background.
func ForBackground(dark bool) Palette {
	for _, p := range Builtin() {
		if p.Light != dark {
			return p
		}
	}
	return Palette{}
}
