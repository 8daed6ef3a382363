package cli

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man [DIR]",
		Short: "Print the manual page, or write one for each command into DIR, which is made",
		Args:  takesAtMost(1, "one DIR"),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			root := cmd.Root()
			root.DisableAutoGenTag = true
			header := &doc.GenManHeader{Title: "COMPACTLENS", Section: "1", Source: "compactlens " + version(), Manual: "compactlens"}
			if len(dirs) == 0 {
				return doc.GenMan(root, header, cmd.OutOrStdout())
			}
			if err := os.MkdirAll(dirs[0], 0o755); err != nil {
				return &exitError{exitUsage, err}
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
		Args:  takesAtMost(0, "no arguments"),
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
