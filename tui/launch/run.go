package launch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"

	"compactlens/core/report"
	"compactlens/loader"
	"compactlens/loader/atomic"
	"compactlens/loader/regular"
	"compactlens/themes"
	"compactlens/themes/terminal"
	"compactlens/tui"
	"compactlens/tui/accessible"
	"compactlens/tui/settings"
)

// Session is what is opened in the interactive mode.
type Session struct {
	Open    func(ctx context.Context, progress func(loader.Progress)) (*loader.Workspace, error)
	Paths   []string // what is opened of it can change; none for the gallery
	Stdin   bool     // standard input is among what is opened, so that commands come from elsewhere
	Version string
	Flags   []string        // the evidence that the command line gave, for one that says the same
	Away    func(away bool) // told when an editor begins and ends to hold the terminal; may be nil
}

// Run runs the interactive mode: the dialogue where it was asked for or where the
// terminal cannot be drawn on, else the interface. Errors are those of tui.Run and
// accessible.Run, or a *settings.BrokenTheme.
func (p *Preferences) Run(ctx context.Context, s Session) error {
	set := settings.LoadThemes(p.places.Themes)
	state, note := settings.LoadState(p.places.State)
	if p.Accessible.Or(dumb()) {
		if _, err := set.Want(p.Theme); err != nil {
			return p.ThemeError(err) // it shows no colours, but a wrong name is one anywhere
		}
		return p.dialogue(ctx, s, note)
	}
	theme, err := p.chosen(&set, state, &note)
	if err != nil {
		return err
	}
	o := tui.Options{
		Open: s.Open, Version: s.Version,
		Away:  s.Away,
		Theme: theme, Themes: set.All, Color: themes.WhenAuto, Notice: note,
		Clipboard: p.Clipboard, Flags: s.Flags,
		Mouse: p.Mouse.Or(true), AltScreen: p.AltScreen.Or(true), ASCII: p.ASCIIOnly(),
		KeepTheme: func(name string) error {
			return settings.SaveState(p.places.State, func(s *settings.State) {
				s.Theme = settings.ThemeChoice{Name: name, Over: p.ThemeInFile}
			})
		},
		Keys: p.Keys, Play: p.script, Sizes: tui.Sizes(state.Panes),
		KeepSizes: func(sizes tui.Sizes) error {
			return settings.SaveState(p.places.State, func(s *settings.State) { s.Panes = settings.PaneSizes(sizes) })
		},
	}
	if p.Watch.Or(true) {
		o.Watch, o.Poll, o.Follow = s.Paths, p.Poll, p.Follow
		if p.log != "" {
			o.But = []string{p.log} // it is written at each change
		}
	}
	if p.Color != nil {
		o.Color = *p.Color
	}
	for _, b := range set.Broken {
		o.Broken = append(o.Broken, b.Error())
	}
	if p.log != "" {
		f, err := os.OpenFile(p.log, os.O_WRONLY|os.O_APPEND|os.O_CREATE|regular.NoWait, 0o600)
		if err != nil {
			return fmt.Errorf("the log cannot be written: %w; %s with --log", err, atomic.Remedy(err))
		}
		defer f.Close()
		o.Log = f
	}
	err = tui.Run(ctx, o)
	var crash *tui.PanicError
	var log *tui.LogError
	switch {
	case err == nil || errors.As(err, &crash) || errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &log):
		return fmt.Errorf("the log %s is not whole: %s; %s with --log", p.log, atomic.Says(log.Err), atomic.Remedy(log.Err))
	}
	return fmt.Errorf("%w; without a terminal use compactlens check", err)
}

// chosen returns the name of the theme: what was chosen in the interface, unless
// somebody says otherwise, else what the settings say. What was chosen and is there
// no more is said in note.
func (p *Preferences) chosen(set *settings.ThemeSet, s settings.State, note *string) (string, error) {
	if name := s.Apply(p.ThemeInFile); !p.ThemeFixed && name != p.ThemeInFile {
		if name, err := set.Want(name); err == nil {
			return name, nil
		}
		*note = strings.TrimPrefix(*note+"; the theme "+name+", which was chosen before, is there no more", "; ")
	}
	name, err := set.Want(p.Theme)
	return name, p.ThemeError(err)
}

// dialogue holds the dialogue on standard input and output. Where standard input is
// what is opened, the terminal is asked itself, and where there is none, nobody.
func (p *Preferences) dialogue(ctx context.Context, s Session, note string) error {
	in, err := os.Stdin, error(nil)
	if s.Stdin {
		if in, err = os.Open("/dev/tty"); err != nil {
			in = nil
		} else {
			defer in.Close()
		}
	}
	var commands io.Reader = strings.NewReader("")
	if in != nil {
		commands = in
		// What cannot be waited for, such as a file, does not keep anybody waiting.
		if r, err := cancelreader.NewReader(in); err == nil {
			defer r.Close()
			defer context.AfterFunc(ctx, func() { r.Cancel() })()
			commands = r
		}
	}
	asked := in != nil && term.IsTerminal(in.Fd())
	err = accessible.Run(ctx, accessible.Options{
		Open: func(ctx context.Context) (*loader.Workspace, error) { return s.Open(ctx, nil) },
		In:   commands, Out: os.Stdout, ASCII: p.ASCIIOnly(), Version: s.Version, Notice: note,
	})
	if err == nil && asked && !term.IsTerminal(in.Fd()) {
		return hungUp(ctx)
	}
	return err
}

// hungUp returns why a terminal that is gone is gone: the end of what is typed and the
// signal that tells of it come in any order. Without a signal nothing is wrong.
func hungUp(ctx context.Context) error {
	const late = time.Second
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(late):
		return nil
	}
}

// BrokenThemes returns what is wrong with the theme files of one's own that cannot be
// used.
func (p *Preferences) BrokenThemes() []*settings.BrokenTheme {
	return settings.LoadThemes(p.places.Themes).Broken
}

// Paint returns the colours of a report that is written to out, nil for none: they
// are written only where somebody asked for them. The terminal is asked nothing, so
// that its background may be unknown; then its own colours are taken. The error is
// that of settings.ThemeSet.Want, also where no colours are written: a name that is
// wrong is to be heard of before it matters.
func (p *Preferences) Paint(out io.Writer) (func(report.Role) report.Sequences, error) {
	set := settings.LoadThemes(p.places.Themes)
	name, err := set.Want(p.Theme)
	if err != nil {
		return nil, p.ThemeError(err)
	}
	if p.Color == nil {
		return nil, nil
	}
	f, is := out.(*os.File)
	profile := p.Color.Profile(is && term.IsTerminal(f.Fd()), os.Getenv)
	if profile == themes.NoColor {
		return nil, nil
	}
	background := terminal.DetectBackground(func(name string) string {
		if name != "COLORFGBG" {
			return "" // without TERM, nothing is asked
		}
		return os.Getenv(name)
	}, terminal.Ask)
	if (name == "" || name == themes.Auto) && !background.Known {
		name = "ansi16"
	}
	palette, _, err := terminal.Choose(set.All, name, background)
	if err != nil {
		return nil, err
	}
	palette.Paint = false // a report stands on the terminal's own background
	return painter(themes.New(palette, themes.Options{Profile: profile})), nil
}

// painter returns what a theme writes around the pieces of a report.
func painter(t *themes.Theme) func(report.Role) report.Sequences {
	styles := map[report.Role]themes.Style{
		report.RoleError: themes.Error | themes.Bold, report.RoleAdvice: themes.Warning, report.RoleGood: themes.Passed,
		report.RoleDim: themes.Dim, report.RoleStrong: themes.Text | themes.Bold,
	}
	const off = "\x1b[0m"
	return func(r report.Role) report.Sequences {
		on := string(t.Append(nil, styles[r]))
		if on == off {
			return report.Sequences{} // it looks like what is around it
		}
		return report.Sequences{On: on, Off: off}
	}
}
