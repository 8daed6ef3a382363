// Package cli is the command line: the commands, their flags and the exit codes.
//
// A command reads its flags, has loader/dossier do the work and core/report write
// what came of it; the command without a name starts the interactive mode. Nothing
// imports this package but main.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"compactlens/core/similar"
	"compactlens/core/source"
	"compactlens/loader"
	"compactlens/loader/crash"
	"compactlens/loader/regular"
	"compactlens/tui"
	"compactlens/tui/launch"
	"compactlens/tui/settings"
)

// The exit codes of every command.
const (
	exitAccepted = 0 // everything judged was accepted
	exitRejected = 1 // something was rejected, or with --strict undetermined
	exitUsage    = 2 // a wrong command line, or input that could not be read
	exitInternal = 3 // a defect of this program
)

// exitError carries an exit code out of a command. Its err is nil where there is
// nothing more to say.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// Run runs one command line and returns the exit code.
func Run(args []string, in io.Reader, out, errs io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			tell(errs, crash.Report{Panic: crash.New(r), Version: version(), At: time.Now()})
			code = exitInternal
		}
	}()
	outlast()
	cmd := rootCommand()
	cmd.SetArgs(args)
	cmd.SetIn(in)
	cmd.SetOut(out)
	cmd.SetErr(errs)
	cmd, err := cmd.ExecuteC()
	var exit *exitError
	var defect *tui.PanicError
	switch {
	case err == nil:
		return exitAccepted
	case errors.As(err, &defect):
		tell(errs, crash.Report{Panic: defect.Panic, Version: version(), Width: defect.Width, Height: defect.Height, Messages: defect.Messages, At: time.Now()})
		return exitInternal
	case errors.As(err, &exit):
		if exit.err != nil {
			complain(errs, exit.err)
		}
		return exit.code
	default:
		complain(errs, err)
		fmt.Fprintf(errs, "Run %s --help for %s.\n", cmd.CommandPath(), helps(cmd))
		return exitUsage
	}
}

// helps says what the help of cmd is for.
func helps(cmd *cobra.Command) string {
	if cmd.HasSubCommands() {
		return "the commands and flags"
	}
	return "its flags"
}

// complain says what is wrong: of a file of settings all its faults, one a line.
func complain(errs io.Writer, err error) {
	var file *settings.FileError
	if errors.As(err, &file) {
		for _, f := range file.Faults {
			fmt.Fprintln(errs, "compactlens:", source.Printable(f.String()))
		}
		return
	}
	fmt.Fprintln(errs, "compactlens:", source.Printable(withRemedy(err)))
}

// withRemedy says what the system says of a file, and what to do; of any other error
// what it says itself.
func withRemedy(err error) string {
	var of *fs.PathError
	if !errors.As(err, &of) || err.Error() != of.Error() {
		return err.Error()
	}
	remedy := "check that it exists and that you may read it"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		remedy = "check the spelling of the path"
	case errors.Is(err, regular.ErrNotRegular):
		remedy = "give the path of a file"
	}
	return of.Path + ": " + of.Err.Error() + "; " + remedy
}

// rootCommand returns the command line: the inspector and the commands below it.
func rootCommand() *cobra.Command {
	var e evidence
	root := &cobra.Command{
		Use:   "compactlens [PATH...]",
		Short: "Inspect compaction sessions: why a summary was refused, and where",
		Long: `compactlens opens session stores, journals, captured model replies and summaries,
and shows which check of the compaction contract refused a summary, at the exact
bytes. PATH is a file, a folder, a store's root, or - for standard input. Without
one it opens a built-in gallery with a case for each reason and a lesson for each
rule.`,
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if err := meantCommand(cmd, paths); err != nil {
				return err
			}
			o, err := e.options(cmd)
			if err != nil {
				return err
			}
			ctx, away, stop := untilSignal(cmd.Context())
			defer stop()
			first, err := atOnce(ctx, paths, o)
			if err != nil {
				return interactiveError(ctx, err)
			}
			err = e.prefs.Run(ctx, launch.Session{
				Open: func(ctx context.Context, progress func(loader.Progress)) (*loader.Workspace, error) {
					if w := first; w != nil {
						first = nil
						return w, nil
					}
					return open(ctx, paths, o, progress)
				},
				Paths: onDisk(paths, o),
				Flags: e.inEffect(cmd),
				Stdin: slices.Contains(paths, loader.Stdin), Version: version(), Away: away,
			})
			return interactiveError(ctx, err)
		},
	}
	e.register(root)
	e.look.Register(root)
	root.AddCommand(checkCommand(&e), fixCommand(&e), diffCommand(&e), whatIfCommand(&e), explainCommand(), e.look.ConfigCommand(), manCommand(), versionCommand())
	nameUnknown(root)
	return root
}

// nameUnknown has the commands that cobra makes refuse words that they do not know.
func nameUnknown(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			var shells []string
			for _, s := range c.Commands() {
				shells = append(shells, s.Name())
			}
			c.Args = func(_ *cobra.Command, args []string) error {
				if len(args) > 0 {
					return fmt.Errorf("there are no completions for the shell %q; there are those for %s", args[0], strings.Join(shells, ", "))
				}
				return nil
			}
			c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		case "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				if of, _, err := root.Find(args); len(args) > 0 && (err != nil || of == root) {
					return &exitError{exitUsage, fmt.Errorf("there is no command %q; compactlens --help lists all there are", args[0])}
				}
				return nil
			}
		}
	}
}

// meantCommand returns an error where the first path is not there and looks like
// the name of a command, or like the time of --poll.
func meantCommand(root *cobra.Command, paths []string) error {
	if len(paths) == 0 || strings.ContainsAny(paths[0], `/\.`) {
		return nil
	}
	if _, err := os.Lstat(paths[0]); err == nil {
		return nil
	}
	if _, err := time.ParseDuration(paths[0]); err == nil && root.Flags().Changed("poll") {
		return fmt.Errorf("there is no file %q; a time for --poll is written --poll=%s", paths[0], paths[0])
	}
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	near := similar.Nearest(paths[0], names, 1)
	if len(near) == 0 {
		return nil
	}
	return fmt.Errorf("there is no file and no command %q; did you mean the command %s?", paths[0], near[0])
}
