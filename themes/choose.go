package themes

import (
	"fmt"
	"strings"

	"compactlens/core/similar"
)

// Auto is the name that stands for dark or light, whichever the terminal is.
const Auto = "auto"

// The ends of names that make a pair: "contrast" stands for contrast-dark or
// contrast-light, whichever the terminal is.
const (
	darkEnd  = "-dark"
	lightEnd = "-light"
)

// Names returns the names to offer for the themes of all: auto, and each theme's
// own, or a pair's for its two.
func Names(all []Palette) []string {
	names := []string{Auto}
	for _, p := range all {
		dark, isDark := strings.CutSuffix(p.Name, darkEnd)
		light, isLight := strings.CutSuffix(p.Name, lightEnd)
		switch {
		case isDark && find(all, dark+lightEnd) >= 0:
			names = append(names, dark)
		case isLight && find(all, light+darkEnd) >= 0:
		default:
			names = append(names, p.Name)
		}
	}
	return names
}

// UnknownThemeError reports a theme nobody knows. Its text names the one that was
// probably meant, and all there are.
type UnknownThemeError struct {
	Name  string // untrusted
	Known []string
}

func (e *UnknownThemeError) Error() string {
	then := "; the themes are "
	if near := similar.Nearest(e.Name, e.Known, 1); len(near) > 0 {
		then = "; did you mean " + near[0] + "? The themes are "
	}
	return fmt.Sprintf("there is no theme %q", e.Name) + then + strings.Join(e.Known, ", ")
}

// ByName returns the palette that name means among all on a background: "" and
// Auto mean dark or light, the name of a pair one of its two. The error is an
// *UnknownThemeError.
func ByName(all []Palette, name string, dark bool) (Palette, error) {
	if name == "" || name == Auto {
		return ForBackground(dark), nil
	}
	end := lightEnd
	if dark {
		end = darkEnd
	}
	for _, n := range [...]string{name, name + end} {
		if i := find(all, n); i >= 0 {
			return all[i], nil
		}
	}
	return Palette{}, &UnknownThemeError{Name: name, Known: Names(all)}
}

// find returns the index of the palette called name, or -1. The last one counts,
// so that a user's theme can stand for a built-in one.
func find(all []Palette, name string) int {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Name == name {
			return i
		}
	}
	return -1
}

// ForBackground returns the built-in palette for a dark or a light background.
func ForBackground(isDark bool) Palette {
	if isDark {
		return dark()
	}
	return light()
}
