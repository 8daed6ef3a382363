package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"compactlens/loader/atomic"
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
			if err := writeManuals(root, header, dirs[0]); err != nil {
				return &exitError{exitUsage, fmt.Errorf("%w; %s", err, atomic.Remedy(err))}
			}
			return nil
		},
	}
}

// writeManuals writes the page of cmd and of all commands below it into dir.
func writeManuals(cmd *cobra.Command, header *doc.GenManHeader, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && !c.IsAdditionalHelpTopicCommand() {
			if err := writeManuals(c, header, dir); err != nil {
				return err
			}
		}
	}
	own := *header // the title is the command's
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	own.Title = strings.ToUpper(name)
	var page bytes.Buffer
	if err := doc.GenMan(cmd, &own, &page); err != nil {
		return err
	}
	_, err := atomic.WriteFile(filepath.Join(dir, name+"."+own.Section), page.Bytes(), atomic.Options{})
	return err
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
