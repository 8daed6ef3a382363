package launch

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"compactlens/loader/regular"
	"compactlens/loader/watch"
	"compactlens/themes"
	"compactlens/tui"
	"compactlens/tui/play"
	"compactlens/tui/settings"
)

// Look holds the flags about how the program shows itself. The zero value has none
// given.
type Look struct {
	config       string
	theme, color string
	noMouse      bool
	noAltScreen  bool
	ascii        bool
	accessible   bool
	log          string
	noWatch      bool
	poll         pause
	follow       bool
	play         string
}

// The names of the flags, where they are asked for, too.
const (
	flagConfig     = "config"
	flagTheme      = "theme"
	flagColor      = "color"
	flagMouse      = "no-mouse"
	flagAltScreen  = "no-alt-screen"
	flagASCII      = "ascii"
	flagAccessible = "accessible"
	flagWatch      = "no-watch"
	flagPoll       = "poll"
	flagPlay       = "play"
)

// logVariable names the variable of the environment that stands for --log.
const logVariable = "COMPACTLENS_LOG"

// Register adds the flags of the interactive mode to root, and the one that all
// commands share.
func (l *Look) Register(root *cobra.Command) {
	root.PersistentFlags().StringVar(&l.config, flagConfig, "", "take the settings from `FILE` instead of config.toml")
	f := root.Flags()
	l.colours(root, "where the terminal has them")
	f.BoolVar(&l.noMouse, flagMouse, false, "leave the mouse to the terminal")
	f.BoolVar(&l.noAltScreen, flagAltScreen, false, "draw below the prompt instead of on the alternate screen")
	f.BoolVar(&l.ascii, flagASCII, false, "draw with ASCII characters only")
	f.StringVar(&l.log, "log", "", "add a line to `FILE` for each message of the interface, without any text of what is open (or $"+logVariable+")")
	f.BoolVar(&l.noWatch, flagWatch, false, "leave what was opened as it is when the files change")
	f.Var(&l.poll, flagPoll, "look for changes every second, or as often as --poll=`TIME` says, instead of being told of them; it happens by itself on network file systems that are known as such")
	f.Lookup(flagPoll).NoOptDefVal = watch.UsualEvery.String()
	f.BoolVar(&l.follow, "follow", false, "stay on the newest attempt as they land")
	f.StringVar(&l.play, flagPlay, "", "press the keys that the script in `FILE` names; any key stops it")
	f.BoolVar(&l.accessible, flagAccessible, false, "ask and answer in lines of words, for screen readers")
}

// RegisterReport adds the flags of a command that writes a report for people.
func (l *Look) RegisterReport(cmd *cobra.Command) { l.colours(cmd, "never") }

func (l *Look) colours(cmd *cobra.Command, standard string) {
	f := cmd.Flags()
	f.StringVar(&l.theme, flagTheme, themes.Auto, "the `THEME`: "+strings.Join(themes.Names(themes.Builtin()), ", ")+", one of your own, or its file")
	f.StringVar(&l.color, flagColor, "", "`WHEN` to write colours: "+strings.Join(themes.Whens(), ", ")+" (default: "+standard+")")
}

// Preferences are the settings of one run, with the flags taken in.
type Preferences struct {
	settings.Settings
	Poll   time.Duration // look for changes of files that often instead of being told; 0 for being told
	Follow bool          // stay on the newest attempt
	places settings.Places
	log    string // file of the log; empty for none
	script play.Script
}

// ASCIIOnly reports whether all signs are to be ASCII characters: where somebody says
// so, or else where the locale is not UTF-8.
func (p *Preferences) ASCIIOnly() bool { return p.ASCII.Or(!settings.UTF8(os.Getenv)) }

// Load reads the settings and takes in the flags of cmd. Errors are those of
// settings.Load, a *FlagError, or those of a script that is to be played.
func (l *Look) Load(cmd *cobra.Command) (*Preferences, error) {
	p := &Preferences{places: settings.Find(os.Getenv), log: cmp.Or(l.log, os.Getenv(logVariable)), Poll: time.Duration(l.poll), Follow: l.follow}
	given := cmd.Flags().Changed
	must := os.Getenv(settings.ConfigVariable) != ""
	if given(flagConfig) {
		state := p.places.State
		p.places, must = settings.At(l.config), true
		p.places.State = state
	}
	var err error
	if p.Settings, err = settings.Load(p.places.Config, must, os.Getenv, tui.KeyRows()); err != nil {
		return nil, err
	}
	if given(flagTheme) {
		p.Theme, p.ThemeFixed = l.theme, true
	}
	if given(flagColor) {
		w, ok := themes.ParseWhen(l.color)
		if !ok {
			return nil, &FlagError{Flag: flagColor, Want: strings.Join(themes.Whens(), ", ")}
		}
		p.Color = &w
	}
	for flag, c := range map[string]struct {
		to    *settings.Choice
		value bool
	}{
		flagMouse: {&p.Mouse, !l.noMouse}, flagAltScreen: {&p.AltScreen, !l.noAltScreen},
		flagWatch: {&p.Watch, !l.noWatch}, flagASCII: {&p.ASCII, l.ascii}, flagAccessible: {&p.Accessible, l.accessible},
	} {
		if given(flag) {
			*c.to = settings.Choose(c.value)
		}
	}
	if given(flagPlay) {
		if p.Accessible.Or(dumb()) {
			return nil, &FlagError{Flag: flagPlay, Want: "the interface that is drawn, not the dialogue", Need: true}
		}
		p.script, err = readScript(l.play)
	}
	return p, err
}

// dumb reports whether the terminal only prints.
func dumb() bool { return os.Getenv("TERM") == "dumb" }

// maxScript bounds the bytes of a script.
const maxScript = 1 << 20

// readScript reads a script of keys. Errors are a *settings.FileError, an
// *fs.PathError or a *regular.TooLargeError.
func readScript(path string) (play.Script, error) {
	b, err := regular.ReadFile(path, maxScript)
	if err != nil {
		return play.Script{}, err
	}
	s, faults := play.Parse(b)
	if len(faults) == 0 {
		return s, nil
	}
	bad := &settings.FileError{}
	for _, f := range faults {
		bad.Faults = append(bad.Faults, settings.Fault{Path: path, Line: f.Line, Column: f.Column, Message: f.Message})
	}
	return play.Script{}, bad
}

// pause is a flag's value: how long to wait between two looks at files. The zero value
// is none.
type pause time.Duration

// The bounds of a pause: more often only costs, more seldom is not watching.
const (
	shortestPause = 100 * time.Millisecond
	longestPause  = time.Hour
)

// Set implements pflag.Value.
func (p *pause) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d < shortestPause || d > longestPause {
		return fmt.Errorf("it takes a time from %v to 1h, such as 500ms or 2s", shortestPause)
	}
	*p = pause(d)
	return nil
}

// String implements pflag.Value.
func (p *pause) String() string {
	if *p == 0 {
		return ""
	}
	return time.Duration(*p).String()
}

// Type implements pflag.Value.
func (p *pause) Type() string { return "TIME" }

// FlagError reports a flag with a value that it does not take.
type FlagError struct {
	Flag string
	Want string // one of some values, or what the flag needs
	Need bool   // Want is what the flag needs
}

func (e *FlagError) Error() string {
	if e.Need {
		return "--" + e.Flag + " needs " + e.Want
	}
	return "--" + e.Flag + " must be one of " + e.Want
}
