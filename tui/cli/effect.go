package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// inEffect returns the evidence that the command line and the settings gave, as flags
// that say the same to another command.
func (e *evidence) inEffect(cmd *cobra.Command) []string {
	var flags []string
	add := func(name, value string) { flags = append(flags, "--"+name, value) }
	shared := cmd.Root().PersistentFlags()
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if shared.Lookup(f.Name) != nil && f.Name != "preset" {
			add(f.Name, f.Value.String())
		}
	})
	if e.preset != "" { // perhaps of the settings
		add("preset", e.preset)
	}
	return flags
}
