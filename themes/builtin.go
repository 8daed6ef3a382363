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
//
// What sets them apart is how the states (Passed, Error, Hidden, Warning, Note)
// differ; what is not told apart by colour is told by sign and word everywhere.
func Builtin() []Palette {
	return []Palette{
		dark(), light(), contrastDark(), contrastLight(), deuteranopiaDark(), deuteranopiaLight(),
		tritanopiaDark(), tritanopiaLight(), ansi16Dark(), ansi16Light(), mono(),
	}
}

func dark() Palette {
	return Palette{Name: "dark", Title: "for dark backgrounds", Colors: [roles]Color{
		Text: plain(0xD6DAE2), Dim: plain(0x9BA3B2), Faint: plain(0x7C8595), Border: plain(0x3A414E),
		Accent: rgb(0x79B8FF, cyan), Passed: rgb(0x85C795, green), Error: rgb(0xFF8380, brightRed), Hidden: rgb(0xE09A6E, yellow),
		Warning: rgb(0xE3BD5B, brightYellow), Note: rgb(0x8FB8C9, cyan),
		Tag: rgb(0x8AAED6, cyan), Attr: rgb(0xB3A3D6, brightMagenta), Value: rgb(0xA3C290, green), Literal: rgb(0xD3A66B, yellow),
		Entity: rgb(0xD3A66B, yellow), Comment: plain(0x848FA0), Mark: rgb(0xDF9BDC, brightMagenta),
		Background: plain(0x14171C), Selection: tinted(0x1F3855, 17), Shade: plain(0x222731), Fault: tinted(0x4A2024, 52),
	}}
}

func light() Palette {
	return Palette{Name: "light", Title: "for light backgrounds", Light: true, Colors: [roles]Color{
		Text: plain(0x23282F), Dim: plain(0x59626F), Faint: plain(0x737C8B), Border: plain(0xCBD1DA),
		Accent: rgb(0x0A5CC2, blue), Passed: rgb(0x1A7034, blue), Error: rgb(0xBD1C27, red), Hidden: rgb(0x97480E, magenta),
		Warning: cubed(0x825500, magenta, 58), Note: rgb(0x1F6A83, blue),
		Tag: rgb(0x2F639E, blue), Attr: rgb(0x6E49A8, magenta), Value: rgb(0x3C6E24, blue), Literal: rgb(0x8B4F0A, red),
		Entity: rgb(0x8B4F0A, red), Comment: plain(0x6D7683), Mark: rgb(0x9A2F97, magenta),
		Background: plain(0xFBFBFA), Selection: plain(0xD9E8FB), Shade: plain(0xECEFF3), Fault: tinted(0xFFDCDC, 230),
	}}
}

// The two of high contrast keep 7:1 for text, and draw their rules to be seen.

func contrastDark() Palette {
	return Palette{Name: "contrast-dark", Title: "high contrast, dark", Paint: true, Colors: [roles]Color{
		Text: plain(0xFFFFFF), Dim: plain(0xD4D8DE), Faint: plain(0xB4BAC4), Border: plain(0x8B93A0),
		Accent: rgb(0x8CC8FF, cyan), Passed: rgb(0x7CE38B, green), Error: rgb(0xFF9A94, brightRed), Hidden: rgb(0xFFB27A, yellow),
		Warning: rgb(0xFFDE59, brightYellow), Note: rgb(0x8FE3F5, cyan),
		Tag: rgb(0x9CCBFF, cyan), Attr: rgb(0xD9C2FF, brightMagenta), Value: rgb(0xB5E8A0, green), Literal: rgb(0xFFCB8A, yellow),
		Entity: rgb(0xFFCB8A, yellow), Comment: plain(0xC3C9D2), Mark: rgb(0xFFB3FA, brightMagenta),
		Background: plain(0x000000), Selection: tinted(0x0A3A75, 18), Shade: plain(0x24282F), Fault: tinted(0x5C0F16, 52),
	}}
}

func contrastLight() Palette {
	return Palette{Name: "contrast-light", Title: "high contrast, light", Light: true, Paint: true, Colors: [roles]Color{
		Text: plain(0x000000), Dim: plain(0x2C3138), Faint: plain(0x454C56), Border: plain(0x6B737F),
		Accent: rgb(0x003C9E, blue), Passed: rgb(0x00521B, blue), Error: rgb(0x97000F, red), Hidden: rgb(0x713200, magenta),
		Warning: rgb(0x5E3D00, magenta), Note: rgb(0x00475E, blue),
		Tag: rgb(0x0F3F7D, blue), Attr: rgb(0x512D8C, magenta), Value: rgb(0x214E0C, blue), Literal: rgb(0x6B3600, red),
		Entity: rgb(0x6B3600, red), Comment: plain(0x414954), Mark: rgb(0x770F75, magenta),
		Background: plain(0xFFFFFF), Selection: plain(0xC9DFFF), Shade: plain(0xE6E9EE), Fault: plain(0xFFD2D0),
	}}
}

// Those who do not tell red from green tell blue from orange, and light from dark.

func deuteranopiaDark() Palette {
	return Palette{Name: "deuteranopia-dark", Title: "without red and green, dark", Colors: [roles]Color{
		Text: plain(0xD6DAE2), Dim: plain(0x9BA3B2), Faint: plain(0x7C8595), Border: plain(0x3A414E),
		Accent: rgb(0xB9C6FF, cyan), Passed: rgb(0x6AAAFF, cyan), Error: rgb(0xFFA021, brightYellow), Hidden: rgb(0xC4AA80, yellow),
		Warning: cubed(0xF7E9A0, brightMagenta, 229), Note: rgb(0xBDB8DC, cyan),
		Tag: rgb(0x8AAED6, cyan), Attr: rgb(0xB6AEDB, brightMagenta), Value: rgb(0xD8C994, yellow), Literal: rgb(0xDDB56A, yellow),
		Entity: rgb(0xDDB56A, yellow), Comment: plain(0x848FA0), Mark: rgb(0xC9B4F2, brightMagenta),
		Background: plain(0x14171C), Selection: tinted(0x233A66, 17), Shade: plain(0x222731), Fault: tinted(0x4A2F0C, 52),
	}}
}

func deuteranopiaLight() Palette {
	return Palette{Name: "deuteranopia-light", Title: "without red and green, light", Light: true, Colors: [roles]Color{
		Text: plain(0x23282F), Dim: plain(0x59626F), Faint: plain(0x737C8B), Border: plain(0xCBD1DA),
		Accent: rgb(0x24408F, blue), Passed: rgb(0x1F4ADE, blue), Error: cubed(0xA64A00, red, 94), Hidden: rgb(0x5E4634, magenta),
		Warning: rgb(0x3F3300, magenta), Note: cubed(0x2E456E, blue, 60),
		Tag: rgb(0x2F639E, blue), Attr: rgb(0x5A4F9E, magenta), Value: rgb(0x35606B, blue), Literal: rgb(0x7D3A6B, red),
		Entity: rgb(0x7D3A6B, red), Comment: plain(0x6D7683), Mark: rgb(0x5F3FA8, magenta),
		Background: plain(0xFBFBFA), Selection: tinted(0xD6E4FF, 195), Shade: tinted(0xECEFF3, 255), Fault: tinted(0xFFE3C2, 230),
	}}
}

// Those who do not tell blue from green, and yellow from violet, tell red from teal.

func tritanopiaDark() Palette {
	return Palette{Name: "tritanopia-dark", Title: "without blue and yellow, dark", Colors: [roles]Color{
		Text: plain(0xD6DAE2), Dim: plain(0x9BA3B2), Faint: plain(0x7C8595), Border: plain(0x3A414E),
		Accent: rgb(0x9AD4E6, cyan), Passed: rgb(0x4FC9BE, cyan), Error: rgb(0xFF7F83, brightRed), Hidden: rgb(0xD69A9B, yellow),
		Warning: rgb(0xFFC9D2, brightMagenta), Note: rgb(0xA5BFC4, cyan),
		Tag: rgb(0x86BBC7, cyan), Attr: rgb(0xC9A9B4, brightMagenta), Value: rgb(0x9CCFC4, cyan), Literal: rgb(0xDDA9A6, brightRed),
		Entity: rgb(0xDDA9A6, brightRed), Comment: plain(0x848FA0), Mark: rgb(0xF2A0B9, brightMagenta),
		Background: plain(0x14171C), Selection: tinted(0x17404A, 17), Shade: plain(0x222731), Fault: tinted(0x4A2024, 52),
	}}
}

func tritanopiaLight() Palette {
	return Palette{Name: "tritanopia-light", Title: "without blue and yellow, light", Light: true, Colors: [roles]Color{
		Text: plain(0x23282F), Dim: plain(0x59626F), Faint: plain(0x737C8B), Border: plain(0xCBD1DA),
		Accent: rgb(0x00647C, blue), Passed: rgb(0x005F5A, blue), Error: rgb(0xBF1030, red), Hidden: cubed(0x581A20, magenta, 52),
		Warning: rgb(0x7B2761, magenta), Note: rgb(0x24414C, blue),
		Tag: rgb(0x1D6A7E, blue), Attr: cubed(0x84475F, magenta, 89), Value: rgb(0x1F6E63, blue), Literal: cubed(0x8F4540, red, 88),
		Entity: cubed(0x8F4540, red, 88), Comment: plain(0x6D7683), Mark: cubed(0x98325F, magenta, 125),
		Background: plain(0xFBFBFA), Selection: plain(0xD2ECF1), Shade: plain(0xECEFF3), Fault: plain(0xFFDCDC),
	}}
}

// The two of sixteen colours take those that the usual palettes leave readable:
// blue is not on black, green and yellow are not on white, and bright black is the
// background itself in some. All themes fall back on the same choice.

func ansi16Dark() Palette {
	return Palette{Name: "ansi16-dark", Title: "the terminal's 16 colours, dark", Colors: [roles]Color{
		Accent: indexed(cyan), Passed: indexed(green), Error: indexed(brightRed), Hidden: indexed(yellow),
		Warning: indexed(brightYellow), Note: indexed(cyan),
		Tag: indexed(cyan), Attr: indexed(brightMagenta), Value: indexed(green), Literal: indexed(yellow),
		Entity: indexed(yellow), Mark: indexed(brightMagenta),
	}, Attributes: weak()}
}

func ansi16Light() Palette {
	return Palette{Name: "ansi16-light", Title: "the terminal's 16 colours, light", Light: true, Colors: [roles]Color{
		Accent: indexed(blue), Passed: indexed(blue), Error: indexed(red), Hidden: indexed(magenta),
		Warning: indexed(magenta), Note: indexed(blue),
		Tag: indexed(blue), Attr: indexed(magenta), Value: indexed(blue), Literal: indexed(red),
		Entity: indexed(red), Mark: indexed(magenta),
	}, Attributes: weak()}
}

// weak returns how what steps back does so where there is no grey to be trusted:
// in the text's own colour, weakened.
func weak() [roles]Style { return [roles]Style{Faint: Weak, Border: Weak, Comment: Weak} }

// mono is also how every theme looks where there are no colours.
func mono() Palette {
	return Palette{Name: "mono", Title: "no colours at all", Attributes: [roles]Style{
		Accent: Bold, Error: Bold, Warning: Bold, Faint: Weak, Border: Weak, Comment: Weak, Attr: Italic, Entity: Italic, Mark: Reverse,
	}}
}
