package themes

import (
	"math"
	"testing"
)

// linear returns the light of a channel, 0 to 1 (IEC 61966-2-1).
func linear(v uint8) float64 {
	s := float64(v) / 255
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(c Color) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// contrast is the contrast ratio of WCAG 2.2.
func contrast(a, b Color) float64 {
	l, d := luminance(a), luminance(b)
	return (max(l, d) + 0.05) / (min(l, d) + 0.05)
}

// in256 returns the colour that c is where there are 256.
func in256(c Color) Color {
	levels := [6]uint8{0, 95, 135, 175, 215, 255}
	n := c.cube()
	if n >= 232 {
		grey := uint8(8 + 10*(n-232))
		return Color{R: grey, G: grey, B: grey, Kind: KindRGB}
	}
	n -= 16
	return Color{R: levels[n/36], G: levels[n/6%6], B: levels[n%6], Kind: KindRGB}
}

// coloured returns the built-in palettes that have colours of their own: those of
// the terminal are not ours to measure.
func coloured() []Palette {
	var out []Palette
	for _, p := range Builtin() {
		if p.Colors[Text].Kind == KindRGB {
			out = append(out, p)
		}
	}
	return out
}

func isHighContrast(p Palette) bool { return p.Name == "contrast-dark" || p.Name == "contrast-light" }

// needed returns the contrast that role must have on a background. Rules between
// panes are not text; WCAG wants 3:1 of what is needed to understand, and that is
// what the high-contrast themes promise for them.
func needed(p Palette, role, background Style) float64 {
	switch {
	case role == Border && background != Background:
		return 0
	case role == Border && isHighContrast(p):
		return 3
	case role == Border:
		return 1.2
	case isHighContrast(p) && background == Background:
		return 7
	case isHighContrast(p):
		return 4.5
	case role == Dim || role == Faint || role == Comment:
		return 3
	}
	return 4.5
}

func TestContrast(t *testing.T) {
	if got := contrast(rgb(0, 0), rgb(0xFFFFFF, 0)); math.Abs(got-21) > 0.01 {
		t.Fatalf("black on white is %.2f, want 21", got)
	}
	for _, p := range coloured() {
		for _, bg := range []Style{Background, Selection, Shade, Fault} {
			for r := range Background {
				need := needed(p, r, bg)
				if got := contrast(p.Colors[r], p.Colors[bg]); got < need {
					t.Errorf("%s: %v on %v has %.2f, needs %.1f", p.Name, r, bg, got, need)
				}
				if isHighContrast(p) {
					need = min(need, 6) // the nearest of 256 is not always near
				}
				if got := contrast(in256(p.Colors[r]), in256(p.Colors[bg])); got < need {
					t.Errorf("%s, 256 colours: %v on %v has %.2f, needs %.1f", p.Name, r, bg, got, need)
				}
			}
		}
		// Unpainted, the terminal's background is near this one, but not the same.
		extreme := rgb(0x1E1E1E, 0)
		if p.Light {
			extreme = rgb(0xF3F3F3, 0)
		}
		if got := contrast(p.Colors[Text], extreme); got < 4.5 {
			t.Errorf("%s: text on an unpainted background has %.2f", p.Name, got)
		}
	}
}

// vision is how somebody sees: what each receptor's light becomes, in linear sRGB.
type vision [3][3]float64

// The matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model
// for Simulation of Color Vision Deficiency" (2009), for complete deficiencies.
var (
	usual        = vision{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	protanopia   = vision{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}
	deuteranopia = vision{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}
	tritanopia   = vision{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}
)

// oklab returns how c looks to v in Ottosson's Oklab: lightness, and two axes of
// colour.
func (v vision) oklab(c Color) (lab [3]float64) {
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var seen [3]float64
	for i := range seen {
		for k := range in {
			seen[i] += v[i][k] * in[k]
		}
		seen[i] = min(max(seen[i], 0), 1)
	}
	r, g, b := seen[0], seen[1], seen[2]
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

// apart returns how far a and b look apart to v; 0.02 is just noticeable side by
// side, black and white are 1 apart.
func (v vision) apart(a, b Color) float64 {
	x, y := v.oklab(a), v.oklab(b)
	return math.Sqrt((x[0]-y[0])*(x[0]-y[0]) + (x[1]-y[1])*(x[1]-y[1]) + (x[2]-y[2])*(x[2]-y[2]))
}

// What has another meaning must look another way, to whom a theme is made for.
func TestStatesAreToldApart(t *testing.T) {
	if got := usual.apart(rgb(0, 0), rgb(0xFFFFFF, 0)); math.Abs(got-1) > 0.001 {
		t.Fatalf("black and white are %.3f apart", got)
	}
	pairs := []struct {
		a, b  Style
		least float64
	}{
		{Passed, Error, 0.16}, {Passed, Hidden, 0.1}, {Passed, Warning, 0.1}, {Error, Warning, 0.08}, {Error, Hidden, 0.05},
		{Error, Note, 0.1}, {Note, Passed, 0.06}, {Note, Warning, 0.08}, {Hidden, Warning, 0.04}, {Error, Text, 0.08}, {Passed, Text, 0.08},
	}
	made := map[string][]vision{
		"deuteranopia-dark": {deuteranopia, protanopia}, "deuteranopia-light": {deuteranopia, protanopia},
		"tritanopia-dark": {tritanopia}, "tritanopia-light": {tritanopia},
	}
	for _, p := range coloured() {
		for i, v := range append([]vision{usual}, made[p.Name]...) {
			for _, pair := range pairs {
				got := v.apart(p.Colors[pair.a], p.Colors[pair.b])
				if got < pair.least {
					t.Errorf("%s, vision %d: %v and %v are %.3f apart, need %.2f", p.Name, i, pair.a, pair.b, got, pair.least)
				}
				if got := v.apart(in256(p.Colors[pair.a]), in256(p.Colors[pair.b])); got < pair.least*0.75 {
					t.Errorf("%s, 256 colours, vision %d: %v and %v are %.3f apart, need %.2f", p.Name, i, pair.a, pair.b, got, pair.least*0.75)
				}
			}
		}
	}
	// The usual themes are the reason for the others.
	for _, c := range []struct {
		p Palette
		v vision
	}{{dark(), protanopia}, {light(), deuteranopia}} {
		if c.v.apart(c.p.Colors[Passed], c.p.Colors[Error]) > 0.16 {
			t.Errorf("%s needs no other theme", c.p.Name)
		}
	}
}

// usualPalettes are the 16 colours of terminals that many use, and the background
// they stand on: for the dark themes the first, for the light ones the second.
var usualPalettes = []struct {
	name        string
	dark, light uint32 // 0 has none
	colours     [16]uint32
}{
	{"xterm", 0x000000, 0xFFFFFF, [16]uint32{0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
		0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF}},
	{"console", 0x000000, 0xFFFFFF, [16]uint32{0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
		0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF}},
	{"Tango", 0x2E3436, 0xEEEEEC, [16]uint32{0x2E3436, 0xCC0000, 0x4E9A06, 0xC4A000, 0x3465A4, 0x75507B, 0x06989A, 0xD3D7CF,
		0x555753, 0xEF2929, 0x8AE234, 0xFCE94F, 0x729FCF, 0xAD7FA8, 0x34E2E2, 0xEEEEEC}},
	{"Campbell", 0x0C0C0C, 0xF2F2F2, [16]uint32{0x0C0C0C, 0xC50F1F, 0x13A10E, 0xC19C00, 0x0037DA, 0x881798, 0x3A96DD, 0xCCCCCC,
		0x767676, 0xE74856, 0x16C60C, 0xF9F1A5, 0x3B78FF, 0xB4009E, 0x61D6D6, 0xF2F2F2}},
	{"Solarized", 0x002B36, 0xFDF6E3, [16]uint32{0x073642, 0xDC322F, 0x859900, 0xB58900, 0x268BD2, 0xD33682, 0x2AA198, 0xEEE8D5,
		0x002B36, 0xCB4B16, 0x586E75, 0x657B83, 0x839496, 0x6C71C4, 0x93A1A1, 0xFDF6E3}},
}

// Where there are sixteen colours, they are the user's: those taken stay readable
// in the usual ones.
func TestContrastInSixteenColours(t *testing.T) {
	for _, p := range Builtin() {
		for _, terminal := range usualPalettes {
			background := terminal.dark
			if p.Light {
				background = terminal.light
			}
			for r := range Background {
				c := p.Colors[r]
				if c.Kind == KindDefault || c.Index == noIndex {
					continue
				}
				if got := contrast(rgb(terminal.colours[c.Index], 0), rgb(background, 0)); got < 3 {
					t.Errorf("%s in %s: %v has %.2f, needs 3", p.Name, terminal.name, r, got)
				}
			}
		}
	}
}
