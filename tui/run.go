package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	xterm "github.com/charmbracelet/x/term"

	"compactlens/loader"
	"compactlens/loader/watch"
	"compactlens/themes"
	_ "compactlens/themes/background" // before Bubble Tea: see its package comment
	"compactlens/themes/terminal"
	"compactlens/tui/clipboard"
	"compactlens/tui/logbook"
	"compactlens/tui/paste"
	"compactlens/tui/play"
	"compactlens/tui/screen"
)

// Options say how the interface is run. Open is needed; everything else has a use
// as its zero value.
type Options struct {
	// Open opens what is shown. It runs in the background and stops when ctx ends;
	// what it opened until then is shown.
	Open func(ctx context.Context, progress func(loader.Progress)) (*loader.Workspace, error)

	Watch  []string      // paths whose changes are followed; none leaves what was opened as it is
	Poll   time.Duration // look at them that often, whatever the system tells; 0 does so only where it must
	But    []string      // files among them that do not count, such as a log of the interface
	Follow bool          // stay on the newest attempt as they land

	Version   string // of the program, for the help
	Theme     string // of the themes' names; empty or "auto" goes by the terminal's background
	Color     themes.When
	Mouse     bool
	AltScreen bool // draw on the alternate screen, which leaves nothing behind
	ASCII     bool // draw with ASCII characters only

	Themes    []themes.Palette        // all there are to choose from; nil is the built-in ones
	Broken    []string                // what is wrong with files that are no themes
	KeepTheme func(name string) error // keeps a theme that was chosen; nil keeps none
	Play      play.Script             // typed by itself at the start
	Sizes     Sizes                   // of panes, as they were kept
	Keys      map[string][]string     // of every action by its id; nil is the built-in ones
	KeepSizes func(Sizes) error       // keeps the sizes that were chosen; nil keeps none
	Notice    string                  // said at the start
	Away      func(away bool)         // told when an editor begins and ends to hold the terminal; may be nil

	Clipboard clipboard.Mode // how text is copied
	Flags     []string       // of the command line: the evidence that it gave

	Log io.Writer               // gets a line for each message, without what it holds; nil for none
	In  *os.File                // the terminal's keys; nil is standard input
	Out io.Writer               // nil is standard output
	Env func(key string) string // nil is os.Getenv
}

// NoTerminalError reports that there is no terminal to show the interface on, or to
// read keys from.
type NoTerminalError struct {
	Stream string // what is none, e.g. "standard output"
	Err    error  // may be nil
}

func (e *NoTerminalError) Error() string {
	if e.Err != nil {
		return e.Stream + " is no terminal: " + e.Err.Error()
	}
	return e.Stream + " is no terminal"
}

func (e *NoTerminalError) Unwrap() error { return e.Err }

// LogError reports that Options.Log did not take all of the log.
type LogError struct{ Err error }

func (e *LogError) Error() string { return "the log is not whole: " + e.Err.Error() }

func (e *LogError) Unwrap() error { return e.Err }

// keys returns the terminal that keys are read from: standard input, or, where that
// is a file or a pipe, the terminal itself. The error is a *NoTerminalError.
func (o Options) keys() (in *os.File, done func(), err error) {
	done = func() {}
	if o.In != nil || o.Out != nil {
		return o.In, done, nil
	}
	if !xterm.IsTerminal(os.Stdout.Fd()) {
		return nil, done, &NoTerminalError{Stream: "standard output"}
	}
	if xterm.IsTerminal(os.Stdin.Fd()) {
		return os.Stdin, done, nil
	}
	tty, err := os.OpenFile(ttyPath, os.O_RDWR, 0)
	if err != nil {
		return nil, done, &NoTerminalError{Stream: "standard input", Err: err}
	}
	return tty, func() { _ = tty.Close() }, nil
}

// ttyPath is the terminal of the process, whatever its streams are.
const ttyPath = "/dev/tty"

// Run runs the interface until it is left. Errors are an *UnknownThemeError of
// package themes, a *NoTerminalError, a *PanicError, what Bubble Tea reports, ctx's, or,
// where nothing else went wrong, a *LogError.
func Run(ctx context.Context, o Options) (err error) {
	getenv := o.Env
	if getenv == nil {
		getenv = os.Getenv
	}
	in, done, err := o.keys()
	if err != nil {
		return err
	}
	defer done()
	o.In = in
	background := terminal.DetectBackground(getenv, terminal.Ask)
	looks := looks{
		all: o.Themes, broken: o.Broken, background: background, profile: o.Color.Profile(true, getenv), name: cmp.Or(o.Theme, themes.Auto), keep: o.KeepTheme,
	}
	theme, err := looks.theme(o.Theme)
	if err != nil {
		return err
	}
	lipgloss.SetHasDarkBackground(!theme.Palette().Light)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	app := newApp(ctx, theme, o.opener())
	app.version, app.looks, app.notice = o.Version, looks, o.Notice
	app.setASCII(o.ASCII)
	app.mouseOn = o.Mouse
	app.streams = streams{in: o.In, away: o.Away, getenv: getenv}
	app.streams.out, _ = o.output().(*os.File)
	if o.In != nil {
		app.pastes = paste.New(o.In)
	}
	app.rebind(o.Keys)
	app.live.begin, app.live.reopen, app.live.following = o.watcher(), reopen, o.Follow && len(o.Watch) > 0
	app.player.steps = o.Play.Steps
	app.sizes, app.keepSizes = o.Sizes.bounded(), o.KeepSizes
	g := &guard{model: provoked(app)}
	if o.Log != nil {
		g.log = logbook.New(o.Log)
		defer func() {
			if failed := g.log.Close(); failed != nil && err == nil {
				err = &LogError{Err: failed}
			}
		}()
		g.log.Say("start", "version", o.Version, "system", runtime.GOOS+"/"+runtime.GOARCH, "theme", theme.Palette().Name, "alt_screen", o.AltScreen, "mouse", o.Mouse)
	}
	options := o.program(ctx, background, app.pastes)
	app.copying = copying{board: &clipboard.Board{Mode: o.Clipboard, Env: getenv}, flags: o.Flags}
	if out, is := o.output().(screen.Terminal); is {
		begin := screen.NewBelow
		if o.AltScreen {
			begin = screen.New
		}
		g.screen = begin(provokedTerminal(out))
		defer g.screen.Stop()
		options = append(options, tea.WithOutput(g.screen), tea.WithFPS(1))
		app.copying.board.Send, app.plain = g.screen.Clipboard, out
	}
	err = runUntil(ctx, tea.NewProgram(g, options...), g, in)
	app.keeper.finish()
	app.streams.folders.finish()
	switch {
	case g.failed != nil:
		return g.failed
	case errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil:
		return ctx.Err()
	}
	return err
}

// output returns where the interface is drawn.
func (o Options) output() io.Writer {
	if o.Out == nil {
		return os.Stdout
	}
	return o.Out
}

// program returns the options of the Bubble Tea program.
func (o Options) program(ctx context.Context, b terminal.Background, in *paste.Reader) []tea.ProgramOption {
	// The context ends with the signals that end programs, too; runUntil ends the program then.
	options := []tea.ProgramOption{tea.WithContext(context.WithoutCancel(ctx)), tea.WithoutSignalHandler(), tea.WithFPS(120)}
	if o.AltScreen {
		options = append(options, tea.WithAltScreen())
	}
	if o.Mouse {
		options = append(options, tea.WithMouseCellMotion())
	}
	if o.Out != nil {
		options = append(options, tea.WithOutput(o.Out))
	}
	switch {
	case in != nil && b.Late:
		options = append(options, tea.WithInput(terminal.NewInput(in)))
	case in != nil:
		options = append(options, tea.WithInput(in))
	}
	return options
}

// opener returns Open with its progress in words and its workspace as contents.
func (o Options) opener() opener {
	return func(ctx context.Context, report func(string)) (*contents, error) {
		w, err := o.Open(ctx, func(p loader.Progress) { report(progressWords(p)) })
		if w == nil {
			return nil, err
		}
		c := contentsOf(w)
		if err != nil {
			c.groups = append(c.groups, group{title: "Stopped", items: []*item{{
				name: "not everything was opened", problem: true,
				facts: []line{{text: "Not everything was opened: " + err.Error(), style: themes.Warning}},
			}}})
		}
		return c, nil
	}
}

// watcher returns what begins to watch the files; nil where there are none.
func (o Options) watcher() func(context.Context) changes {
	if len(o.Watch) == 0 {
		return nil
	}
	return func(ctx context.Context) changes {
		return watch.New(ctx, o.Watch, watch.Options{Poll: o.Poll > 0, Every: o.Poll, But: o.But})
	}
}

// reopen opens again what c was made of.
func reopen(ctx context.Context, c *contents, paths []string) (*contents, error) {
	if c.workspace == nil {
		return c, ctx.Err()
	}
	w, err := c.workspace.Reopen(ctx, paths)
	if w == nil || err != nil {
		return nil, err
	}
	return contentsOf(w), nil
}

// progressWords says how far opening is.
func progressWords(p loader.Progress) string {
	s := baseName(p.Path)
	if p.Total > 0 {
		s += fmt.Sprintf(" · %d %% of %s", p.Done*100/p.Total, bytesWords(p.Total))
	}
	return s
}

// bytesWords writes a size for people.
func bytesWords(n int64) string {
	const kib, mib, gib = 1 << 10, 1 << 20, 1 << 30
	switch {
	case n >= gib:
		return fmt.Sprintf("%.1f GiB", float64(n)/gib)
	case n >= mib:
		return fmt.Sprintf("%.1f MiB", float64(n)/mib)
	case n >= kib:
		return fmt.Sprintf("%.1f KiB", float64(n)/kib)
	}
	return count(int(n), "byte")
}
