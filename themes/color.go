package themes

import "fmt"

// Color is one colour. The zero value is the terminal's own default, of text or
// of background, whichever it stands for.
type Color struct {
	R, G, B uint8 // sRGB
	Index   uint8 // which of the terminal's 16 colours stands for it where there are no more, 0-15
	Cube    uint8 // which of the 256 stands for it where there are only those; 0 for the nearest
	Kind    ColorKind
}

// ColorKind says which fields of a Color count.
type ColorKind uint8

const (
	KindDefault ColorKind = iota // the terminal's default
	KindIndexed                  // one of the terminal's own 16 colours, in every profile: Index
	KindRGB                      // R, G, B; Index where there are only 16
)

// rgb returns the colour 0xRRGGBB, shown as index where there are only 16.
func rgb(hex uint32, index uint8) Color {
	return Color{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), Index: index, Kind: KindRGB}
}

// plain returns the colour 0xRRGGBB, which is left out where there are only 16:
// for backgrounds that would drown the text there.
func plain(hex uint32) Color { return rgb(hex, noIndex) }

// tinted is plain with one of the 256 colours given by hand: the nearest to a dark
// tint is a grey.
func tinted(hex uint32, cube uint8) Color {
	c := plain(hex)
	c.Cube = cube
	return c
}

// cubed is rgb with one of the 256 colours given by hand, where the nearest is too
// near to another's or to its background.
func cubed(hex uint32, index, cube uint8) Color {
	c := rgb(hex, index)
	c.Cube = cube
	return c
}

// indexed returns one of the terminal's own 16 colours.
func indexed(index uint8) Color { return Color{Index: index, Kind: KindIndexed} }

// noIndex as Index means that the default stands for the colour in 16 colours.
const noIndex = 0xFF

// parameters appends the SGR parameters for c to dst, each with a semicolon in
// front: of a foreground, or of a background.
func (c Color) parameters(dst []byte, p Profile, background bool) []byte {
	base := 30
	if background {
		base = 40
	}
	switch {
	case c.Kind == KindDefault || p == NoColor:
		return dst
	case c.Kind == KindIndexed || p == Color16:
		switch {
		case c.Index == noIndex:
			return dst
		case c.Index >= 8:
			return fmt.Appendf(dst, ";%d", base+60+int(c.Index)-8)
		}
		return fmt.Appendf(dst, ";%d", base+int(c.Index))
	case p == Color256:
		return fmt.Appendf(dst, ";%d;5;%d", base+8, c.cube())
	}
	return fmt.Appendf(dst, ";%d;2;%d;%d;%d", base+8, c.R, c.G, c.B)
}

// cube returns the one given by hand, else the nearest, of the 256 colours that terminals agree on: the 6x6x6
// cube (16-231) or the ramp of greys (232-255).
func (c Color) cube() int {
	if c.Cube != 0 {
		return int(c.Cube)
	}
	levels := [6]int{0, 95, 135, 175, 215, 255}
	nearest := func(v uint8) int {
		best := 0
		for i, l := range levels {
			if abs(l-int(v)) < abs(levels[best]-int(v)) {
				best = i
			}
		}
		return best
	}
	r, g, b := nearest(c.R), nearest(c.G), nearest(c.B)
	inCube := c.distance(levels[r], levels[g], levels[b])
	step := min(max(((int(c.R)+int(c.G)+int(c.B))/3-8+5)/10, 0), 23)
	if grey := 8 + 10*step; c.distance(grey, grey, grey) < inCube {
		return 232 + step
	}
	return 16 + 36*r + 6*g + b
}

// distance returns how far c is from another colour, weighted as eyes are.
func (c Color) distance(r, g, b int) int {
	dr, dg, db := int(c.R)-r, int(c.G)-g, int(c.B)-b
	return 3*dr*dr + 6*dg*dg + db*db
}

func abs(v int) int { return max(v, -v) }
