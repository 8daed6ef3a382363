package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"compactlens/core/inspect"
	"compactlens/loader/dossier"
)

func fixCommand(e *evidence) *cobra.Command {
	var o dossier.FixOptions
	cmd := &cobra.Command{
		Use:   "fix PATH[#ATTEMPT]",
		Short: "Show, or write, a mended answer",
		Long: `fix prints how the answer in PATH can be mended and what the checks say of the
result. It writes nothing unless --write or -o is given. Cut answers, refusals and
summaries of another vocabulary are never mended. ATTEMPT is a number or the
beginning of an id, for a path with several answers. Exit codes: 0 the result is not
rejected, 1 it still is, 2 a wrong command line or a file that cannot be used,
3 an internal error.`,
		Args: takes(1, "one PATH"),
		RunE: func(cmd *cobra.Command, paths []string) error {
			switch {
			case o.Write && o.Output != "":
				return errors.New("--write and -o do not go together")
			case o.Output == "-":
				return errors.New("-o takes the path of a file; standard output has the review")
			}
			path, key := dossier.SplitKey(paths[0])
			o.Attempt = key
			book, err := e.book(cmd, path)
			if err != nil {
				return err
			}
			o.ASCII = e.ascii(cmd)
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
	f.VarP(filePath{&o.Output}, "output", "o", "write the mended file to `FILE`, which must not exist")
	f.BoolVar(&o.Meaning, "meaning", false, "make the repairs that change the meaning too")
	asciiFlag(cmd)
	return cmd
}
