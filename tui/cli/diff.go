package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"compactlens/core/report"
	"compactlens/loader/dossier"
)

func diffCommand(e *evidence) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "diff OLD[#ATTEMPT] NEW[#ATTEMPT]",
		Short: "Compare two summaries or attempts",
		Long: `diff compares two answers by section and by finding: what was fixed, what is new.
ATTEMPT is a number or the beginning of an id, for a file with several attempts.
Exit codes: 0 nothing differs, 1 something does, 2 a wrong command line or
unreadable input, 3 an internal error.`,
		Args: takes(2, "two answers, OLD and NEW"),
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
					return &exitError{exitUsage, err}
				}
				if sides[i], err = book.Open(cmd.Context(), a); err != nil {
					return &exitError{exitUsage, err}
				}
			}
			d, err := sides[1].Compare(cmd.Context(), sides[0])
			if err != nil {
				return &exitError{exitUsage, err}
			}
			if err := write(cmd.OutOrStdout(), d, report.TextOptions{ASCII: e.ascii(cmd)}); err != nil {
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
	asciiFlag(cmd)
	return cmd
}
