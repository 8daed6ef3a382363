package themes

// When says whether colours are written. The zero value is WhenAuto.
type When uint8

const (
	WhenAuto   When = iota // where the terminal and the environment want it
	WhenNever              // in no case
	WhenAlways             // in any case, whatever NO_COLOR says
)

// Whens returns what ParseWhen knows.
func Whens() []string { return []string{"auto", "never", "always"} }

// ParseWhen returns the When of that name.
func ParseWhen(name string) (w When, ok bool) {
	for i, n := range Whens() {
		if n == name {
			return When(i), true
		}
	}
	return 0, false
}

// String returns the name of w.
func (w When) String() string {
	if names := Whens(); int(w) < len(names) {
		return names[w]
	}
	return "unknown"
}

// Profile returns what is written on a terminal, or where there is none on whatever
// reads instead. The variables are NO_COLOR, and CLICOLOR and CLICOLOR_FORCE as
// https://bixense.com/clicolors has them.
func (w When) Profile(terminal bool, getenv func(string) string) Profile {
	set := func(name string) bool { v := getenv(name); return v != "" && v != "0" }
	forced := set("CLICOLOR_FORCE")
	switch {
	case w == WhenNever:
		return NoColor
	case w == WhenAuto && getenv("NO_COLOR") != "":
		return NoColor
	case w == WhenAuto && !forced && (!terminal || getenv("CLICOLOR") == "0"):
		return NoColor
	}
	p := DetectProfile(func(name string) string {
		if name == "NO_COLOR" {
			return ""
		}
		return getenv(name)
	})
	if w == WhenAlways || forced {
		p = max(p, Color16)
	}
	return p
}
