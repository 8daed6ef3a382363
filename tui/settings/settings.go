package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"compactlens/loader"
	"compactlens/loader/regular"
	"compactlens/themes"
	"compactlens/tui/clipboard"
	"compactlens/tui/keymap"
)

// Choice is a yes or no that may be left open.
type Choice uint8

// The choices.
const (
	Unset Choice = iota
	No
	Yes
)

// Choose returns Yes or No.
func Choose(yes bool) Choice {
	if yes {
		return Yes
	}
	return No
}

// Or returns the choice, or standard where it was left open.
func (c Choice) Or(standard bool) bool {
	if c == Unset {
		return standard
	}
	return c == Yes
}

// Settings are what a user prefers. The zero value leaves everything open.
type Settings struct {
	Theme      string // name of a theme, or path of a theme file
	ThemeFixed bool   // somebody names a theme for this run: what was chosen in the interface does not count

	ThemeInFile   string // what the file alone says of the theme
	themeVariable string // the theme that the environment names
	themePlace    Fault  // where it says that, without a message

	Color      *themes.When
	Preset     string // named policy for limits that are not known
	Clipboard  clipboard.Mode
	Mouse      Choice
	AltScreen  Choice
	ASCII      Choice
	Accessible Choice
	Watch      Choice

	Keys map[string][]string // of every action by its id, as the file has them; nil without any there
}

// row is one setting: what the file, the environment and the default file know of
// it.
type row struct {
	key      string
	env      string
	standard string // as the default file shows it
	kind     kind
	about    []string                            // comment lines of the default file
	take     func(s *Settings, x entry) []string // returns the values there are, where x is none of them
}

// truth makes the take of a row for a yes or no.
func truth(at func(*Settings) *Choice) func(*Settings, entry) []string {
	return func(s *Settings, x entry) []string {
		*at(s) = Choose(x.truth)
		return nil
	}
}

// rows returns the table of the settings, in the order of the default file.
func rows() []row {
	return []row{
		{key: "theme", env: "COMPACTLENS_THEME", standard: `"auto"`, kind: kindText,
			about: []string{
				"The colours: auto goes by the terminal's background. Others are", strings.Join(themes.Names(themes.Builtin())[1:], ", ") + ",",
				"the name of a file in the folder themes beside this one, or the path of one.",
			},
			take: func(s *Settings, x entry) []string { s.Theme = x.text; return nil }},
		{key: "color", env: "COMPACTLENS_COLOR", standard: `"auto"`, kind: kindText,
			about: []string{
				"auto, never or always. Left out, the inspector goes by the terminal and by", "NO_COLOR, and check writes no colours.",
			},
			take: func(s *Settings, x entry) []string {
				w, ok := themes.ParseWhen(x.text)
				if !ok {
					return themes.Whens()
				}
				s.Color = &w
				return nil
			}},
		{key: "preset", env: "COMPACTLENS_PRESET", standard: `"none"`, kind: kindText,
			about: []string{
				"The policy that unknown limits are taken from: " + strings.Join(presets(), ", ") + ".",
				"Left out, a journal that names its policy decides.",
			},
			take: func(s *Settings, x entry) []string {
				names := presets()
				if !slices.Contains(names, x.text) {
					return names
				}
				s.Preset = x.text
				return nil
			}},
		{key: "clipboard", env: "COMPACTLENS_CLIPBOARD", standard: `"auto"`, kind: kindText,
			about: []string{
				"How text is copied: with the desktop's tools, by asking the terminal (osc52), by", "both where they are there (auto), or off. Over ssh, auto asks the terminal alone.",
			},
			take: func(s *Settings, x entry) []string {
				m, ok := clipboard.ParseMode(x.text)
				if !ok {
					return clipboard.Modes()
				}
				s.Clipboard = m
				return nil
			}},
		{key: "mouse", env: "COMPACTLENS_MOUSE", standard: "true", kind: kindTruth,
			about: []string{"Whether the mouse scrolls and selects. Without it, the terminal selects text."},
			take:  truth(func(s *Settings) *Choice { return &s.Mouse })},
		{key: "alt_screen", env: "COMPACTLENS_ALT_SCREEN", standard: "true", kind: kindTruth,
			about: []string{"Whether to draw on the alternate screen, which leaves nothing behind."},
			take:  truth(func(s *Settings) *Choice { return &s.AltScreen })},
		{key: "ascii", env: "COMPACTLENS_ASCII", standard: "false", kind: kindTruth,
			about: []string{"Whether to draw with ASCII characters only. Left out, the locale decides."},
			take:  truth(func(s *Settings) *Choice { return &s.ASCII })},
		{key: "watch", env: "COMPACTLENS_WATCH", standard: "true", kind: kindTruth,
			about: []string{"Whether what changes on disk is shown at once."},
			take:  truth(func(s *Settings) *Choice { return &s.Watch })},
		{key: "accessible", env: "COMPACTLENS_ACCESSIBLE", standard: "false", kind: kindTruth,
			about: []string{"Whether to ask and answer line by line, without drawing, for screen readers.", "The variable ACCESSIBLE=1 does so too."},
			take:  truth(func(s *Settings) *Choice { return &s.Accessible })},
	}
}

// presets returns the names of the policies, and the one of none.
func presets() []string {
	var names []string
	for _, p := range loader.Presets() {
		names = append(names, p.Name)
	}
	return append(names, loader.NoPreset)
}

// EnvError reports a variable of the environment that is not understood.
type EnvError struct {
	Variable string
	Want     string
}

func (e *EnvError) Error() string {
	return fmt.Sprintf("the environment variable %s must be %s", e.Variable, e.Want)
}

// Load returns what the file at path and the environment say; the environment
// counts more. A file that is not there says nothing, unless must is set. The actions
// are those that can be given keys. Errors are a *FileError, an *EnvError, an
// *fs.PathError or a *regular.TooLargeError.
func Load(path string, must bool, getenv func(string) string, actions []keymap.Row) (Settings, error) {
	var s Settings
	if path != "" {
		b, err := regular.ReadFile(path, maxFile)
		switch {
		case errors.Is(err, fs.ErrNotExist) && !must:
		case err != nil:
			return s, err
		default:
			if err := s.file(path, b, actions); err != nil {
				return s, err
			}
		}
	}
	s.ThemeInFile = s.Theme
	return s, s.environment(getenv)
}

// ThemeError returns err, which says why a theme cannot be chosen, with the variable of
// the environment that names it, or the place in the file: a *FileError where there is one.
func (s *Settings) ThemeError(err error) error {
	var unknown *themes.UnknownThemeError
	if s.themeVariable != "" && s.Theme == s.themeVariable && errors.As(err, &unknown) {
		return fmt.Errorf("the environment variable COMPACTLENS_THEME: %w", err)
	}
	if s.ThemeFixed || s.themePlace.Path == "" || s.Theme != s.ThemeInFile || !errors.As(err, &unknown) {
		return err
	}
	f := s.themePlace
	f.Message = unknown.Error()
	return &FileError{Faults: []Fault{f}}
}

// file takes what a file says.
func (s *Settings) file(path string, b []byte, actions []keymap.Row) error {
	d := parse(path, b)
	s.Keys = d.keys(actions)
	table := rows()
	var known []string
	for _, r := range table {
		known = append(known, r.key)
	}
	for _, x := range d.entries {
		i := slices.Index(known, x.key)
		if ofKeys(x.key) {
			continue
		}
		if i < 0 {
			d.unknown(x, known, keysTable)
			continue
		}
		r := &table[i]
		if !d.want(x, r.kind) {
			continue
		}
		if r.key == "theme" {
			s.themePlace = d.at(x.value)
		}
		if values := r.take(s, x); values != nil {
			d.fault(x.value, "%s must be one of %s", x.key, strings.Join(values, ", "))
		}
	}
	d.sort()
	return d.err()
}

// environment takes what the environment says.
func (s *Settings) environment(getenv func(string) string) error {
	if v := getenv("ACCESSIBLE"); v != "" {
		// Other programs read it too, so that what is no plain no is a yes.
		yes, ok := yesOrNo(v)
		s.Accessible = Choose(yes || !ok)
	}
	for _, r := range rows() {
		v := getenv(r.env)
		if v == "" {
			continue
		}
		x := entry{key: r.key, text: v}
		if r.kind == kindTruth {
			yes, ok := yesOrNo(v)
			if !ok {
				return &EnvError{Variable: r.env, Want: r.kind.String()}
			}
			x.truth = yes
		}
		if r.key == "theme" {
			s.ThemeFixed, s.themeVariable = true, v
		}
		if values := r.take(s, x); values != nil {
			return &EnvError{Variable: r.env, Want: "one of " + strings.Join(values, ", ")}
		}
	}
	return nil
}

// yesOrNo reads a yes or no as people write it in variables.
func yesOrNo(v string) (yes, ok bool) {
	switch strings.ToLower(v) {
	case "1", "true", "yes", "on":
		return true, true
	case "0", "false", "no", "off":
		return false, true
	}
	return false, false
}

// Default returns the text of a file that says nothing yet: every setting with what
// it is for, and every action with its keys, commented out.
func Default(actions []keymap.Row) string {
	var out strings.Builder
	out.WriteString("# Settings of compactlens. Flags count more than variables, and both more than\n# this file. A key that is not known is an error.\n")
	for _, r := range rows() {
		out.WriteByte('\n')
		for _, l := range append(slices.Clone(r.about), "Variable: "+r.env) {
			out.WriteString("# " + l + "\n")
		}
		fmt.Fprintf(&out, "#%s = %s\n", r.key, r.standard)
	}
	defaultKeys(&out, actions)
	return out.String()
}
