package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"compactlens/core/explain"
)

func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [NAME]",
		Short: "Explain a rule, a reason, a cause, a field or an error",
		Long: `explain says what a name means that findings, journals and errors use: what, why,
examples, and what to do. Without NAME it lists all names.`,
		Args: takesAtMost(1, "one NAME"),
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
					return fmt.Errorf("%w; did you mean %s?", err, strings.Join(near, ", "))
				}
				return &exitError{exitUsage, fmt.Errorf("%w; compactlens explain lists all there are", err)}
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
