package themes

import (
	"slices"
	"strconv"
	"strings"
)

// colourNames holds the terminal's own sixteen colours as theme files spell them.
var colourNames = [...]string{
	black: "black", red: "red", green: "green", yellow: "yellow", blue: "blue", magenta: "magenta", cyan: "cyan", white: "white",
	brightBlack: "bright-black", brightRed: "bright-red", brightGreen: "bright-green", brightYellow: "bright-yellow",
	brightBlue: "bright-blue", brightMagenta: "bright-magenta", brightCyan: "bright-cyan", brightWhite: "bright-white",
}

// ColorError reports a text that is no colour.
type ColorError struct{ Text string } // untrusted

func (e *ColorError) Error() string {
	return strconv.Quote(e.Text) + ` is no colour; colours are "#rrggbb", "default", and names like "red" and "bright-red"`
}

// ParseColor reads a colour as theme files have it: "#rrggbb", optionally followed
// by what stands for it in 256 colours (a number from 16 to 255) and in 16 (a name,
// or "none"); a name of one of the terminal's own sixteen; or "default". What is not
// said for 16 colours is taken from base, the colour it replaces. The error is a
// *ColorError.
func ParseColor(text string, base Color) (Color, error) {
	fail := &ColorError{Text: text}
	words := strings.Fields(text)
	if len(words) == 0 {
		return Color{}, fail
	}
	if words[0] == "default" && len(words) == 1 {
		return Color{}, nil
	}
	if i := slices.Index(colourNames[:], words[0]); i >= 0 && len(words) == 1 {
		return indexed(uint8(i)), nil
	}
	hex, is := strings.CutPrefix(words[0], "#")
	v, err := strconv.ParseUint(hex, 16, 32)
	if !is || err != nil || len(hex) != 6 {
		return Color{}, fail
	}
	c := plain(uint32(v))
	if base.Kind != KindDefault {
		c.Index = base.Index
	}
	for _, w := range words[1:] {
		i := slices.Index(colourNames[:], w)
		cube, err := strconv.ParseUint(w, 10, 8)
		switch {
		case i >= 0:
			c.Index = uint8(i)
		case w == "none":
			c.Index = noIndex
		case err == nil && cube >= 16:
			c.Cube = uint8(cube)
		default:
			return Color{}, fail
		}
	}
	return c, nil
}
