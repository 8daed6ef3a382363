package launch

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"compactlens/core/source"
	"compactlens/tui"
	"compactlens/tui/settings"
)

// ConfigCommand returns the command that helps with the files of settings. It writes
// none of them.
func (l *Look) ConfigCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the settings there are, and where they are looked for",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("config knows no %q; there are config init and config path", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "init",
		Short: "Print a file of settings with everything commented out",
		Long: `init prints a file of settings in which every setting is explained and commented
out. Redirect it to where "compactlens config path" says the file is looked for.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(cmd.OutOrStdout(), settings.Default(tui.KeyRows()))
			return err
		},
	}, &cobra.Command{
		Use:   "path",
		Short: "Print where settings, themes and the state are looked for",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			places := settings.Find(os.Getenv)
			if cmd.Flags().Changed(flagConfig) {
				state := places.State
				places = settings.At(l.config)
				places.State = state
			}
			for _, p := range []struct{ what, path string }{{"settings", places.Config}, {"themes", places.Themes}, {"state", places.State}} {
				text := source.Printable(p.path)
				if p.path == "" {
					text = "nowhere: neither HOME nor the XDG variable names a folder"
				} else if _, err := os.Stat(p.path); err != nil {
					text += " (not there)"
				}
				if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%-8s  %s\n", p.what, text); err != nil {
					return err
				}
			}
			return nil
		},
	})
	return cmd
}
