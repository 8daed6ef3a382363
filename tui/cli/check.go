package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"compactlens/core/report"
	"compactlens/loader/dossier"
	"compactlens/loader/tokens"
)

func checkCommand(e *evidence) *cobra.Command {
	var format string
	var strict, quiet, spent bool
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Print the verdicts, without the interactive mode",
		Long: `check judges every attempt, reply and summary it finds and prints the verdicts.
Without PATH it checks the built-in gallery. Exit codes: 0 no answer was rejected,
1 one was (with --strict also if one is undetermined, or a part of a file is damaged),
2 a wrong command line, or a PATH of which nothing could be judged or used, 3 an
internal error. What is passed over inside a folder does not count, nor does a
refusal after the answer had passed.`,
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
			paint, err := e.prefs.Paint(cmd.OutOrStdout())
			if err != nil {
				return &exitError{exitUsage, err}
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
			if cmd.Flags().Changed("theme") {
				for _, b := range e.prefs.BrokenThemes() {
					complain(cmd.ErrOrStderr(), b.Err)
				}
			}
			if err := f.Write(cmd.OutOrStdout(), shown, report.TextOptions{ASCII: e.ascii(cmd), Paint: paint}); err != nil {
				return &exitError{exitUsage, fmt.Errorf("writing the report: %w", err)}
			}
			return exitOf(r, strict, len(w.Failed()) > 0)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "the `FORMAT`: "+strings.Join(formatNames(), ", "))
	f.BoolVar(&strict, "strict", false, "fail for damaged files too, and for undetermined attempts but for those that ended before a model was called")
	asciiFlag(cmd)
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
	case n.Rejected > 0 || strict && (n.Undetermined > n.NoCall || r.Damaged()):
		return &exitError{code: exitRejected}
	}
	return nil
}
