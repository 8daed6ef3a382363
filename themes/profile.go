package themes

import "strings"

// Profile says how many colours a terminal can show. The zero value shows none;
// bold, underline and reverse stay.
type Profile uint8

const (
	NoColor   Profile = iota
	Color16           // the terminal's own 16
	Color256          // the cube and the ramp of greys
	TrueColor         // 24 bits
)

// DetectProfile reads from the environment what the terminal can show: NO_COLOR
// (https://no-color.org), COLORTERM and TERM. getenv is os.Getenv, or a test's.
//
// COLORTERM tells of the terminal that a multiplexer was started in. Tmux turns
// 24-bit colours into what the terminal it is shown on can do; screen does not
// understand them and would take their parts for attributes.
func DetectProfile(getenv func(string) string) Profile {
	term := strings.ToLower(getenv("TERM"))
	colour := strings.ToLower(getenv("COLORTERM"))
	switch {
	case getenv("NO_COLOR") != "", term == "dumb":
		return NoColor
	case strings.HasPrefix(term, "screen") && getenv("TMUX") == "":
		if strings.Contains(term, "256color") {
			return Color256
		}
		return Color16
	case colour == "truecolor", colour == "24bit", strings.Contains(term, "truecolor"), strings.HasSuffix(term, "-direct"):
		return TrueColor
	case strings.Contains(term, "256color"):
		return Color256
	}
	for _, name := range []string{"xterm-kitty", "xterm-ghostty", "alacritty", "wezterm", "foot", "contour"} {
		if strings.HasPrefix(term, name) {
			return TrueColor
		}
	}
	if term == "" && getenv("WT_SESSION") == "" {
		return NoColor
	}
	if getenv("WT_SESSION") != "" {
		return TrueColor
	}
	return Color16
}
