// Package terminal finds out what the terminal is like, for the interactive mode
// only: whether its background is dark or light. It may read and write the
// terminal, for a bounded time, before the interface starts.
package terminal

import (
	"strconv"
	"strings"
	"time"

	"compactlens/themes"
)

// Limit is how long a terminal may take to say what its background is.
const Limit = 200 * time.Millisecond

// Background is what is known of the terminal's background.
type Background struct {
	Known bool
	Dark  bool
	Late  bool // the terminal was asked and did not answer in time; it may still
}

// DetectBackground finds out the background: by asking the terminal through ask,
// by COLORFGBG, or not at all. ask is Ask, or a test's; it is not called where an
// answer cannot be trusted to come back (tmux, screen, a dumb terminal).
func DetectBackground(getenv func(string) string, ask func(time.Duration) Background) Background {
	var b Background
	if asks(getenv) {
		if b = ask(Limit); b.Known {
			return b
		}
	}
	if dark, ok := fromEnvironment(getenv("COLORFGBG")); ok {
		b.Known, b.Dark = true, dark
	}
	return b
}

// asks reports whether the terminal can be asked.
func asks(getenv func(string) string) bool {
	term := getenv("TERM")
	for _, not := range []string{"tmux", "screen", "dumb", "linux"} {
		if strings.HasPrefix(term, not) {
			return false
		}
	}
	return term != "" && getenv("TMUX") == "" && getenv("STY") == ""
}

// fromEnvironment reads COLORFGBG, which some terminals set to two or three
// indices of their 16 colours, the background last.
func fromEnvironment(value string) (dark, ok bool) {
	parts := strings.Split(value, ";")
	if len(parts) < 2 {
		return false, false
	}
	index, err := strconv.Atoi(parts[len(parts)-1])
	if err != nil || index < 0 || index > 15 {
		return false, false
	}
	return index < 7 || index == 8, true
}

// Choose returns the palette that name means among all, and whether the background
// must be painted: where it is unknown or of the other kind. The error is a
// *themes.UnknownThemeError.
func Choose(all []themes.Palette, name string, b Background) (p themes.Palette, paint bool, err error) {
	p, err = themes.ByName(all, name, b.Dark || !b.Known)
	return p, !b.Known || b.Dark == p.Light, err
}
