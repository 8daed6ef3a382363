package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"compactlens/core/inspect"
	"compactlens/core/report"
	"compactlens/core/whatif"
	"compactlens/loader/dossier"
)

func whatIfCommand(e *evidence) *cobra.Command {
	var format string
	var set []string
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
Exit codes: 0 no attempt would be rejected, 1 one would, at whatever step, also after
its answer had passed (check goes by the answers), 2 a wrong command line or
unreadable input, 3 an internal error.`,
		Args: takes(1, "one PATH"),
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
			if err := write(cmd.OutOrStdout(), all, report.TextOptions{ASCII: e.ascii(cmd)}); err != nil {
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
	asciiFlag(cmd)
	return cmd
}
