// Command compactlens inspects compaction sessions: it shows why a summary that
// should have replaced a transcript was refused, and where.
//
// This file holds the commands, their flags and the exit codes, and nothing else.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	_ "compactlens/themes/background" // before Bubble Tea: see its package comment

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"compactlens/core/content"
	"compactlens/core/explain"
	"compactlens/core/inspect"
	"compactlens/core/report"
	"compactlens/core/source"
	"compactlens/core/whatif"
	"compactlens/loader"
	"compactlens/loader/dossier"
	"compactlens/loader/tokens"
	"compactlens/themes"
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

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run runs one command line and returns the exit code.
func run(args []string, in io.Reader, out, errs io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(errs, "compactlens: internal error: %v\n%s", r, debug.Stack())
			code = exitInternal
		}
	}()
	cmd := rootCommand()
	cmd.SetArgs(args)
	cmd.SetIn(in)
	cmd.SetOut(out)
	cmd.SetErr(errs)
	err := cmd.Execute()
	var exit *exitError
	switch {
	case err == nil:
		return exitAccepted
	case errors.As(err, &exit):
		if exit.err != nil {
			complain(errs, exit.err)
		}
		return exit.code
	default:
		complain(errs, err)
		fmt.Fprintln(errs, "Run compactlens --help for the commands and flags.")
		return exitUsage
	}
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
	fmt.Fprintln(errs, "compactlens:", source.Printable(err.Error()))
}

// evidence holds the flags that supply what the checks need.
type evidence struct {
	preset, against                        string
	reply, attempt                         string
	maxSummaryTokens, outputTokens         uint64
	outputBytes                            int64
	revision                               uint64
	throughEvent, provider, model, request string

	look  launch.Look
	prefs *launch.Preferences // what options read
}

// register adds the flags to cmd and the commands below it.
func (e *evidence) register(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&e.preset, "preset", "", "take unknown limits from a named `POLICY`: carbon, coderig or none")
	f.StringVar(&e.against, "against", "", "take what a reply must echo from `FILE`: a request, a bundle, or its five values as JSON")
	f.StringVar(&e.reply, "reply", "", "take `FILE` as the reply of the attempt named by --attempt")
	f.StringVar(&e.attempt, "attempt", "", "the `ID` of the attempt that --reply belongs to; its beginning is enough")
	f.Uint64Var(&e.maxSummaryTokens, "max-summary-tokens", 0, "the summary budget in `TOKENS`")
	f.Uint64Var(&e.outputTokens, "output-tokens", 0, "the output `TOKENS` that the provider reported")
	f.Int64Var(&e.outputBytes, "output-bytes", 0, "the output limit in `BYTES`")
	f.Uint64Var(&e.revision, "revision", 0, "the basis `REVISION` that a reply must echo")
	f.StringVar(&e.throughEvent, "through-event", "", "the through event `ID` that a reply must echo")
	f.StringVar(&e.provider, "provider", "", "the provider `NAME` that a reply must echo")
	f.StringVar(&e.model, "model", "", "the model `NAME` that a reply must echo")
	f.StringVar(&e.request, "fingerprint", "", "the request fingerprint `HEX` that a reply must echo")
}

// given returns the value of a flag as known, if it stands on the command line.
func given[T any](cmd *cobra.Command, flag string, value T) inspect.Known[T] {
	if !cmd.Flags().Changed(flag) {
		return inspect.Known[T]{}
	}
	return inspect.Know(value, "--"+flag)
}

// options returns what the flags say, and keeps the settings of the run in prefs.
func (e *evidence) options(cmd *cobra.Command) (loader.Options, error) {
	var err error
	if e.prefs, err = e.look.Load(cmd); err != nil {
		return loader.Options{}, &exitError{exitUsage, err}
	}
	if !cmd.Flags().Changed("preset") {
		e.preset = e.prefs.Preset
	}
	if (e.reply == "") != (e.attempt == "") {
		return loader.Options{}, &exitError{exitUsage, errors.New("--reply and --attempt go together")}
	}
	o := loader.Options{Preset: e.preset, Against: e.against, ReplyFile: e.reply, AttemptID: e.attempt, Stdin: cmd.InOrStdin()}
	o.Overrides.MaxSummaryTokens = given(cmd, "max-summary-tokens", e.maxSummaryTokens)
	o.Overrides.Usage = given(cmd, "output-tokens", &content.Usage{OutputTokens: e.outputTokens})
	o.Overrides.OutputBytes = given(cmd, "output-bytes", e.outputBytes)
	o.Overrides.Identity = inspect.Identity{
		Revision:       given(cmd, "revision", e.revision),
		ThroughEventID: given(cmd, "through-event", e.throughEvent),
		Provider:       given(cmd, "provider", e.provider),
		Model:          given(cmd, "model", e.model),
		Fingerprint:    given(cmd, "fingerprint", e.request),
	}
	return o, nil
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
one it opens a built-in gallery with a case for each reason.`,
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, paths []string) error {
			o, err := e.options(cmd)
			if err != nil {
				return err
			}
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			err = e.prefs.Run(ctx, launch.Session{
				Open: func(ctx context.Context, progress func(loader.Progress)) (*loader.Workspace, error) {
					return open(ctx, paths, o, progress)
				},
				Stdin: slices.Contains(paths, loader.Stdin), Version: version(),
			})
			return interactiveError(ctx, err)
		},
	}
	e.register(root)
	e.look.Register(root)
	root.AddCommand(checkCommand(&e), fixCommand(&e), diffCommand(&e), whatIfCommand(&e), explainCommand(), e.look.ConfigCommand(), manCommand(), versionCommand())
	return root
}

// signalError is why the interactive mode ended: it has the terminal to put in
// order first. The other commands end by the signal itself.
type signalError struct{ signal syscall.Signal }

func (e *signalError) Error() string { return e.signal.String() }

// untilSignal returns a context that ends with a signal that ends programs; its
// cause is a *signalError then.
func untilSignal(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	go func() {
		select {
		case s := <-signals:
			if number, ok := s.(syscall.Signal); ok {
				cancel(&signalError{number})
			}
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// interactiveError gives what ended the interactive mode its exit code.
func interactiveError(ctx context.Context, err error) error {
	var crash *tui.PanicError
	var theme *themes.UnknownThemeError
	var ended *signalError
	switch {
	case errors.As(context.Cause(ctx), &ended):
		return &exitError{code: 128 + int(ended.signal)}
	case err == nil || errors.Is(err, context.Canceled):
		return nil
	case errors.As(err, &crash):
		return &exitError{exitInternal, err}
	case errors.As(err, &theme):
		return err
	}
	return &exitError{exitUsage, err}
}

// open opens paths, or the gallery where there are none.
func open(ctx context.Context, paths []string, o loader.Options, progress func(loader.Progress)) (*loader.Workspace, error) {
	if len(paths) == 0 && o.ReplyFile == "" {
		return loader.Gallery(ctx, o)
	}
	return loader.Open(ctx, paths, o, progress)
}

func checkCommand(e *evidence) *cobra.Command {
	var format string
	var strict, ascii, quiet, spent bool
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Print the verdicts, without the interactive mode",
		Long: `check judges every attempt, reply and summary it finds and prints the verdicts.
Without PATH it checks the built-in gallery. Exit codes: 0 nothing was rejected,
1 something was, 2 a wrong command line or unreadable input, 3 an internal error.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, paths []string) error {
			o, err := e.options(cmd)
			if err != nil {
				return err
			}
			f, ok := report.FormatByName(format)
			if !ok {
				return fmt.Errorf("there is no format %q; the formats are %s", format, strings.Join(formatNames(), ", "))
			}
			w, err := open(cmd.Context(), paths, o, nil)
			if err != nil {
				return &exitError{exitUsage, err}
			}
			r, err := dossier.NewBook(w).Report(cmd.Context(), dossier.ReportOptions{Counter: &tokens.O200k{}, Tokens: spent})
			if err != nil {
				return &exitError{exitUsage, err}
			}
			shown := r
			if quiet {
				shown = r.Failures()
			}
			paint, err := e.prefs.Paint(cmd.OutOrStdout())
			if err != nil {
				return &exitError{exitUsage, err}
			}
			if err := f.Write(cmd.OutOrStdout(), shown, report.TextOptions{ASCII: ascii, Paint: paint}); err != nil {
				return &exitError{exitUsage, fmt.Errorf("writing the report: %w", err)}
			}
			return exitOf(r, strict, len(w.Failed()) > 0)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "the `FORMAT`: "+strings.Join(formatNames(), ", "))
	f.BoolVar(&strict, "strict", false, "fail for undetermined attempts too")
	f.BoolVar(&ascii, "ascii", false, "ASCII characters only, in the text format")
	f.BoolVar(&spent, "tokens", false, "say of every answer what its tokens were spent on, and how large the next request is")
	f.BoolVarP(&quiet, "quiet", "q", false, "leave out what was accepted")
	e.look.RegisterReport(cmd)
	return cmd
}

func formatNames() []string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// exitOf turns a report into the exit code. What could not be read weighs more
// than a rejection: the report may be incomplete.
func exitOf(r report.Report, strict, failed bool) error {
	n := r.Totals()
	switch {
	case failed:
		return &exitError{code: exitUsage}
	case n.Rejected > 0 || strict && n.Undetermined > 0:
		return &exitError{code: exitRejected}
	}
	return nil
}

func fixCommand(e *evidence) *cobra.Command {
	var o dossier.FixOptions
	cmd := &cobra.Command{
		Use:   "fix PATH",
		Short: "Show, or write, a mended answer",
		Long: `fix prints how the answer in PATH can be mended and what the checks say of the
result. It writes nothing unless --write or -o is given. Cut answers, refusals and
summaries of another vocabulary are never mended. Exit codes: 0 the result is not
rejected, 1 it still is, 2 a wrong command line or a file that cannot be used.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, paths []string) error {
			switch {
			case o.Write && o.Output != "":
				return errors.New("--write and -o do not go together")
			case o.Output == "-":
				return errors.New("-o takes the path of a file; standard output has the review")
			}
			book, err := e.book(cmd, paths[0])
			if err != nil {
				return err
			}
			v, err := book.Fix(cmd.Context(), cmd.OutOrStdout(), o)
			if err != nil {
				return &exitError{exitUsage, err}
			}
			if v.Decision == inspect.Rejected {
				return &exitError{code: exitRejected}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.Write, "write", false, "write the file in place, and keep what it was as PATH.orig")
	f.StringVarP(&o.Output, "output", "o", "", "write the mended file to `FILE`, which must not exist")
	f.BoolVar(&o.Meaning, "meaning", false, "make the repairs that change the meaning too")
	f.BoolVar(&o.ASCII, "ascii", false, "ASCII characters only")
	return cmd
}

func whatIfCommand(e *evidence) *cobra.Command {
	var format string
	var set []string
	var ascii bool
	var names []string
	for _, i := range whatif.Knobs() {
		names = append(names, i.Name)
	}
	cmd := &cobra.Command{
		Use:   "whatif PATH[#ATTEMPT]",
		Short: "Decide an attempt again under other limits",
		Long: `whatif goes through every step of an attempt again under other limits and says
how it would end, and at which value of each limit it would end otherwise. The
answer stays as it is. ATTEMPT is a number or the beginning of an id. The limits:
` + strings.Join(names, ", ") + `.
Exit codes: 0 nothing would be rejected, 1 something would.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := map[string]func(io.Writer, []report.WhatIf, report.TextOptions) error{"text": report.WhatIfText, "json": report.WhatIfJSON}[format]
			if !ok {
				return fmt.Errorf("there is no format %q; the formats are text, json", format)
			}
			var settings []whatif.Setting
			for _, s := range set {
				k, v, err := whatif.ParseSetting(s)
				if err != nil {
					return err
				}
				settings = append(settings, whatif.Setting{Knob: k, Value: v})
			}
			path, key := dossier.SplitKey(args[0])
			book, err := e.book(cmd, path)
			if err != nil {
				return err
			}
			all, err := book.WhatIf(cmd.Context(), key, settings)
			if err != nil {
				return &exitError{exitUsage, err}
			}
			if err := write(cmd.OutOrStdout(), all, report.TextOptions{ASCII: ascii}); err != nil {
				return &exitError{exitUsage, err}
			}
			for _, a := range all {
				if a.Now.Decision == inspect.Rejected {
					return &exitError{code: exitRejected}
				}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&set, "set", nil, "try `NAME=VALUE`, such as max_summary_tokens=8k; may be given several times")
	f.StringVar(&format, "format", "text", "the `FORMAT`: text, json")
	f.BoolVar(&ascii, "ascii", false, "ASCII characters only, in the text format")
	return cmd
}

func diffCommand(e *evidence) *cobra.Command {
	var format string
	var ascii bool
	cmd := &cobra.Command{
		Use:   "diff OLD[#ATTEMPT] NEW[#ATTEMPT]",
		Short: "Compare two summaries or attempts",
		Long: `diff compares two answers by section and by finding: what was fixed, what is new.
ATTEMPT is a number or the beginning of an id, for a file with several attempts.
Exit codes: 0 nothing differs, 1 something does, 2 a wrong command line or
unreadable input.`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := map[string]func(io.Writer, report.Diff, report.TextOptions) error{"text": report.DiffText, "json": report.DiffJSON}[format]
			if !ok {
				return fmt.Errorf("there is no format %q; the formats are text, json", format)
			}
			var sides [2]*dossier.Dossier
			for i, arg := range args {
				path, key := dossier.SplitKey(arg)
				book, err := e.book(cmd, path)
				if err != nil {
					return err
				}
				a, err := book.PickOne(key)
				if err != nil {
					return &exitError{exitUsage, fmt.Errorf("%s: %w", path, err)}
				}
				if sides[i], err = book.Open(cmd.Context(), a); err != nil {
					return &exitError{exitUsage, err}
				}
			}
			d := sides[1].Compare(sides[0])
			if err := write(cmd.OutOrStdout(), d, report.TextOptions{ASCII: ascii}); err != nil {
				return &exitError{exitUsage, err}
			}
			if !d.Same() {
				return &exitError{code: exitRejected}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "the `FORMAT`: text, json")
	f.BoolVar(&ascii, "ascii", false, "ASCII characters only, in the text format")
	return cmd
}

// book opens the one file or folder of a command.
func (e *evidence) book(cmd *cobra.Command, path string) (*dossier.Book, error) {
	opt, err := e.options(cmd)
	if err != nil {
		return nil, err
	}
	w, err := loader.Open(cmd.Context(), []string{path}, opt, nil)
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	if failed := w.Failed(); len(failed) > 0 {
		return nil, &exitError{exitUsage, failed[0]}
	}
	return dossier.NewBook(w), nil
}

func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [NAME]",
		Short: "Explain a rule, a reason, a cause, a field or an error",
		Long: `explain says what a name means that findings, journals and errors use: what, why,
examples, and what to do. Without NAME it lists all names.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, names []string) error {
			out := cmd.OutOrStdout()
			if len(names) == 0 {
				_, err := io.WriteString(out, explain.List())
				return err
			}
			entry, ok := explain.Lookup(names[0])
			if !ok {
				err := fmt.Errorf("there is no entry %q", names[0])
				if near := explain.Suggest(names[0], 3); len(near) > 0 {
					err = fmt.Errorf("%w; did you mean %s?", err, strings.Join(near, ", "))
				}
				return err
			}
			_, err := io.WriteString(out, explain.Text(entry))
			return err
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, e := range explain.All() {
				names = append(names, e.Name)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man [DIR]",
		Short: "Print the manual page, or write one for each command into DIR",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			root := cmd.Root()
			root.DisableAutoGenTag = true
			header := &doc.GenManHeader{Title: "COMPACTLENS", Section: "1", Source: "compactlens " + version(), Manual: "compactlens"}
			if len(dirs) == 0 {
				return doc.GenMan(root, header, cmd.OutOrStdout())
			}
			if err := doc.GenManTree(root, header, dirs[0]); err != nil {
				return &exitError{exitUsage, err}
			}
			return nil
		},
	}
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "compactlens", version())
			return err
		},
	}
}

// version returns the module's version and revision as the build recorded them.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "devel"
	}
	return info.Main.Version
}
